import type { Api } from '../../api/client/client.ts';
import type { Repository } from '../../api/record/repository.ts';
import { delay } from '../../core/async.ts';
import { Failure, isFailure, unlessFailed } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import type { Distance } from '../git/gitHistory.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { fullName, parseFullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { Connection, HostPlace } from '../hosts/connections.ts';
import { createOnce, creationAt, onlyPage } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import type { KnownRepositories } from '../hosts/knownRepositories.ts';
import { newestBranches, readRepository } from '../hosts/repositoryRecord.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { createBranch } from '../refs/newRefs.ts';
import { findBranch, type ResolvedRef } from '../refs/refs.ts';
import type { CommitFetcher } from './commitFetcher.ts';

export interface NewForkBranch {
  readonly parent: RepositoryName;
  readonly name: string;
  /** A commit (full sha) of the branch `base` of the parent. */
  readonly refs: string;
  readonly base: string;
}

export interface NewFork {
  readonly organization?: string | undefined;
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

/** A branch of a fork, and that of the parent with its name, or else the default one of the parent. */
export interface ForkBranch extends Distance {
  readonly name: string;
  readonly other: string;
  readonly sha: string;
  readonly otherSha: string;
}

/** Milliseconds between the readings of a new fork: hosts copy large repositories for a while. */
const pauses = [300, 700, 1_500, 3_000, ...Array.from({ length: 12 }, () => 5_000)];
/** Milliseconds for which the distances of a fork are not read again in the background. */
const lookPause = 30 * 60_000;
/** Bytes that nobody waits for: the whole history of a repository can be large. */
const mostUnseen = 20_000_000;
/** Milliseconds between the readings of a branch that the host is about to move. */
const syncPauses = [300, 700, 1_500];

/** Forks of repositories, where the host has them. */
export class Forks {
  readonly #features: HostFeatures;
  readonly #git: GitRepositories;
  readonly #fetcher: Pick<CommitFetcher, 'history'>;
  readonly #known: KnownRepositories;
  readonly #looked = new Map<string, number>();

  constructor(
    features: HostFeatures,
    git: GitRepositories,
    fetcher: Pick<CommitFetcher, 'history'>,
    knownRepositories: KnownRepositories,
  ) {
    this.#known = knownRepositories;
    this.#features = features;
    this.#git = git;
    this.#fetcher = fetcher;
  }

