import type { GitHistory, HistoryOptions } from '../git/gitHistory.ts';
import type { RepositoryName } from '../hosting/address.ts';
import type { FetchDisplay } from './fetchDisplay.ts';

/**
 * The history of a repository. While it fetches, the progress is shown, where the user can cancel; before more than 200 MB
 * are received, the user is asked. What is here already is read without either.
 */
export class FetchedHistory implements GitHistory {
  readonly #name: RepositoryName;
  readonly #history: GitHistory;
  readonly #display: FetchDisplay;

  constructor(name: RepositoryName, history: GitHistory, display: FetchDisplay) {
    this.#name = name;
    this.#history = history;
    this.#display = display;
  }

  async commits(...[tip, query, options]: Parameters<GitHistory['commits']>): ReturnType<GitHistory['commits']> {
    return await this.#run(options, (shown) => this.#history.commits(tip, query, shown));
  }

  async changes(commit: string, options?: HistoryOptions): ReturnType<GitHistory['changes']> {
    return await this.#run(options, (shown) => this.#history.changes(commit, shown));
  }

  async blame(tip: string, path: string, options?: HistoryOptions): ReturnType<GitHistory['blame']> {
    return await this.#run(options, (shown) => this.#history.blame(tip, path, shown));
  }

  async #run<T>({ signal }: HistoryOptions = {}, work: (options: HistoryOptions) => Promise<T>): Promise<T> {
    const { show, confirmLarge, onFetch } = this.#display;
    const cancel = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
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
        confirmLarge: (received) => confirmLarge(this.#name, received, 'history'),
      });
    } finally {
      end(undefined);
      await showing;
    }
  }
}
