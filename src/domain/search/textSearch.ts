import { isFailure, messageOf, throwIfCancelled, unlessFailed } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Change } from '../sourceControl/drafts/draft.ts';
import type { GitFile, GitRepositories } from '../git/gitRepositories.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { isInLfs } from '../lfs/pointer.ts';
import type { CommitFetcher } from '../repositories/commitFetcher.ts';
import type { RemoteRef } from '../repositories/remoteRef.ts';
import type { WorkingTree } from '../sourceControl/workingTree/workingTree.ts';
import { GitSearch } from './gitSearch.ts';
import { plainSearch } from './plainSearch.ts';
import { largestFile, SearchRun, type LimitTime } from './searchRun.ts';
import type { FileMatches, SearchEvent, TextQuery } from './textQuery.ts';

export const usualLineLimit = 10_000;

export interface TextSearchParts {
  readonly git: GitRepositories;
  readonly fetcher: Pick<CommitFetcher, 'fetch' | 'fetchBlobs'>;
  readonly limitTime: LimitTime;
  readonly log: Log;
}

/** The files to search: a ref, and for a branch its drafts and own commits. */
export interface SearchedFiles {
  readonly remote: RemoteRef;
  readonly workingTree: WorkingTree | undefined;
}

const linkMode = '120000';

/**
 * Searches a ref with its local changes: by git, else by requests, with equal results. Links, submodules, binary
 * files and those above 20 MB are not searched; files of 1 to 20 MB come last.
 */
export class TextSearch {
  readonly #parts: TextSearchParts;
  readonly #gitSearch: GitSearch;

  constructor(parts: TextSearchParts) {
    this.#parts = parts;
    this.#gitSearch = new GitSearch(parts.git, parts.log);
  }

  /**
   * Files with matches, each at most once, then `end`. In the background more than 200 MB are not fetched.
   * @throws Failure `invalid` (field `query`), `cancelled`, and those of `RemoteRef.paths` and `read`
   */
  async *search(
    { remote, workingTree }: SearchedFiles,
    query: TextQuery,
    { signal, priority }: RequestOptions = {},
  ): AsyncGenerator<SearchEvent, void, void> {
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const options = { signal: either, priority };
    try {
      // A wrong query sends no request.
      new SearchRun(query, new Set(), this.#parts.limitTime, either);
      const { commit } = await remote.head(options);
      const changes = localChanges(workingTree);
      const run = new SearchRun(query, new Set(changes.map(({ path }) => path)), this.#parts.limitTime, either);
      for await (const event of this.#searchAll(run, { remote, workingTree }, changes, commit, options)) {
        yield event;
        if (run.isFull) break;
      }
      yield { kind: 'end', coverage: run.coverage, limitHit: run.isFull };
    } finally {
      stop.abort();
    }
  }

  async *#searchAll(
    run: SearchRun,
    { remote, workingTree }: SearchedFiles,
    changes: readonly Change[],
    commit: string | undefined,
    options: RequestOptions,
  ): AsyncGenerator<SearchEvent> {
    const { git, fetcher } = this.#parts;
    const background = options.priority === 'background';
    const ignored = run.query.includeIgnored === true ? undefined : await workingTree?.ignored(options);
    const drafted = changes.filter(
      ({ kind, mode, path }) =>
        kind === 'file' && mode !== linkMode && run.selects(path) && ignored?.has(path) !== true,
    );
    run.expect(drafted.length);
    // Drafts with their bytes need no request, so their matches are shown before a fetch.
    for (const isHeld of [true, false]) {
      if (run.isFull) return;
      if (!isHeld && commit !== undefined) await fetcher.fetch(remote.name, commit, { signal: run.signal, background });
      yield* searchDrafts(
        run,
        workingTree,
        drafted.filter(({ held }) => held === isHeld),
      );
    }
    if (run.isFull) return;
    const searched = commit === undefined ? undefined : await this.#gitSearch.search(run, git.of(remote.name), commit);
    if (commit === undefined || searched === undefined) {
      yield* plainSearch(run, remote, options);
      return;
    }
    const left = yield* searched.events;
    if (left.length > 0) yield* plainSearch(run, remote, options, left);
    yield* this.#searchLarge(run, remote, { commit, large: searched.large }, options);
  }

  /** Searches the files that the fetch of the commit left out: fetches them with git, else one by one. */
  async *#searchLarge(
    run: SearchRun,
    remote: RemoteRef,
    { commit, large }: { readonly commit: string; readonly large: readonly GitFile[] },
    options: RequestOptions,
  ): AsyncGenerator<SearchEvent> {
    if (large.length === 0 || run.isFull) return;
    const { git, fetcher, log } = this.#parts;
    const shas = [...new Set(large.map(({ sha }) => sha))];
    const fetching = { signal: run.signal, background: options.priority === 'background' };
    yield { kind: 'progress', coverage: run.coverage };
    const fetched = await fetcher.fetchBlobs(remote.name, commit, shas, fetching);
    if (fetched === 'declined') return;
    const left =
      fetched === 'failed' ? large : yield* this.#gitSearch.searchLarge(run, git.of(remote.name), commit, large);
    if (left.length === 0) return;
    try {
      yield* plainSearch(
        run,
        remote,
        options,
        left.map(({ path }) => path),
      );
    } catch (error) {
      throwIfCancelled(run.signal);
      if (isFailure(error, 'invalid')) throw error;
      log.info(`large files were not searched: ${messageOf(error)}`);
    }
  }
}

function localChanges(workingTree: WorkingTree | undefined): Change[] {
  const changes = workingTree?.changes;
  return changes?.paths().flatMap((path) => changes.effective(path) ?? []) ?? [];
}

async function* searchDrafts(
  run: SearchRun,
  workingTree: WorkingTree | undefined,
  changes: readonly Change[],
): AsyncGenerator<SearchEvent> {
  const rules = workingTree?.rules.now({ signal: run.signal });
  for (const { path, size } of changes) {
    const reading =
      size <= largestFile ? workingTree?.readStored(path, { signal: run.signal, limit: largestFile * 1.4 }) : undefined;
    // The file may have been discarded in the meantime, or its content is not known any more.
    const { bytes } = (reading && (await unlessFailed(reading, 'missing', 'unreadable'))) ?? {};
    if (bytes && rules && (await isInLfs(rules, path, bytes))) {
      run.leaveOut(1);
      continue;
    }
    const file: FileMatches | undefined = bytes && run.searchFile(path, bytes);
    if (bytes === undefined) run.skip(path);
    if (file !== undefined) yield { kind: 'file', file };
    if (run.isFull) return;
  }
}
