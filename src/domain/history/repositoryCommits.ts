import type { Api } from '../../api/client/client.ts';
import type { ListPage } from '../../api/client/pages.ts';
import type { Commit } from '../../api/record/commit.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { CommittedChange, HistoryCommit } from '../git/gitHistory.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { fullName, isFilePath } from '../hosts/address.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { readablePath } from '../objects/readablePath.ts';
import { webAddress } from '../hosts/webAddress.ts';
import type { CommitFetcher } from '../repositories/commitFetcher.ts';
import { statusOfDifference } from '../repositories/compare.ts';
import { readRefComparison } from '../repositories/refComparison.ts';
import type { RemoteRepositories } from '../repositories/remoteRepositories.ts';
import { commitList, fileOfCommit, type CommitPage, type CommitPages, type CommittedFile } from './commitList.ts';

export interface HostCommitParts {
  readonly features: HostFeatures;
  readonly repositories: RemoteRepositories;
  readonly fetcher: Pick<CommitFetcher, 'fetch' | 'history'>;
  readonly git: Pick<GitRepositories, 'problem'>;
}

/** The commits of `path` (empty: all) of `tip`: by git, or as the host lists them where git cannot be used. */
export function repositoryCommits(
  parts: HostCommitParts,
  place: HostPlace,
  { tip, path }: Pick<CommitPages, 'tip' | 'path'>,
  options: RequestOptions = {},
): CommitPages {
  const byGit = commitList(parts.fetcher.history(place.name), tip, path);
  const byHost = new HostCommitList(parts, place, { tip, path }, options);
  const needsHost = async (): Promise<boolean> => (await parts.git.problem(place.name.host)) !== undefined;
  const either = async <T>(read: (list: CommitPages) => Promise<T>): Promise<T> => {
    if (await needsHost()) return await read(byHost);
    try {
      return await read(byGit);
    } catch (error) {
      // The first call tells that a host refuses git.
      if (!isFailure(error) || error.kind === 'cancelled' || !(await needsHost())) throw error;
      return await read(byHost);
    }
  };
  return {
    ...{ tip, path },
    page: async (...range) => await either((list) => list.page(...range)),
    filesOf: async (...commit) => await either((list) => list.filesOf(...commit)),
  };
}

/** The commits as the host lists them, without renames: one request for a page. */
class HostCommitList implements CommitPages {
  readonly tip: string;
  readonly path: string;
  readonly #parts: HostCommitParts;
  readonly #place: HostPlace;
  readonly #options: RequestOptions;
  readonly #pages: AsyncIterator<ListPage<Commit>, undefined>;
  readonly #read: HistoryCommit[] = [];
  #hasMore = true;

  constructor(
    parts: HostCommitParts,
    place: HostPlace,
    { tip, path }: Pick<CommitPages, 'tip' | 'path'>,
    options: RequestOptions,
  ) {
    this.tip = tip;
    this.path = path;
    this.#parts = parts;
    this.#place = place;
    this.#options = options;
    const query = { sha: tip, path: path === '' ? undefined : path };
    this.#pages = place.connection.api.commits.list.all({ ...inApi(place.name), ...query }, options).pages();
  }

