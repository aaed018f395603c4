import { Coalesce } from '../core/async.ts';
import { Failure, isFailure, messageOf } from '../core/errors.ts';
import type { FailureReason } from '../core/failureReason.ts';
import type { GitFetchOptions, HistoryCommit } from '../domain/git/gitHistory.ts';
import type { MergeConflict, MergedCommits } from '../domain/git/gitMerge.ts';
import type { GitRefUpdate, NewGitCommit } from '../domain/git/gitPush.ts';
import type {
  GitContents,
  GitFile,
  GitObject,
  GitRepository,
  GitSearchOptions,
  GrepLine,
  GrepQuery,
  PullRequestHead,
} from '../domain/git/gitRepositories.ts';
import type { RepositoryName } from '../domain/hosts/address.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { BareHistory } from './bareHistory.ts';
import { writeCommit } from './commitWriter.ts';
import { compactRepository } from './maintenance.ts';
import { fetchFromHost, type HostRepository, type RepositoryParts } from './commitFetch.ts';
import { readFiles } from './fileList.ts';
import { localArguments, snapshotOf, type FetchShape } from './gitEnvironment.ts';
import { damageFailure } from './gitFailure.ts';
import type { GitAccess } from '../domain/git/gitAccess.ts';
import type { GitRunner } from './gitRunner.ts';
import type { RunGit } from './processes/runGit.ts';
import { grepCommit, readContents } from './grep.ts';
import { demandMergeTree, readConflicts } from './history/mergeTree.ts';
import { ObjectReader, type ObjectHeader } from './objectReader.ts';
import { pushRefs, readPullRequestHeads, readRemoteRefs } from './refPush.ts';

/** Reasons after which the repository is removed, and fetched again. */
const damageReasons: readonly (FailureReason | undefined)[] = ['gitFailed', 'damagedObject', 'damagedRepository'];

/**
 * The objects of one remote repository on this computer, fetched with git at depth 1. A `RemoteRef` reads them in place
 * of requests. The commits before are in its `BareHistory`.
 */
export class BareRepository implements GitRepository {
  readonly name: RepositoryName;
  readonly path: string;
  readonly history: BareHistory;
  readonly #parts: RepositoryParts;
  readonly #fetches = new Coalesce<string, undefined>();
  readonly #waiting = new Map<string, Set<GitFetchOptions>>();
  #readers: { readonly content: ObjectReader; readonly header: ObjectReader } | undefined;

  constructor(name: RepositoryName, parts: RepositoryParts) {
    this.name = name;
    this.path = parts.cache.pathOf(name);
    this.#parts = parts;
    this.history = new BareHistory(name, parts);
  }

  async historyCommit(sha: string): Promise<HistoryCommit | undefined> {
    return await this.history.commit(sha);
  }

  async has(commit: string): Promise<boolean> {
    const { cache, runner } = this.#parts;
    if ((await runner()) === undefined || !(await cache.hasCommit(this.path, commit))) return false;
    if (await cache.hasPacks(this.path)) return true;
    await this.#dropDamaged('a pack is missing');
    return false;
  }

  async fetch(commit: string, options: GitFetchOptions = {}): Promise<void> {
    if (!isSha(commit)) throw new Failure('missing', 'this is not the sha of a commit', { reason: 'gitNoCommit' });
    const waiting = this.#waiting.get(commit) ?? new Set();
    this.#waiting.set(commit, waiting.add(options));
    try {
      await this.#fetches.run(commit, (signal) => this.#fetch(commit, signal), options.signal);
    } finally {
      waiting.delete(options);
      if (waiting.size === 0) this.#waiting.delete(commit);
    }
  }

