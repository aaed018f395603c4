import assert from 'node:assert/strict';
import type { GitWait } from '../../../src/domain/git/gitRepositories.ts';
import { bytes } from '../../kit/bytes.ts';
import { accessOf, filesBelow, named, testGit } from '../../kit/localGit.ts';
import { RecordingLog } from '../../kit/recordingLog.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import type { Fault } from '../../service/faults.ts';
import { suiteService } from '../kit/suiteService.ts';

const repository = 'alice/website';
const website = named(repository);
const person = { name: 'Alice Winter', email: 'alice@example.com' };

const refusals: readonly [string, Fault][] = [
  ['429 with Retry-After', { kind: 'answer', status: 429, headers: { 'retry-after': '1' } }],
  ['a cut connection', { kind: 'reset', at: 'headers' }],
];

describe('A host that refuses git for a moment', () => {
  const service = suiteService();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: ReturnType<typeof testGit>;
  let waits: GitWait[] = [];
  let branches = 0;
  const log = new RecordingLog();

  beforeEach(async () => {
    folder = await temporaryFolder();
    waits = [];
    git = testGit(folder.path, accessOf(service, 'alice'), { onWait: (_, wait) => waits.push(wait), log });
  });
  afterEach(async () => {
    await git.stop();
    await folder[Symbol.asyncDispose]();
  });

  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);

  /** A branch of its own, and a commit of this computer on top of it. */
  async function newCommit(): Promise<{ ref: string; head: string; commit: string }> {
    const branch = `busy-${(branches += 1)}`;
    const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };
    await service.act({ do: 'push', repository, branch, files });
    const head = await served('rev-parse', branch);
    await git.of(website).fetch(head);
    const changes = [{ path: 'a.txt', kind: 'file', bytes: bytes('mine\n'), mode: '100644' } as const];
    const commit = await git
      .of(website)
      .createCommit({ parent: head, changes, message: 'Change', person, date: Date.UTC(2026, 4, 3) });
    service.clear();
    return { ref: `refs/heads/${branch}`, head, commit };
  }

  for (const [title, fault] of refusals) {
    it(`is asked again for a commit after ${title}, twice`, async () => {
      const head = await served('rev-parse', 'main');
      service.fail({ operation: 'git', fault, times: 2 });
      await git.of(website).fetch(head);
      assert.ok((await git.of(website).files(head))?.length);
      assert.equal(waits.length, 2);
      if (title.includes('Retry-After')) assert.ok(waits.every(({ milliseconds }) => milliseconds >= 1_000));
    });

    it(`gets a push after ${title}, as one commit`, async () => {
      // The host refuses the list of its refs, or the push itself.
      for (const skip of [0, 2]) {
        const { ref, head, commit } = await newCommit();
        service.fail({ operation: 'git', fault, skip, times: 1 });
        await git.of(website).push([{ ref, expected: head, to: commit }]);
        assert.equal(await served('rev-parse', ref), commit);
        assert.equal(await served('rev-parse', `${ref}~1`), head);
        service.calm();
      }
      // After a cut connection, curl sends the push again by itself.
      assert.ok(waits.length >= 1);
    });
  }

  it('is asked again for refs, a history and a blame', async () => {
    const head = await served('rev-parse', 'main');
    const fault = { kind: 'answer', status: 429, headers: { 'retry-after': '0' } } as const;
    const refused = async <T>(skip: number, work: () => Promise<T>): Promise<T> => {
      waits = [];
      service.fail({ operation: 'git', fault, skip, times: 1 });
      const result = await work();
      assert.equal(waits.length, 1);
      service.calm();
      return result;
    };
    const { history } = git.of(website);
    const refs = await refused(0, () => git.of(website).remoteRefs(['refs/heads/main']));
    assert.equal(refs.get('refs/heads/main'), head);
    const query = { path: '', skip: 0, limit: 10 };
    assert.equal((await refused(1, () => history.commits(head, query)))[0]?.sha, head);
    assert.ok((await refused(0, () => history.blame(head, 'README.md'))).lines.length > 0);
  });

  it('ends a push as a failure after two retries, and the push certainly changed nothing', async () => {
    const { ref, head, commit } = await newCommit();
    const fault = { kind: 'answer', status: 429, headers: { 'retry-after': '0' } } as const;
    service.fail({ operation: 'git', fault });
    const failure = await rejection(git.of(website).push([{ ref, expected: head, to: commit }]), 'throttled');
    assert.equal(failure.sent, false);
    assert.equal(service.requests.filter(({ status }) => status === 429).length, 3);
    assert.equal(await served('rev-parse', ref), head);
  });

  it('ends the call at once if it asks for a longer pause than 38 seconds', async () => {
    service.fail({ operation: 'git', fault: { kind: 'answer', status: 429, headers: { 'retry-after': '60' } } });
    const failure = await rejection(git.of(website).fetch(await served('rev-parse', 'main')), 'throttled');
    assert.equal(failure.retryAfter, 60_000);
    assert.equal(service.requests.filter(({ operation }) => operation === 'git').length, 1);
    assert.deepEqual(waits, []);
  });

  it('is left as soon as the user cancels while git waits, and nothing is left behind', async () => {
    const head = await served('rev-parse', 'main');
    service.fail({ operation: 'git', fault: { kind: 'answer', status: 429, headers: { 'retry-after': '30' } } });
    for (const how of ['signal', 'status bar']) {
      const abort = new AbortController();
      const begun = new Promise<GitWait>((resolve) => {
        waits.push = (wait): number => (resolve(wait), 0);
      });
      const fetching = rejection(git.of(website).fetch(head, { signal: abort.signal }), 'cancelled');
      const wait = await begun;
      if (how === 'signal') abort.abort();
      else wait.cancel();
      await fetching;
    }
    assert.deepEqual(await filesBelow(git.cache), []);
  });

  it('sees no token in what git tells about its requests', async () => {
    service.fail({ operation: 'git', fault: { kind: 'answer', status: 500 }, skip: 1, times: 1 });
    await git
      .of(named('alice/secrets'))
      .fetch(await (await service.repository('alice/secrets')).git(['rev-parse', 'main']));
    const token = service.token('alice');
    for (const secret of [token, Buffer.from(`alice:${token}`).toString('base64')])
      assert.ok(!log.lines.some((line) => line.includes(secret)));
    assert.ok(!log.lines.some((line) => /Recv header|Send header/.test(line)), 'the log has the message of git alone');
  });
});
