import { resolvable } from '../../core/async.ts';
import { Failure } from '../../core/errors.ts';
import type { GitHistory, HistoryOptions } from '../git/gitHistory.ts';
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
export class FetchedHistory implements GitHistory {
  readonly #name: RepositoryName;
  readonly #history: GitHistory;
  readonly #parts: FetchedHistoryParts;

  constructor(name: RepositoryName, history: GitHistory, parts: FetchedHistoryParts) {
    this.#name = name;
    this.#history = history;
    this.#parts = parts;
  }

  async commits(...[tip, query, options]: Parameters<GitHistory['commits']>): ReturnType<GitHistory['commits']> {
    requireKnownName(query.path);
    const { onNewest } = options ?? {};
    return await this.#run(
      options,
      (runOptions) => this.#history.commits(tip, query, { ...runOptions, onNewest }),
      'history',
    );
  }

  async changes(commit: string, options?: HistoryOptions): ReturnType<GitHistory['changes']> {
    const changes = await this.#run(options, (runOptions) => this.#history.changes(commit, runOptions));
    return changes
      .map((change) => ({
        ...change,
        path: readablePath(change.path),
        oldPath: change.oldPath === undefined ? undefined : readablePath(change.oldPath),
      }))
      .filter(({ path, oldPath = path }) => isFilePath(path) && isFilePath(oldPath));
  }

  async blame(tip: string, path: string, options?: HistoryOptions): ReturnType<GitHistory['blame']> {
    requireKnownName(path);
    return await this.#run(options, (runOptions) => this.#history.blame(tip, path, runOptions));
  }

  async mergeBase(...[one, other, options]: Parameters<GitHistory['mergeBase']>): ReturnType<GitHistory['mergeBase']> {
    return await this.#run(options, (runOptions) => this.#history.mergeBase(one, other, runOptions), 'history');
  }

  async distances(...[pairs, from, options]: Parameters<GitHistory['distances']>): ReturnType<GitHistory['distances']> {
    return await this.#run(options, (runOptions) => this.#history.distances(pairs, from, runOptions), 'history');
  }

  async branchFrom(...[from, branch, options]: Parameters<GitHistory['branchFrom']>): Promise<void> {
    await this.#run(options, (runOptions) => this.#history.branchFrom(from, branch, runOptions));
  }

  async versions(...[versions, options]: Parameters<GitHistory['versions']>): ReturnType<GitHistory['versions']> {
    return await this.#run(options, (runOptions) => this.#history.versions(versions, runOptions), 'history');
  }

  async patch(...[commit, options]: Parameters<GitHistory['patch']>): ReturnType<GitHistory['patch']> {
    return await this.#run(options, (runOptions) => this.#history.patch(commit, runOptions));
  }

  async #run<T>(
    { signal }: HistoryOptions = {},
    work: (options: HistoryOptions) => Promise<T>,
    purpose: FetchPurpose = 'demand',
  ): Promise<T> {
    const { show, confirmLarge, onFetch, background = false } = this.#parts;
    const refusal: { failure?: Failure } = {};
    const refuse = (): Promise<boolean> => {
      refusal.failure = tooLargeForBackground(this.#name);
      return Promise.resolve(false);
    };
    const cancel = new AbortController();
    const { promise: ended, resolve: end } = resolvable<undefined>();
    let showing: Promise<unknown> | undefined;
    let report: ((received: number | undefined) => void) | undefined;
    await onFetch?.(this.#name);
    try {
      return await work({
        signal: signal === undefined ? cancel.signal : AbortSignal.any([signal, cancel.signal]),
        onProgress: ({ received }) => {
          // The first progress is that of a fetch that begins.
          showing ??= show(this.#name, async (cancelled, onReceived) => {
            cancelled.addEventListener('abort', () => cancel.abort(), { once: true });
            report = onReceived;
            await ended;
          });
          report?.(received);
        },
        confirmLarge: (received) => (background ? refuse() : confirmLarge(this.#name, received, purpose)),
      });
    } catch (error) {
      throw refusal.failure ?? error;
    } finally {
      end(undefined);
      await showing;
    }
  }
}

function tooLargeForBackground(name: RepositoryName): Failure {
  const message = `the history of ${fullName(name)} needs more than 200 MB, which only the user can allow`;
  return new Failure('refused', message, { reason: 'largeFetch' });
}
