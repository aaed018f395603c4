import { entryCache } from '../../core/entryCache.ts';
import type { HistoryCommit } from '../git/gitHistory.ts';
import type { GitProblem, GitRepositories, PullRequestHead } from '../git/gitRepositories.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';

const mostCommits = 2_000;

/** The pull requests of a host without operations for them: their refs, by git. */
export class PullRequestRefs {
  readonly #git: Pick<GitRepositories, 'of' | 'problem'>;
  readonly #commits = entryCache<HistoryCommit>(mostCommits);

  constructor(git: Pick<GitRepositories, 'of' | 'problem'>) {
    this.#git = git;
  }

  async problem(host: string): Promise<GitProblem | undefined> {
    return await this.#git.problem(host);
  }

  /** The heads, highest number first. @throws Failure as `GitRepository.fetch` */
  async list(name: RepositoryName, { signal }: RequestOptions): Promise<readonly PullRequestHead[]> {
    return await this.#git.of(name).pullRequestHeads(signal);
  }

  /** The commits of those heads that are here or can be fetched, by their sha. @throws Failure as `GitRepository.fetch` */
  async commitsOf(
    name: RepositoryName,
    heads: readonly PullRequestHead[],
    { signal }: RequestOptions,
  ): Promise<ReadonlyMap<string, HistoryCommit>> {
    const shas = [...new Set(heads.map(({ sha }) => sha))];
    const unknown = shas.filter((sha) => !this.#commits.has(sha));
    const fetched = unknown.length === 0 ? [] : await this.#git.of(name).commitsAt(unknown, signal);
    for (const commit of fetched) this.#commits.set(commit.sha, commit);
    return new Map(
      shas.flatMap((sha) => {
        const commit = this.#commits.get(sha);
        return commit === undefined ? [] : [[sha, commit] as const];
      }),
    );
  }
}
