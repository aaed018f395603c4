import { LRUCache } from 'lru-cache';
import { delay } from '../core/async.ts';
import { Failure, isFailure, messageOf } from '../core/errors.ts';
import type {
  Blame,
  BranchVersions,
  CommitPair,
  CommittedChange,
  Distance,
  GitHistory,
  HistoryCommit,
  HistoryQuery,
  NewestCommits,
} from '../domain/git/gitHistory.ts';
import type { RepositoryName } from '../domain/hosts/address.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { fetchFromHost, type FetchCalls, type FetchParts, type RepositoryParts } from './commitFetch.ts';
import { foldersMark, hasMark } from './cache/historyFolder.ts';
import type { FetchShape } from './gitEnvironment.ts';
import type { GitAccess } from '../domain/git/gitAccess.ts';
import type { RunGit } from './processes/runGit.ts';
import { writeChangedPaths } from './maintenance.ts';
import { logCommits, readBlame, readCommits, textOf } from './history/historyFormat.ts';
import { pairVersions } from './history/branchVersions.ts';
import { readPatch } from './history/patches.ts';
import { changedPaths, fetchVersions, followFile, newestCommits, pathKind } from './history/pathHistory.ts';
import { HistoryStore } from './historyStore.ts';

/**
 * The history of one remote repository, in a bare repository of its own: its commits without their files. It asks; the
 * other parts do:
 * - `HistoryStore` fetches what is not here yet, before git reads it.
 * - `cache/historyFolder` notes on the disk whether all folders are here, and replaces the commits by a complete fetch.
 * - `history/historyFormat` has the arguments of `git log`, and reads the output of `log` and `blame`.
 * - `history/pathHistory` follows a path through its names, and lists the files of a commit.
 * - `history/patches` reads the patch of a commit; `history/branchVersions` pairs the commits of two versions of a branch.
 * `history/mergeTree` belongs to `BareRepository`: it tries a merge with the files.
 */
