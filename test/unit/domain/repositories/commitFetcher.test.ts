import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { silent } from '../../../../src/core/log.ts';
import { CommitFetcher, type CommitFetcherParts } from '../../../../src/domain/repositories/commitFetcher.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';

const name = { host: 'local', owner: 'alice', repo: 'samples' };
const one = '1'.repeat(40);
const two = '2'.repeat(40);

/** A fetcher whose answers to the question about large repositories are `large`. */
function fetcher(git: FakeGit, parts: Partial<CommitFetcherParts> = {}): CommitFetcher {
  return new CommitFetcher({
    git,
    show: async (_, work) => await work(new AbortController().signal, () => undefined),
    confirmLarge: () => Promise.resolve(true),
    log: silent,
    ...parts,
  });
}

const gitFailed = (): Failure => new Failure('refused', 'no', { reason: 'gitFailed' });

describe('CommitFetcher', () => {
  it('fetches a commit once', async () => {
    const git = new FakeGit();
    const fetching = fetcher(git);
    assert.equal(await fetching.fetch(name, one), true);
    assert.equal(await fetching.fetch(name, one), true);
    assert.equal(await fetching.fetch(name, two), true);
    assert.deepEqual(git.fetches, [one, two]);
  });

  it('fetches nothing where git cannot be used, and says why on request', async () => {
    const git = new FakeGit();
    git.trouble = 'notInstalled';
    const fetching = fetcher(git);
    assert.equal(await fetching.fetch(name, one), false);
    await assert.rejects(fetching.demand(name, one), { kind: 'refused', reason: 'gitMissing' });
    assert.deepEqual(git.fetches, []);
  });

  it('does not repeat a fetch that failed, except on request of the user', async () => {
    const git = new FakeGit();
    git.onFetch = () => Promise.reject(gitFailed());
    const fetching = fetcher(git);
    assert.equal(await fetching.fetch(name, one), false);
    assert.equal(await fetching.fetch(name, two), false);
    assert.equal(await fetching.fetch({ ...name, repo: 'other' }, one), false);
    assert.deepEqual(git.fetches, [one, one]);
    await assert.rejects(fetching.demand(name, two), { reason: 'gitFailed' });
    git.onFetch = () => Promise.resolve();
    await fetching.demand(name, two);
    assert.equal(await fetching.fetch(name, one), true);
  });

  it('tries a host again a minute after it could not be reached', async () => {
    let now = 0;
    const git = new FakeGit();
    git.onFetch = () => Promise.reject(new Failure('unreachable', 'no', { reason: 'offline' }));
    const fetching = fetcher(git, { now: () => now });
    await fetching.fetch(name, one);
    now = 59_000;
    await fetching.fetch(name, one);
    assert.equal(git.fetches.length, 1);
    now = 61_000;
    await fetching.fetch(name, one);
    assert.equal(git.fetches.length, 2);
  });

  it('asks before it goes on with a large repository, never in the background', async () => {
    const git = new FakeGit();
    git.size = 300_000_000;
    const questions: number[] = [];
    const answers = [false, true];
    const fetching = fetcher(git, {
      confirmLarge: (_, received) => {
        questions.push(received);
        return Promise.resolve(answers.shift() === true);
      },
    });
    assert.equal(await fetching.fetch(name, one, { background: true }), false);
    assert.deepEqual(questions, []);
    assert.equal(await fetching.fetch(name, one), false);
    assert.equal(await fetching.fetch(name, one), false);
    assert.deepEqual(questions, [300_000_000]);
    await fetching.demand(name, one);
    assert.equal(await fetching.has(name, one), true);
  });

  it('does not repeat in the background what the user cancelled', async () => {
    const git = new FakeGit();
    const user = new AbortController();
    const fetching = fetcher(git, { show: async (_, work) => await work(user.signal, () => undefined) });
    git.onFetch = () => {
      user.abort();
      return Promise.resolve();
    };
    assert.equal(await fetching.fetch(name, one), false);
    assert.equal(await fetching.fetch(name, one, { background: true }), false);
    assert.equal(git.fetches.length, 1);
  });

  it('rejects at once when the caller cancels, and ends the fetch', async () => {
    const git = new FakeGit();
    const caller = new AbortController();
    let ended = false;
    git.onFetch = (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          ended = true;
          reject(new Failure('cancelled', 'cancelled'));
        });
        caller.abort();
      });
    const fetching = fetcher(git);
    await assert.rejects(fetching.fetch(name, one, { signal: caller.signal }), { kind: 'cancelled' });
    assert.equal(ended, true);
    git.onFetch = () => Promise.resolve();
    assert.equal(await fetching.fetch(name, one), true);
  });

  it('reports the progress in bytes', async () => {
    const git = new FakeGit();
    const shown: (number | undefined)[] = [];
    const fetching = fetcher(git, {
      show: async (_, work) => await work(new AbortController().signal, (received) => shown.push(received)),
    });
    await fetching.fetch(name, one);
    assert.deepEqual(shown, [1_000]);
  });
});
