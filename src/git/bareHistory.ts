import { Failure, isFailure, messageOf } from '../core/errors.ts';
import type { Blame, CommittedChange, GitHistory, HistoryCommit, HistoryQuery } from '../domain/git/gitHistory.ts';
import type { RepositoryName } from '../domain/hosting/address.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { fetchFromHost, lazyRemote, type FetchCalls, type FetchParts, type RepositoryParts } from './commitFetch.ts';
import { localArguments, type FetchShape } from './gitEnvironment.ts';
import type { GitAccess } from './gitOptions.ts';
import type { GitRunner, RunGit } from './gitRunner.ts';
import { commitFormat, readBlame, readChanges, readCommits } from './history/historyFormat.ts';
import { fetchChanges, historyPath, textOf, type PathHistory } from './history/historyPath.ts';
import { fetchBlobs, type HistoryObjects } from './history/historyTrees.ts';
import { ObjectReader } from './objectReader.ts';

const log = ['--literal-pathspecs', 'log', '-z', '--no-color', '--no-decorate', '--encoding=UTF-8', commitFormat];
/** Objects of one fetch: git sends their names in one piece, so that every server knows its length. */
const mostWanted = 10_000;

/** What a read of the history uses. */
interface Reading {
  /** Runs git without access to the host. */
  readonly run: RunGit;
  /** Runs git with access to the host for the objects that it misses. */
  readonly runLazily: RunGit;
  readonly objects: HistoryObjects;
  readonly signal: AbortSignal | undefined;
}

/** The repository with the commits of a remote repository, which are fetched without their files. */
export class BareHistory implements GitHistory {
  readonly #name: RepositoryName;
  readonly #path: string;
  readonly #parts: RepositoryParts;
  #readers: { readonly content: ObjectReader; readonly header: ObjectReader } | undefined;
  /** By tip and path: what was fetched for a path. */
  readonly #paths = new Map<string, PathHistory>();

  constructor(name: RepositoryName, parts: RepositoryParts) {
    this.#name = name;
    this.#path = parts.cache.historyPathOf(name);
    this.#parts = parts;
  }

