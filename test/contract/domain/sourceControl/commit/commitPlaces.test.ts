import assert from 'node:assert/strict';
import type { CommitMethod } from '../../../../../src/domain/sourceControl/commit/commitPlan.ts';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { accessOf, testGit } from '../../../../kit/localGit.ts';
import { memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { temporaryFolder } from '../../../../kit/temporaryFolder.ts';
import type { Service } from '../../../../service/handle.ts';
import { startService } from '../../../../service/service.ts';
import { editingWindow, progress, read, request, written } from '../../../kit/editing.ts';

const repository = 'alice/website';
const author = { name: 'Alice', email: 'alice@example.com' };

interface Window extends AsyncDisposable {
  readonly service: Service;
  /** Opens a new branch. */
  readonly on: (branch: string) => Promise<Checkout>;
  readonly files: (branch: string) => Promise<readonly string[]>;
}

async function open(method: CommitMethod): Promise<Window> {
  const service = await startService();
  const folder = await temporaryFolder();
  const git = testGit(folder.path, accessOf(service, 'alice'));
  const files = { 'lib/a.txt': 'a\n', 'lib/b/c.txt': 'c\n' };
  const { checkouts, at } = editingWindow(service, {
    storage: memoryStorage(),
    pushing: { git, method: () => method },
  });
  const run = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
  return {
    service,
    on: async (branch) => {
      await run('update-ref', `refs/heads/${branch}`, 'main');
      await service.act({ do: 'push', repository, branch, files });
      return await at(repository, branch);
    },
    files: async (branch) => (await run('ls-tree', '-r', '-z', branch)).split('\0').filter((line) => line !== ''),
    async [Symbol.asyncDispose]() {
      checkouts.dispose();
      assert.deepEqual(service.violations, []);
      await git.stop();
      await folder[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

const fileToFolder = async ({ workingTree: tree }: Checkout): Promise<void> => {
  await tree.remove('README.md', false);
  await tree.createFolder('README.md');
  await tree.write('README.md/a.md', bytes('a\n'), written);
};
const folderToFile = async ({ workingTree: tree }: Checkout): Promise<void> => {
  await tree.remove('lib', true);
  await tree.write('lib', bytes('lib\n'), written);
};

const edits: Readonly<Record<string, (edited: Checkout) => Promise<unknown>>> = {
  'both at once': async (edited) => {
    await fileToFolder(edited);
    await folderToFile(edited);
  },
  'a module becomes a package, and moves into the folder of its name': async ({ workingTree: tree }) => {
    await tree.rename('src/main.ts', 'src/main.tmp', false);
    await tree.createFolder('src/main.ts');
    await tree.rename('src/main.tmp', 'src/main.ts/index.ts', false);
  },
  'a folder moves into the place of a file, and the file into it': async ({ workingTree: tree }) => {
    await tree.rename('README.md', 'lib/README.md', false);
    await tree.rename('lib', 'README.md', false);
  },
  'names change in case only, and files change places': async ({ workingTree: tree }) => {
    await tree.rename('LICENSE', 'license', false);
    await tree.rename('src', 'SRC', false);
    await tree.rename('README.md', 'README.tmp', false);
    await tree.rename('lib/a.txt', 'README.md', false);
    await tree.rename('README.tmp', 'lib/a.txt', false);
  },
  'only the new file is chosen': fileToFolder,
  'only the new file is staged': async (edited) => {
    await folderToFile(edited);
    await edited.drafts.stage(['lib']);
  },
  'the new folder is moved away': async (edited) => {
    await fileToFolder(edited);
    await edited.workingTree.rename('README.md', 'docs/readme', false);
  },
  'the new folder is deleted': async (edited) => {
    await fileToFolder(edited);
    await edited.workingTree.remove('README.md', true);
  },
};

describe('A commit of files and folders of one name', () => {
  it('makes the same commit by the API and with git, and the window shows the same before and after it', async () => {
    const held: Record<string, readonly string[]> = {};
    for (const method of ['rest', 'git'] as const) {
      await using window = await open(method);
      for (const [at, [what, edit]] of Object.entries(edits).entries()) {
        const edited = await window.on(`edit-${at}`);
        const paths = what === 'only the new file is chosen' ? ['README.md/a.md'] : undefined;
        await edit(edited);
        const before = await listed(edited);
        await commitNow(edited.committer, { ...request, author, paths }, progress);
        const committed = await window.files(`edit-${at}`);
        assert.deepEqual(edited.drafts.effectiveBelow(''), [], what);
        assert.deepEqual(before, committed.map((line) => line.split('\t')[1]).sort(), what);
        assert.deepEqual(await listed(edited), before, what);
        assert.deepEqual(committed, (held[what] ??= committed), what);
      }
    }
  });

  for (const method of ['rest', 'git'] as const)
    it(`replaces no file that the user did not remove, and sends nothing then (${method})`, async () => {
      await using window = await open(method);
      const { service, files } = window;
      const edited = await window.on('taken');
      await edited.workingTree.createFolder('new');
      await edited.workingTree.write('LICENSE', bytes('changed\n'), written);
      await edited.workingTree.write('new/a.md', bytes('a\n'), written);
      await service.act({ do: 'push', repository, branch: 'taken', files: { new: 'theirs\n' } });
      const before = await files('taken');
      const failure = await rejection(commitNow(edited.committer, { ...request, author }, progress));
      assert.deepEqual([failure.kind, failure.reason, failure.about], ['conflict', 'placeTaken', ['new/a.md', 'new']]);
      await edited.workingTree.rename('new', 'newer', false);
      await edited.workingTree.write('docs.d', bytes('d\n'), written);
      await service.act({ do: 'push', repository, branch: 'taken', files: { 'docs.d/x/y.md': 'theirs\n' } });
      const again = await rejection(commitNow(edited.committer, { ...request, author }, progress));
      assert.deepEqual([again.reason, again.about], ['placeTaken', ['docs.d', 'docs.d/x/y.md']]);
      assert.equal((await files('taken')).length, before.length + 1);
      assert.equal(await read(edited, 'newer/a.md'), 'a\n');
    });
});

/** All files that the window shows. */
async function listed({ workingTree: tree }: Checkout, folder = ''): Promise<readonly string[]> {
  const files: string[] = [];
  for (const [name, { kind }] of await tree.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    files.push(...(kind === 'folder' ? await listed({ workingTree: tree } as Checkout, path) : [path]));
  }
  return files.sort();
}
