import { LRUCache } from 'lru-cache';
import { entryCache } from '../../core/entryCache.ts';
import type { GitContents, GitFile, GitObjects, GitRepository, GrepLine } from '../git/gitRepositories.ts';
import { isSafeName, repositoryKey } from '../hosting/address.ts';
import { decodePart, decodeText, encodingOf, type TextEncoding } from '../text/encoding.ts';
import { commonFolder } from './globs.ts';
import { withoutReturn } from './lineMatches.ts';
import { requiredLiterals } from './requiredLiterals.ts';
import { largestFile, type SearchRun } from './searchRun.ts';
import type { FileMatches } from './textQuery.ts';

/** Milliseconds for which the files of a commit stay in memory after a search. */
const filesStayFor = 60_000;

interface CommitFiles {
  /** In the order of git, without links, submodules, and names that no file here can have. */
  readonly byPath: ReadonlyMap<string, GitFile>;
  /** Undefined before they are needed: git reads all files for them. */
  contents: GitContents | undefined;
}

/** Searches the commits that git has on this computer. Sends no request. */
export class GitSearch {
  readonly #objects: GitObjects;
  /** Of the latest commit only: a large repository has many files. */
  readonly #files = new LRUCache<string, CommitFiles>({
    max: 1,
    ttl: filesStayFor,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });
  /** By sha. */
  readonly #encodings = entryCache<TextEncoding | 'binary'>(5_000);

  constructor(objects: GitObjects) {
    this.#objects = objects;
  }

  /** The matches of the files of `commit` that `run` selects; undefined if the commit is not here. */
  async search(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
  ): Promise<AsyncIterable<FileMatches> | undefined> {
    const files = await this.#filesOf(repository, commit);
    if (files === undefined) return undefined;
    const selected = [...files.byPath.values()].filter(({ path }) => run.selectsCommitted(path));
    run.expect(selected.length);
    for (const { path, size } of selected) if (!isSearched(size)) run.skip(path);
    return this.#searchAll(run, repository, commit, files, selected);
  }

  async *#searchAll(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
    files: CommitFiles,
    selected: readonly GitFile[],
  ): AsyncGenerator<FileMatches> {
    const searched = selected.filter(({ size }) => isSearched(size));
    for await (const { file, lines } of this.#candidates(run, repository, commit, files)) {
      const matches = await this.#searchLines(run, repository, file, lines);
      if (matches !== undefined) yield matches;
      if (!run.isFull) continue;
      for (const { path } of searched.slice(0, searched.findIndex(({ path }) => path === file.path) + 1))
        run.countSearched(path);
      return;
    }
    const { text, marked } = (files.contents ??= await repository.contents(commit, run.signal));
    const marks = new Set(marked);
    for (const { path, size, sha } of searched) {
      const object = marks.has(path) ? await this.#objects.read(repository.name.host, sha) : undefined;
      const encoding = object && encodingOf(object.bytes);
      if (object !== undefined && encoding?.startsWith('utf-16') === true) {
        const matches = run.searchFile(path, object.bytes);
        if (matches !== undefined) yield matches;
        if (run.isFull) return;
      } else if (text.has(path) || size === 0) run.countSearched(path);
      else run.skip(path);
    }
  }

  /** The files with lines that can match, with these lines. */
  async *#candidates(
    run: SearchRun,
    repository: GitRepository,
    commit: string,
    { byPath }: CommitFiles,
  ): AsyncGenerator<{ readonly file: GitFile; readonly lines: readonly GrepLine[] }> {
    const { query, signal } = run;
    const asked = { literals: requiredLiterals(query), isCaseSensitive: query.isCaseSensitive };
    const folder = commonFolder(query.include);
    let path: string | undefined;
    let file: GitFile | undefined;
    let lines: GrepLine[] = [];
    for await (const batch of repository.grep(commit, asked, folder === undefined ? [] : [folder], signal)) {
      for (const line of batch) {
        if (line.path !== path) {
          if (file !== undefined) yield { file, lines };
          ({ path } = line);
          const found = byPath.get(path);
          file = found !== undefined && isSearched(found.size) && run.selectsCommitted(path) ? found : undefined;
          lines = [];
        }
        if (file !== undefined) lines.push(line);
      }
    }
    if (file !== undefined) yield { file, lines };
  }

  async #searchLines(
    run: SearchRun,
    { name }: GitRepository,
    { path, sha }: GitFile,
    lines: readonly GrepLine[],
  ): Promise<FileMatches | undefined> {
    // The line alone does not tell its encoding; in ASCII, UTF-8 and GB18030 are equal.
    const encoding = lines.every(({ text }) => isAscii(text)) ? 'utf-8' : await this.#encodingOf(name.host, sha);
    // Text in UTF-16 has no lines for git: it is searched as a whole.
    if (encoding !== 'utf-8' && encoding !== 'gb18030') return undefined;
    const texts = lines.map(({ line, text }) => {
      const decoded = line === 1 ? decodeText(text, encoding) : decodePart(text, encoding);
      return { line, text: withoutReturn(decoded) };
    });
    return run.searchLines(path, texts);
  }

  async #encodingOf(host: string, sha: string): Promise<TextEncoding | 'binary'> {
    const known = this.#encodings.get(sha);
    if (known !== undefined) return known;
    const object = await this.#objects.read(host, sha);
    const encoding = object === undefined ? 'binary' : (encodingOf(object.bytes) ?? 'binary');
    this.#encodings.set(sha, encoding);
    return encoding;
  }

  async #filesOf(repository: GitRepository, commit: string): Promise<CommitFiles | undefined> {
    const key = `${repositoryKey(repository.name)} ${commit}`;
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const all = await repository.files(commit);
    if (all === undefined) return undefined;
    const plain = all.filter(({ mode, path }) => mode.startsWith('100') && path.split('/').every(isSafeName));
    const files: CommitFiles = { byPath: new Map(plain.map((file) => [file.path, file])), contents: undefined };
    this.#files.set(key, files);
    return files;
  }
}

const isSearched = (size: number | undefined): size is number => size !== undefined && size < largestFile;

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}
