import { join } from 'node:path';
import { isFailure } from '../core/errors.ts';
import type { CacheFolder } from './cache/cacheFolder.ts';
import { textOfFile } from './cache/repositoryFolder.ts';
import { foldersMark, hasMark, mark, replaceHistory } from './cache/historyFolder.ts';
import { fetchFromHost, type FetchCalls, type FetchParts, type OriginFacts } from './commitFetch.ts';
import type { FetchShape } from './gitEnvironment.ts';
import type { GitAccess } from '../domain/git/gitAccess.ts';
import type { GitRefUpdate } from '../domain/git/gitPush.ts';
import type { RunGit } from './processes/runGit.ts';
import { writeCommitGraph } from './maintenance.ts';
import { textOf } from './history/historyFormat.ts';
import { pushRefs } from './refPush.ts';
import type { HistoryReading } from './history/pathHistory.ts';

/** Objects of one fetch: git sends their names in one piece, so that every server knows its length. */
const mostWanted = 10_000;
/** Commits that are fetched before the others, if it is known when they were made: a year can have very many. */
const mostNewest = 1_000;
/** So few commits are read without a commit graph in less time than it takes to write one. */
const fewCommits = 2_000;
/** Seconds. */
const year = 365 * 24 * 60 * 60;

interface HistoryStoreParts {
  readonly cache: CacheFolder;
  readonly path: string;
  readonly tip: string;
  readonly fetching: FetchParts;
  readonly access: GitAccess;
  readonly facts: OriginFacts;
  readonly calls: FetchCalls;
}

/** Fetches what a history lacks: commits alone (filter `tree:0`), or with all folders (`blob:none`). Needs the lock. */
export class HistoryStore implements HistoryReading {
  readonly run: RunGit;
  readonly version: readonly [major: number, minor: number];
  readonly #parts: HistoryStoreParts;

  constructor(parts: HistoryStoreParts) {
    this.#parts = parts;
    this.version = parts.fetching.runner.program.version;
    this.run = (args, options) =>
      parts.fetching.runner.run(parts.path, args, { signal: parts.calls.signal, ...options });
  }

  async demandCommits(others: readonly string[] = []): Promise<void> {
    const { cache, path, tip } = this.#parts;
    const tips = [tip, ...others];
    const wanted = await this.missing(tips);
    if (wanted.length > 0) {
      const withFolders = await hasMark(path, foldersMark);
      await this.#fetch(path, { wanted, filter: withFolders ? 'blob:none' : 'tree:0' });
      await this.#countCommits(path, wanted);
      // A host that knows no filters sends everything.
      if (!withFolders && (await this.missing(wanted.map((sha) => `${sha}^{tree}`))).length === 0)
        await mark(path, foldersMark);
    }
    // Also records the packs.
    for (const commit of new Set(tips)) await cache.addCommit(path, commit);
  }

