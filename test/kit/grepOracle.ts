import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextQuery } from '../../src/domain/search/textQuery.ts';
import { startGit } from '../service/git/command.ts';
import { importHistory, makeBare, type SeedFile } from '../service/git/fastImport.ts';
import { buffer } from 'node:stream/consumers';
import { textQuery } from './textQueries.ts';

const author = { name: 'Alice Winter', email: 'alice@example.org' };
/** Larger files are skipped by a search. */
const largestFile = 20 * 1024 * 1024;

/** Numbers from 0 to 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The files of a folder, by path; files in folders named in `without` are left out. */
export function filesOf(folder: string, without: readonly string[] = []): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.flatMap((entry) => {
      const place = join(entry.parentPath, entry.name);
      const path = place.slice(folder.length + 1);
      return path.split('/').some((name) => without.includes(name)) ? [] : [[path, readFileSync(place)]];
    }),
  );
}

/** Creates a bare repository with one commit of `files` on `main`. */
export async function createRepository(directory: string, files: Readonly<Record<string, SeedFile>>): Promise<void> {
  await makeBare(directory, 'main');
  await importHistory(directory, [{ branch: 'main', message: 'All files\n', author, time: 1_767_600_000, files }]);
}

/** A commit on `main` of a bare repository with these changes, as a working copy would have them. */
export async function commitChanges(
  directory: string,
  branch: string,
  files: Readonly<Record<string, SeedFile>>,
): Promise<void> {
  const commit = { branch, from: 'main', message: 'Drafts\n', author, time: 1_767_600_060, files };
  await importHistory(directory, [commit]);
}

/** The large files of each ref. */
const large = new Map<string, Set<string>>();

/**
 * What `git grep` finds at `ref`: `path:line:column` with the column in UTF-16 units, sorted. `pathspecs` select the
 * same files as the globs of the query.
 */
export async function gitGrep(
  directory: string,
  ref: string,
  query: TextQuery,
  pathspecs: readonly string[] = [],
): Promise<string[]> {
  const options = [
    ...(query.isCaseSensitive ? [] : ['-i']),
    ...(query.matchWholeWord ? ['-w'] : []),
    ...(query.isRegex ? ['-P'] : ['-F']),
  ];
  const args = ['grep', '-n', '-I', '-z', '--column', '--full-name', ...options, '-e', query.query, ref, '--'];
  const { stream, ended } = await startGit(directory, [...args, ...pathspecs]);
  stream.end();
  const [output, { code }] = await Promise.all([buffer(stream), ended]);
  if (code !== 0 && code !== 1) throw new Error(`git grep ended with ${code} for ${query.query}`);
  const key = `${directory} ${ref}`;
  large.set(key, large.get(key) ?? (await largeFiles(directory, ref)));
  const found: string[] = [];
  for (let at = 0; at < output.length;) {
    const [path, line, column] = [0, 1, 2].map(() => {
      const end = output.indexOf(0, at);
      const field = output.toString('utf8', at, end);
      at = end + 1;
      return field;
    });
    const end = output.indexOf(0x0a, at);
    const before = output.toString('utf8', at, at + Number(column) - 1);
    const name = path?.slice(ref.length + 1) ?? '';
    if (large.get(key)?.has(name) !== true) found.push(`${name}:${line}:${before.length + 1}`);
    at = end + 1;
  }
  return found.sort();
}

async function largeFiles(directory: string, ref: string): Promise<Set<string>> {
  const { stream } = await startGit(directory, ['ls-tree', '-r', '-l', '-z', ref]);
  stream.end();
  const lines = (await buffer(stream)).toString().split('\0').filter(Boolean);
  const sized = lines.map((line) => ({
    size: Number(line.slice(0, line.indexOf('\t')).split(/ +/)[3]),
    path: line.slice(line.indexOf('\t') + 1),
  }));
  return new Set(sized.filter(({ size }) => size > largestFile).map(({ path }) => path));
}

export interface OracleQuery {
  readonly query: TextQuery;
  /** For git, as the globs of `query`. */
  readonly pathspecs: readonly string[];
}

/** Random queries whose words are in `texts`. */
export function randomQueries(texts: readonly string[], count: number, random: () => number): OracleQuery[] {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const word = (): string => {
    const words = pick(texts)?.match(/[A-Za-z_]{3,12}/g) ?? [];
    return pick(words) ?? 'the';
  };
  const escaped = (): string => word();
  const expressions: readonly (() => string)[] = [
    () => `${escaped()}\\w*`,
    () => `^[ \\t]*${escaped()}\\b`,
    () => `\\b(?:${escaped()}|${escaped()})\\(`,
    () => `${escaped().slice(0, 2)}[a-z]{1,3}${escaped().slice(-2)}`,
    () => `(?<![a-z])${escaped()}(?!\\w)`,
    () => `[A-Z]\\w+\\.${escaped().slice(0, 3)}`,
    () => `${escaped()}[^a-z]+${escaped().slice(0, 1)}`,
    () => `\\d{3,}${pick(['', '\\.', '[a-f]']) ?? ''}`,
  ];
  const lines = (): string => {
    const line = pick(pick(texts)?.split('\n') ?? [])?.trim() ?? '';
    const start = Math.floor(random() * line.length);
    return line.slice(start, start + 2 + Math.floor(random() * 12)).replace(/[^ -~]/g, '') || word();
  };
  const globs = [
    [[], []],
    [['*.ts'], ['*.ts']],
    [['*.{js,md}'], ['*.js', '*.md']],
    [['./lib'], ['lib']],
  ] as const;
  return Array.from({ length: count }, () => {
    const isRegex = random() < 0.4;
    const query = isRegex ? (pick(expressions) ?? word)() : random() < 0.5 ? word() : lines();
    const [include, pathspecs] = pick(globs) ?? globs[0];
    const more = { isRegex, isCaseSensitive: random() < 0.6, matchWholeWord: random() < 0.2, include };
    return { query: textQuery(query, { ...more, limit: 1_000_000 }), pathspecs };
  });
}