  /** Whether the host is not known to lack forks. Sends nothing. */
  async canCreate({ host }: Connection): Promise<boolean> {
    return !(await this.#features.lacks(host, 'forks.create'));
  }

  /**
   * Reads the distances of a known fork in the background, for `KnownRepositories`: again after half an hour, or if
   * `branch` has another commit.
   */
  async look(
    name: RepositoryName,
    branch: Pick<ResolvedRef, 'name' | 'commit'> | undefined,
    connect: () => Promise<Connection>,
  ): Promise<void> {
    const { forkOf } = this.#known.get(name);
    const counted = branch && this.#known.distance(name, branch.name);
    const hasMoved = counted !== undefined && counted.sha !== branch?.commit;
    const key = `${repositoryKey(name)} ${hasMoved ? branch?.commit : ''}`;
    const isFresh = Date.now() - (this.#looked.get(key) ?? -Infinity) < lookPause;
    if (isFresh || forkOf === undefined) return;
    this.#looked.set(key, Date.now());
    await this.branches({ connection: await connect(), name }, { priority: 'background' });
  }

  /** The parent of a fork. Undefined: it is none, or the host does not name it. */
  async parentOf({ connection, name }: HostPlace, options: RequestOptions): Promise<RepositoryName | undefined> {
    const { forked_from = '' } = await readRepository(connection.api, name, options);
    const parent = parseFullName(forked_from);
    return parent && { host: name.host, ...parent };
  }

  /** The fork of `owner`: by its usual name, else in the list of forks. Undefined: none is known. */
  async find(place: HostPlace, owner: string, options: RequestOptions): Promise<Repository | undefined> {
    const { connection, name } = place;
    const { api } = connection;
    const isOwned = ({ full_name }: Repository): boolean =>
      foldCase(parseFullName(full_name)?.owner ?? '') === foldCase(owner);
    const usual = await unlessFailed(api.repositories.get({ owner, repo: name.repo }, options), 'missing', 'forbidden');
    const isFork = foldCase(usual?.forked_from ?? '') === foldCase(fullName(name));
    if (usual !== undefined && isFork && isOwned(usual)) return usual;
    const pages = api.forks.list.all(inApi(name), options).pages();
    for (;;) {
      const reading = this.#features.callIn(place, 'forks.list', () => pages.next(), options);
      const page = await unlessFailed(reading, 'unsupported', 'forbidden');
      if (page === undefined || page.done === true) return undefined;
      // The list has forks of this repository alone, which can name it by its former name, or not at all.
      const found = page.value.items.find(isOwned);
      if (found !== undefined) return await api.repositories.get(inApi(nameOf(name.host, found)), options);
    }
  }

  /**
   * The fork of the account or of `organization`: an existing one, else a new one, when the host has it with its branches.
   * @throws Failure `unsupported` (reason `noOperation`)
   */
  async create(place: HostPlace, inputs: NewFork, options: RequestOptions): Promise<Repository> {
    const { connection, name } = place;
    const { api, account } = connection;
    const owner = inputs.organization ?? account?.login ?? '';
    await this.#features.require(connection.host, 'forks.create', webAddress(connection.host, name));
    const existing = await this.find(place, owner, options);
    if (existing !== undefined) return existing;
    const created = await createOnce<Repository>(
      {
        ...creationAt(connection, name, 'forks'),
        sent: inputs,
        send: () =>
          this.#features.callIn(
            place,
            'forks.create',
            (_, at) => api.forks.create({ ...at, ...inputs }, options),
            options,
          ),
        list: () => onlyPage(this.find(place, owner, options)),
        id: ({ full_name }) => full_name,
        created: ({ created_at }) => created_at,
        fits: () => true,
      },
      options,
    );
    // The host can have chosen another path than the wanted one.
    const path = created?.full_name ?? `${owner}/${inputs.path ?? name.repo}`;
    const fork = await appearedRepository(api, path, options, pauses);
    for (const pause of pauses.slice(0, 6)) {
      const branches = api.branches.list({ ...inApi(nameOf(name.host, fork)), per_page: 1 }, options);
      if (((await unlessFailed(branches, 'missing'))?.items ?? []).length > 0) break;
      await delay(pause, options.signal);
    }
    return fork;
  }

  /**
   * Brings one branch of a fork to that of its parent. Without `force` the commits that only the fork has stay.
   * Resolves with whether both are the same now, and with the commit of the fork.
   */
  async sync(
    place: HostPlace,
    { branch, force }: { readonly branch: string; readonly force: boolean },
    options: RequestOptions,
  ): Promise<{ readonly synced: boolean; readonly sha: string | undefined }> {
    const { connection, name } = place;
    const { api } = connection;
    const parent = await this.parentOf(place, options);
    const tip = async (at: RepositoryName): Promise<string | undefined> => await tipOf(connection, at, branch, options);
    const sending = this.#features.callIn(
      place,
      'forks.sync',
      (_, at) => api.forks.sync({ ...at, branch, force }, options),
      options,
    );
    const answer = await sending.catch((error: unknown) => {
      if (isConflict(error)) return { repo_sync_result: false };
      throw error;
    });
    const wanted = parent && (await tip(parent));
    this.#looked.delete(`${repositoryKey(name)} `);
    let sha = await tip(name);
    for (const pause of answer?.repo_sync_result === false ? [] : syncPauses) {
      if (sha === wanted || wanted === undefined) break;
      await delay(pause, options.signal);
      sha = await tip(name);
    }
    const isSame = wanted === undefined ? answer?.repo_sync_result === true : sha === wanted;
    return { synced: isSame && answer?.repo_sync_result !== false, sha };
  }

