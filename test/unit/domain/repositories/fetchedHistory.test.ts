import assert from 'node:assert/strict';
import { cancelled } from '../../../../src/core/errors.ts';
import type { GitFetchOptions, GitHistory } from '../../../../src/domain/git/gitHistory.ts';
import { fetchedHistory } from '../../../../src/domain/repositories/fetchedHistory.ts';
import { rejection } from '../../../kit/rejection.ts';

const name = { host: 'local', owner: 'alice', repo: 'samples' };
const tip = '1'.repeat(40);
const query = { path: '', skip: 0, limit: 1 };

/** A history whose calls do `work`. */
function historyOf(work: (options: GitFetchOptions) => Promise<void>): GitHistory {
  const empty = async (options: GitFetchOptions = {}): Promise<never[]> => {
    await work(options);
    return [];
  };
  return {
    commits: (_tip, _query, options) => empty(options),
    changes: (_commit, options) => empty(options),
    versions: async (_versions, options) => await empty(options),
    patch: async (_commit, options) => (await empty(options)).join(''),
    mergeBase: async (_one, _other, options) => (await empty(options))[0],
    branchFrom: async (_from, _branch, options) => await work(options ?? {}),
    distances: async (_pairs, _from, options) => await empty(options),
    blame: async (_tip, _path, options) => ({ lines: await empty(options), commits: new Map() }),
  };
}

describe('fetchedHistory', () => {
  const user = (): { cancel: AbortController; events: string[] } => ({ cancel: new AbortController(), events: [] });
  const open = (
    { cancel, events }: ReturnType<typeof user>,
    work: (options: GitFetchOptions) => Promise<void>,
    background = false,
  ): GitHistory =>
    fetchedHistory(name, historyOf(work), {
      background,
      show: async (_, showing) => {
        events.push('shown');
        const result = await showing(cancel.signal, (received) => events.push(`${received} bytes`));
        events.push('hidden');
        return result;
      },
      confirmLarge: (_, received, purpose) => {
        events.push(`${purpose}: ${received}?`);
        return Promise.resolve(received < 300);
      },
      onFetch: () => {
        events.push('noted');
        return Promise.resolve();
      },
    });

  it('shows the progress from the first fetch to the end, of every kind of call', async () => {
    const work = ({ onProgress }: GitFetchOptions): Promise<void> => {
      for (const received of [undefined, 100, 200]) onProgress?.({ received });
      return Promise.resolve();
    };
    for (const call of [
      (history: GitHistory) => history.commits(tip, query),
      (history: GitHistory) => history.changes(tip),
      (history: GitHistory) => history.blame(tip, 'a'),
    ]) {
      const one = user();
      await call(open(one, work));
      assert.deepEqual(one.events, ['noted', 'shown', 'undefined bytes', '100 bytes', '200 bytes', 'hidden']);
    }
  });

  it('shows nothing without a fetch', async () => {
    const one = user();
    await open(one, () => Promise.resolve()).commits(tip, query);
    assert.deepEqual(one.events, ['noted']);
  });

  it('asks about a large history', async () => {
    const one = user();
    const answers: (boolean | undefined)[] = [];
    const work = async ({ confirmLarge }: GitFetchOptions): Promise<void> => {
      answers.push(await confirmLarge?.(200), await confirmLarge?.(400));
    };
    await open(one, work).commits(tip, query);
    assert.deepEqual(
      [one.events.slice(1), answers],
      [
        ['history: 200?', 'history: 400?'],
        [true, false],
      ],
    );
  });

  it('asks nothing in the background and refuses what needs more than 200 MB', async () => {
    const one = user();
    const work = async ({ confirmLarge }: GitFetchOptions): Promise<void> => {
      if ((await confirmLarge?.(200)) !== true) throw cancelled();
    };
    const failure = await rejection(open(one, work, true).commits(tip, query), 'refused');
    assert.equal(failure.reason, 'largeFetch');
    assert.match(failure.message, /^the history of alice\/samples needs more than 200 MB/);
    assert.deepEqual(one.events, ['noted']);
  });

  it('is cancelled by the progress and by the caller, and hides the progress', async () => {
    const caller = new AbortController();
    for (const cancel of ['progress', 'caller'] as const) {
      const one = user();
      const work = async ({ signal, onProgress }: GitFetchOptions): Promise<void> => {
        onProgress?.({ received: 1 });
        (cancel === 'caller' ? caller : one.cancel).abort();
        await Promise.resolve();
        if (signal?.aborted === true) throw cancelled();
      };
      await assert.rejects(open(one, work).commits(tip, query, { signal: caller.signal }), { kind: 'cancelled' });
      assert.equal(one.events.at(-1), 'hidden');
    }
  });
});
