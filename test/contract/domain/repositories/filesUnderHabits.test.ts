import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { largeFile } from '../../../../src/domain/objects/blobs.ts';
import { cancelled, isFailure } from '../../../../src/core/errors.ts';
import type { Habits } from '../../../service/habits.ts';
import { suiteService } from '../../kit/suiteService.ts';
import { rejection } from '../../../kit/rejection.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { within } from '../../../budgets.ts';

const samples = 'alice/samples';

describe('remote files with every habit of the service', () => {
  const service = suiteService();
  let git: (...args: string[]) => Buffer;

  before(async () => {
    const { directory } = await service.repository(samples);
    git = (...args) => execFileSync('git', args, { cwd: directory, maxBuffer: 1e9 });
  });

  const habits: Partial<Habits>[] = [
    { folderContents: '404' },
    { folderContents: '400' },
    { missingContents: '400 with 404' },
    { missingContents: 'empty array' },
    { base64Line: 60 },
    { contentLimit: 10 },
    { treeOrder: 'git' },
    { paging: 'ignored' },
    { paging: 'repeated' },
    { shortPages: true },
    { errorBody: 'html' },
    { errorStatus: '400' },
    { errorStatus: '200' },
  ];
  for (const habit of habits) {
    it(`are the same: ${JSON.stringify(habit)}`, async () => {
      service.set({ habits: habit });
      const remote = session(service).open(samples);
      for (const path of [
        'deep/a/b/c/d/e/file.txt',
        'names/with space.txt',
        'encodings/gbk.txt',
        'data.bin',
        'empty.txt',
      ]) {
        const bytes = git('show', `main:${path}`);
        assert.equal((await remote.stat(path)).size, bytes.length, path);
        assert.ok(Buffer.from(await remote.read(path)).equals(bytes), path);
      }
      for (const path of ['nothing', 'deep/nothing', 'deep/a/b/nothing', 'README.md/x', 'vendor/lib/x']) {
        const failure = await rejection(remote.stat(path));
        assert.equal(failure.kind, 'missing', path);
      }
      const names = git('ls-tree', '-z', '--name-only', 'main', 'names/').toString().split('\0').filter(Boolean);
      assert.deepEqual([...(await remote.list('names')).keys()].sort(), names.map((name) => name.slice(6)).sort());
      service.set({
        habits: {
          folderContents: 'array',
          missingContents: '404',
          base64Line: 0,
          shortPages: false,
          contentLimit: 1e7,
          treeOrder: 'folders first',
          paging: 'obeyed',
          errorBody: 'usual',
          errorStatus: 'own',
        },
      });
    });
  }

  it('are read from their download address if no reply has their content', async () => {
    const { directory } = await service.repository(samples);
    const bytes = execFileSync('git', ['cat-file', 'blob', 'main:data.bin'], { cwd: directory });
    service.set({ operation: 'files.content', habits: { contentLimit: 10 } });
    service.fail({
      operation: 'files.blob',
      fault: { kind: 'answer', status: 200, json: { sha: 'x', size: bytes.length } },
    });
    const remote = session(service).open(samples);
    assert.ok(Buffer.from(await remote.read('data.bin')).equals(bytes));
    assert.equal(service.requests.filter(({ operation }) => operation === 'raw').length, 1);
    service.set({ operation: 'files.content', habits: { contentLimit: 1e7 } });
  });

  it('are rejected and not cached if their bytes do not match their sha', async () => {
    const wrong = Buffer.from('something else').toString('base64');
    for (const content of [wrong, 'no base64!', 'AAAA=AAAA']) {
      const one = session(service);
      const remote = one.open(samples);
      await remote.list('');
      const sha = (await remote.list('')).get('README.md')?.sha;
      service.fail({
        operation: 'files.blob',
        fault: { kind: 'answer', status: 200, json: { sha, encoding: 'base64', content } },
      });
      const failure = await rejection(remote.read('README.md'), 'unreadable');
      assert.deepEqual([failure.reason, failure.serverMessage], ['damaged', undefined]);
      service.heal();
      assert.ok(Buffer.from(await remote.read('README.md')).equals(git('show', 'main:README.md')));
    }
  });

  it('are downloaded only after confirmation if they are large, and can be cancelled', async () => {
    const large = Buffer.alloc(largeFile + 1_000_000, 'large file\n');
    await service.act({
      do: 'push',
      repository: samples,
      branch: 'large',
      files: { 'big/large.bin': { base64: large.toString('base64') } },
    });
    for (const folderContents of ['array', '404'] as const) {
      service.set({ operation: 'files.content', habits: { folderContents } });
      const asked: (number | undefined)[] = [];
      const remote = session(service).open(samples, 'large');
      const status = await remote.stat('big/large.bin');
      assert.ok(status.size === large.length || (folderContents === '404' && status.size === 0), `${status.size}`);
      const refuse = (size: number | undefined): Promise<never> => {
        asked.push(size);
        return Promise.reject(cancelled());
      };
      await rejection(remote.read('big/large.bin', { confirm: refuse }), 'cancelled');
      assert.deepEqual(asked, [folderContents === 'array' ? large.length : undefined]);
      const abort = new AbortController();
      const given = remote.read('big/large.bin', {
        confirm: () => Promise.resolve(),
        signal: abort.signal,
        onProgress: (received) => {
          if (received > 3_000_000) abort.abort();
        },
      });
      await rejection(given, 'cancelled');
      const seen: number[] = [];
      const bytes = await remote.read('big/large.bin', {
        confirm: () => Promise.resolve(),
        onProgress: (received) => seen.push(received),
      });
      assert.ok(Buffer.from(bytes).equals(large));
      assert.ok(seen.length > 3);
      assert.equal((await remote.stat('big/large.bin')).size, large.length);
      const before = [asked.length, service.requests.length];
      assert.ok(Buffer.from(await remote.read('big/large.bin', { confirm: refuse })).equals(large));
      assert.deepEqual(
        [asked.length, service.requests.length],
        before,
        'what is kept is neither asked about nor fetched',
      );
    }
    service.set({ operation: 'files.content', habits: { folderContents: 'array' } });
  }).timeout(30_000);

  it('are complete in a folder with 1,000 entries', async () => {
    const { directory } = await service.repository('alice/website');
    const lines = Array.from(
      { length: 1_000 },
      (_, at) => `M 100644 inline wide/file-${at}.txt\ndata ${String(at).length}\n${at}\n`,
    );
    const head = 'commit refs/heads/wide\ncommitter A <a@example.org> 1767600000 +0000\ndata 2\nx\n';
    execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input: head + lines.join('') });
    for (const folderContents of ['array', '404'] as const) {
      service.set({ operation: 'files.content', habits: { folderContents } });
      service.clear();
      const remote = session(service).open('alice/website', 'wide');
      assert.equal((await remote.list('wide')).size, 1_000);
      assert.ok(service.requests.length <= 12, `${service.requests.length} requests`);
      assert.equal(new TextDecoder().decode(await remote.read('wide/file-999.txt')), '999');
      await rejection(remote.stat('wide/file-1000.txt'), 'missing');
    }
    service.set({ operation: 'files.content', habits: { folderContents: 'array' } });
  }).timeout(30_000);

  it('are found below a thousand nested folders', async () => {
    const path = `${Array.from({ length: 1_000 }, () => 'd').join('/')}/end.txt`;
    const { directory } = await service.repository('acme/docs');
    const input = `commit refs/heads/deep\ncommitter A <a@example.org> 1767600000 +0000\ndata 2\nx\nM 100644 inline ${path}\ndata 4\nend\n\n`;
    execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input });
    const remote = session(service).open('acme/docs', 'deep');
    assert.equal(new TextDecoder().decode(await remote.read(path)), 'end\n');
    assert.equal((await remote.stat(path)).size, 4);
    within(
      4,
      service.requests.map(({ operation }) => operation),
    );
  });

  it('fail with a kind for invalid replies, and work again afterwards', async () => {
    for (const fault of [
      { kind: 'html', status: 200 },
      { kind: 'truncated' },
      { kind: 'empty', status: 200 },
      { kind: 'answer', status: 200, json: { tree: 'none' } },
      { kind: 'answer', status: 500, json: {} },
    ] as const) {
      const remote = session(service).open(samples);
      service.fail({ operation: 'files.tree', fault });
      const failure = await rejection(remote.list(''));
      assert.ok(isFailure(failure, 'unreadable', 'broken'), failure.kind);
      service.heal();
      assert.ok((await remote.list('')).has('README.md'));
    }
  }).timeout(60_000);

  it('are found again after one reply without entries', async () => {
    for (const json of [null, [], [[[]]], { login: 'alice' }]) {
      const storage = memoryStorage();
      service.fail({ operation: 'files.tree', fault: { kind: 'answer', status: 200, json }, times: 1 });
      await session(service, { storage })
        .open(samples)
        .list('')
        .catch(() => undefined);
      assert.ok((await session(service, { storage }).open(samples).list('')).has('README.md'), JSON.stringify(json));
    }
  });

  it('are not requested if the sha of the branch is invalid', async () => {
    const remote = session(service).open(samples, 'main');
    const json = { name: 'main', commit: { id: 12_345_678 } };
    service.fail({ operation: 'branches.get', fault: { kind: 'answer', status: 200, json }, times: 1 });
    await rejection(remote.list(''), 'unreadable');
    assert.ok((await remote.list('')).has('README.md'));
  });
});