  /** @throws Failure `unsupported` (reason `noCommitList`) if the host does not list commits */
  async page(skip: number, count: number): Promise<CommitPage> {
    const unreadable: string[] = [];
    const end = skip + count;
    const [isFile] = await Promise.all([
      this.#isFile(),
      (async () => {
        while (this.#hasMore && this.#read.length < end) unreadable.push(...(await this.#readMore()));
      })(),
    ]);
    const hasMore = this.#hasMore || this.#read.length > end;
    const commits = this.#read.slice(skip, end);
    if (!isFile) return { commits, unreadable, hasMore };
    // The host does not say what a commit did to the file: the oldest one added it.
    const withFile = commits.map((commit, index): HistoryCommit => {
      const isOldest = commit.parents.length === 0 || (!hasMore && index === commits.length - 1);
      const file = { path: this.path, oldPath: undefined };
      return {
        ...commit,
        file: isOldest ? { ...file, status: 'added' } : { ...file, status: 'modified', isUncertain: true },
      };
    });
    return { commits: withFile, unreadable, hasMore };
  }

  /** Renames are not found. @throws Failure of `readRefComparison`; `unsupported` for the first commit of a branch */
  async filesOf(commit: HistoryCommit, options: RequestOptions = {}): Promise<readonly CommittedFile[]> {
    const { sha, parents } = commit;
    const [parent] = parents;
    if (parent === undefined) return (await this.#allFiles(sha, options)).map((file) => fileOfCommit(commit, file));
    const { repositories } = this.#parts;
    for (const one of [parent, sha])
      repositories.setResolved(this.#place.name, one, { kind: 'commit', name: one, commit: one });
    const compared = await readRefComparison(this.#parts, this.#place.name, { base: parent, head: sha }, options);
    return compared.differences.map((difference) => {
      const status = statusOfDifference(difference);
      const { path } = difference;
      return fileOfCommit(commit, {
        path,
        status: status === 'typeChanged' ? 'modified' : status,
        oldPath: undefined,
      });
    });
  }

  async #allFiles(sha: string, options: RequestOptions): Promise<CommittedChange[]> {
    const send = (api: Api, at: ReturnType<typeof inApi>) => api.commits.get({ ...at, sha }, options);
    const { files } = await this.#parts.features.callIn(this.#place, 'commits.get', send, options, 'commit', sha);
    return files
      .map(({ filename }) => ({ status: 'added' as const, path: readablePath(filename), oldPath: undefined }))
      .filter(({ path }) => isFilePath(path));
  }

  async #isFile(): Promise<boolean> {
    if (this.path === '') return false;
    const remote = this.#parts.repositories.at({ ...this.#place.name, ref: this.tip });
    const tree = await remote.snapshot(this.#options);
    const entry = await tree.find(this.path, this.#options);
    return entry !== undefined && entry.kind !== 'folder';
  }

  /** Reads a page. Resolves with the errors of the commits that cannot be decoded. */
  async #readMore(): Promise<readonly string[]> {
    const { features } = this.#parts;
    const { value } = await features
      .call(this.#place.connection, {
        operation: 'commits.list',
        page: webAddress(this.#place.connection.host, this.#place.name, 'commits', this.tip),
        send: () => this.#pages.next(),
        find: async (api) => {
          await api.repositories.get(inApi(this.#place.name), this.#options);
          // A host that lists commits answers 404 about this commit or path.
          const listing = api.commits.list({ ...inApi(this.#place.name), per_page: 1 }, this.#options);
          const isListed = await listing.then(
            () => true,
            (failure: unknown) => {
              if (failure instanceof Failure && [404, 405].includes(failure.status ?? 0)) return false;
              throw failure;
            },
          );
          if (isListed)
            throw new Failure('missing', `${fullName(this.#place.name)} has no such commits`, { status: 404 });
        },
      })
      .catch((error: unknown) => {
        if (!isFailure(error, 'unsupported') || error.reason !== 'noOperation') throw error;
        throw error.with({ reason: 'noCommitList' });
      });
    this.#hasMore = value?.more ?? false;
    this.#read.push(...(value?.items ?? []).map(historyCommit));
    return value?.unreadable ?? [];
  }
}

export function historyCommit({ sha, message, parents, commit, author }: Commit): HistoryCommit {
  const written = commit?.author;
  return {
    sha,
    parents,
    message: (commit?.message ?? message ?? '').trimEnd(),
    authorName: written?.name ?? author?.name ?? author?.login ?? '',
    authorEmail: written?.email ?? '',
    authoredDate: written?.date ?? '',
  };
}
