import assert from 'node:assert/strict';
import type { Storage } from '../../../../src/core/storage.ts';
import type { RemoteRef } from '../../../../src/domain/repositories/remoteRef.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { suiteService } from '../../kit/suiteService.ts';

const samples = 'alice/samples';

interface Line {
  readonly path: string;
  readonly name?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly sha?: string;
}

describe('remote files with unusual replies', () => {
  const service = suiteService();
  let root: readonly Line[];
  let images: readonly Line[];

  before(async () => {
    const { api } = await session(service).connect();
    const lines = async (sha: string): Promise<readonly Line[]> =>
      (await api.files.tree({ owner: 'alice', repo: 'samples', sha, per_page: 100 })).items as readonly Line[];
    root = await lines('main');
    images = await lines(root.find(({ path }) => path === 'images')?.sha ?? '');
  });

  const open = (ref = 'main', storage?: Storage): RemoteRef =>
    session(service, storage === undefined ? {} : { storage }).open(samples, ref);
  const text = async (remote: RemoteRef, path: string): Promise<string> =>
    new TextDecoder().decode(await remote.read(path));
  /** `skip`: how many requests for trees come before. */
  const answerTree = (json: unknown, skip = 0): void =>
    service.fail({ operation: 'files.tree', fault: { kind: 'answer', status: 200, json }, times: 1, skip });

  it('have a kind if only their type is sent, and a name if only their path is sent', async () => {
    answerTree({ tree: root.map(({ path, type, sha }) => ({ path, type, sha })) });
    const listed = await open().list('');
    assert.deepEqual(
      [listed.get('images')?.kind, listed.get('README.md')?.kind, listed.get('vendor')?.kind],
      ['folder', 'file', 'folder'],
    );
    answerTree({ tree: [{ path: 'lib', type: 'commit', sha: root[0]?.sha }] });
    assert.equal((await open().list('')).get('lib')?.kind, 'submodule');
  });

  it('are left out if their name is invalid or their sha is missing', async () => {
    const sha = root.find(({ path }) => path === 'README.md')?.sha;
    const odd = [
      { path: 'good.txt', name: 'good.txt', mode: '100644', type: 'blob', sha },
      { path: '..', name: '..', mode: '040000', type: 'tree', sha },
      { path: 'a/../../b', name: 'a/../../b', mode: '100644', type: 'blob', sha },
      { path: 'nul', name: 'nul\u0000', mode: '100644', type: 'blob', sha },
      { path: 'no-sha', name: 'no-sha', mode: '100644', type: 'blob' },
    ];
    answerTree({ tree: odd });
    const remote = open();
    assert.deepEqual([...(await remote.list('')).keys()], ['good.txt']);
    const hidden = ['', 'good.txt', 'nothing'].map((path) => remote.hidden(path));
    assert.deepEqual(await Promise.all(hidden), [4, 0, 0]);
  });

  it('have no size if the host refuses their content', async () => {
    service.fail({ operation: 'files.blob', fault: { kind: 'error', status: 403 } });
    await rejection(open().stat('README.md'), 'forbidden');
    service.heal();
  });

  it('are complete if the service sends short pages', async () => {
    // A service that returns pages of one entry, with any `per_page`.
    assert.equal(images.length, 2);
    answerTree({ tree: root });
    answerTree({ tree: images.slice(0, 1) }, 1);
    answerTree({ tree: images.slice(1) }, 2);
    const remote = open();
    assert.ok((await remote.list('')).has('images'));
    assert.deepEqual([...(await remote.list('images')).keys()].sort(), images.map(({ name }) => name).sort());
  });

  it('are shown even if their folder does not match its sha', async () => {
    answerTree({ tree: root });
    answerTree({ tree: images.slice(0, 1) }, 1);
    answerTree({ tree: [] }, 2);
    const remote = open();
    await remote.list('');
    assert.deepEqual([...(await remote.list('images')).keys()], [images[0]?.name]);
  });

  it('are requested again if the cache on disk is damaged', async () => {
    const disk = new MemoryDisk();
    const first = session(service, { storage: memoryStorage(disk) });
    const before = await first.open(samples, 'main').list('images');
    await text(first.open(samples, 'main'), 'README.md');
    await first.objects.flush();
    const kept = [...disk.files.keys()].filter((name) => name.startsWith('objects/'));
    assert.ok(kept.length >= 3, kept.join());
    for (const damage of ['{', '{}', '["x"]', '[[1,"file","x","100644"]]', '[["a","else","x","100644"]]', '']) {
      for (const name of kept) {
        const held = disk.files.get(name);
        if (held) disk.files.set(name, { ...held, bytes: new TextEncoder().encode(damage) });
      }
      const remote = open('main', memoryStorage(disk));
      assert.deepEqual([...(await remote.list('images')).keys()], [...before.keys()], damage);
      assert.match(await text(remote, 'README.md'), /^# Samples/);
    }
  });

  it('are read if their content is sent as text', async () => {
    const sha = root.find(({ path }) => path === 'README.md')?.sha ?? '';
    const { git } = await service.repository(samples);
    const content = `${await git(['show', 'main:README.md'])}\n`;
    service.fail({
      operation: 'files.blob',
      fault: { kind: 'answer', status: 200, json: { sha, encoding: 'utf-8', content } },
    });
    const remote = open();
    await remote.list('');
    assert.equal(await text(remote, 'README.md'), content);
  });

  it('are unreadable with the reason noContent if no reply has their content', async () => {
    const empty = { kind: 'answer', status: 200, json: { sha: 'x', path: 'README.md', size: 5 } } as const;
    service.fail({ operation: 'files.blob', fault: empty });
    service.fail({ operation: 'files.content', fault: empty });
    const remote = open();
    await remote.list('');
    const failure = await rejection(remote.read('README.md'), 'unreadable');
    assert.deepEqual([failure.reason, failure.about, failure.serverMessage], ['noContent', ['README.md'], undefined]);
    service.heal();
    service.fail({ operation: 'files.blob', fault: empty });
    service.fail({ operation: 'files.content', fault: { kind: 'answer', status: 200, json: [] } });
    const again = await rejection(remote.read('README.md'), 'unreadable');
    assert.deepEqual([again.reason, again.about, again.serverMessage], ['noContent', ['README.md'], undefined]);
  });

  it('are rejected if a folder is read or a file is listed', async () => {
    const remote = open();
    assert.equal((await rejection(remote.read('images'), 'invalid')).reason, 'isFolder');
    await rejection(remote.read('vendor/lib'), 'invalid');
    assert.equal((await rejection(remote.list('README.md'), 'invalid')).reason, 'isNotFolder');
    await rejection(remote.list('nowhere'), 'missing');
    await rejection(remote.read('nowhere'), 'missing');
    await rejection(remote.read(''), 'invalid');
    assert.equal((await remote.list('vendor/lib')).size, 0);
  });

  it('are unreadable for a branch without a commit, and none in a repository without branches', async () => {
    service.fail({
      operation: 'branches.get',
      fault: { kind: 'answer', status: 200, json: { name: 'main' } },
      times: 1,
    });
    await rejection(open().head(), 'unreadable');
    const empty = session(service).open('alice/empty');
    assert.equal((await empty.head()).commit, undefined);
    assert.equal((await empty.list('')).size, 0);
    assert.deepEqual(await empty.paths(), []);
    await rejection(empty.stat('README.md'), 'missing');
  });

  it('use the default branch even if the record does not name it', async () => {
    const record = { id: 1, full_name: 'alice/samples', path: 'samples', name: 'Samples' };
    service.fail({ operation: 'repositories.get', fault: { kind: 'answer', status: 200, json: record } });
    const head = await session(service).open(samples).head();
    assert.deepEqual([head.kind, head.name], ['branch', 'main']);
  });

  it('follow a tag that moved, and stay readable after the tag was deleted', async () => {
    const { git } = await service.repository(samples);
    await git(['tag', '-f', 'moving', 'main']);
    const remote = open('moving');
    const before = await remote.head();
    const next = (await service.act({
      do: 'push',
      repository: samples,
      branch: 'other',
      files: { 'only.txt': 'x' },
    })) as { sha: string };
    await git(['tag', '-f', 'moving', next.sha]);
    assert.equal(await remote.check([]), true);
    assert.notEqual((await remote.head()).commit, before.commit);
    await git(['tag', '-d', 'moving']);
    await rejection(remote.check([]), 'missing');
    assert.ok((await remote.list('')).size > 0);
  });

  it('have a list of all paths, unless it belongs to another commit', async () => {
    const remote = open();
    await remote.list('');
    const paths = await remote.paths();
    assert.ok(paths.includes('deep/a/b/c/d/e/file.txt'));
    assert.deepEqual(await asked(service, () => remote.paths()), []);
    const others = open();
    await others.list('');
    service.fail({ operation: 'files.paths', fault: { kind: 'answer', status: 200, json: ['another/branch.txt'] } });
    await rejection(others.paths(), 'refused');
    service.heal();
    service.fail({ operation: 'files.paths', fault: { kind: 'error', status: 403 } });
    const refused = open();
    await rejection(refused.paths(), 'refused');
    assert.ok((await refused.list('deep')).has('a'));
    service.heal();
    service.fail({ operation: 'files.paths', fault: { kind: 'error', status: 401 } });
    await rejection(open().paths(), 'signedOut');
  });
});
