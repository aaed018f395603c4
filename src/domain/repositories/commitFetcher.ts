import { Coalesce } from '../../core/async.ts';
import { isFailure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { gitProblemFailure } from '../git/gitProblem.ts';
import type { GitFetchOptions, GitHistory } from '../git/gitHistory.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { fullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import { fetchedHistory } from './fetchedHistory.ts';
import type { FetchDisplay, FetchPurpose } from './fetchDisplay.ts';

export interface CommitFetcherParts extends FetchDisplay {
  readonly git: GitRepositories;
  readonly log: Log;
  readonly now?: () => number;
}

export interface CommitFetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** True: no user waits, so a large repository is not fetched and nothing is asked. */
  readonly background?: boolean;
}

/** Milliseconds until a host that could not be reached is tried again. */
const unreachableFor = 60_000;

interface Refusal {
  /** Time after which the fetch is tried again; undefined: never in this window. */
  readonly until: number | undefined;
  /** The user cancelled a fetch, or the repository is too large to be fetched without a question. */
  readonly onlyBackground: boolean;
  readonly declined: boolean;
}

/**
 * Brings commits with all their files onto this computer with git. A refusal or failure is remembered for the window,
 * so that a feature that goes on without git does not wait for it again.
 */
export class CommitFetcher {
  readonly #parts: CommitFetcherParts;
  readonly #refusals = new Map<string, Refusal>();
  readonly #running = new Coalesce<string, void>();

  constructor(parts: CommitFetcherParts) {
    this.#parts = parts;
  }

  /** Whether `commit` (full sha) with its files is on this computer. Sends no request. */
  async has(name: RepositoryName, commit: string): Promise<boolean> {
    return await this.#parts.git.of(name).has(commit);
  }

  /**
   * Fetches `commit` unless it is here. False if git cannot be used or failed, also earlier in this window.
   * @throws Failure `cancelled` if `signal` is aborted
   */
  async fetch(name: RepositoryName, commit: string, options: CommitFetchOptions = {}): Promise<boolean> {
    const { git, log } = this.#parts;
    if (await this.has(name, commit)) return true;
    if (this.#isRefused(repositoryKey(name), options.background === true)) return false;
    if ((await git.problem(name.host)) !== undefined) return false;
    try {
      await this.#fetchCommit(name, commit, options, 'files');
      return true;
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      log.info(`${fullName(name)} is read without git: ${messageOf(error)}`);
      return false;
    }
  }

  /**
   * Fetches the blobs `shas` of `commit`, which is here, for a search. `declined`: the user does not want so many bytes,
   * or cancelled the fetch. @throws Failure `cancelled` if `signal` is aborted
   */
  async fetchBlobs(
    name: RepositoryName,
    commit: string,
    shas: readonly string[],
    options: CommitFetchOptions = {},
  ): Promise<'fetched' | 'declined' | 'failed'> {
    const { git, log } = this.#parts;
    const key = `${repositoryKey(name)} blobs`;
    if (this.#isRefused(key, options.background === true))
      return this.#refusals.get(key)?.declined === true ? 'declined' : 'failed';
    const fetching = { key, objects: [commit, ...shas].join(' '), purpose: 'largeFiles' } as const;
    try {
      await this.#run(name, fetching, options, (calls) => git.of(name).fetchBlobs(commit, shas, calls));
      return 'fetched';
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      log.info(`large files of ${fullName(name)} were not fetched: ${messageOf(error)}`);
      return isFailure(error, 'cancelled') ? 'declined' : 'failed';
    }
  }

  /** As `fetch`, whatever failed before. @throws Failure of `GitRepository.fetch`, or `refused` without git */
  async demand(name: RepositoryName, commit: string, options: CommitFetchOptions = {}): Promise<void> {
    if (await this.has(name, commit)) return;
    const problem = await this.#parts.git.problem(name.host);
    if (problem !== undefined) throw gitProblemFailure(problem);
    await this.#fetchCommit(name, commit, options, 'demand');
  }

  /** The history of `name`, whose fetches are shown and confirmed as those of commits. */
  history(name: RepositoryName, { background = false }: Pick<CommitFetchOptions, 'background'> = {}): GitHistory {
    return fetchedHistory(name, this.#parts.git.of(name).history, { ...this.#parts, background });
  }

  /** Fetches `commit` in the background. Never asks, and reports nothing. */
  fetchLater(name: RepositoryName, commit: string): void {
    void this.fetch(name, commit, { background: true }).catch((error: unknown) =>
      this.#parts.log.debug(messageOf(error)),
    );
  }

  async #fetchCommit(
    name: RepositoryName,
    commit: string,
    options: CommitFetchOptions,
    purpose: FetchPurpose,
  ): Promise<void> {
    const fetching = { key: repositoryKey(name), objects: commit, purpose };
    await this.#run(name, fetching, options, (calls) => this.#parts.git.of(name).fetch(commit, calls));
  }

  /** Fetches `objects` by `fetch`. Calls for the same objects share one fetch. A failure is remembered by its `key`. */
  async #run(
    name: RepositoryName,
    { key, objects, purpose }: { readonly key: string; readonly objects: string; readonly purpose: FetchPurpose },
    { signal, background = false }: CommitFetchOptions,
    fetch: (options: GitFetchOptions) => Promise<void>,
  ): Promise<void> {
    // A fetch of the user does not share the answers of one in the background.
    const answer = { declined: false };
    const confirmLarge = async (received: number): Promise<boolean> => {
      if (background) return false;
      answer.declined = !(await this.#parts.confirmLarge(name, received, purpose));
      return !answer.declined;
    };
    const work = async (shared: AbortSignal): Promise<void> => {
      await this.#parts.onFetch?.(name);
      await this.#parts.show(name, async (cancelled, onProgress) => {
        const either = AbortSignal.any([shared, cancelled]);
        await fetch({ signal: either, onProgress: ({ received }) => onProgress(received), confirmLarge });
      });
    };
    try {
      await this.#running.run(`${key} ${objects} ${background}`, work, signal);
      this.#refusals.delete(key);
    } catch (error) {
      if (signal?.aborted !== true) this.#refusals.set(key, this.#refusalOf(error, answer.declined));
      throw error;
    }
  }

  #isRefused(key: string, background: boolean): boolean {
    const refusal = this.#refusals.get(key);
    if (refusal === undefined || (refusal.onlyBackground && !background)) return false;
    return refusal.until === undefined || this.#now() < refusal.until;
  }

  #refusalOf(error: unknown, declined: boolean): Refusal {
    const isPassing = isFailure(error, 'unreachable', 'timeout', 'throttled', 'broken');
    return {
      until: isPassing ? this.#now() + unreachableFor : undefined,
      onlyBackground: isFailure(error, 'cancelled') && !declined,
      declined,
    };
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)();
  }
}
