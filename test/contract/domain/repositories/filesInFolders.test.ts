import assert from 'node:assert/strict';
import type { RemoteRef } from '../../../../src/domain/repositories/remoteRef.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { suiteService } from '../../kit/suiteService.ts';

const website = 'alice/website';
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `file-${1000 + at}.txt`);

describe('remote files in folders with unusual listings', () => {
  const service = suiteService();
  let shas: ReadonlyMap<string, string>;

  before(async () => {
    const files: Record<string, string> = { 'deep/er/one.txt': '1', 'deep/er/two.txt': '2' };
    for (const name of names(150)) files[`long/${name}`] = name;
    for (const name of names(750)) files[`wide/${name}`] = name;
    files['wide/inner/end.txt'] = 'end';
    files['wide/zz/last.txt'] = 'last';
    await service.act({ do: 'push', repository: website, branch: 'folders', files });
    const { git } = await service.repository(website);
    const lines = (await git(['ls-tree', '-r', 'folders'])).split('\n');
    shas = new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(12, 52)]));
  });

  const open = (): RemoteRef => session(service).open(website, 'folders');
  const text = async (remote: RemoteRef, path: string): Promise<string> =>
    new TextDecoder().decode(await remote.read(path));
  const answerContents = (json: unknown): void =>
    service.fail({ operation: 'files.content', fault: { kind: 'answer', status: 200, json }, times: 1 });
  const sha = (path: string): string => shas.get(path) ?? assert.fail(path);

  describe('of more than a page', () => {
    const listed = (more: readonly object[]): object[] => [
      ...names(149).map((name) => ({
        type: 'file',
        path: `long/${name}`,
        size: name.length,
        sha: sha(`long/${name}`),
      })),
      ...more,
    ];

    it('are listed with one request if the listing has no names, with the kinds of links and submodules', async () => {
      const [some] = names(1);
      answerContents(
        listed([
          { type: 'dir', path: 'long/folder', name: 'folder', sha: 'a'.repeat(40) },
          { type: 'symlink', path: 'long/link', name: 'link', sha: sha(`long/${some ?? ''}`) },
          { type: 'submodule', path: 'long/module', sha: 'b'.repeat(40) },
        ]),
      );
      const remote = open();
      await remote.list('');
      let all = new Map<string, { kind: string }>();
      const requests = await asked(service, async () => (all = new Map(await remote.list('long'))));
      assert.equal(all.size, 152);
      assert.deepEqual(
        ['folder', 'link', 'module', some ?? ''].map((name) => all.get(name)?.kind),
        ['folder', 'symlink', 'submodule', 'file'],
      );
      assert.equal(requests.filter((operation) => operation === 'files.content').length, 1);
    });

    it('are listed page by page if that listing is incomplete', async () => {
      answerContents(listed([]).slice(20));
      const remote = open();
      await remote.list('');
      assert.equal((await remote.list('long')).size, 150);
    });
  });

  it('are listed from the list of all paths if there are more than the limit', async () => {
    service.set({ operation: 'files.content', habits: { folderContents: '404' } });
    const remote = open();
    await remote.list('');
    const wide = await remote.list('wide');
    assert.equal(wide.size, 752);
    assert.deepEqual([wide.get('inner')?.kind, wide.get('zz')?.kind], ['folder', 'folder']);
    assert.equal((await remote.stat('wide/zz')).kind, 'folder');
    assert.deepEqual([...(await remote.list('wide/zz')).keys()], ['last.txt']);
    assert.equal(await text(remote, 'wide/file-1749.txt'), 'file-1749.txt');
    assert.equal(await text(remote, 'wide/zz/last.txt'), 'last');
    await rejection(remote.stat('wide/nothing.txt'), 'missing');
    await rejection(remote.list('wide/nothing'), 'missing');
  }).timeout(30_000);

  it('are found by the list of all paths if their folder was not listed before, where there is one', async () => {
    service.set({ operation: 'files.content', habits: { folderContents: '404' } });
    service.set({ operation: 'files.tree', habits: { treeOrder: 'git' } });
    assert.equal((await open().stat('wide/zz')).kind, 'folder');
    await rejection(open().stat('wide/nothing.txt'), 'missing');
    assert.deepEqual([...(await open().list('deep/er')).keys()], ['one.txt', 'two.txt']);
    service.fail({ operation: 'files.paths', fault: { kind: 'error', status: 404 } });
    const remote = open();
    await remote.list('');
    const wide = await remote.list('wide');
    assert.ok(wide.has('file-1000.txt') && !wide.has('zz'), 'the first pages');
    service.heal();
  }).timeout(30_000);

  it('exist without a sha, but cannot be read', async () => {
    service.set({ operation: 'files.content', habits: { folderContents: '404' } });
    const remote = open();
    await remote.list('');
    await remote.list('wide');
    service.fail({ operation: 'files.content', fault: { kind: 'error', status: 404 } });
    const status = await remote.stat('wide/file-1749.txt');
    assert.deepEqual([status.kind, status.size, status.sha], ['file', 0, undefined]);
    await rejection(remote.read('wide/file-1749.txt'), 'missing');
    service.heal();
    assert.equal(await text(remote, 'wide/file-1749.txt'), 'file-1749.txt');
  }).timeout(30_000);

  it('are listed by their path or dropped if their names are missing or invalid', async () => {
    const one = { type: 'file', path: 'deep/er/one.txt', size: 1, sha: sha('deep/er/one.txt') };
    answerContents([
      one,
      { ...one, name: '..' },
      { ...one, name: 'nul\u0000' },
      { ...one, name: 'link', type: 'symlink' },
      { ...one, name: 'module', type: 'submodule' },
      { ...one, name: 'odd', sha: 'no sha' },
      { ...one, name: 'inner', type: 'dir', sha: 'c'.repeat(40) },
    ]);
    const remote = open();
    const kinds = Array.from(await remote.list('deep/er'), ([name, { kind }]) => [name, kind]);
    assert.deepEqual(kinds, [
      ['one.txt', 'file'],
      ['link', 'symlink'],
      ['module', 'submodule'],
      ['odd', 'file'],
      ['inner', 'folder'],
    ]);
    assert.equal((await remote.stat('deep/er/inner')).kind, 'folder');
    const odd = await (await remote.snapshot()).findCached('deep/er/odd');
    assert.deepEqual(odd, { kind: 'file', size: undefined, bytes: undefined });
    // The trees have the last word.
    await rejection(remote.read('deep/er/odd'), 'missing');
    assert.equal(await text(remote, 'deep/er/one.txt'), '1');
  });
});
