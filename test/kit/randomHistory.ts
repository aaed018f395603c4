import { git } from '../service/git/command.ts';

/** Random whole numbers below a bound, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const names = ['a.txt', 'b c.md', 'ünïcode', '文件', 'tab\there', 'line\nbreak', 'quo"te\\', '-dash', ':(top)x', '*'];
const folders = ['', 'src/', 'src/deep/er/', 'docs/', '新 文件夹/'];
const authors = ['Alice Winter', '\u202eevil\u202c', '张三', 'No | "Name"'];
const messages = [
  'Fix the menu (#12)',
  '',
  'Many\n\nparagraphs\n\n:100644 100644 a b M\n',
  '#1 and alice/website#2',
  ' ',
];

const quoted = (path: string): string =>
  `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

export interface RandomHistory {
  readonly branch: string;
  readonly seed: number;
  /** Number of commits. */
  readonly commits: number;
  /** Texts of the first commit, by path; left out: the first commit has random ones. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Writes random commits with renames, copies, removals, folders and merges to a branch of a bare repository.
 * @returns all paths that a commit has had
 */
export async function writeRandomHistory(
  directory: string,
  { branch, seed, commits, files: first = {} }: RandomHistory,
): Promise<readonly string[]> {
  const below = numbers(seed);
  const one = <T>(of: readonly [T, ...T[]] | readonly T[]): T | undefined => of[below(of.length)];
  const input: string[] = [];
  const all = new Set<string>();
  let files = new Map<string, string[]>();
  const line = (): string => `line ${below(1_000_000)} of ${below(1_000_000)}`;
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const write = (path: string, lines: string[]): void => {
    files.set(path, lines);
    all.add(path);
    input.push(`M 100644 inline ${quoted(path)}\n${data(`${lines.join('\n')}\n`)}`);
  };
  const remove = (path: string): void => {
    files.delete(path);
    input.push(`D ${quoted(path)}\n`);
  };
  const freshPath = (): string => {
    const path = `${one(folders)}${below(30)}${one(names)}`;
    return [...files.keys()].some((known) => known.startsWith(`${path}/`) || path.startsWith(`${known}/`))
      ? `${below(1_000_000)}`
      : path;
  };
  const edited = (lines: readonly string[]): string[] =>
    lines.flatMap((text) => (below(8) === 0 ? [line()] : below(20) === 0 ? [text, line()] : [text]));
  const change = (): void => {
    const path = one([...files.keys()]);
    const lines = files.get(path ?? '');
    const action = below(10);
    if (path === undefined || lines === undefined || action < 2) write(freshPath(), Array.from({ length: 30 }, line));
    else if (action < 4) {
      const target = freshPath();
      remove(path);
      write(target, below(2) === 0 ? lines : edited(lines));
    } else if (action === 4 && files.size > 4) remove(path);
    else if (action === 5) write(freshPath(), lines);
    else write(path, edited(lines));
  };
  const commit = (mark: number, to: string, time: number, from: number | undefined, merge?: number): void => {
    const author = `${one(authors)} <${below(5)}@example.com> ${time} +0${below(9)}30`;
    input.push(`commit refs/heads/${to}\nmark :${mark}\nauthor ${author}\ncommitter ${author}\n`);
    input.push(data(one(messages) ?? ''), from === undefined ? '' : `from :${from}\n`);
    input.push(merge === undefined ? '' : `merge :${merge}\n`);
  };
  let last: number | undefined;
  let time = 1_700_000_000;
  for (let mark = 1; mark <= commits; mark += 1) {
    time += below(3);
    if (last === undefined || below(10) > 0) {
      commit(mark, branch, time, last);
      if (last === undefined) for (const [path, text] of Object.entries(first)) write(path, text.split('\n'));
      for (let changes = 1 + below(3); changes > 0; changes -= 1) change();
      last = mark;
      continue;
    }
    // A branch with one commit, a commit that runs at the same time, and their merge.
    const base = last;
    const before = new Map(files);
    commit(mark, `${branch}-side`, time, base);
    const added = `side/${mark}`;
    write(added, Array.from({ length: 10 }, line));
    files = before;
    commit(mark + 1, branch, time + below(2), base);
    change();
    commit(mark + 2, branch, time + 2, mark + 1, mark);
    write(added, edited(['merged', line()]));
    last = mark + 2;
    mark += 2;
    time += 2;
  }
  await git(directory, ['fast-import', '--quiet', '--force', '--date-format=raw'], input.join(''));
  return [...all];
}
