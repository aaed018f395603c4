import { Failure } from '../core/errors.ts';
import type { GrepLine, GrepQuery } from '../domain/git/gitRepositories.ts';
import type { RunGit } from './gitRunner.ts';

/** See `GitRepository.grep`. */
export function grepCommit(
  _run: RunGit,
  _commit: string,
  _query: GrepQuery,
  _paths: readonly string[],
  _signal?: AbortSignal,
): AsyncIterable<GrepLine> {
  throw new Failure('refused', 'search is not implemented', { reason: 'gitSilent' });
}
