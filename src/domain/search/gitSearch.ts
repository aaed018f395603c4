import { LRUCache } from 'lru-cache';
import { entryCache } from '../../core/entryCache.ts';
import { messageOf, throwIfCancelled } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { GitContents, GitFile, GitObjects, GitRepository, GrepLine } from '../git/gitRepositories.ts';
import { isLfs, mayBePointer } from '../lfs/pointer.ts';
import { RepositoryRules } from '../rules/repositoryRules.ts';
import { pathIn } from '../../core/path.ts';
import { isFilePath, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import { hasKnownBytes } from '../objects/readablePath.ts';
import { decodePart, decodeText, encodingOf, type TextEncoding } from '../text/encoding.ts';
import { pathspecsOf } from './globs.ts';
import { withoutReturn } from './lineMatches.ts';
import { requiredLiterals } from './requiredLiterals.ts';
import { largestFile, type SearchRun } from './searchRun.ts';
import { neverText, type FileMatches, type SearchEvent } from './textQuery.ts';

/** Milliseconds for which the files of a commit stay in memory after a search. */
const filesStayFor = 60_000;

interface CommitFiles {
  /** In the order of git, without links, submodules, and names that no file here can have. */
  readonly byPath: Map<string, GitFile>;
  /** Undefined before they are needed: git reads all files for them. */
  contents: GitContents | undefined;
}

export type GitSearchEvents = AsyncGenerator<SearchEvent, readonly string[], void>;

/** A search with git. `large`: files whose content is not here, because the fetch left it out. */
export interface StartedSearch {
  readonly events: GitSearchEvents;
  readonly large: readonly GitFile[];
}

/** Files that are given to git by their names; for more, it searches all. */
const mostNamed = 100;

/** The files of one search of git. `pathspecs`: they select at least these files; empty: all. */
interface SearchedPart {
  readonly files: readonly GitFile[];
  readonly pathspecs: readonly string[];
  readonly isLater: boolean;
}

interface GitProgress {
  readonly matched: Set<string>;
  /** The last file with output. Git has finished every file before it. */
  current: string | undefined;
  readonly unreadable: Set<string>;
  hasFailed: boolean;
}

/** Searches the commits that git has on this computer. Sends no request. */
export class GitSearch {
  readonly #objects: GitObjects;
  readonly #log: Log;
  /** Of the latest commit only: a large repository has many files. */
  readonly #files = new LRUCache<string, CommitFiles>({
    max: 1,
    ttl: filesStayFor,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });
  readonly #encodings = entryCache<TextEncoding | 'binary'>(5_000);

  /** `log`: why git could not search. */
  constructor(objects: GitObjects, log: Log) {
    this.#objects = objects;
    this.#log = log;
  }

  /**
   * The matches of the files that `run` selects; undefined if git has not the commit or its list. If git fails in the
   * middle, the search ends early: a file is reported completely or left for the caller.
   */
  async search(run: SearchRun, repository: GitRepository, commit: string): Promise<StartedSearch | undefined> {
    const files = await this.#filesOf(repository, commit).catch((error: unknown) => this.#noteFailure(run, error));
    if (files === undefined) return undefined;
    const all = [...files.byPath.values()].filter(({ path }) => run.selectsCommitted(path));
    run.expect(all.length);
    const inLfs = await this.#findLfs(repository.name, files, all);
    run.leaveOut(inLfs.size);
    const selected = all.filter((file) => !inLfs.has(file));
    const isLarge = ({ path, size }: GitFile): boolean => size === undefined && !neverText.test(path);
    const [large, others] = [selected.filter(isLarge), selected.filter((file) => !isLarge(file))];
    for (const { path } of large) run.await(path);
    for (const { path, size } of others) if (!isSearched(size)) run.skip(path);
    const searched = {
      files: others.filter(({ size }) => isSearched(size)),
      pathspecs: pathspecsOf(run.query.include),
      isLater: false,
    };
    return { events: this.#searchAll(run, repository, commit, files, searched), large };
  }

  /** Searches files of `StartedSearch` that were fetched since. Returns those that are not here or were not searched. */
  async *searchLarge(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
    large: readonly GitFile[],
  ): AsyncGenerator<SearchEvent, readonly GitFile[], void> {
    const files = await this.#filesOf(repository, commit).catch((error: unknown) => this.#noteFailure(run, error));
    if (files === undefined) return large;
    const here: GitFile[] = [];
    for (const file of large) {
      const size = (await this.#objects.stat(repository.name.host, file.sha))?.size;
      if (size === undefined) continue;
      const sizedFile = { ...file, size };
      files.byPath.set(file.path, sizedFile);
      if (isSearched(size)) here.push(sizedFile);
      else run.skip(file.path);
    }
    const canName = here.length <= mostNamed && here.every(({ path }) => hasKnownBytes(path));
    const pathspecs = canName ? here.map(({ path }) => `:(literal)${path}`) : [];
    const searched = { files: here, pathspecs, isLater: true };
    const left = new Set(here.length === 0 ? [] : yield* this.#searchAll(run, repository, commit, files, searched));
    if (run.isFull) return [];
    return large.filter(({ path }) => left.has(path) || files.byPath.get(path)?.size === undefined);
  }

  async *#searchAll(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
    files: CommitFiles,
    part: SearchedPart,
  ): GitSearchEvents {
    const state: GitProgress = { matched: new Set(), current: undefined, unreadable: new Set(), hasFailed: false };
    yield { kind: 'progress', coverage: run.coverage };
    const stop = new AbortController();
    // Both read all files: together they take as long as one of them.
    const reading = this.#contentsOf(run, repository, commit, { all: files, part }, state, stop.signal);
    let contents: GitContents | undefined;
    try {
      for await (const { file, lines } of this.#candidates(run, repository, commit, part, state)) {
        const matches = await this.#searchLines(run, repository, file, lines, state);
        if (matches !== undefined) yield { kind: 'file', file: matches };
        if (!run.isFull) continue;
        for (const { path } of part.files.slice(0, part.files.findIndex(({ path }) => path === file.path) + 1))
          run.countSearched(path);
        return [];
      }
      contents = await reading;
    } finally {
      stop.abort();
      await reading;
    }
    throwIfCancelled(run.signal);
    const stateOf = fileStates(part.files, state, contents);
    const left: string[] = [];
    for (const [index, file] of part.files.entries()) {
      let fileState = stateOf(file, index);
      if (fileState === 'marked') {
        const object = await this.#objects.read(repository.name.host, file.sha);
        if (object !== undefined && encodingOf(object.bytes)?.startsWith('utf-16') === true) {
          const matches = run.searchFile(file.path, object.bytes);
          if (matches !== undefined) yield { kind: 'file', file: matches };
          if (run.isFull) return [];
          continue;
        }
        fileState = object === undefined ? 'left' : contents?.text.has(file.path) === true ? 'searched' : 'skipped';
      }
      if (fileState === 'left') left.push(file.path);
      else if (fileState === 'searched') run.countSearched(file.path);
      else run.skip(file.path);
    }
    return left;
  }

  /** The files with lines that can match, with all these lines. Ends early if git fails. */
  async *#candidates(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
    { files, pathspecs }: SearchedPart,
    state: GitProgress,
  ): AsyncGenerator<{ readonly file: GitFile; readonly lines: readonly GrepLine[] }> {
    const { query, signal } = run;
    const grepQuery = { literals: requiredLiterals(query), isCaseSensitive: query.isCaseSensitive };
    const byPath = new Map(files.map((file) => [file.path, file]));
    const options = { signal, onUnreadable: (sha: string) => state.unreadable.add(sha) };
    let path: string | undefined;
    let file: GitFile | undefined;
    let lines: GrepLine[] = [];
    try {
      for await (const batch of repository.grep(commit, grepQuery, pathspecs, options)) {
        for (const line of batch) {
          if (line.path !== path) {
            if (file !== undefined) yield { file, lines };
            ({ path } = line);
            file = byPath.get(path);
            lines = [];
            if (file !== undefined) state.current = path;
          }
          if (file !== undefined) lines.push(line);
        }
      }
    } catch (error) {
      this.#noteFailure(run, error);
      state.hasFailed = true;
      return;
    }
    if (file !== undefined) yield { file, lines };
  }

  async #searchLines(
    run: SearchRun,
    { name }: GitRepository,
    { path, sha }: GitFile,
    lines: readonly GrepLine[],
    state: GitProgress,
  ): Promise<FileMatches | undefined> {
    // The line alone does not tell its encoding; in ASCII, UTF-8 and GB18030 are equal.
    const encoding = lines.every(({ text }) => isAscii(text)) ? 'utf-8' : await this.#encodingOf(name.host, sha);
    if (encoding === undefined) state.unreadable.add(sha);
    // Text in UTF-16 has no lines for git: it is searched as a whole.
    if (encoding !== 'utf-8' && encoding !== 'gb18030') return undefined;
    state.matched.add(path);
    const texts = lines.map(({ line, text }) => {
      const decoded = line === 1 ? decodeText(text, encoding) : decodePart(text, encoding);
      return { line, text: withoutReturn(decoded) };
    });
    return run.searchLines(path, texts);
  }

  async #contentsOf(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
    { all, part }: { readonly all: CommitFiles; readonly part: SearchedPart },
    state: GitProgress,
    stop: AbortSignal,
  ): Promise<GitContents | undefined> {
    const before = all.contents;
    if (before !== undefined && !part.isLater) return before;
    const unreadable = new Set<string>();
    const signal = run.signal === undefined ? stop : AbortSignal.any([run.signal, stop]);
    try {
      const options = { signal, onUnreadable: (sha: string) => unreadable.add(sha) };
      const contents = await repository.contents(commit, part.isLater ? part.pathspecs : [], options);
      const isWhole = ![...all.byPath.values()].some(({ sha, size }) => size !== undefined && unreadable.has(sha));
      if (isWhole) all.contents = part.isLater ? before && joined(before, contents) : contents;
      for (const sha of unreadable) state.unreadable.add(sha);
      return contents;
    } catch (error) {
      if (!signal.aborted) this.#noteFailure(run, error);
      return undefined;
    }
  }

  /** @throws Failure `cancelled` if the search was cancelled: then git did not fail */
  #noteFailure(run: SearchRun, error: unknown): undefined {
    throwIfCancelled(run.signal);
    this.#log.info(`the search goes on without git: ${messageOf(error)}`);
  }

  async #encodingOf(host: string, sha: string): Promise<TextEncoding | 'binary' | undefined> {
    const cached = this.#encodings.get(sha);
    if (cached !== undefined) return cached;
    const object = await this.#objects.read(host, sha);
    if (object === undefined) return undefined;
    const encoding = encodingOf(object.bytes) ?? 'binary';
    this.#encodings.set(sha, encoding);
    return encoding;
  }

  /** Those of `selected` whose content is in Git LFS. Their size and their attributes tell it. */
  async #findLfs(
    { host }: RepositoryName,
    { byPath }: CommitFiles,
    selected: readonly GitFile[],
  ): Promise<ReadonlySet<GitFile>> {
    const found = new Set<GitFile>();
    const rules = new RepositoryRules((folder, name) => {
      const sha = byPath.get(pathIn(folder, name))?.sha;
      const read = async (): Promise<Uint8Array> =>
        (await this.#objects.read(host, sha ?? ''))?.bytes ?? new Uint8Array();
      return Promise.resolve(sha === undefined ? undefined : { sha, read });
    }).now();
    for (const file of selected)
      if (mayBePointer(file.size) && isLfs(await rules.attributes(file.path))) found.add(file);
    return found;
  }

  async #filesOf(repository: GitRepository, commit: string): Promise<CommitFiles | undefined> {
    const key = `${repositoryKey(repository.name)} ${commit}`;
    const cached = this.#files.get(key);
    if (cached !== undefined) return cached;
    const all = await repository.files(commit);
    if (all === undefined) return undefined;
    const plain = all.filter(({ mode, path }) => mode.startsWith('100') && isFilePath(path));
    const files: CommitFiles = { byPath: new Map(plain.map((file) => [file.path, file])), contents: undefined };
    this.#files.set(key, files);
    return files;
  }
}

/**
 * What is known about each of `files` after git printed its lines. `marked`: it may be in UTF-16, which git considers as
 * binary. `left`: git could not search it. The order of `files` is the one in which git searches.
 */
function fileStates(
  files: readonly GitFile[],
  { matched, current, unreadable, hasFailed }: GitProgress,
  contents: GitContents | undefined,
): (file: GitFile, index: number) => 'searched' | 'skipped' | 'marked' | 'left' {
  const complete = hasFailed ? files.findIndex(({ path }) => path === current) : files.length;
  const marked = new Set(contents?.marked);
  return ({ path, sha, size }, index) => {
    if (size === 0 || matched.has(path)) return 'searched';
    if (contents === undefined || index >= complete || unreadable.has(sha)) return 'left';
    return marked.has(path) ? 'marked' : contents.text.has(path) ? 'searched' : 'skipped';
  };
}

function joined(some: GitContents, others: GitContents): GitContents {
  return { text: new Set([...some.text, ...others.text]), marked: [...some.marked, ...others.marked] };
}

const isSearched = (size: number | undefined): size is number => size !== undefined && size <= largestFile;

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}