  async fetchBlobs(commit: string, shas: readonly string[], options: GitFetchOptions = {}): Promise<void> {
    await this.#demandCommit(commit);
    await this.#fetchShape(commit, options, async () => {
      const headers = await Promise.all(shas.map((sha) => this.stat(sha)));
      const wanted = shas.filter((_, index) => headers[index] === undefined);
      return wanted.length === 0 ? undefined : { wanted, filter: 'blob:none', areObjects: true };
    });
  }

  async files(commit: string): Promise<readonly GitFile[] | undefined> {
    if (!(await this.has(commit))) return undefined;
    try {
      return await readFiles(await this.#run(), commit);
    } catch (error) {
      if (!isFailure(error) || error.kind === 'cancelled') throw error;
      if (damageReasons.includes(error.reason)) await this.#dropDamaged(error.message);
      return undefined;
    }
  }

  async *grep(
    commit: string,
    query: GrepQuery,
    pathspecs: readonly string[],
    options: GitSearchOptions = {},
  ): AsyncGenerator<readonly GrepLine[], void, void> {
    await this.#demandCommit(commit);
    yield* grepCommit(await this.#run(), commit, query, pathspecs, options);
  }

  async contents(commit: string, pathspecs: readonly string[], options: GitSearchOptions = {}): Promise<GitContents> {
    await this.#demandCommit(commit);
    return await readContents(await this.#run(), commit, pathspecs, options);
  }

  async setPinned(pinned: boolean): Promise<void> {
    await this.#parts.cache.setPinned(this.path, pinned);
  }

  async createCommit(commit: NewGitCommit, signal?: AbortSignal): Promise<string> {
    const run = await this.#run();
    return await this.#parts.cache.lock(this.path, signal, async () => {
      if (!(await this.#parts.cache.hasCommit(this.path, commit.parent))) throw notHere(commit.parent);
      return await writeCommit(run, this.path, commit, signal);
    });
  }

  async mergeConflicts(commits: MergedCommits, signal?: AbortSignal): Promise<readonly MergeConflict[]> {
    const { runner } = await this.#parts.fetchParts(this.name);
    demandMergeTree(runner.program.version);
    for (const commit of [commits.base, commits.ours, commits.theirs])
      if (commit !== undefined) await this.#demandCommit(commit);
    // Without the lock: git only adds objects, and may take long.
    return await readConflicts(await this.#run(), commits, signal);
  }

  async push(updates: readonly GitRefUpdate[], signal?: AbortSignal): Promise<void> {
    const { cache } = this.#parts;
    const sha = updates.flatMap(({ to, expected }) => to ?? expected ?? [])[0] ?? '';
    const repository = await this.#ofHost(signal);
    // A ref can be removed without any commit here.
    await cache.lock(this.path, signal, () => cache.prepare(this.path, sha));
    await cache.markUsed(this.path);
    await pushRefs(repository, updates);
  }

  async remoteRefs(refs: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
    return await readRemoteRefs(await this.#ofHost(signal), refs);
  }

  async commitsAt(shas: readonly string[], signal?: AbortSignal): Promise<readonly HistoryCommit[]> {
    return await this.history.commitsAt(shas.filter(isSha), signal);
  }

  async pullRequestHeads(signal?: AbortSignal): Promise<readonly PullRequestHead[]> {
    return await readPullRequestHeads(await this.#ofHost(signal));
  }

  async read(sha: string): Promise<GitObject | undefined> {
    return await (await this.#objects())?.content.read(sha);
  }

  async stat(sha: string): Promise<ObjectHeader | undefined> {
    return await (await this.#objects())?.header.stat(sha);
  }

  async remove(): Promise<void> {
    await this.close();
    await this.history.remove();
    const { cache } = this.#parts;
    if (await cache.exists(this.path)) await cache.lock(this.path, undefined, () => cache.remove(this.path));
  }

  async close(): Promise<void> {
    const readers = this.#readers;
    this.#readers = undefined;
    await Promise.all([readers?.content.close(), readers?.header.close()]);
  }

  async #fetch(commit: string, signal: AbortSignal): Promise<undefined> {
    // Another window may have fetched it in the meantime.
    const missing = async (): Promise<FetchShape | undefined> =>
      (await this.#parts.cache.hasCommit(this.path, commit)) ? undefined : snapshotOf(commit);
    if (!(await this.has(commit))) await this.#fetchShape(commit, this.#callsFor(commit, signal), missing);
    return undefined;
  }

  /** Fetches what `shapeOf` returns, if anything, into the repository; called while no other window writes it. */
  async #fetchShape(
    commit: string,
    calls: GitFetchOptions,
    shapeOf: () => Promise<FetchShape | undefined>,
  ): Promise<void> {
    const { cache, factsOf, onFetched, onFailure, log } = this.#parts;
    let access: GitAccess | undefined;
    try {
      const parts = await this.#parts.fetchParts(this.name);
      const remote = await this.#parts.access(this.name);
      access = remote;
      await cache.lock(this.path, calls.signal, async () => {
        const shape = await shapeOf();
        if (shape === undefined) return;
        await cache.prepare(this.path, commit);
        await cache.markUsed(this.path);
        try {
          const scratch = await cache.beginFetch(this.path);
          await fetchFromHost(parts, scratch, shape, remote, factsOf(remote.url), calls);
          if (shape.areObjects !== true) await checkTrees(parts.runner, scratch, commit, calls.signal);
          await cache.endFetch(this.path, scratch, commit);
        } catch (error) {
          await cache.tidy(this.path).catch((left: unknown) => log.warn(messageOf(left)));
          throw error;
        }
        await compactRepository(cache, parts.runner, this.path, calls.signal).catch((error: unknown) =>
          log.warn(`git cache: ${messageOf(error)}`),
        );
      });
      onFetched(this.name);
    } catch (error) {
      if (isFailure(error)) onFailure(this.name, error, access?.token !== undefined);
      throw error;
    }
    await this.#parts.makeRoom().catch((error: unknown) => log.warn(`git cache: ${messageOf(error)}`));
  }

  /** Progress and questions go to all callers that wait for the commit; one that refuses ends the fetch. */
  #callsFor(commit: string, signal: AbortSignal): GitFetchOptions {
    const waiting = (): GitFetchOptions[] => [...(this.#waiting.get(commit) ?? [])];
    return {
      signal,
      onProgress: (progress) => waiting().forEach(({ onProgress }) => onProgress?.(progress)),
      confirmLarge: async (received) => {
        const waiter = waiting().find(({ confirmLarge }) => confirmLarge !== undefined);
        return (await waiter?.confirmLarge?.(received)) ?? true;
      },
    };
  }

  async #demandCommit(commit: string): Promise<void> {
    if (!(await this.has(commit))) throw notHere(commit);
  }

  async #ofHost(signal: AbortSignal | undefined): Promise<HostRepository> {
    const [parts, access] = await Promise.all([this.#parts.fetchParts(this.name), this.#parts.access(this.name)]);
    return { parts, path: this.path, access, facts: this.#parts.factsOf(access.url), signal };
  }

  async #run(): Promise<RunGit> {
    const { runner } = await this.#parts.fetchParts(this.name);
    return (args, options) => runner.run(this.path, args, options);
  }

  async #objects(): Promise<{ readonly content: ObjectReader; readonly header: ObjectReader } | undefined> {
    const runner = await this.#parts.runner();
    if (runner === undefined || !(await this.#parts.cache.hasAny(this.path))) return undefined;
    const reader = (option: string): ObjectReader =>
      new ObjectReader(
        () => {
          void this.#parts.cache.markUsed(this.path);
          return runner.start({ repository: this.path, args: [...localArguments(), 'cat-file', option] });
        },
        option === '--batch',
        (errors) => void this.#dropDamaged(errors),
      );
    return (this.#readers ??= { content: reader('--batch'), header: reader('--batch-check') });
  }

  /** Removes the repository: git cannot read it. The next fetch creates it again. */
  async #dropDamaged(why: string): Promise<void> {
    this.#parts.log.warn(`the git cache of ${this.name.owner}/${this.name.repo} is damaged and is removed: ${why}`);
    await this.remove().catch((error: unknown) => this.#parts.log.warn(messageOf(error)));
  }
}

const notHere = (commit: string): Failure => new Failure('missing', `${commit} is not here`, { reason: 'gitNoCommit' });

/** Git accepts a partial commit from a server, so its trees are checked. @throws Failure `refused` */
async function checkTrees(
  runner: GitRunner,
  path: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const args = ['rev-list', '--objects', '--no-object-names', '--filter=blob:none', '--missing=print', commit, '--'];
  // Git marks a missing object with a question mark.
  for await (const bytes of runner.run(path, args, { signal }))
    if (bytes.includes(0x3f)) {
      const line = Buffer.from(bytes.subarray(bytes.indexOf(0x3f))).toString('latin1');
      throw damageFailure('the host sent a commit without all its folders', line.slice(1));
    }
}
