import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { leakingFiles } from '../../../scripts/test/leaks.ts';
import type { FailureKind } from '../../../src/core/errors.ts';
import type { FailureReason } from '../../../src/core/failureReason.ts';
import type { GitFile } from '../../../src/domain/git/gitRepositories.ts';
import {
  accessAt,
  accessOf,
  childrenWith,
  filesBelow,
  gitOfAlice,
  named,
  processesWith,
  testGit,
  textsForOthers,
  watchedGit,
} from '../../kit/localGit.ts';
import { RecordingLog } from '../../kit/recordingLog.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { until } from '../../kit/until.ts';
import type { Fault } from '../../service/faults.ts';
import { suiteService } from '../kit/suiteService.ts';

const name = 'alice/website';
const website = named(name);
const hidden = 'alice/secrets';

describe('A bare repository', () => {
  const service = suiteService();
  let head: string;

  before(async () => (head = await headOf(name)));

  async function headOf(fullName: string, ref = 'main'): Promise<string> {
    return await (await service.repository(fullName)).git(['rev-parse', ref]);
  }

  const gitRequests = (): string[] =>
    service.requests
      .filter(({ operation }) => operation === 'git')
      .map(({ method, path, status }) => `${method} ${path.split(/[/?]/)[3] ?? ''} ${status}`);

  it('has a commit after two requests, and then reads it without a request', async () => {
    await using git = await gitOfAlice(service);
    const repository = git.of(website);
    assert.equal(await git.problem('local'), undefined);
    assert.equal(await repository.has(head), false);
    assert.equal(await repository.files(head), undefined);
    assert.equal(await git.read('local', head), undefined);
    await repository.fetch(head);
    assert.deepEqual(gitRequests(), ['GET info 200', 'POST git-upload-pack 200']);
    service.clear();
    assert.equal(await repository.has(head), true);
    await repository.fetch(head);
    const files = (await repository.files(head)) ?? [];
    const served = await (await service.repository(name)).git(['ls-tree', '-r', '-l', '-z', head]);
    assert.deepEqual(files, served.split('\0').filter(Boolean).map(listed));
    for (const { sha, size } of files.filter((one) => one.size !== undefined)) {
      const object = await git.read('local', sha);
      assert.deepEqual([object?.kind, object?.bytes.length], ['blob', size]);
      assert.deepEqual(await git.stat('local', sha), { kind: 'blob', size });
    }
    assert.equal((await git.read('local', head))?.kind, 'commit');
    assert.deepEqual(service.requests, []);
  });

  it('answers only for full shas, and only for its own host', async () => {
    await using git = await gitOfAlice(service);
    await git.of(website).fetch(head);
    for (const text of [
      'HEAD',
      head.slice(0, 20),
      `${head}\n${head}`,
      `${head}^{tree}`,
      '--batch',
      '',
      '0'.repeat(40),
    ]) {
      assert.equal(await git.read('local', text), undefined);
      assert.equal(await git.stat('local', text), undefined);
      assert.equal(await git.of(website).has(text), false);
    }
    await rejection(git.of(website).fetch('main'), 'missing');
    assert.equal(await git.read('other', head), undefined);
    assert.equal((await git.stat('local', head))?.kind, 'commit');
  });

  it('reads many objects at once', async () => {
    await using git = await gitOfAlice(service);
    await git.of(website).fetch(head);
    const blobs = ((await git.of(website).files(head)) ?? []).filter(({ size }) => size !== undefined);
    const shas = Array.from({ length: 20 }, () => [...blobs.map(({ sha }) => sha), '1'.repeat(40)]).flat();
    const objects = await Promise.all(shas.map((sha) => git.read('local', sha)));
    const sizes = new Map(blobs.map(({ sha, size }) => [sha, size]));
    assert.deepEqual(
      objects.map((object) => object?.bytes.length),
      shas.map((sha) => sizes.get(sha)),
    );
  });

  it('receives only the difference of a later commit', async () => {
    await using git = await gitOfAlice(service);
    const { repo } = await fresh({ 'large.bin': randomBytes(600_000) });
    await git.of(named(repo)).fetch(await headOf(repo));
    await service.act({ do: 'push', repository: repo, branch: 'main', files: { 'new.txt': 'new\n' } });
    const later = await headOf(repo);
    service.clear();
    await git.of(named(repo)).fetch(later);
    const received = service.requests.reduce((sum, { bytes }) => sum + bytes, 0);
    assert.ok(received < 20_000, `${received} bytes`);
    assert.equal((await git.of(named(repo)).files(later))?.length, 2);
  });

  it('is fetched once for concurrent calls, and once for two windows', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    await using other = testGit(folder.path, accessOf(service, 'alice'));
    const received: (number | undefined)[] = [];
    await Promise.all([
      git.of(website).fetch(head),
      git.of(website).fetch(head, { onProgress: (progress) => received.push(progress.received) }),
      other.of(website).fetch(head),
      other.of(named('Alice/Website')).fetch(head),
    ]);
    assert.deepEqual(gitRequests(), ['GET info 200', 'POST git-upload-pack 200']);
    assert.ok(await other.of(website).has(head));
    assert.ok(received.length > 0 || (await other.of(website).has(head)));
    assert.equal((await other.read('local', head))?.kind, 'commit');
  });

  describe('of a private repository', () => {
    it('is fetched with the token of the account, which is in no argument, file or log', async () => {
      await using folder = await temporaryFolder();
      const watched = await watchedGit(folder.path);
      const log = new RecordingLog();
      await using git = testGit(folder.path, accessOf(service, 'alice'), { command: watched.command, log });
      const token = service.token('alice');
      const commit = await headOf(hidden);
      const seen = new Set<string>();
      const readable: string[] = [];
      // The host does not answer until the processes were seen.
      service.fail({ operation: 'git', fault: { kind: 'stalled', at: 'headers' } });
      const abort = new AbortController();
      const stalled = rejection(git.of(named(hidden)).fetch(commit, { signal: abort.signal }), 'cancelled');
      await until(async () => {
        for (const args of await childrenWith(git.cache)) seen.add(args);
        readable.push(...(await textsForOthers()));
        return [...seen].some((args) => args.includes('remote-http'));
      });
      abort.abort();
      await stalled;
      service.heal();
      await git.of(named(hidden)).fetch(commit);
      assert.deepEqual(
        [...seen].filter((args) => args.includes(token)),
        [],
      );
      assert.ok(readable.length > 0, 'entries of processes were read');
      assert.ok(!readable.join('\n').includes(token));
      for (const pid of await watched.starts()) assert.ok(!(await watched.argumentsOf(pid)).includes(token));
      assert.deepEqual(await leakingFiles(git.cache), []);
      assert.ok(!log.lines.join('\n').includes(token));
    });

    const refusals: readonly [string, string | undefined, FailureKind, FailureReason][] = [
      ['without a token', undefined, 'forbidden', 'gitTokenRefused'],
      ['with a wrong token', 'wrong', 'forbidden', 'gitTokenRefused'],
    ];
    for (const [title, token, kind, reason] of refusals)
      it(`is refused ${title}, after few requests`, async () => {
        await using folder = await temporaryFolder();
        const access = accessAt(
          `${service.url}/${hidden}.git`,
          token === undefined ? undefined : { login: 'alice', token },
        );
        await using git = testGit(folder.path, access);
        const failure = await rejection(git.of(named(hidden)).fetch(await headOf(hidden)), kind);
        assert.equal(failure.reason, reason);
        assert.ok(gitRequests().length <= 4, gitRequests().join());
        assert.deepEqual(await filesBelow(git.cache), []);
        assert.equal(await git.problem('local'), token === undefined ? undefined : 'refused');
      });

    it('is refused to an account without access', async () => {
      await using folder = await temporaryFolder();
      await using git = testGit(folder.path, accessOf(service, 'bob'));
      const failure = await rejection(git.of(named(hidden)).fetch(await headOf(hidden)), 'missing');
      assert.equal(failure.reason, 'gitNoRepository');
    });

    it('is fetched with the user name oauth2 if the host refuses the login, the next time at once', async () => {
      await using git = await gitOfAlice(service);
      service.set({ operation: 'git', habits: { gitUser: 'oauth2' } });
      await git.of(named(hidden)).fetch(await headOf(hidden));
      await service.act({ do: 'push', repository: hidden, branch: 'main', files: { 'new.txt': 'new\n' } });
      service.clear();
      await git.of(named(hidden)).fetch(await headOf(hidden));
      assert.deepEqual(gitRequests(), ['GET info 401', 'GET info 200', 'POST git-upload-pack 200']);
    });
  });

  it('is fetched from an archived repository', async () => {
    await using git = await gitOfAlice(service);
    const { repo } = await fresh({ 'a.txt': 'a\n' });
    await service.act({ do: 'archive', repository: repo, archived: true });
    await git.of(named(repo)).fetch(await headOf(repo));
    assert.equal((await git.of(named(repo)).files(await headOf(repo)))?.length, 1);
  });

  for (const movedRepository of [404, 301] as const)
    it(`is not fetched at an old address (${movedRepository})`, async () => {
      await using git = await gitOfAlice(service);
      service.state.moved.set('alice/before', name);
      service.set({ habits: { movedRepository } });
      const failure = await rejection(git.of(named('alice/before')).fetch(head));
      assert.equal(failure.reason, movedRepository === 404 ? 'gitNoRepository' : 'redirected');
    });

  for (const gitFilters of ['obeyed', 'ignored', 'refused'] as const)
    it(`is fetched from a host by which filters are ${gitFilters}`, async () => {
      await using git = await gitOfAlice(service);
      const { repo } = await fresh({ 'large.bin': randomBytes(1_200_000), 'small.txt': 'small\n' });
      const commit = await headOf(repo);
      service.set({ habits: { gitFilters } });
      const repository = git.of(named(repo));
      await repository.fetch(commit);
      const [large, small] = (await repository.files(commit)) ?? [];
      assert.deepEqual([large?.size, small?.size], [gitFilters === 'obeyed' ? undefined : 1_200_000, 6]);
      const object = await git.read('local', large?.sha ?? '');
      assert.equal(object?.bytes.length, gitFilters === 'obeyed' ? undefined : 1_200_000);
      await service.act({ do: 'push', repository: repo, branch: 'main', files: { 'more.txt': 'more\n' } });
      await repository.fetch(await headOf(repo));
      assert.equal((await repository.files(await headOf(repo)))?.length, 3);
    });

  it('is fetched at the tip of a branch if the host allows no other commit', async () => {
    await using git = await gitOfAlice(service);
    const { repo } = await fresh({ 'a.txt': 'a\n' });
    const older = await headOf(repo);
    await service.act({ do: 'push', repository: repo, branch: 'main', files: { 'b.txt': 'b\n' } });
    const tip = await headOf(repo);
    service.set({ habits: { gitShas: 'tips' } });
    await git.of(named(repo)).fetch(tip);
    const failure = await rejection(git.of(named(repo)).fetch(older), 'refused');
    assert.equal(failure.reason, 'gitNoCommit');
    assert.equal(await git.of(named(repo)).has(tip), true);
  });

  it('does not get a commit that does not exist', async () => {
    await using git = await gitOfAlice(service);
    const failure = await rejection(git.of(website).fetch('1'.repeat(40)), 'refused');
    assert.equal(failure.reason, 'gitNoCommit');
    assert.deepEqual(await filesBelow(git.cache), []);
  });

  const faults: readonly [string, Fault, FailureKind][] = [
    ['an answer with status 403', { kind: 'answer', status: 403 }, 'forbidden'],
    ['an answer with status 404', { kind: 'answer', status: 404 }, 'missing'],
    ['an answer with status 429', { kind: 'answer', status: 429, headers: { 'retry-after': '60' } }, 'throttled'],
    ['an answer with status 500', { kind: 'answer', status: 500 }, 'broken'],
    ['a web page', { kind: 'html', status: 200 }, 'refused'],
    ['an empty answer', { kind: 'empty' }, 'refused'],
    ['a reset connection', { kind: 'reset', at: 'headers' }, 'unreachable'],
  ];
  for (const [title, fault, kind] of faults)
    it(`fails after ${title} without leaving anything`, async () => {
      await using git = await gitOfAlice(service);
      service.fail({ operation: 'git', fault });
      await rejection(git.of(website).fetch(head), kind);
      assert.deepEqual(await filesBelow(git.cache), []);
      service.heal();
      await git.of(website).fetch(head);
      assert.ok((await git.of(website).files(head))?.length);
    });

  for (const fault of [
    { kind: 'truncated', at: 300 },
    { kind: 'reset', at: 'body' },
  ] as const)
    it(`keeps what it has after a pack that was cut (${fault.kind})`, async () => {
      await using git = await gitOfAlice(service);
      const older = await headOf(name, 'main~1');
      await git.of(website).fetch(older);
      const before = await filesBelow(git.cache);
      service.fail({ operation: 'git', fault, skip: 1 });
      await rejection(git.of(website).fetch(head));
      assert.deepEqual(await filesBelow(git.cache), before);
      assert.equal(await git.of(website).has(head), false);
      service.heal();
      await git.of(website).fetch(head);
      assert.ok((await git.of(website).files(head))?.length);
    });

  it('ends its processes when a fetch is cancelled, and leaves nothing', async () => {
    await using git = await gitOfAlice(service);
    // Git starts to index a pack when the first 64 KB of it are there.
    const { repo } = await fresh({ 'large.bin': randomBytes(800_000) });
    const commit = await headOf(repo);
    service.clear();
    service.fail({ operation: 'git', fault: { kind: 'trickle', bytes: 4_000, ms: 20 }, skip: 1 });
    const abort = new AbortController();
    const fetching = rejection(git.of(named(repo)).fetch(commit, { signal: abort.signal }), 'cancelled');
    await until(() => service.requests.some(({ method }) => method === 'POST'));
    await until(async () => (await childrenWith(git.cache)).some((args) => args.includes('index-pack')));
    abort.abort();
    await fetching;
    await until(async () => (await processesWith(git.cache)).length === 0);
    await until(async () => (await filesBelow(git.cache)).length === 0);
  });

  it('goes on with a fetch that another caller still waits for', async () => {
    await using git = await gitOfAlice(service);
    service.set({ operation: 'git', latency: 200 });
    const abort = new AbortController();
    const first = rejection(git.of(website).fetch(head, { signal: abort.signal }), 'cancelled');
    const second = git.of(website).fetch(head);
    abort.abort();
    await first;
    await second;
    assert.equal(await git.of(website).has(head), true);
  });

  it('fetches an earlier commit also if the host sends its files as differences to files that a filter left out', async () => {
    await using git = await gitOfAlice(service);
    const small = randomBytes(450_000).toString('hex');
    const { repo } = await fresh({ 'text.txt': small });
    const earlier = await headOf(repo);
    const large = `${small}${randomBytes(150_000).toString('hex')}`;
    await service.act({ do: 'push', repository: repo, branch: 'main', files: { 'text.txt': large } });
    const { git: onHost } = await service.repository(repo);
    await onHost(['repack', '-adfq']);
    const repository = git.of(named(repo));
    await repository.fetch(await headOf(repo));
    await repository.fetch(earlier);
    const sha = (await onHost(['rev-parse', `${earlier}:text.txt`])).trim();
    assert.equal(Buffer.from((await git.read('local', sha))?.bytes ?? []).toString(), small);
  });

  it('is read by no process after git was stopped', async () => {
    await using folder = await temporaryFolder();
    const git = testGit(folder.path, accessOf(service, 'alice'));
    await git.of(website).fetch(head);
    await git.read('local', head);
    await git.stat('local', head);
    assert.equal((await processesWith(git.cache)).length, 2);
    await git.stop();
    assert.deepEqual(await processesWith(git.cache), []);
  });

  /** A new public repository of alice with these files. */
  async function fresh(files: Readonly<Record<string, string | Buffer>>): Promise<{ readonly repo: string }> {
    const path = `git-${randomBytes(6).toString('hex')}`;
    const params = { name: path, path, auto_init: false };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    const content = Object.entries(files).map(([file, bytes]): [string, string | { base64: string }] => [
      file,
      typeof bytes === 'string' ? bytes : { base64: bytes.toString('base64') },
    ]);
    await service.act({ do: 'push', repository: `alice/${path}`, branch: 'main', files: Object.fromEntries(content) });
    return { repo: `alice/${path}` };
  }
});

/** A line of `git ls-tree -l`. */
function listed(line: string): GitFile {
  const [, mode = '', sha = '', size = '', path = ''] = /^(\d+) \w+ (\w+) +(\S+)\t([^]*)$/.exec(line) ?? [];
  return { path, mode, sha, size: size === '-' ? undefined : Number(size) };
}
