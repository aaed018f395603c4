import { throwIfCancelled, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { decodeText, encodingOf } from '../text/encoding.ts';
import { globMatcher } from './globs.ts';
import { lineExpression, lineMatch, textMatches } from './lineMatches.ts';
import type { FileMatches, LineMatch, SearchCoverage, TextQuery } from './textQuery.ts';

/** Files with more bytes are skipped. */
export const largestFile = 20 * 1024 * 1024;

/** Runs `work`, which does not wait for anything; undefined if it takes too long. */
export type LimitTime = <T>(work: () => T) => T | undefined;

const mostSlowFiles = 3;
const mostSkippedPaths = 1_000;

/** A line as text, with its number from 1. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
}

const longestQuery = 10_000;
/** Characters of all globs that select files, and of all that leave out files: more would take long to read. */
const longestGlobs = 1_000;

/** @throws Failure `invalid` (field `query`, `include` or `exclude`) */
function requireShort({ query, include, exclude }: TextQuery): void {
  if (query.length > longestQuery) throw wrongValue('query', requires('shorter', `${longestQuery}`));
  for (const [field, globs] of Object.entries({ include, exclude }))
    if (globs.join('').length > longestGlobs) throw wrongValue(field, requires('shorter', `${longestGlobs}`));
}

/** One search while it runs: what matches, which files are selected, and what was counted until now. */
export class SearchRun {
  readonly query: TextQuery;
  readonly signal: AbortSignal | undefined;
  readonly #expression: RegExp;
  readonly #limitTime: LimitTime;
  readonly #includes: (path: string) => boolean;
  readonly #excludes: (path: string) => boolean;
  readonly #changed: ReadonlySet<string>;
  readonly #coming = new Set<string>();
  #total = 0;
  #searched = 0;
  #skipped = 0;
  #skippedPaths: string[] = [];
  #lfs = 0;
  #lines = 0;
  readonly #slow = new Set<string>();
  #isFull = false;

  /** @throws Failure `invalid` (field `query`, `include` or `exclude`) */
  constructor(query: TextQuery, changed: ReadonlySet<string>, limitTime: LimitTime, signal: AbortSignal | undefined) {
    requireShort(query);
    this.query = query;
    this.signal = signal;
    this.#expression = lineExpression(query);
    this.#changed = changed;
    // Only an expression of the user can take longer than the length of the text.
    this.#limitTime = query.isRegex ? limitTime : (work) => work();
    this.#includes = query.include.length === 0 ? () => true : globMatcher(query.include);
    this.#excludes = globMatcher(query.exclude);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  get coverage(): SearchCoverage {
    const [searched, skipped, total] = [this.#searched, this.#skipped, this.#total];
    const [skippedPaths, lfs, coming] = [[...this.#skippedPaths], this.#lfs, this.#coming.size];
    return { searched, skipped, skippedPaths, lfs, coming, total };
  }

  selects(path: string): boolean {
    return this.#includes(path) && !this.#excludes(path);
  }

  /** As `selects`, for a file of the commit: not if it was changed here. */
  selectsCommitted(path: string): boolean {
    return !this.#changed.has(path) && this.selects(path);
  }

  expect(files: number): void {
    this.#total += files;
  }

  /** Notes that the content of a file is not here yet. It is searched or skipped later. */
  await(path: string): void {
    this.#coming.add(path);
  }

  /** Counts a file of which only lines were searched. */
  countSearched(path: string): void {
    if (!this.#slow.has(path)) this.#searched += 1;
    this.#coming.delete(path);
  }

  skip(path: string): void {
    this.#skipped += 1;
    this.#coming.delete(path);
    if (this.#skippedPaths.length < mostSkippedPaths) this.#skippedPaths.push(path);
  }

  /** Counts expected files whose content is in Git LFS. */
  leaveOut(files: number): void {
    this.#lfs += files;
    this.#total -= files;
  }

  /** Searches a whole file and counts it. Undefined if nothing matches; a binary or large file is skipped. */
  searchFile(path: string, bytes: Uint8Array): FileMatches | undefined {
    const encoding = bytes.length <= largestFile ? encodingOf(bytes) : undefined;
    if (encoding === undefined) {
      this.skip(path);
      return undefined;
    }
    const text = decodeText(bytes, encoding);
    const lines = this.#match(path, () => textMatches(this.#expression, text, this.query.limit + 1));
    if (lines === undefined) return undefined;
    this.countSearched(path);
    return this.#addMatches(path, lines);
  }

  /** Searches some lines of a file, which is not counted. Undefined if nothing matches. */
  searchLines(path: string, lines: readonly TextLine[]): FileMatches | undefined {
    const matches = this.#match(path, () =>
      lines.flatMap(({ text, line }) => lineMatch(this.#expression, text, line) ?? []),
    );
    return matches && this.#addMatches(path, matches);
  }

  #match(path: string, work: () => LineMatch[]): LineMatch[] | undefined {
    throwIfCancelled(this.signal);
    const lines = this.#limitTime(work);
    if (lines !== undefined) return lines;
    this.#slow.add(path);
    if (this.#slow.size > mostSlowFiles) throw wrongValue('query', requires('fastExpression'));
    this.skip(path);
    return undefined;
  }

  #addMatches(path: string, lines: readonly LineMatch[]): FileMatches | undefined {
    const rest = Math.max(0, this.query.limit - this.#lines);
    if (lines.length > rest) this.#isFull = true;
    this.#lines += Math.min(lines.length, rest);
    const withinLimit = lines.slice(0, rest);
    return withinLimit.length === 0 ? undefined : { path, lines: withinLimit };
  }
}
