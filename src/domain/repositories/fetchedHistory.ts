import { resolvable } from '../../core/async.ts';
import { Failure } from '../../core/errors.ts';
import type { GitFetchOptions, GitHistory } from '../git/gitHistory.ts';
import { fullName, isFilePath, type RepositoryName } from '../hosts/address.ts';
import { readablePath, requireKnownName } from '../objects/readablePath.ts';
import type { FetchDisplay, FetchPurpose } from './fetchDisplay.ts';

export interface FetchedHistoryParts extends FetchDisplay {
  /** True: no user waits, so nothing is asked: what needs more than 200 MB fails. */
  readonly background?: boolean;
}

/**
 * Shows the progress of a fetch, which the user can cancel, and asks before more than 200 MB.
 * In the background all methods throw a Failure `refused` (reason `largeFetch`) instead of the question.
 */
export function fetchedHistory(name: RepositoryName, history: GitHistory, parts: FetchedHistoryParts): GitHistory {
  const run = <T>(
    options: GitFetchOptions | undefined,
    work: (options: GitFetchOptions) => Promise<T>,
    purpose: FetchPurpose = 'demand',
  ): Promise<T> => runShown(name, parts, options, work, purpose);
  return {
    commits: async (tip, query, options = {}) => {
      requireKnownName(query.path);
      const { onNewest } = options;
      return await run(options, (calls) => history.commits(tip, query, { ...calls, onNewest }), 'history');
    },
    changes: async (commit, options) => {
      const changes = await run(options, (calls) => history.changes(commit, calls));
      return changes
        .map((change) => ({
          ...change,
          path: readablePath(change.path),
          oldPath: change.oldPath === undefined ? undefined : readablePath(change.oldPath),
        }))
        .filter(({ path, oldPath = path }) => isFilePath(path) && isFilePath(oldPath));
    },
    blame: async (tip, path, options) => {
      requireKnownName(path);
      return await run(options, (calls) => history.blame(tip, path, calls));
    },
    mergeBase: (one, other, options) => run(options, (calls) => history.mergeBase(one, other, calls), 'history'),
    distances: (pairs, from, options) => run(options, (calls) => history.distances(pairs, from, calls), 'history'),
    branchFrom: (from, branch, options) => run(options, (calls) => history.branchFrom(from, branch, calls)),
    versions: (versions, options) => run(options, (calls) => history.versions(versions, calls), 'history'),
    patch: (commit, options) => run(options, (calls) => history.patch(commit, calls)),
  };
}

async function runShown<T>(
  name: RepositoryName,
  { show, confirmLarge, onFetch, background = false }: FetchedHistoryParts,
  { signal }: GitFetchOptions = {},
  work: (options: GitFetchOptions) => Promise<T>,
  purpose: FetchPurpose,
): Promise<T> {
  const refusal: { failure?: Failure } = {};
  const refuse = (): Promise<boolean> => {
    refusal.failure = tooLargeForBackground(name);
    return Promise.resolve(false);
  };
  const cancel = new AbortController();
  const { promise: ended, resolve: end } = resolvable<undefined>();
  let showing: Promise<unknown> | undefined;
  let report: ((received: number | undefined) => void) | undefined;
  await onFetch?.(name);
  try {
    return await work({
      signal: signal === undefined ? cancel.signal : AbortSignal.any([signal, cancel.signal]),
      onProgress: ({ received }) => {
        // The first progress is that of a fetch that begins.
        showing ??= show(name, async (cancelled, onReceived) => {
          cancelled.addEventListener('abort', () => cancel.abort(), { once: true });
          report = onReceived;
          await ended;
        });
        report?.(received);
      },
      confirmLarge: (received) => (background ? refuse() : confirmLarge(name, received, purpose)),
    });
  } catch (error) {
    throw refusal.failure ?? error;
  } finally {
    end(undefined);
    await showing;
  }
}

function tooLargeForBackground(name: RepositoryName): Failure {
  const message = `the history of ${fullName(name)} needs more than 200 MB, which only the user can allow`;
  return new Failure('refused', message, { reason: 'largeFetch' });
}