  /** The same repository, which fetches from another one that has its commits, such as the parent of a fork. */
  from(access: GitAccess, facts: OriginFacts, tip: string): HistoryStore {
    return new HistoryStore({ ...this.#parts, access, facts, tip });
  }

  /** Fetches the commits with their folders: those of the whole history at once. */
  async demandFolders(): Promise<void> {
    if (await hasMark(this.#parts.path, foldersMark)) {
      await this.demandCommits();
      return;
    }
    const commits = await this.#fetchAll('blob:none');
    if (commits > fewCommits) await writeCommitGraph(this.run, this.#parts.fetching.log);
  }

  /**
   * Calls `read` with the commits of the last year, at most a thousand if the commits are here; not at all if they are here
   * with their folders. They are fetched apart, and removed with the folder of their fetch. `limits`: options that leave out the oldest, whose parents are not there.
   */
  async readNewest(
    filter: 'tree:0' | 'blob:none',
    signal: AbortSignal | undefined,
    read: (newest: HistoryReading, limits: readonly string[], since: number) => Promise<void>,
  ): Promise<void> {
    const { cache, path, tip, fetching, calls } = this.#parts;
    if (await hasMark(path, foldersMark)) return;
    // Too many for a background: the question is that of the whole history.
    const quiet: FetchCalls = { ...calls, signal, onProgress: undefined, confirmLarge: () => Promise.resolve(false) };
    const fetchApart = async (shape: Omit<FetchShape, 'wanted'>): Promise<string> => {
      const folder = await cache.beginFetch(path, true);
      await this.#fetch(folder, { wanted: [tip], ...shape }, this.#parts.facts, { ...quiet, sum: undefined });
      return folder;
    };
    const isHere = (await this.missing([tip])).length === 0;
    const dated = isHere ? path : await fetchApart({ filter: 'tree:0', depth: 1 });
    const dateOf = async (skip: number): Promise<number> => {
      const args = ['log', `--skip=${skip}`, '--max-count=1', '--format=%ct', tip, '--'];
      return Number(await textOf(fetching.runner.run(dated, args, { signal })));
    };
    const newest = await dateOf(0);
    // 0 if there are not so many commits, or they are not here.
    const oldest = await dateOf(mostNewest);
    const since = Math.max(0, newest - year, Math.min(newest, oldest));
    const folder = await fetchApart({ filter, since });
    const run: RunGit = (args, options) => fetching.runner.run(folder, args, { signal, ...options });
    await read(
      { run, fetchMissing: () => Promise.resolve(false), missing: () => Promise.resolve([]) },
      await this.#limitsOf(folder),
      since * 1_000,
    );
  }

  async #limitsOf(folder: string): Promise<string[]> {
    const oldest = (await textOfFile(join(folder, 'shallow'))) ?? '';
    // A host also names commits that only a left out one leads to, and does not send them.
    return ['--ignore-missing', ...oldest.split('\n').flatMap((sha) => (sha === '' ? [] : [`^${sha}`]))];
  }

  /** Fetches the folders of `commits`, whose commits are here. */
  async demandFoldersOf(commits: readonly string[]): Promise<void> {
    await this.#fetchObjects(await this.missing(await this.#rootsOf(commits)));
  }

  /** As `GitPushes.push`. */
  async push(updates: readonly GitRefUpdate[]): Promise<void> {
    const { path, fetching, access, facts, calls } = this.#parts;
    await pushRefs({ parts: fetching, path, access, facts, signal: calls.signal }, updates);
  }

  readonly fetchMissing: HistoryReading['fetchMissing'] = async (shas, onFetch) => {
    const missing = await this.missing([...shas]);
    if (missing.length > 0) onFetch?.();
    await this.#fetchObjects(missing);
    return missing.length > 0;
  };

  async #fetchObjects(shas: readonly string[]): Promise<void> {
    const { cache, path, tip } = this.#parts;
    if (shas.length === 0) return;
    try {
      for (let at = 0; at < shas.length; at += mostWanted) {
        const wanted = shas.slice(at, at + mostWanted);
        await this.#fetch(path, { wanted, filter: 'blob:none', areObjects: true });
      }
      await cache.addCommit(path, tip);
    } catch (error) {
      if (!isFailure(error, 'refused') || error.reason !== 'gitNoCommit') throw error;
      // The host gives only what a branch or tag names, with everything below it.
      await this.#fetchAll('none');
    }
  }

  /**
   * Fetches the whole history without telling the host what is here: git would take a commit for one with folders.
   * @returns how many commits the tip has
   */
  async #fetchAll(filter: 'blob:none' | 'none'): Promise<number> {
    const { cache, path, tip, facts } = this.#parts;
    const wanted = await this.#knownTips();
    const scratch = await cache.beginFetch(path, true);
    await this.#fetch(scratch, { wanted, filter }, filter === 'none' ? { ...facts, takesFilters: false } : facts);
    const commits = await this.#countCommits(scratch, [tip]);
    await replaceHistory(cache, path, scratch, wanted);
    return commits;
  }

  async #fetch(folder: string, shape: FetchShape, facts = this.#parts.facts, calls = this.#parts.calls): Promise<void> {
    const { fetching, access } = this.#parts;
    await fetchFromHost(fetching, folder, { ...shape, isChecked: false }, access, facts, calls);
  }

  /** The fetched tips that contain the commit; itself if there is none. */
  async #knownTips(): Promise<string[]> {
    const { tip } = this.#parts;
    if ((await this.missing([tip])).length > 0) return [tip];
    const options = [`--contains=${tip}`, '--format=%(objectname)', 'refs/sourcehost'];
    const tips = (await textOf(this.run(['for-each-ref', ...options]))).split('\n');
    return tips.filter(Boolean).length > 0 ? tips.filter(Boolean) : [tip];
  }

  /**
   * How many commits `tips` have that no ref has. Ends with an error if a parent is missing: git accepts that from a
   * server that leaves out objects.
   */
  async #countCommits(folder: string, tips: readonly string[]): Promise<number> {
    const { fetching, calls } = this.#parts;
    const args = ['rev-list', '--count', ...tips, '--not', '--all', '--'];
    return Number(await textOf(fetching.runner.run(folder, args, { signal: calls.signal })));
  }

  async #rootsOf(commits: readonly string[]): Promise<string[]> {
    const output = this.run(['log', '--no-walk', '--format=%T', ...commits, '--']);
    return (await textOf(output)).split('\n').filter(Boolean);
  }

  async missing(shas: readonly string[]): Promise<string[]> {
    const input = shas.map((sha) => `${sha}\n`).join('');
    if (input === '') return [];
    const output = await textOf(this.run(['cat-file', '--batch-check=%(objectname)'], { input }));
    return output.split('\n').flatMap((line) => (line.endsWith(' missing') ? [line.slice(0, -' missing'.length)] : []));
  }
}
