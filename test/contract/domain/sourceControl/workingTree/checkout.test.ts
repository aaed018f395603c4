import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import type { CheckoutRegistry } from '../../../../../src/domain/sourceControl/workingTree/checkoutRegistry.ts';
import { budget, within } from '../../../../budgets.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, read, written } from '../../../kit/editing.ts';

const repository = 'alice/website';

describe('Checkout of a branch', () => {
  const service = freshService();
  const opened: CheckoutRegistry[] = [];
  afterEach(() => {
    for (const checkouts of opened.splice(0)) checkouts.dispose();
  });

  const git = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);

  async function sit(disk = new MemoryDisk()): Promise<Checkout> {
    const { checkouts, at } = editingWindow(service, { storage: memoryStorage(disk) });
    opened.push(checkouts);
    return await at();
  }

  it('sends nothing before a commit, and shows the drafts in another window', async () => {
    const before = await git('rev-parse', 'main');
    const disk = new MemoryDisk();
    const { workingTree: editable } = await sit(disk);
    await editable.write('README.md', bytes('# Mine\n'), written);
    await editable.createFolder('empty');
    await editable.write('empty/new file.txt', bytes('new\n'), written);
    assert.equal(await git('rev-parse', 'main'), before);
    const again = await sit(disk);
    assert.equal(await read(again, 'README.md'), '# Mine\n');
    assert.deepEqual([...(await again.workingTree.list('empty')).keys()], ['new file.txt']);
    assert.ok((await again.workingTree.list('')).has('empty'));
  });

  it('is rejected for a tag and for a commit', async () => {
    const { checkouts } = editingWindow(service);
    opened.push(checkouts);
    const at = (ref: string): Promise<unknown> =>
      checkouts.as('alice', { host: 'local', owner: 'alice', repo: 'website', ref });
    await assert.rejects(at('v1.0'), { kind: 'forbidden', reason: 'isTag' });
    await assert.rejects(at(await git('rev-parse', 'main')), { kind: 'forbidden', reason: 'isCommit' });
  });

  it('creates one commit per file with the author', async () => {
    const edited = await sit();
    const { workingTree: editable, committer } = edited;
    await editable.write('README.md', bytes('# Mine\n'), written);
    await editable.write('新 文件.txt', bytes('内容\n'), written);
    service.clear();
    const author = { name: 'Alice Winter', email: 'alice@example.org' };
    const done = await commitNow(committer, { message: 'Write {path}', author }, progress);
    assert.deepEqual(
      done.map(({ path }) => path),
      ['README.md', '新 文件.txt'],
    );
    within(
      budget.requests.commit(2),
      service.requests.map(({ operation }) => operation),
    );
    const log = await git('log', '-2', '--format=%an|%s', 'main');
    assert.equal(log, 'Alice Winter|Write 新 文件.txt\nAlice Winter|Write README.md');
    assert.equal(await git('show', 'main:新 文件.txt'), '内容');
    assert.deepEqual(editable.drafts.effectiveBelow(''), []);
    assert.equal(await read(edited, 'README.md'), '# Mine\n');
  });

  it('moves and removes whole folders, and no other files', async () => {
    const { workingTree: editable, committer } = await sit();
    const before = (await git('ls-tree', '-r', '--name-only', 'main', 'docs')).split('\n').length;
    await editable.write('docs2/kept.md', bytes('kept\n'), written).catch((error: unknown) => {
      assert.ok(error instanceof Failure && error.kind === 'missing', 'a file needs its folder');
    });
    await editable.createFolder('docs2');
    await editable.write('docs2/kept.md', bytes('kept\n'), written);
    await editable.rename('docs', 'manual', false);
    await assert.rejects(editable.stat('docs'), { kind: 'missing' });
    assert.ok((await editable.list('manual')).size > 0);
    await commitNow(committer, { message: 'Move', author: undefined }, progress);
    assert.equal((await git('ls-tree', '-r', '--name-only', 'main', 'manual')).split('\n').length, before);
    assert.equal(await git('ls-tree', '-r', '--name-only', 'main', 'docs'), '');
    assert.equal(await git('show', 'main:docs2/kept.md'), 'kept');
    await editable.remove('manual', true);
    await assert.rejects(editable.stat('manual'), { kind: 'missing' });
    await commitNow(committer, { message: 'Remove', author: undefined }, progress);
    assert.equal(await git('ls-tree', '-r', '--name-only', 'main', 'manual'), '');
  });

  it('merges commits of others', async () => {
    const edited = await sit();
    const { workingTree: editable, committer } = edited;
    const lines = (await read(edited, 'README.md')).split('\n');
    await editable.write('README.md', bytes(['# Mine', ...lines.slice(1)].join('\n')), written);
    const theirs = [...lines.slice(0, -1), 'theirs', ''].join('\n');
    await service.act({ do: 'push', repository, branch: 'main', files: { 'README.md': theirs } });
    await commitNow(committer, { message: 'Both', author: undefined }, progress);
    const now = await git('show', 'main:README.md');
    assert.ok(now.startsWith('# Mine') && now.endsWith('theirs'));
  });

  it('recognizes a committed file whose answer did not arrive, and resumes with the others', async () => {
    const { workingTree: editable, committer } = await sit();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await editable.write(name, bytes(`${name}\n`), written);
    service.fail({ operation: 'files.create', fault: { kind: 'reset', at: 'headers', done: true }, times: 1 });
    service.fail({ operation: 'files.create', fault: { kind: 'error', status: 403 }, times: 1, skip: 1 });
    await assert.rejects(commitNow(committer, { message: 'One by one', author: undefined }, progress), {
      kind: 'forbidden',
    });
    assert.deepEqual(
      editable.drafts.effectiveBelow('').map(({ path }) => path),
      ['b.txt', 'c.txt'],
    );
    await committer.resume(progress);
    assert.equal(
      await git('log', '-3', '--format=%s', 'main', '--', 'a.txt', 'b.txt', 'c.txt'),
      'One by one\nOne by one\nOne by one',
    );
    assert.deepEqual(editable.drafts.effectiveBelow(''), []);
  });

  it('keeps a draft without proof of its commit, and commits no file twice', async () => {
    const edited = await sit();
    const { workingTree: editable, committer } = edited;
    const commit = { message: 'Silent', author: undefined };
    await editable.write('a.txt', bytes('a\n'), written);
    service.fail({ operation: 'files.create', fault: { kind: 'empty' }, times: 1 });
    await assert.rejects(commitNow(committer, commit, progress), { kind: 'unreadable' });
    assert.equal(await read(edited, 'a.txt'), 'a\n');
    service.fail({ operation: 'files.create', fault: { kind: 'empty', done: true }, times: 1 });
    await commitNow(committer, commit, progress);
    assert.deepEqual(editable.drafts.effectiveBelow(''), []);
    assert.equal(await git('log', '--format=%s', 'main', '--', 'a.txt'), 'Silent');
  });
});
