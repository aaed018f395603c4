import { availableParallelism } from 'node:os';
import { joinBytes, sameBytes } from '../core/bytes.ts';
import type { GitContents, GitSearchOptions, GrepLine, GrepQuery } from '../domain/git/gitRepositories.ts';
import { readablePath } from '../domain/objects/readablePath.ts';
import { separated } from './history/historyFormat.ts';
import type { GitRunOptions, RunGit } from './processes/runGit.ts';

/** Bytes of a line that are kept. */
const longestLine = 1024 * 1024;
const [lineFeed, nul] = [0x0a, 0];
/** `git grep` ends with 1 if nothing matches. */
const exits = [0, 1];

/** Options that no configuration and no content of the repository changes. */
const always = ['-z', '--full-name', '--no-recurse-submodules', '--no-color', '--no-textconv'];

/** Half of the processors stay free for the editor. */
const half = Math.max(2, Math.ceil(availableParallelism() / 2));

export async function* grepCommit(
  run: RunGit,
  commit: string,
  { literals, isCaseSensitive }: GrepQuery,
  pathspecs: readonly string[],
  options: GitSearchOptions = {},
): AsyncGenerator<readonly GrepLine[], void, void> {
  // Patterns are bytes of any encoding: they cannot be arguments.
  const patterns = literals.length === 0 ? ['-e', ''] : ['-f', '-'];
  const args = [
    ...always,
    `--threads=${half}`,
    '-n',
    '-I',
    '-F',
    ...(isCaseSensitive ? [] : ['-i']),
    ...patterns,
    commit,
  ];
  const lines = new GrepLines(commit);
  const input = literals.length === 0 ? undefined : joined(literals);
  const grepArgs = ['grep', ...args, '--', ...pathspecs];
  const output = run(grepArgs, { input, exits, ...runOptions(options) });
  for await (const bytes of output) {
    const batch = lines.add(bytes);
    if (batch.length > 0) yield batch;
  }
}

export async function readContents(
  run: RunGit,
  commit: string,
  pathspecs: readonly string[],
  options: GitSearchOptions = {},
): Promise<GitContents> {
  const marks = [
    [0x5e, 0xff, 0xfe],
    [0x5e, 0xfe, 0xff],
  ].map((mark) => Uint8Array.from(mark));
  const [text, marked] = await Promise.all([
    pathsOf(run, commit, pathspecs, { patterns: ['-I', '-F', '-e', ''], ...options }),
    pathsOf(run, commit, pathspecs, { patterns: ['-a', '-G', '-f', '-'], input: joined(marks), ...options }),
  ]);
  return { text: new Set(text), marked };
}

async function pathsOf(
  run: RunGit,
  commit: string,
  pathspecs: readonly string[],
  {
    patterns,
    input,
    ...options
  }: GitSearchOptions & { readonly patterns: readonly string[]; readonly input?: Uint8Array },
): Promise<string[]> {
  const paths: string[] = [];
  const args = ['grep', ...always, `--threads=${Math.floor(half / 2)}`, '-l', ...patterns, commit, '--', ...pathspecs];
  for await (const name of separated(run(args, { input, exits, ...runOptions(options) }), '\0'))
    paths.push(readablePath(name.slice(commit.length + 1)));
  return paths;
}

function runOptions({ signal, onUnreadable }: GitSearchOptions): Pick<GitRunOptions, 'signal' | 'onErrors'> {
  return { signal, onErrors: onUnreadable && unreadableReader(onUnreadable) };
}

/** Git goes on after a file that it cannot read. Returns a function that receives the error output in parts. */
function unreadableReader(onUnreadable: (sha: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, sha] = /unable to read ([0-9a-f]{40,64})$/.exec(line) ?? [];
      if (sha !== undefined) onUnreadable(sha);
    }
  };
}

/** Reads the output of `git grep -n -z`: `<commit>:<path>` NUL `<line>` NUL `<text>` LF, in parts of any length. */
class GrepLines {
  readonly #prefix: number;
  readonly #decoder = new TextDecoder();
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;
  #fields: string[] = [];
  #lastPath: { readonly bytes: Uint8Array; readonly path: string } | undefined;

  constructor(commit: string) {
    this.#prefix = commit.length + 1;
  }

  add(bytes: Uint8Array<ArrayBuffer>): GrepLine[] {
    const lines: GrepLine[] = [];
    let from = 0;
    while (from < bytes.length) {
      const isText = this.#fields.length === 2;
      const end = bytes.indexOf(isText ? lineFeed : nul, from);
      this.#keep(bytes.subarray(from, end < 0 ? bytes.length : end), isText);
      if (end < 0) break;
      from = end + 1;
      const field = this.#take();
      if (!isText) {
        this.#fields.push(this.#fields.length === 0 ? this.#pathOf(field) : this.#decoder.decode(field));
        continue;
      }
      const [path = '', line = ''] = this.#fields;
      lines.push({ path, line: Number(line), text: field });
      this.#fields = [];
    }
    return lines;
  }

  /** A line of many megabytes is read to its end, but not kept. */
  #keep(part: Uint8Array<ArrayBuffer>, isText: boolean): void {
    const bytes = isText ? part.subarray(0, Math.max(0, longestLine - this.#length)) : part;
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  #take(): Uint8Array<ArrayBuffer> {
    const [only] = this.#parts;
    const whole = this.#parts.length === 1 && only !== undefined ? only : joinBytes(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return whole;
  }

  /** The lines of a file follow each other, so that its path is decoded once. */
  #pathOf(field: Uint8Array): string {
    const last = this.#lastPath;
    if (last !== undefined && sameBytes(last.bytes, field)) return last.path;
    const path = readablePath(this.#decoder.decode(field.subarray(this.#prefix)));
    this.#lastPath = { bytes: field, path };
    return path;
  }
}

function joined(patterns: readonly Uint8Array[]): Uint8Array {
  const bytes: number[] = [];
  for (const pattern of patterns) bytes.push(...pattern, lineFeed);
  return Uint8Array.from(bytes);
}
