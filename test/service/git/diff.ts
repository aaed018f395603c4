import type { GitRepository } from './repository.ts';

export interface FileDiff {
  readonly path: string;
  /** The path before a rename. */
  readonly oldPath: string;
  /** The blob after the change; zeros for a removed file. */
  readonly sha: string;
  readonly modes: readonly [before: string, after: string];
  readonly status: 'added' | 'modified' | 'removed' | 'renamed';
  readonly additions: number;
  readonly deletions: number;
  /** The hunks. */
  readonly patch: string;
}

/** The tree without files, which every git knows. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const statuses: Readonly<Record<string, FileDiff['status']>> = { A: 'added', D: 'removed', R: 'renamed' };

/** The files that differ between two commits or trees. */
export async function diffFiles(git: GitRepository, from: string, to: string): Promise<readonly FileDiff[]> {
  return await git.computed(`diff ${from} ${to}`, async () => {
    const ask = (...args: string[]): Promise<Buffer> => git.ask(['diff', '-M', ...args, from, to]);
    const [raw, numbers, patches] = await Promise.all([
      ask('--raw', '-z', '--abbrev=40'),
      ask('--numstat', '-z'),
      ask('-p'),
    ]);
    const counts = countsOf(numbers.toString());
    const hunks = patches
      .toString()
      .split(/^diff --git .*$/m)
      .slice(1)
      .map(hunksOf);
    return entriesOf(raw.toString()).map((entry, at) => {
      const [additions = 0, deletions = 0] = counts[at] ?? [];
      return { ...entry, additions, deletions, patch: hunks[at] ?? '' };
    });
  });
}

const hunksOf = (patch: string): string => {
  const at = patch.indexOf('\n@@');
  return at < 0 ? '' : patch.slice(at + 1);
};

function entriesOf(raw: string): Omit<FileDiff, 'additions' | 'deletions' | 'patch'>[] {
  const parts = raw.split('\0');
  const entries: ReturnType<typeof entriesOf> = [];
  for (let at = 0; at + 1 < parts.length;) {
    const [before = '', after = '', , sha = '', letter = ''] = (parts[at] ?? '').slice(1).split(' ');
    const renamed = letter.startsWith('R');
    const oldPath = parts[at + 1] ?? '';
    const path = renamed ? (parts[at + 2] ?? '') : oldPath;
    entries.push({ path, oldPath, sha, modes: [before, after], status: statuses[letter.charAt(0)] ?? 'modified' });
    at += renamed ? 3 : 2;
  }
  return entries;
}

function countsOf(numbers: string): (readonly [number, number])[] {
  const parts = numbers.split('\0');
  const counts: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const [added = '', removed = '', path = ''] = (parts[at] ?? '').split('\t');
    counts.push([Number(added) || 0, Number(removed) || 0]);
    at += path === '' ? 3 : 1;
  }
  return counts;
}

/** The best common ancestor; undefined for histories without one. */
export const mergeBase = async (git: GitRepository, one: string, other: string): Promise<string | undefined> =>
  await git.ask(['merge-base', one, other]).then(
    (sha) => sha.toString().trim(),
    () => undefined,
  );

/** Whether the difference shows this line of the new file. */
export function showsLine({ patch }: FileDiff, line: number): boolean {
  let next = 0;
  return patch.split('\n').some((text) => {
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(text) ?? [];
    if (start !== undefined) next = Number(start);
    if (start !== undefined || text.startsWith('-') || text.startsWith('\\')) return false;
    return (next += 1) - 1 === line;
  });
}
