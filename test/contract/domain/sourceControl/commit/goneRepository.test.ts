import assert from 'node:assert/strict';
import type { Failure } from '../../../../../src/core/errors.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { accessOf, testGit, type TestGit } from '../../../../kit/localGit.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { temporaryFolder } from '../../../../kit/temporaryFolder.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, read, written, type EditingWindow } from '../../../kit/editing.ts';

const repository = 'alice/website';
const request = { message: 'Change', author: { name: 'Alice Winter', email: 'alice@example.com' } };

describe('Drafts of a repository that is gone', () => {
  const service = freshService();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  let disk: MemoryDisk;
  const windows: EditingWindow[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
    git = testGit(folder.path, accessOf(service, 'alice'));
    disk = new MemoryDisk();
  });
  afterEach(async () => {
    for (const { checkouts } of windows.splice(0)) checkouts.dispose();
    await git.stop();
    await folder[Symbol.asyncDispose]();
  });

  function open(method: 'git' | 'api'): EditingWindow {
    const pushing = method === 'git' ? { pushing: { git, method: () => 'git' as const } } : {};
    const window = editingWindow(service, { storage: memoryStorage(disk), ...pushing });
    windows.push(window);
    return window;
  }

  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    removed: () => service.act({ do: 'removeRepository', repository }),
    renamed: () => rename(),
    'renamed, with a redirect': () => {
      service.set({ habits: { movedRepository: 302 } });
      return rename();
    },
  };
  const rename = (): Promise<unknown> =>
    service.act({
      do: 'call',
      operation: 'repositories.edit',
      params: { owner: 'alice', repo: 'website', name: 'site', path: 'site' },
      as: 'alice',
    });

  for (const method of ['git', 'api'] as const)
    for (const [how, end] of Object.entries(ends)) {
      // A host that redirects takes a change by the API at the new address.
      if (method === 'api' && how === 'renamed, with a redirect') continue;
      it(`are refused by a commit, stay, and can be read: ${how}, by ${method}`, async () => {
        const edited = await open(method).at();
        await edited.workingTree.write('README.md', bytes('changed'), written);
        await edited.workingTree.write('new.md', bytes('new'), written);
        await end();
        for (let tries = 0; tries < 2; tries += 1) {
          const failure: Failure = await rejection(commitNow(edited.committer, request, progress));
          const isRefused = how === 'renamed, with a redirect';
          assert.deepEqual(
            [failure.kind, failure.reason],
            isRefused ? ['refused', 'redirected'] : ['missing', undefined],
          );
        }
        assert.deepEqual([await read(edited, 'README.md'), await read(edited, 'new.md')], ['changed', 'new']);
        // Later, without the repository.
        const { checkouts } = open(method);
        const [stored, ...others] = await checkouts.stored();
        assert.ok(stored !== undefined && others.length === 0);
        const drafts = await checkouts.draftsOf(stored.branch);
        const texts = [await drafts.read('README.md'), await drafts.read('new.md')];
        assert.deepEqual(
          texts.map((text) => text && new TextDecoder().decode(text)),
          ['changed', 'new'],
        );
      });
    }

  it('are all committed by the API, a changed file and a new one, if the host redirects', async () => {
    const edited = await open('api').at();
    await edited.workingTree.write('README.md', bytes('changed'), written);
    await edited.workingTree.write('new.md', bytes('new'), written);
    service.set({ habits: { movedRepository: 302 } });
    await rename();
    await commitNow(edited.committer, request, progress);
    const { git: gitOf } = await service.repository('alice/site');
    assert.deepEqual(
      [await gitOf(['show', 'main:README.md']), await gitOf(['show', 'main:new.md'])],
      ['changed', 'new'],
    );
    assert.equal((await open('api').checkouts.stored()).length, 0);
  });

  it('move to the new name, except those of files that have a draft there', async () => {
    const { checkouts, at } = open('api');
    const edited = await at();
    await edited.workingTree.write('README.md', bytes('changed'), written);
    await edited.workingTree.write('new.md', bytes('new'), written);
    const target = await checkouts.draftsOf({ ...edited.branch, repo: 'site' });
    await (await checkouts.draftsOf(edited.branch)).moveTo(target);
    await edited.workingTree.write('new.md', bytes('newer'), written);
    await edited.workingTree.write('third.md', bytes('third'), written);
    const isOld = ({ repo }: { readonly repo: string }): boolean => repo === 'website';
    assert.deepEqual(await checkouts.moveDrafts(isOld, { repo: 'site' }), ['new.md']);
    const names = async () =>
      (await checkouts.stored()).map(({ branch: { repo }, changes }) => [repo, changes.map(({ path }) => path)]);
    assert.deepEqual((await names()).toSorted(), [
      ['site', ['README.md', 'new.md', 'third.md']],
      ['website', ['new.md']],
    ]);
  });

  it('are not committed after the default branch got another name, and move to it', async () => {
    const { record } = await service.repository(repository);
    for (const method of ['git', 'api'] as const) {
      const { at } = open(method);
      const edited = await at(repository, '');
      const from = edited.branch.branch;
      const to = `${from}-${method}`;
      await edited.workingTree.write('README.md', bytes(`# ${method}\n`), written);
      const params = { owner: 'alice', repo: 'website', refs: from, branch_name: to };
      await service.act({ do: 'call', operation: 'branches.create', params, as: 'alice' });
      record.defaultBranch = to;
      const failure = await rejection(commitNow(edited.committer, request, progress));
      assert.deepEqual([failure.reason, failure.about], ['otherDefaultBranch', [to, from]]);
      const after = await at(repository, '');
      assert.deepEqual([after.branch.branch, after.remote.state?.formerName], [to, from]);
      assert.ok(after.drafts.isEmpty);
      await edited.drafts.moveTo(after.drafts);
      await commitNow(after.committer, request, progress);
      assert.equal(await (await service.repository(repository)).git(['show', `${to}:README.md`]), `# ${method}`);
    }
  });
});