  async commits(
    tip: string,
    { path, skip, limit }: HistoryQuery,
    calls: FetchCalls = {},
  ): Promise<readonly HistoryCommit[]> {
    return await this.#read(tip, calls, async (reading) => {
      const { run, runLazily, signal } = reading;
      if (path === '') {
        const args = [...log, `--skip=${skip}`, `--max-count=${limit}`, tip, '--'];
        return await readCommits(run(args, { signal }));
      }
      const { isFile, since } = await this.#pathHistory(reading, tip, path);
      const follow = isFile ? ['--follow', '--raw', '--no-abbrev'] : [];
      // With --follow, --skip would also count commits that git does not list.
      const args = [...log, ...follow, ...since, `--max-count=${skip + limit}`, tip, '--', path];
      return (await readCommits(runLazily(args, { signal }))).slice(skip);
    });
  }

  /** The commit `sha`, if it was fetched; undefined otherwise. Sends no request. */
  async commit(sha: string): Promise<HistoryCommit | undefined> {
    const { cache, runner } = this.#parts;
    const git = await runner();
    if (git === undefined || !isSha(sha) || !(await cache.exists(this.#path))) return undefined;
    const output = git.run(this.#path, [...log, '--no-walk', sha, '--']);
    const [commit] = await readCommits(output).catch(() => []);
    return commit?.sha === sha ? commit : undefined;
  }

  async changes(commit: string, calls: FetchCalls = {}): Promise<readonly CommittedChange[]> {
    return await this.#read(commit, calls, async (reading) => {
      const { before, after } = await fetchChanges(reading, commit);
      const compared = before === undefined ? ['--root', commit] : [before, after];
      const args = ['diff-tree', '-r', '-M', '-z', '--raw', '--no-abbrev', '--no-commit-id', ...compared, '--'];
      return await readChanges(reading.runLazily(args, { signal: reading.signal }));
    });
  }

  async blame(tip: string, path: string, calls: FetchCalls = {}): Promise<Blame> {
    return await this.#read(tip, calls, async (reading) => {
      const { run, runLazily, objects, signal } = reading;
      const { isFile, isInTip, blobs, since } = await this.#pathHistory(reading, tip, path);
      if (!isFile || !isInTip)
        throw new Failure('missing', 'the commit does not have the file', { reason: 'noFile', about: [path] });
      await fetchBlobs(objects, blobs);
      const args = ['--literal-pathspecs', 'blame', '--incremental', '--no-textconv', ...since, tip, '--', path];
      const lines = await readBlame(runLazily(args, { signal }));
      const shas = new Set(lines.map(({ sha }) => sha));
      const input = [...shas].map((sha) => `${sha}\n`).join('');
      const details =
        shas.size === 0 ? [] : await readCommits(run([...log, '--no-walk', '--stdin'], { input, signal }));
      return { lines, commits: new Map(details.map((commit) => [commit.sha, commit])) };
    });
  }

  async remove(): Promise<void> {
    await this.close();
    this.#paths.clear();
    const { cache } = this.#parts;
    if (await cache.exists(this.#path)) await cache.lock(this.#path, undefined, () => cache.remove(this.#path));
  }

  /** Ends the processes that read objects. */
  async close(): Promise<void> {
    const readers = this.#readers;
    this.#readers = undefined;
    await Promise.all([readers?.content.close(), readers?.header.close()]);
  }

  async #pathHistory(reading: Reading, tip: string, path: string): Promise<PathHistory> {
    const key = `${tip}:${path}`;
    const known = this.#paths.get(key) ?? (await historyPath(reading, tip, path));
    this.#paths.set(key, known);
    return known;
  }

  /** Calls `work` while no other window writes the repository, after the commits of `tip` were fetched. */
  async #read<T>(tip: string, given: FetchCalls, work: (reading: Reading) => Promise<T>): Promise<T> {
    const calls: FetchCalls = { ...given, sum: { before: 0, isAsked: false } };
    if (!isSha(tip)) throw new Failure('missing', 'this is not the sha of a commit', { reason: 'gitNoCommit' });
    const { cache, onFetched, onFailure } = this.#parts;
    let access: GitAccess | undefined;
    try {
      const parts = await this.#parts.fetchParts();
      const remote = await this.#parts.access(this.#name);
      access = remote;
      const result = await cache.lock(this.#path, calls.signal, async () => {
        await cache.prepare(this.#path, tip);
        await cache.markUsed(this.#path);
        try {
          return await this.#readLocked(tip, { parts, access: remote, calls }, work);
        } catch (error) {
          // The repository may be removed.
          await this.close();
          await cache.tidy(this.#path).catch((left: unknown) => this.#parts.log.warn(messageOf(left)));
          throw error;
        }
      });
      onFetched(this.#name);
      return result;
    } catch (error) {
      if (isFailure(error)) onFailure(this.#name, error, access?.token !== undefined);
      throw error;
    } finally {
      await this.#parts.makeRoom().catch((error: unknown) => this.#parts.log.warn(`git cache: ${messageOf(error)}`));
    }
  }

  async #readLocked<T>(
    tip: string,
    { parts, access, calls }: { parts: FetchParts; access: GitAccess; calls: FetchCalls },
    work: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    const { cache, factsOf } = this.#parts;
    const { runner } = parts;
    const { signal } = calls;
    const facts = factsOf(access.url);
    const fetch = (shape: FetchShape): Promise<void> => fetchFromHost(parts, this.#path, shape, access, facts, calls);
    const { content, header } = this.#objects(runner);
    const objects: HistoryObjects = {
      read: async (sha) => (await content.read(sha))?.bytes,
      has: async (sha) => (await header.stat(sha)) !== undefined,
      fetch: async (shas, withFolders) => {
        const filter = withFolders ? 'blob:none' : 'tree:0';
        try {
          for (let at = 0; at < shas.length; at += mostWanted)
            await fetch({ wanted: shas.slice(at, at + mostWanted), filter, kind: 'objects' });
        } catch (error) {
          if (!isFailure(error, 'refused') || error.reason !== 'gitNoCommit') throw error;
          // The host gives only what a branch or tag names, with everything below it.
          const whole: FetchShape = { wanted: [tip], filter: 'none', kind: 'all' };
          await fetchFromHost(parts, this.#path, whole, access, { ...facts, takesFilters: false }, calls);
        }
      },
    };
    if (!(await objects.has(tip))) {
      await fetch({ wanted: [tip], filter: 'tree:0' });
      // Ends with an error if a parent is missing.
      await textOf(runner.run(this.#path, ['rev-list', '--count', tip, '--'], { signal }));
    }
    const run: RunGit = (args, options) => runner.run(this.#path, args, options);
    const remote = await lazyRemote(parts, access, facts);
    const runLazily: RunGit = (args, options) => run(args, { ...options, ...remote });
    const result = await work({ run, runLazily, objects, signal });
    // Also records the packs that were fetched for `work`.
    await cache.addCommit(this.#path, tip);
    return result;
  }

  #objects(runner: GitRunner): { readonly content: ObjectReader; readonly header: ObjectReader } {
    const reader = (option: string): ObjectReader =>
      new ObjectReader(
        () => runner.start({ repository: this.#path, args: [...localArguments(), 'cat-file', option] }),
        option === '--batch',
        (errors) => this.#parts.log.warn(`git cannot read a history: ${errors}`),
      );
    return (this.#readers ??= { content: reader('--batch'), header: reader('--batch-check') });
  }
}
