import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { blobSha, treeSha } from '../../../../src/domain/objects/gitSha.ts';
import { predictRootTree, type LocalCommit } from '../../../../src/domain/refs/predictedTrees.ts';
import { Trees, type FolderEntry, type Tree } from '../../../../src/domain/objects/trees.ts';

const sha = await blobSha(new TextEncoder().encode('text'));
const file = (name: string, mode: string | undefined = '100644'): FolderEntry => ({ name, kind: 'file', sha, mode });
const folder = (name: string, tree: Tree): FolderEntry => ({ name, kind: 'folder', sha: tree.sha, mode: '40000' });
const treeOf = async (...entries: readonly FolderEntry[]): Promise<Tree> => ({
  sha: await treeSha(entries.map(({ name, sha: of, mode = '100644' }) => ({ name, sha: of, mode }))),
  entries: new Map(entries.map((entry) => [entry.name, entry])),
  complete: true,
});
const made = (path: string, now: string | undefined = sha): LocalCommit => ({ path, sha: now, message: '' });

describe('predictRootTree', () => {
  let trees: Trees;
  beforeEach(() => {
    const kept = new Map<string, Uint8Array<ArrayBuffer>>();
    const objects = {
      find: (name: string) => Promise.resolve(kept.get(name)),
      keep: (name: string, bytes: Uint8Array<ArrayBuffer>) => void kept.set(name, bytes),
      forget: () => undefined,
    };
    trees = new Trees(objects as never, silent);
  });

  it('returns the root tree if all changed folders are known', async () => {
    const inner = await treeOf(file('a.txt'));
    trees.keep(inner);
    const root = await treeOf(folder('dir', inner), file('README.md'));
    const after = await predictRootTree(trees, root, [
      made('dir/b.txt'),
      made('new/c.txt'),
      { ...made('README.md'), sha: undefined },
    ]);
    const expected = await treeOf(
      folder('dir', await treeOf(file('a.txt'), file('b.txt'))),
      folder('new', await treeOf(file('c.txt'))),
    );
    assert.equal(after?.sha, expected.sha);
  });

  it('drops a folder with its last file', async () => {
    const inner = await treeOf(file('a.txt'));
    trees.keep(inner);
    const root = await treeOf(folder('dir', inner), file('README.md'));
    const after = await predictRootTree(trees, root, [{ ...made('dir/a.txt'), sha: undefined }]);
    assert.equal(after?.sha, (await treeOf(file('README.md'))).sha);
  });

  it('returns undefined if an entry on the path is unknown or incomplete', async () => {
    const unknown = await treeOf(file('a.txt'));
    const partial = { ...(await treeOf(file('b.txt'))), complete: false };
    const odd = { ...(await treeOf(file('c.txt'))), sha };
    const modeless = {
      ...(await treeOf(file('d.txt'))),
      entries: new Map([['d.txt', { ...file('d.txt'), mode: undefined }]]),
    };
    for (const tree of [partial, odd, modeless]) trees.keep(tree);
    const module: FolderEntry = { name: 'module', kind: 'submodule', sha, mode: '160000' };
    const inner = { unknown, partial, odd, modeless };
    const root = await treeOf(
      module,
      file('run.sh', '100755'),
      ...Object.entries(inner).map(([name, tree]) => folder(name, tree)),
    );
    for (const path of ['module/x', 'run.sh', ...Object.keys(inner).map((name) => `${name}/x`)])
      assert.equal(await predictRootTree(trees, root, [made(path)]), undefined, path);
    assert.equal(await predictRootTree(trees, { ...root, complete: false }, [made('x')]), undefined);
    assert.equal(await predictRootTree(trees, root, [made('x', 'a'.repeat(64))]), undefined, 'another kind of sha');
    assert.notEqual(await predictRootTree(trees, root, [made('x')]), undefined);
  });
});
