import assert from 'node:assert/strict';
import { cancelled, Failure } from '../../../../src/core/errors.ts';
import { KnownRepositories } from '../../../../src/domain/hosts/knownRepositories.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import type { GitHistory } from '../../../../src/domain/git/gitHistory.ts';
import { appearedRepository, Forks } from '../../../../src/domain/repositories/forks.ts';
import { fakeApi } from '../../../kit/fakeApi.ts';
import type { Given } from '../../../kit/fakeFetch.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { named } from '../../../kit/localGit.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { aHost } from '../../../kit/sessions.ts';

const [old, newer] = ['a'.repeat(40), 'b'.repeat(40)];
const website = named('alice/website');
const fork = named('erik/website');
const at = (sha: string, name = 'main'): Given => ({ body: { name, commit: { sha } } });
const none: Given = { status: 404, body: { error_message: 'not found' } };
const record = (full_name: string, more: object = {}): Given => ({
  body: { full_name, default_branch: 'main', ...more },
});
const isFork = { 'GET erik/website': [record('erik/website', { parent: { full_name: 'alice/website' } })] };

describe('Forks on a host that answers oddly', () => {
  /** `answers`: those to each request, in their order; the last one stays. Others are 404. */
  function window(answers: Readonly<Record<string, readonly Given[]>>, history: Partial<GitHistory> = {}) {
    const sent: string[] = [];
    const { api, budget } = fakeApi(({ url, method }) => {
      const asked = `${method} ${new URL(url).pathname.replace('/api/v5/repos/', '')}`;
      const given = answers[asked] ?? [];
      const before = sent.filter((one) => one === asked).length;
      sent.push(asked);
      return given[before] ?? given.at(-1) ?? none;
    });
    const host = aHost();
    const connection = { host, account: accountOf(host, 'erik'), api, budget };
    const git = new FakeGit();
    const of = git.of.bind(git);
    git.of = (name) => ({
      ...of(name),
      history: { ...of(name).history, ...history },
      remoteRefs: () => Promise.resolve(new Map([['refs/heads/main', newer]])),
    });
    const fetcher = { history: (name: typeof fork) => git.of(name).history };
    const known = new KnownRepositories();
    const forks = new Forks(new HostFeatures(memoryStorage()), git, fetcher, known);
    return { forks, known, sent, api, place: { connection, name: fork }, original: { connection, name: website } };
  }

  const branches = 'GET erik/website/branches';
  const main = `${branches}/main`;
  const topic = `${branches}/topic`;
  const parentMain = 'GET alice/website/branches/main';
  const sync = 'PUT erik/website/sync_repo';
  const done = { body: { repo_sync_result: true } };

  it('are waited for until they have branches', async () => {
    const { forks, original, sent } = window({
      'GET erik/website': [none, record('erik/website')],
      'GET alice/website/forks': [{ body: [{ full_name: 'nobody' }] }],
      'POST alice/website/forks': [record('erik/website')],
      [branches]: [none, { body: [] }, { body: [{ name: 'main', commit: { sha: old } }] }],
    });
    assert.equal((await forks.create(original, {}, {})).full_name, 'erik/website');
    assert.equal(sent.filter((one) => one === branches).length, 3);
  });

  it('are told to come if they are missing for long, and other failures at once', async () => {
    const { api, sent } = window({
      'GET erik/closed': [{ status: 403 }],
      'GET erik/late': [none, none, { status: 403 }],
    });
    const { reason, about } = await rejection(appearedRepository(api, 'erik/website', {}, [1, 1]), 'missing');
    assert.deepEqual([reason, about, sent.length], ['repositoryComing', ['erik/website'], 3]);
    await rejection(appearedRepository(api, 'erik/closed', {}, [1, 1]), 'forbidden');
    assert.equal(sent.length, 4);
    await rejection(appearedRepository(api, 'erik/late', {}, [1, 1]), 'forbidden');
  });

  it('are synchronized when their branch has moved, which is waited for and can be cancelled', async () => {
    const answers = { ...isFork, [sync]: [done], [parentMain]: [at(newer)], [main]: [at(old), at(newer)] };
    const { forks, place } = window(answers);
    assert.deepEqual(await forks.sync(place, { branch: 'main', force: false }, {}), { synced: true, sha: newer });
    const never = window({ ...answers, [main]: [at(old)] });
    const end = new AbortController();
    const waiting = never.forks.sync(never.place, { branch: 'main', force: false }, { signal: end.signal });
    setTimeout(() => end.abort(), 50);
    await rejection(waiting, 'cancelled');
  });

  it('are synchronized as the host says if it does not name the parent', async () => {
    for (const [answer, synced] of [
      [done, true],
      [{ body: {} }, false],
    ] as const) {
      const { forks, place } = window({
        'GET erik/website': [record('erik/website')],
        [sync]: [answer],
        [main]: [at(old)],
      });
      assert.deepEqual(await forks.sync(place, { branch: 'main', force: false }, {}), { synced, sha: old });
    }
  });

  it('are not synchronized if the host refuses it', async () => {
    const { forks, place, sent } = window({ ...isFork, [sync]: [{ status: 403 }] });
    await rejection(forks.sync(place, { branch: 'main', force: false }, {}), 'forbidden');
    assert.equal(sent.at(-1), sync);
  });

  /** A branch at a commit that the fork lacks. Resolves with how often the user was asked. */
  const branch = async ({ forks, place }: ReturnType<typeof window>): Promise<number> => {
    let asked = 0;
    const ask = (): Promise<unknown> => Promise.resolve((asked += 1));
    await forks.createBranch(place, { parent: website, refs: newer, name: 'topic', base: 'main' }, ask, {});
    return asked;
  };
  const fails = (failure: Failure) => (): Promise<never> => Promise.reject(failure);
  const gitFails = new Failure('refused', 'git failed', { reason: 'gitFailed' });
  const create = 'POST erik/website/branches';

  it('get a branch by synchronization if git fails, and not if git made it and only the answer is lost', async () => {
    const answers = { ...isFork, [sync]: [done], [parentMain]: [at(newer)], [main]: [at(old), at(newer)] };
    let pushes = 0;
    const failing = { branchFrom: () => Promise.reject(((pushes += 1), gitFails)) };
    const synced = window({ ...answers, [create]: [none, at(newer, 'topic')] }, failing);
    assert.equal(await branch(synced), 1);
    assert.equal(synced.sent.at(-1), create);
    const made = window({ ...answers, [topic]: [none, none, at(newer, 'topic')] }, failing);
    assert.equal(await branch(made), 0);
    assert.deepEqual([pushes, made.sent.includes(sync)], [2, false]);
  });

  it('are not synchronized after a cancelled or refused push', async () => {
    const refused = new Failure('refused', 'a hook says no', { reason: 'pushRefused', about: ['no'] });
    for (const failure of [cancelled(), refused]) {
      const { forks, place, sent } = window({ ...isFork, [main]: [at(old)] }, { branchFrom: fails(failure) });
      const creating = forks.createBranch(
        place,
        { parent: website, refs: newer, name: 'topic', base: 'main' },
        () => assert.fail('asked'),
        {},
      );
      assert.equal(await rejection(creating, failure.kind), failure);
      assert.ok(!sent.includes(sync));
    }
  });

  it('get a branch by git from their newest commit if they lack the base, else say that they have diverged', async () => {
    const known: string[] = [];
    const branchFrom: GitHistory['branchFrom'] = (_, one) => Promise.resolve(void known.push(one.known));
    const newest = { [branches]: [{ body: [{ name: 'other', commit: { sha: old } }] }] };
    assert.equal(await branch(window({ ...isFork, ...newest }, { branchFrom })), 0);
    assert.deepEqual(known, [old]);
    const diverged = window({ ...isFork, [branches]: [{ body: [] }], [sync]: [{ body: { repo_sync_result: false } }] });
    const { reason, about } = await rejection(branch(diverged), 'refused');
    assert.deepEqual([reason, about], ['forkDiverged', ['main', 'erik/website']]);
  });

  it('have no distance for a branch that is gone, and give up a large history in the background', async () => {
    const answers = { ...isFork, 'GET alice/website': [record('alice/website')] };
    const received = { now: 30_000_000 };
    const { forks, known, place } = window(
      { ...answers, [branches]: [{ body: [{ name: 'main', commit: { sha: old } }] }] },
      {
        distances: (pairs, _, { onProgress, signal } = {}) => {
          onProgress?.({ received: received.now });
          if (signal?.aborted === true) return Promise.reject(cancelled());
          return Promise.resolve(pairs.map(() => ({ ahead: 1, behind: 2 })));
        },
      },
    );
    assert.deepEqual(await forks.branches(place, { only: 'gone' }), { parent: website, branches: [] });
    await rejection(forks.branches(place, { priority: 'background' }), 'cancelled');
    assert.equal(known.distance(fork, 'main'), undefined);
    received.now = 1_000;
    await forks.branches(place, { priority: 'background' });
    assert.equal(known.distance(fork, 'main')?.behind, 2);
  });
});
