import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { ResolvedRef } from '../../../../../src/domain/refs/refs.ts';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import { WindowRefs } from '../../../../../src/domain/refs/windowRefs.ts';
import { switchRef, type SwitchOptions } from '../../../../../src/domain/sourceControl/workingTree/switchRef.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { within } from '../../../../budgets.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { asked, hostId, session } from '../../../../kit/remoteFiles.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { suiteService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, read, request, written, type EditingWindow } from '../../../kit/editing.ts';

const name = { host: hostId, owner: 'alice', repo: 'website' };

describe('an address without a ref', () => {
  const service = suiteService();
  let window: EditingWindow;
  let told: string[];
  const push = (files: Record<string, string | null>, branch: string): Promise<unknown> =>
    service.act({ do: 'push', repository: 'alice/website', branch, files, as: 'bob' });
  const to = (ref: string, parts: Partial<SwitchOptions> = {}): Promise<ResolvedRef> =>
    switchRef(
      name,
      ref,
      {
        repositories: window.session.repositories,
        checkouts: window.checkouts,
        open: () => [],
        isUnsaved: () => false,
        save: () => Promise.resolve(),
        ...parts,
      },
      {},
    );
  const here = (): Promise<Checkout> => window.at('alice/website', '');
  /** The changes that the editor is told. */
  const changes = (): string[] => [...told, ...window.told].sort();

  beforeEach(async () => {
    await service.reset();
    await push({ 'both.txt': 'main\n', 'same.txt': 'same\n', 'a/only.txt': 'main\n' }, 'main');
    await push({ 'both.txt': 'work\n', 'same.txt': 'same\n', 'a/only.txt': null, 'b/new.txt': 'work\n' }, 'work');
    window = editingWindow(service);
    told = [];
    window.session.repositories.onDidChangeFiles(({ changes: some }) =>
      told.push(...some.map(({ type, path }) => `${type} ${path}`)),
    );
  });
  afterEach(() => window.checkouts.dispose());

  it('stands for the default branch, then for the branch, tag or commit that the window is switched to', async () => {
    const main = await here();
    assert.deepEqual([main.branch.branch, await read(main, 'both.txt')], ['main', 'main\n']);
    assert.deepEqual(await to('work').then(({ kind, name: ref }) => [kind, ref]), ['branch', 'work']);
    const work = await here();
    assert.deepEqual([work.branch.branch, await read(work, 'both.txt')], ['work', 'work\n']);
    assert.equal(work.remote.ref, undefined, 'the address stays');
    const sha = await (await service.repository('alice/website')).git(['rev-parse', 'main']);
    for (const ref of ['v1.0', sha]) {
      assert.notEqual((await to(ref)).kind, 'branch');
      assert.equal(await window.checkouts.at({ ...name, ref: undefined }), undefined, 'it is read-only');
    }
    assert.equal((await to('main')).name, 'main');
    assert.equal(await read(await here(), 'both.txt'), 'main\n');
  });

  it('leaves addresses with a ref as they are', async () => {
    await here();
    await to('work');
    assert.equal(await read(await window.at('alice/website', 'main'), 'both.txt'), 'main\n');
  });

  it('reports what differs in listed folders and open files, and nothing else', async () => {
    const main = await here();
    for (const folder of ['', 'a']) await main.workingTree.list(folder);
    await to('work', { open: () => ['both.txt', 'same.txt'] });
    assert.deepEqual(changes(), ['changed both.txt', 'created b', 'deleted a', 'deleted a/only.txt']);
    told.length = 0;
    await push({ 'both.txt': 'later\n' }, 'work');
    await (await here()).remote.check([]);
    assert.deepEqual(changes(), ['changed both.txt'], 'the new branch is followed');
    told.length = 0;
    await push({ 'both.txt': 'elsewhere\n' }, 'main');
    await main.remote.check([]);
    assert.deepEqual(changes(), [], 'the old branch is not');
  });

  it('leaves drafts with their branch, and reports where they go and come', async () => {
    const main = await here();
    await main.workingTree.list('');
    await main.workingTree.write('same.txt', bytes('draft of main\n'), written);
    await main.workingTree.createFolder('new');
    await main.workingTree.write('new/file.txt', bytes('new\n'), written);
    told.length = 0;
    window.told.length = 0;
    await to('work');
    const work = await here();
    assert.deepEqual([await read(work, 'same.txt'), work.drafts.isEmpty], ['same\n', true]);
    for (const one of ['changed same.txt', 'deleted new', 'deleted new/file.txt'])
      assert.ok(changes().includes(one), `${one} of ${changes().join(', ')}`);
    await work.workingTree.write('same.txt', bytes('draft of work\n'), written);
    told.length = 0;
    window.told.length = 0;
    await to('main');
    assert.deepEqual(await read(await here(), 'same.txt'), 'draft of main\n');
    assert.equal(await read(await here(), 'new/file.txt'), 'new\n');
    for (const one of ['changed same.txt', 'created new', 'created new/file.txt'])
      assert.ok(changes().includes(one), `${one} of ${changes().join(', ')}`);
  });

  it('reports a file that was just committed, although the branch is not resolved again', async () => {
    const main = await here();
    await main.workingTree.write('same.txt', bytes('committed\n'), written);
    await commitNow(main.committer, request, progress);
    window.told.length = 0;
    await to('work', { open: () => ['same.txt'] });
    assert.ok(changes().includes('changed same.txt'), changes().join());
    assert.equal(await read(await here(), 'same.txt'), 'same\n');
    await to('main');
    assert.equal(await read(await here(), 'same.txt'), 'committed\n');
  });

  it('sends a commit that was started before the switch to its own branch', async () => {
    const main = await here();
    await main.workingTree.write('same.txt', bytes('mine\n'), written);
    const committing = commitNow(main.committer, request, progress);
    await to('work');
    await committing;
    const repository = await service.repository('alice/website');
    assert.equal(await repository.git(['show', 'main:same.txt']), 'mine');
    assert.equal(await repository.git(['show', 'work:same.txt']), 'same');
    assert.equal(await read(await here(), 'same.txt'), 'same\n');
  });

  it('saves unsaved files on the old branch first, and stays where they cannot be saved', async () => {
    const main = await here();
    let isUnsaved = true;
    const save = async (before: ResolvedRef | undefined): Promise<void> => {
      assert.equal(before?.name, 'main');
      await (await here()).workingTree.write('both.txt', bytes('typed on main\n'), written);
      isUnsaved = false;
    };
    const failing = (): Promise<never> => Promise.reject(new Failure('cancelled', 'the user refuses'));
    const refused = await rejection(to('work', { isUnsaved: () => true, save: failing }));
    assert.equal(refused.kind, 'cancelled');
    assert.equal((await here()).branch.branch, 'main');
    await to('work', { isUnsaved: () => isUnsaved, save });
    assert.deepEqual(
      main.drafts.changes('working').map(({ path }) => path),
      ['both.txt'],
    );
    assert.equal(await read(await here(), 'both.txt'), 'work\n');
  });

  it('is the same after a reload of the window, without a request', async () => {
    const disk = memoryStorage(new MemoryDisk());
    const windowRefs = new WindowRefs();
    const repositories = session(service, { storage: disk, windowRefs }).repositories;
    await repositories.afterSwitch(name, 'work').head();
    await repositories.switchTo(name, 'work', []);
    await repositories.at({ ...name, ref: undefined }).read('both.txt');
    await repositories.at({ ...name, ref: undefined }).flush();
    const reloaded = session(service, { storage: disk, windowRefs }).repositories.at({ ...name, ref: undefined });
    const operations = await asked(service, async () => {
      assert.equal(new TextDecoder().decode(await reloaded.read('both.txt')), 'work\n');
    });
    assert.deepEqual(operations, []);
  });

  it('is switched from a branch that was deleted, and its root is reported', async () => {
    const windowRefs = new WindowRefs();
    await windowRefs.set(name, 'gone');
    window.checkouts.dispose();
    window = editingWindow(service, { windowRefs });
    window.session.repositories.onDidChangeFiles(({ changes: some }) =>
      told.push(...some.map(({ type, path }) => `${type} ${path}`)),
    );
    await rejection(here(), 'missing');
    await to('work');
    assert.equal(await read(await here(), 'both.txt'), 'work\n');
    assert.ok(changes().includes('created both.txt') && changes().includes('created b'), changes().join());
  });

  it('rejects a ref that does not exist, and stays', async () => {
    await here();
    assert.equal((await rejection(to('nothing'))).kind, 'missing');
    assert.equal((await here()).branch.branch, 'main');
  });

  it('reports nothing for the branch that it is at, and asks for its head at most once', async () => {
    const main = await here();
    await main.workingTree.list('');
    within(1, await asked(service, () => to('main')));
    assert.deepEqual(changes(), []);
    await to('work');
    told.length = 0;
    window.told.length = 0;
    assert.deepEqual(await asked(service, () => to('work')), []);
    assert.deepEqual(changes(), []);
  });

  it('asks only for the branch and for folders that differ', async () => {
    const main = await here();
    for (const folder of ['', 'a']) await main.workingTree.list(folder);
    const operations = await asked(service, () => to('work', { open: () => ['both.txt', 'same.txt'] }));
    assert.ok(operations.length <= 3, operations.join());
    assert.deepEqual(await asked(service, () => to('main')), ['branches.get']);
    const again = async (): Promise<void> => {
      await to('work');
      await to('main');
    };
    assert.deepEqual(await asked(service, again), [], 'what is known is not asked for again');
  });
});
