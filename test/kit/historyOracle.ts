import type { Blame, CommittedChange, HistoryCommit } from '../../src/domain/git/gitHistory.ts';
import { git } from '../service/git/command.ts';

/** `count` random items, each once. */
export function chosen<T>(items: readonly T[], count: number, random: () => number): T[] {
  const keyed = items.map((item) => ({ item, at: random() })).sort((one, other) => one.at - other.at);
  return keyed.slice(0, count).map(({ item }) => item);
}

/** The shas that `git log` lists for `path`, empty for all; `--follow` unless it is a folder. Newest first. */
export async function gitLog(
  directory: string,
  tip: string,
  { path = '', isFolder = false, limit }: { path?: string; isFolder?: boolean; limit: number },
): Promise<string[]> {
  const follow = path === '' || isFolder ? [] : ['--follow'];
  const args = ['--literal-pathspecs', 'log', ...follow, '--format=%H', `--max-count=${limit}`, tip, '--'];
  const output = await git(directory, [...args, ...(path === '' ? [] : [path])]);
  return output.toString().split('\n').filter(Boolean);
}

/** A line of a file: the sha, the author and the path of the commit that wrote it. */
export type BlamedLine = readonly [sha: string, author: string, path: string];

/** The lines of `git blame`. */
export async function gitBlame(directory: string, tip: string, path: string): Promise<BlamedLine[]> {
  // Without the names of .mailmap: they are not those of the commits.
  const settings = ['--literal-pathspecs', '-c', 'core.quotePath=false', '-c', 'mailmap.blob='];
  const args = [...settings, 'blame', '--no-textconv', '--line-porcelain'];
  const output = (await git(directory, [...args, tip, '--', path])).toString();
  const found: BlamedLine[] = [];
  let [sha, author] = ['', ''];
  // Text of the file follows a tab, so no line of it looks like a header.
  for (const line of output.split('\n')) {
    if (/^[0-9a-f]{40,64} \d+ \d+/.test(line)) sha = line.slice(0, line.indexOf(' '));
    else if (line.startsWith('author ')) author = line.slice('author '.length);
    else if (line.startsWith('filename ')) found.push([sha, author, unquoted(line.slice('filename '.length))]);
  }
  return found;
}

/** The same of a `Blame`. */
export function blamedLines({ lines, commits }: Blame): BlamedLine[] {
  return lines.flatMap(({ sha, path, count }) =>
    Array.from({ length: count }, (): BlamedLine => [sha, commits.get(sha)?.authorName ?? '', path]),
  );
}

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** A path that git wrote as a literal of C, with `core.quotePath=false`. */
function unquoted(path: string): string {
  if (!path.startsWith('"')) return path;
  return path
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
    );
}

/** What `git show` has of a commit. */
export interface ShownCommit {
  readonly fields: readonly string[];
  readonly changes: readonly (readonly string[])[];
}

/** Parents, author, mail, date and message, as `ShownCommit` has them. */
export const fieldsOf = (commit: HistoryCommit | undefined): string[] =>
  commit === undefined
    ? []
    : [commit.parents.join(' '), commit.authorName, commit.authorEmail, commit.authoredDate, commit.message];

/** Status, the old path of a rename, and path, as `ShownCommit` has them. */
export const namesOf = (changes: readonly CommittedChange[]): string[][] =>
  changes.map(({ status, oldPath, path }) => [status, ...(oldPath === undefined ? [] : [oldPath]), path]);

/** What `git show` has of a commit; of a merge the changes against its first parent. */
export async function gitShow(directory: string, sha: string): Promise<ShownCommit> {
  const format = '--format=%P%x00%an%x00%ae%x00%aI%x00%B%x00';
  const args = ['show', '-m', '--first-parent', '--name-status', '-z', format, sha];
  const output = (await git(directory, args)).toString();
  const [parents = '', name = '', email = '', date = '', message = '', ...rest] = output.split('\0');
  return { fields: [parents, name, email, date, message.trimEnd()], changes: changesOf(rest) };
}

const statuses: Readonly<Record<string, string>> = {
  A: 'added',
  M: 'modified',
  D: 'removed',
  R: 'renamed',
  C: 'copied',
  T: 'modified',
};

function changesOf(output: readonly string[]): string[][] {
  const fields = output.filter(Boolean);
  const found: string[][] = [];
  while (fields.length > 0) {
    const status = statuses[fields.shift()?.trimStart()[0] ?? ''] ?? '';
    found.push([status, ...fields.splice(0, status === 'renamed' || status === 'copied' ? 2 : 1)]);
  }
  return found;
}
