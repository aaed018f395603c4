import { isFailure } from '../../src/core/errors.ts';
import { silent, type Log } from '../../src/core/log.ts';
import type { SearchCoverage, SearchEvent, TextQuery } from '../../src/domain/search/textQuery.ts';
import { TextSearch, type SearchedFiles, type TextSearchParts } from '../../src/domain/search/textSearch.ts';
import { TimeLimit } from '../../src/net/timeLimit.ts';
import type { Service } from '../service/handle.ts';
import { accessOf, testGit, type TestGit } from './localGit.ts';

export interface FoundText {
  /** `path:line:column+length …`, sorted. */
  readonly lines: readonly string[];
  readonly previews: readonly string[];
  readonly coverage: SearchCoverage;
  readonly limitHit: boolean;
  readonly events: readonly SearchEvent[];
}

interface TextSearchOptions {
  readonly git?: boolean;
  /** The program; undefined: the installed git. */
  readonly command?: (() => Promise<string>) | undefined;
  readonly log?: Log;
  /** Milliseconds for the expression in one file. */
  readonly longestMatch?: number;
}

/** The search of a window, with git in `folder`; `git` false: git is turned off. */
export function textSearchOf(
  service: Service,
  folder: string,
  { git: enabled = true, command, log = silent, longestMatch = 1_000 }: TextSearchOptions = {},
): { readonly search: TextSearch; readonly git: TestGit } & AsyncDisposable {
  const git = testGit(folder, accessOf(service, 'alice'), { enabled: () => enabled, ...(command && { command }) });
  const limit = new TimeLimit(longestMatch);
  const fetch: TextSearchParts['fetcher']['fetch'] = async (name, commit, options) => {
    if (!enabled) return false;
    try {
      await git.of(name).fetch(commit, { signal: options?.signal });
      return true;
    } catch (error) {
      if (isFailure(error, 'cancelled')) throw error;
      return false;
    }
  };
  const fetchBlobs: TextSearchParts['fetcher']['fetchBlobs'] = async (name, commit, shas, options) => {
    try {
      await git.of(name).fetchBlobs(commit, shas, { signal: options?.signal });
      return 'fetched';
    } catch (error) {
      if (isFailure(error, 'cancelled')) throw error;
      return 'failed';
    }
  };
  const search = new TextSearch({ git, fetcher: { fetch, fetchBlobs }, limitTime: (work) => limit.run(work), log });
  return { search, git, [Symbol.asyncDispose]: () => git.stop() };
}

/** Runs a search to its end. */
export async function findText(
  search: TextSearch,
  searched: SearchedFiles,
  query: TextQuery,
  signal?: AbortSignal,
): Promise<FoundText> {
  const events: SearchEvent[] = [];
  for await (const event of search.search(searched, query, { signal })) events.push(event);
  const end = events.at(-1);
  if (end?.kind !== 'end') throw new Error('the search has no end');
  const files = events.flatMap((event) => (event.kind === 'file' ? [event.file] : []));
  const lines = files.flatMap(({ path, lines: found }) =>
    found.map(({ ranges }) => {
      const places = ranges.map(({ column, length }) => `${column}+${length}`);
      return `${path}:${ranges[0]?.line}:${places.join(' ')}`;
    }),
  );
  const previews = files.flatMap(({ lines: found }) => found.map(({ preview }) => preview));
  return { lines: lines.sort(), previews, coverage: end.coverage, limitHit: end.limitHit, events };
}