  /**
   * Creates the branch `name` of a fork at the commit `refs` of the branch `base` of `parent`. If the fork lacks the commit,
   * git sends it. Without git, `base` of the fork is synchronized after `ask`. Commits that only the fork has are first
   * kept on another branch, after `ask` with its name.
   * @throws Failure `refused` (reason `forkDiverged`) if the host does not synchronize
   */
  async createBranch(
    place: HostPlace,
    { parent, refs, name, base }: NewForkBranch,
    ask: (kept?: string) => Promise<unknown>,
    options: RequestOptions,
  ): Promise<void> {
    const { connection } = place;
    const tip = async (branch: string): Promise<string | undefined> =>
      await tipOf(connection, place.name, branch, options);
    try {
      await createBranch(place, { refs, name }, options);
      return;
    } catch (error) {
      if (!isFailure(error, 'missing', 'invalid', 'refused', 'conflict')) throw error;
      const existing = await tip(name);
      // One of an earlier attempt.
      if (existing === refs) return;
      if (existing !== undefined || (await hasCommit(place, refs, options))) throw error;
    }
    const own = await tip(base);
    const known = own ?? (await newestBranches(connection.api, place.name, options)).items[0]?.commit?.sha;
    if (known !== undefined && (await this.#git.problem(parent.host)) === undefined)
      try {
        await this.#fetcher.history(place.name).branchFrom(parent, { name, commit: refs, known }, options);
        return;
      } catch (error) {
        if (!isFailure(error) || error.kind === 'cancelled' || error.reason === 'pushRefused') throw error;
        if ((await tip(name)) === refs) return;
      }
    await ask();
    let { synced } = await this.sync(place, { branch: base, force: false }, options);
    if (!synced && own !== undefined) {
      const kept = `${base}-${own.slice(0, 8)}`;
      await ask(kept);
      if ((await tip(kept)) !== own) await createBranch(place, { refs: own, name: kept }, options);
      ({ synced } = await this.sync(place, { branch: base, force: true }, options));
    }
    if (!synced)
      throw new Failure('refused', `${base} was not synchronized`, {
        reason: 'forkDiverged',
        about: [base, fullName(place.name)],
      });
    await createBranch(place, { refs, name }, options);
  }

  /**
   * How far the branches of a fork are from those of its parent, by git: the newest 100, or `only` one. Undefined: it is no
   * fork, its parent cannot be read, or git cannot be used.
   */
  async branches(
    place: HostPlace,
    options: RequestOptions & { readonly only?: string | undefined },
  ): Promise<{ readonly parent: RepositoryName; readonly branches: readonly ForkBranch[] } | undefined> {
    const { only, ...reading } = options;
    const { connection, name } = place;
    const parent = await this.parentOf(place, reading);
    if (parent === undefined || (await this.#git.problem(name.host)) !== undefined) return undefined;
    const record = await unlessFailed(readRepository(connection.api, parent, reading), 'missing', 'forbidden');
    if (record === undefined) return undefined;
    const { default_branch = 'main' } = record;
    const own =
      only === undefined
        ? (await newestBranches(connection.api, name, reading)).items
        : [await findBranch({ ...name, connect: () => Promise.resolve(connection) }, only, reading)];
    const names = [default_branch, ...own.flatMap((branch) => branch?.name ?? [])];
    const refs = await this.#git.of(parent).remoteRefs(
      [...new Set(names)].map((one) => `refs/heads/${one}`),
      reading.signal,
    );
    const pairs = own.flatMap((branch) => {
      const sha = branch?.commit?.sha;
      const other = branch !== undefined && refs.has(`refs/heads/${branch.name}`) ? branch.name : default_branch;
      const otherSha = refs.get(`refs/heads/${other}`);
      return branch === undefined || sha === undefined || otherSha === undefined
        ? []
        : [{ name: branch.name, other, sha, otherSha }];
    });
    const found = await this.#distances(name, parent, pairs, reading);
    const branches = pairs.map((pair, at) => ({ ...pair, ...(found[at] ?? { ahead: 0, behind: 0 }) }));
    const known = only === undefined ? {} : this.#known.get(name).distances;
    const now = branches.map(
      ({ name: branch, sha, other, ahead, behind }) => [branch, { sha, other, ahead, behind }] as const,
    );
    this.#known.note(name, { distances: { ...known, ...Object.fromEntries(now) } });
    return { parent, branches };
  }

  /** In the background nothing is asked and shown, and what needs much is given up. */
  async #distances(
    name: RepositoryName,
    parent: RepositoryName,
    pairs: readonly Pick<ForkBranch, 'sha' | 'otherSha'>[],
    { signal, priority }: RequestOptions,
  ): Promise<readonly Distance[]> {
    const shas = pairs.map(({ sha, otherSha }) => ({ own: sha, other: otherSha }));
    if (priority !== 'background') return await this.#fetcher.history(name).distances(shas, parent, { signal });
    const end = new AbortController();
    return await this.#git.of(name).history.distances(shas, parent, {
      signal: signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]),
      onProgress: ({ received = 0 }) => {
        if (received > mostUnseen) end.abort();
      },
    });
  }
}

async function tipOf(
  connection: Connection,
  name: RepositoryName,
  branch: string,
  options: RequestOptions,
): Promise<string | undefined> {
  return (await findBranch({ ...name, connect: () => Promise.resolve(connection) }, branch, options))?.commit?.sha;
}

/** One request. */
async function hasCommit({ connection, name }: HostPlace, sha: string, options: RequestOptions): Promise<boolean> {
  const reading = connection.api.files.tree({ ...inApi(name), sha, per_page: 1 }, options);
  return (await unlessFailed(reading, 'missing', 'invalid', 'refused')) !== undefined;
}

export const nameOf = (host: string, { full_name }: Pick<Repository, 'full_name'>): RepositoryName => {
  const [owner = '', repo = ''] = full_name.split('/');
  return { host, owner, repo };
};

/** No form of this refusal is recorded. */
const isConflict = (error: unknown): boolean =>
  isFailure(error, 'conflict') ||
  (isFailure(error, 'invalid') && /conflict|diverg|冲突|分叉/i.test(error.serverMessage ?? ''));

/** Milliseconds between the readings of a new repository. */
const waits = [300, 700, 1_500, 3_000];

/** The record of a new repository (`owner/repo`), which is missing for a while: read until it is there. */
export async function appearedRepository(
  api: Api,
  path: string,
  options: RequestOptions,
  pauses: readonly number[] = waits,
): Promise<Repository> {
  const [owner = '', repo = ''] = path.split('/');
  for (const pause of pauses) {
    try {
      return await api.repositories.get({ owner, repo }, options);
    } catch (error) {
      if (!isFailure(error, 'missing')) throw error;
    }
    await delay(pause, options.signal);
  }
  return await api.repositories.get({ owner, repo }, options).catch((error: unknown) => {
    throw isFailure(error, 'missing') ? error.with({ reason: 'repositoryComing', about: [path] }) : error;
  });
}
