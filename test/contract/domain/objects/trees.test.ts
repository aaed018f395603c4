import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { treeSha } from '../../../../src/domain/objects/gitSha.ts';
import type { HostGitObjects } from '../../../../src/domain/objects/objectStore.ts';
import { loadRecursively } from '../../../../src/domain/objects/recursiveTree.ts';
import { Trees, type Tree } from '../../../../src/domain/objects/trees.ts';
import { asked, hostId, session } from '../../../kit/remoteFiles.ts';
import { suiteService } from '../../kit/suiteService.ts';

const file = { mode: '100644', sha: 'a'.repeat(40) };

describe('Trees', () => {
  const service = suiteService();
  const start = () => {
    const { objects, connect } = session(service);
    const cache = objects.of(hostId, service.url);
    const source = { host: hostId, owner: 'alice', repo: 'website', connect };
    /** As after a new start of the editor. */
    const trees = (git?: HostGitObjects): Trees => new Trees({ ...cache, git }, silent);
    return { trees, source };
  };
  const answer = (...tree: readonly object[]): void =>
    service.fail({ operation: 'files.tree', fault: { kind: 'answer', status: 200, json: { tree } } });

  it('has the same entries after a restart, without modes and with the number of hidden names', async () => {
    const { trees, source } = start();
    const root = 'b'.repeat(40);
    answer({ path: 'plain', type: 'blob', sha: file.sha }, { path: '.git', type: 'tree', sha: file.sha });
    const loaded = await trees().load(source, root);
    assert.deepEqual([[...loaded.entries.keys()], loaded.hidden], [['plain'], 1]);
    assert.deepEqual(await trees().find(root), loaded);
  });

  it('caches a listing only if every entry has a sha and all make up the tree', async () => {
    const lines = [{ ...file, name: 'one' }];
    const sha = await treeSha(lines);
    const cachedWith = async (own: string | undefined): Promise<Tree | undefined> => {
      const trees = start().trees();
      await trees.addListed(sha, new Map([['one', { kind: 'file', sha: own }]]));
      return await trees.find(sha);
    };
    assert.equal((await cachedWith(file.sha))?.entries.get('one')?.mode, '100644');
    assert.equal(await cachedWith(undefined), undefined);
    assert.equal(await cachedWith('c'.repeat(40)), undefined);
  });

  it('asks git for full shas only, and takes no damaged tree from it', async () => {
    const names: string[] = [];
    const read: HostGitObjects['read'] = (sha) => {
      names.push(sha);
      return Promise.resolve({ kind: 'tree', bytes: new Uint8Array([1, 2, 3]) });
    };
    const stat: HostGitObjects['stat'] = (sha) =>
      Promise.resolve(sha === file.sha ? { kind: 'tree', size: 3 } : undefined);
    const trees = start().trees({ read, stat });
    for (const name of ['main', file.sha])
      assert.deepEqual([await trees.find(name), await trees.findRoot(name)], [undefined, undefined]);
    assert.deepEqual([...new Set(names)], [file.sha]);
    assert.deepEqual([await trees.isInGit(file.sha), await trees.isInGit('c'.repeat(40))], [true, false]);
  });

  it('loads a whole tree with requests of 100 entries, also if more entries come than expected', async () => {
    const files: Record<string, string> = { 'a/b/end.txt': 'end' };
    for (let at = 0; at < 230; at += 1) files[`wide/file-${at}.txt`] = `${at}`;
    await service.act({ do: 'push', repository: 'alice/website', branch: 'recursive', files });
    const { git } = await service.repository('alice/website');
    const [root, wide] = [await git(['rev-parse', 'recursive^{tree}']), await git(['rev-parse', 'recursive:wide'])];
    for (const expected of [1, 240]) {
      const { trees, source } = start();
      const all = trees();
      const requests = await asked(service, async () =>
        assert.equal(await loadRecursively(all, source, root.trim(), expected, {}), true),
      );
      assert.deepEqual(requests, ['files.tree', 'files.tree', 'files.tree']);
      assert.equal((await all.find(wide.trim()))?.entries.size, 230);
    }
  });

  it('loads nothing from a recursive list that is not the content of the tree', async () => {
    const root = await treeSha([{ ...file, name: 'a' }]);
    const loads = async (entries: number, ...tree: readonly object[]): Promise<boolean> => {
      const { trees, source } = start();
      const all = trees();
      answer(...tree);
      const isLoaded = await loadRecursively(all, source, root, entries, {});
      service.heal();
      assert.equal((await all.find(root)) !== undefined, isLoaded);
      return isLoaded;
    };
    const a = { ...file, path: 'a', type: 'blob' };
    assert.equal(await loads(1, a), true);
    assert.equal(await loads(100, a), false, 'a short page of a long list');
    assert.equal(await loads(1, { ...a, mode: undefined }), false, 'no mode');
    assert.equal(await loads(2, a, { ...a, path: 'b' }), false, 'another content');
    assert.equal(await loads(2, a, { ...a, path: 'a/b' }), false, 'a file with files in it');
    assert.equal(await loads(2, { ...a, path: 'a/b' }, a), false, 'a folder that is a file too');
  });
});
