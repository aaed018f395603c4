import { Failure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { fullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { Connections } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { ResolvedRef } from '../refs/refs.ts';
import type { CommitFetcher } from './commitFetcher.ts';
import type { FetchedRepositories, FetchedRepository } from './fetchedRepositories.ts';
import type { RemoteRef } from './remoteRef.ts';
import type { RemoteRepositories } from './remoteRepositories.ts';

export interface OfflineParts {
  readonly repositories: RemoteRepositories;
  readonly connections: Pick<Connections, 'connect'>;
  readonly git: GitRepositories;
  readonly fetcher: CommitFetcher;
  readonly fetched: FetchedRepositories;
  readonly log: Log;
}

export interface OfflineResult {
  readonly commit: string;
  readonly missing: readonly string[];
}

/**
 * Repositories that can be read without a network: git has a commit with its files, and the result of the ref is
 * persisted. A branch that moves is fetched again when the window notices it.
 */
export class OfflineRepositories {
  readonly #parts: OfflineParts;
  readonly #refreshing = new Set<string>();
  readonly #listening: { dispose(): void };

  constructor(parts: OfflineParts) {
    this.#parts = parts;
    this.#listening = parts.repositories.onDidChangeState((remote) => {
      this.#follow(remote).catch((error: unknown) =>
        parts.log.warn(`cannot refresh offline files: ${messageOf(error)}`),
      );
    });
  }

  /** Notes in `KnownRepositories` what is available offline, so that rows show it. */
  async load(): Promise<void> {
    for (const record of await this.#parts.fetched.all()) this.#show(record);
  }

  /** Notes the account before objects of `name` are fetched. */
  async noteFetch(name: RepositoryName): Promise<void> {
    const { connections, repositories, fetched } = this.#parts;
    const { account } = await connections.connect(name.host);
    const isPublic = account === undefined || repositories.knownRepositories.get(name).isPublic;
    await fetched.update(name, (record) => ({
      ...name,
      login: account?.login,
      isPublic: isPublic ?? record?.isPublic ?? false,
      offline: record?.offline ?? new Map(),
    }));
  }

  /**
   * Fetches the latest commit of `ref` (undefined: of the window, or the default branch) and keeps it.
   * @throws Failure as `CommitFetcher.demand`, `missing` if the ref does not exist or has no commit
   */
  async makeAvailable(name: RepositoryName, ref: string | undefined, options: RequestOptions): Promise<OfflineResult> {
    const { repositories, fetcher, git } = this.#parts;
    const remote = repositories.at({ ...name, ref });
    await remote.head(options);
    if (remote.isDue) await remote.checkNow(options);
    const head = await remote.head(options);
    if (head.commit === undefined)
      throw new Failure('missing', 'the repository is empty', { field: 'ref', reason: 'noCommits' });
    await fetcher.demand(name, head.commit, { signal: options.signal });
    await git.of(name).setPinned(true);
    await this.#change(name, (offline) => offline.set(head.name, head.commit ?? ''));
    await this.#persist(remote, head);
    const listed = (await git.of(name).files(head.commit)) ?? [];
    const missing = listed.filter(({ mode, size }) => size === undefined && mode !== '160000').map(({ path }) => path);
    return { commit: head.commit, missing };
  }

  /** Lets the cache evict `ref` again; undefined: the whole repository. */
  async remove(name: RepositoryName, ref: string | undefined): Promise<void> {
    if ((await this.#parts.fetched.get(name)) === undefined) return;
    const { offline } = await this.#change(name, (commits) => {
      if (ref === undefined) commits.clear();
      else commits.delete(ref);
    });
    if (offline.size === 0) await this.#parts.git.of(name).setPinned(false);
  }

  /** Removes the objects of the repositories that only this account could read. */
  async signedOut(host: string, login: string): Promise<void> {
    const all = await this.#parts.fetched.all(host);
    await this.#forget(
      host,
      all.filter((record) => !record.isPublic && record.login === login),
    );
  }

  async forgetHost(host: string): Promise<void> {
    await this.#forget(host, await this.#parts.fetched.all(host));
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #forget(host: string, names: readonly FetchedRepository[]): Promise<void> {
    if (names.length === 0) return;
    // First the objects: after a crash the record still tells what has to be removed.
    await this.#parts.git.removeAll(host, names);
    await this.#parts.fetched.forget(names);
    for (const record of names) this.#show({ ...record, offline: new Map() });
  }

  /** Persists the ref for both addresses of a branch: with its name, and without if it is the default branch. */
  async #persist(remote: RemoteRef, head: ResolvedRef): Promise<void> {
    const { repositories } = this.#parts;
    const { name } = remote;
    repositories.setResolved(name, head.name, head);
    const remotes = [remote, repositories.at({ ...name, ref: head.name })];
    if (repositories.knownRepositories.get(name).defaultBranch === head.name) {
      repositories.setResolved(name, '', head);
      remotes.push(repositories.atDefault(name));
    }
    for (const shownRef of remotes) {
      await shownRef.head();
      await shownRef.flush();
    }
  }

  async #follow({ name, state }: RemoteRef): Promise<void> {
    const { head } = state ?? {};
    const offline = this.#parts.repositories.knownRepositories.get(name).offline ?? [];
    if (head?.commit === undefined || !offline.includes(head.name)) return;
    const { fetched, fetcher, log } = this.#parts;
    const record = await fetched.get(name);
    const key = `${repositoryKey(name)} ${head.commit}`;
    if (record?.offline.get(head.name) === head.commit || this.#refreshing.has(key)) return;
    this.#refreshing.add(key);
    const { commit } = head;
    try {
      if (!(await fetcher.fetch(name, commit, { background: true }))) return;
      // The user can have removed it meanwhile.
      await this.#change(name, (commits) => commits.has(head.name) && commits.set(head.name, commit));
      log.info(`${fullName(name)} ${head.name} is available offline at ${commit}`);
    } finally {
      this.#refreshing.delete(key);
    }
  }

  async #change(name: RepositoryName, change: (offline: Map<string, string>) => unknown): Promise<FetchedRepository> {
    const record = await this.#parts.fetched.update(name, (before) => {
      const offline = new Map(before?.offline);
      change(offline);
      return { login: undefined, isPublic: false, ...before, ...name, offline };
    });
    this.#show(record);
    return record;
  }

  #show({ host, owner, repo, offline }: FetchedRepository): void {
    const { knownRepositories } = this.#parts.repositories;
    const name = { host, owner, repo };
    if (offline.size > 0 || knownRepositories.get(name).offline !== undefined)
      knownRepositories.note(name, { offline: [...offline.keys()] });
  }
}