export class BareHistory implements GitHistory {
  readonly #name: RepositoryName;
  readonly #path: string;
  readonly #parts: RepositoryParts;
  /** By commit and path: git takes a second for a file with thousands of commits, and agents read it in parts. */
  readonly #blames = new LRUCache<string, Blame>({ maxSize: 8_000_000, sizeCalculation: lengthOf });
  #changedPaths: { readonly end: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(name: RepositoryName, parts: RepositoryParts) {
    this.#name = name;
    this.#path = parts.cache.historyPathOf(name);
    this.#parts = parts;
  }

  async commits(
    tip: string,
    { path, skip, limit, without }: HistoryQuery,
    { onNewest, ...calls }: FetchCalls & { readonly onNewest?: ((newest: NewestCommits) => void) | undefined } = {},
  ): Promise<readonly HistoryCommit[]> {
    if (without !== undefined && !isSha(without)) throw noCommit();
    return await this.#read(tip, calls, async (store) => {
      const { run } = store;
      let isTold = false;
      const tell = (newest: NewestCommits): void => {
        if (!isTold) onNewest?.(newest);
        isTold = true;
      };
      const newest = onNewest && ((aborted?: AbortSignal) => this.#newest(store, aborted, { tip, path, limit }, tell));
      if (path === '') {
        const left = without === undefined ? [] : [without];
        await listNewestIfTooLarge(newest, () => store.demandCommits(left), calls.signal);
        const tips = [tip, ...left.map((commit) => `^${commit}`)];
        return await readCommits(run([...logCommits, `--skip=${skip}`, `--max-count=${limit}`, ...tips, '--']));
      }
      await listNewestIfSlow(newest, () => store.demandFolders(), calls.signal);
      if ((await pathKind(store, tip, path)) === 'tree') {
        const args = [...logCommits, `--skip=${skip}`, `--max-count=${limit}`, tip, '--', path];
        return await readCommits(run(args));
      }
      // With --follow, --skip would also count commits that git does not list.
      return (await followFile(store, tip, path, skip + limit, skip === 0 ? newestTeller(tell) : undefined)).slice(
        skip,
      );
    });
  }

  /** Undefined if the commit was not fetched. Sends no request. */
  async commit(sha: string): Promise<HistoryCommit | undefined> {
    const { cache, runner } = this.#parts;
    const git = await runner();
    if (git === undefined || !isSha(sha) || !(await cache.exists(this.#path))) return undefined;
    const output = git.run(this.#path, [...logCommits, '--no-walk', sha, '--']);
    const [commit] = await readCommits(output).catch(() => []);
    return commit?.sha === sha ? commit : undefined;
  }

  async commitsAt(shas: readonly string[], signal?: AbortSignal): Promise<readonly HistoryCommit[]> {
    const { cache } = this.#parts;
    const [fetching, access] = await Promise.all([this.#parts.fetchParts(this.#name), this.#parts.access(this.#name)]);
    const readAt = async (folder: string, wanted: readonly string[]): Promise<HistoryCommit[]> => {
      const input = wanted.map((sha) => `${sha}\n`).join('');
      const args = [...logCommits, '--no-walk=unsorted', '--ignore-missing', '--stdin'];
      return await readCommits(fetching.runner.run(folder, args, { input, signal }));
    };
    const cached = (await cache.exists(this.#path)) ? await readAt(this.#path, shas) : [];
    const missing = shas.filter((sha) => !cached.some((commit) => commit.sha === sha));
    const facts = this.#parts.factsOf(access.url);
    const [first] = missing;
    if (first === undefined || !facts.takesFilters) return cached;
    return await cache.lock(this.#path, signal, async () => {
      await cache.prepare(this.#path, first);
      try {
        const folder = await cache.beginFetch(this.#path, true);
        await fetchFromHost(fetching, folder, commitsAlone(missing), access, facts, fewBytes(signal));
        return [...cached, ...(await readAt(folder, missing))];
      } finally {
        await cache.tidy(this.#path);
      }
    });
  }

  async changes(commit: string, calls: FetchCalls = {}): Promise<readonly CommittedChange[]> {
    return await this.#read(commit, calls, async (store) => {
      await store.demandCommits();
      const args = [...logCommits, '--no-walk', commit, '--'];
      const [listedCommit] = await readCommits(store.run(args));
      const parent = listedCommit?.parents[0];
      await store.demandFoldersOf(parent === undefined ? [commit] : [commit, parent]);
      return await changedPaths(store, parent, commit);
    });
  }

  async blame(tip: string, path: string, calls: FetchCalls = {}): Promise<Blame> {
    const key = `${tip} ${path}`;
    const known = this.#blames.get(key);
    if (known !== undefined) return known;
    const blame = await this.#read(tip, calls, async (store) => {
      const { run } = store;
      await store.demandFolders();
      if ((await pathKind(store, tip, path)) !== 'blob')
        throw new Failure('missing', 'the commit does not have the file', { reason: 'noFile', about: [path] });
      await fetchVersions(store, tip, path);
      const args = ['--literal-pathspecs', 'blame', '--incremental', '--no-textconv', tip, '--', path];
      const lines = await readBlame(run(args));
      const shas = new Set(lines.map(({ sha }) => sha));
      const input = [...shas].map((sha) => `${sha}\n`).join('');
      const details = shas.size === 0 ? [] : await readCommits(run([...logCommits, '--no-walk', '--stdin'], { input }));
      return { lines, commits: new Map(details.map((commit) => [commit.sha, commit])) };
    });
    this.#blames.set(key, blame);
    return blame;
  }

  async mergeBase(one: string, other: string, calls: FetchCalls = {}): Promise<string | undefined> {
    if (!isSha(other)) throw noCommit();
    return await this.#read(one, calls, async (store) => {
      await store.demandCommits([other]);
      // Exit code 1: no common commit.
      const output = await textOf(store.run(['merge-base', one, other], { exits: [0, 1] }));
      return output.split('\n').find(isSha);
    });
  }

  async distances(
    pairs: readonly { readonly own: string; readonly other: string }[],
    from: RepositoryName,
    calls: FetchCalls = {},
  ): Promise<readonly Distance[]> {
    if (!pairs.every(({ own, other }) => isSha(own) && isSha(other))) throw noCommit();
    const apart = pairs.filter(({ own, other }) => own !== other);
    const [first] = apart;
    const counts = new Map<object, Distance>();
    if (first !== undefined) {
      const remote = await this.#parts.access(from);
      await this.#read(first.own, calls, async (store) => {
        await store.demandCommits(apart.map(({ own }) => own));
        const parent = store.from(remote, this.#parts.factsOf(remote.url), first.other);
        await parent.demandCommits(apart.map(({ other }) => other));
        for (const pair of apart) {
          const args = ['rev-list', '--left-right', '--count', `${pair.own}...${pair.other}`, '--'];
          const output = await textOf(store.run(args));
          const [ahead = 0, behind = 0] = output.trim().split('\t').map(Number);
          counts.set(pair, { ahead, behind });
        }
      });
    }
    return pairs.map((pair) => counts.get(pair) ?? { ahead: 0, behind: 0 });
  }

  async branchFrom(
    from: RepositoryName,
    { name, commit, known }: { readonly name: string; readonly commit: string; readonly known: string },
    calls: FetchCalls = {},
  ): Promise<void> {
    if (!isSha(commit)) throw noCommit();
    const remote = await this.#parts.access(from);
    await this.#read(known, calls, async (store) => {
      await store.demandCommits();
      const source = store.from(remote, this.#parts.factsOf(remote.url), commit);
      await source.demandCommits();
      const list = async (...args: readonly string[]): Promise<readonly string[]> =>
        (await textOf(store.run([...args, commit, `^${known}`, '--']))).split('\n');
      // Without the folders of the commits before, git would send all files.
      const trees = await list('log', '--boundary', '--format=%T');
      await source.fetchMissing(new Set(trees.filter(isSha)));
      const objects = await list('rev-list', '--objects', '--no-object-names', '--missing=print');
      await source.fetchMissing(new Set(objects.flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : []))));
      await store.push([{ ref: `refs/heads/${name}`, expected: undefined, to: commit }]);
    });
  }

  async versions({ base, before, after }: BranchVersions, calls: FetchCalls = {}): Promise<readonly CommitPair[]> {
    if (!isSha(base) || !isSha(before)) throw noCommit();
    return await this.#read(after, calls, async (store) => {
      await store.demandCommits([before, base]);
      return await pairVersions(store, base, before, after);
    });
  }

  async patch(commit: string, calls: FetchCalls = {}): Promise<string> {
    return await this.#read(commit, calls, async (store) => {
      await store.demandCommits();
      return await readPatch(store, commit);
    });
  }

  async remove(): Promise<void> {
    const { cache } = this.#parts;
    this.#blames.clear();
    this.#changedPaths?.end.abort();
    await this.#changedPaths?.ended;
    this.#changedPaths = undefined;
    if (await cache.exists(this.#path)) await cache.lock(this.#path, undefined, () => cache.remove(this.#path));
  }

  async #newest(
    store: HistoryStore,
    signal: AbortSignal | undefined,
    { tip, path, limit }: { readonly tip: string; readonly path: string; readonly limit: number },
    onNewest: (newest: NewestCommits) => void,
  ): Promise<void> {
    try {
      await store.readNewest(path === '' ? 'tree:0' : 'blob:none', signal, async (reading, limits, since) => {
        onNewest({ commits: await newestCommits(reading, tip, path, limits, limit), since });
      });
    } catch (error) {
      this.#parts.log.debug(`the newest commits are listed with all others: ${messageOf(error)}`);
    }
  }

  #writeChangedPaths({ runner, log }: FetchParts): { readonly end: AbortController; readonly ended: Promise<void> } {
    const end = new AbortController();
    const path = this.#path;
    const run: RunGit = (args, options) => runner.run(path, args, { signal: end.signal, ...options });
    return { end, ended: writeChangedPaths(path, run, log) };
  }

  async #read<T>(tip: string, options: FetchCalls, work: (store: HistoryStore) => Promise<T>): Promise<T> {
    const calls: FetchCalls = { ...options, sum: { before: 0, isAsked: false } };
    if (!isSha(tip)) throw noCommit();
    const { cache, factsOf, onFetched, onFailure } = this.#parts;
    let access: GitAccess | undefined;
    try {
      const fetching = await this.#parts.fetchParts(this.#name);
      const remote = await this.#parts.access(this.#name);
      access = remote;
      const result = await cache.lock(this.#path, calls.signal, async () => {
        await cache.prepare(this.#path, tip);
        await cache.markUsed(this.#path);
        try {
          const facts = factsOf(remote.url);
          return await work(new HistoryStore({ cache, path: this.#path, tip, fetching, access: remote, facts, calls }));
        } catch (error) {
          await cache.tidy(this.#path).catch((left: unknown) => this.#parts.log.warn(messageOf(left)));
          throw error;
        }
      });
      onFetched(this.#name);
      if (await hasMark(this.#path, foldersMark)) this.#changedPaths ??= this.#writeChangedPaths(fetching);
      return result;
    } catch (error) {
      if (isFailure(error)) onFailure(this.#name, error, access?.token !== undefined);
      throw error;
    } finally {
      await this.#parts.makeRoom().catch((error: unknown) => this.#parts.log.warn(`git cache: ${messageOf(error)}`));
    }
  }
}

const commitsAlone = (wanted: readonly string[]): FetchShape => ({
  wanted,
  filter: 'tree:0',
  depth: 1,
  isChecked: false,
});

/** Bytes, enough for a thousand commits: a host that ignores the filter sends whole repositories. */
const mostOfCommits = 20_000_000;

function fewBytes(signal: AbortSignal | undefined): FetchCalls {
  const end = new AbortController();
  return {
    signal: signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]),
    onProgress: ({ received = 0 }) => {
      if (received > mostOfCommits) end.abort();
    },
  };
}

/** Characters of a blame, about; at least 1. */
const lengthOf = ({ lines, commits }: Blame): number =>
  [...commits.values()].reduce((sum, { message }) => sum + message.length + 200, 1 + 100 * lines.length);

const noCommit = (): Failure => new Failure('missing', 'this is not the sha of a commit', { reason: 'gitNoCommit' });

const newestTeller =
  (tell: (newest: NewestCommits) => void) =>
  (commits: readonly HistoryCommit[]): void => {
    const since = Date.parse(commits.at(-1)?.authoredDate ?? '');
    if (!Number.isNaN(since)) tell({ commits, since });
  };

type Step = (signal?: AbortSignal) => Promise<void>;

/** Fetches everything. If that is too large, it lists the newest commits before it throws. */
async function listNewestIfTooLarge(
  newest: Step | undefined,
  fetchAll: Step,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await fetchAll();
  } catch (error) {
    if (isTooMuch(error, signal)) await newest?.(signal);
    throw error;
  }
}

/** Milliseconds of a fetch after which a second fetch, of the newest commits only, begins. */
const longFetch = 300;

/**
 * Fetches everything. If that takes long, it lists the newest commits at the same time, and stops doing so when
 * everything is here. If everything is too large, the list of the newest commits is completed.
 */
async function listNewestIfSlow(
  newest: Step | undefined,
  fetchAll: Step,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = new AbortController();
  const either = signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]);
  const running = newest && delayed(newest, either);
  try {
    await listNewestIfTooLarge(running && (() => running), fetchAll, signal);
  } finally {
    end.abort();
    await running;
  }
}

async function delayed(step: Step, signal: AbortSignal): Promise<void> {
  await delay(longFetch, signal).catch(() => undefined);
  if (!signal.aborted) await step(signal);
}

/** Whether a fetch ended because of its size: the user declined the rest, or the cache has no room for it. */
function isTooMuch(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted === true || !isFailure(error, 'cancelled', 'refused')) return false;
  return error.kind === 'cancelled' || error.reason === 'gitTooLarge';
}
