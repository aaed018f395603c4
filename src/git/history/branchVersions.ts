import { Failure } from '../../core/errors.ts';
import type { CommitPair } from '../../domain/git/gitHistory.ts';
import { logCommits, readCommits, textOf } from './historyFormat.ts';
import type { HistoryReading } from './pathHistory.ts';

/** Commits of a version of a branch: git compares each with each. */
const mostCommits = 300;

interface PatchReading extends HistoryReading {
  readonly demandFoldersOf: (commits: readonly string[]) => Promise<void>;
}

/** Pairs the commits of `before` and `after` that `base` lacks, by their patches. The oldest first, merges left out. */
export async function pairVersions(
  reading: PatchReading & { readonly run: (args: readonly string[], options: object) => AsyncIterable<Uint8Array> },
  base: string,
  before: string,
  after: string,
): Promise<readonly CommitPair[]> {
  const { run, signal } = reading;
  const list = async (tip: string): Promise<string[]> => {
    const args = ['rev-list', '--no-merges', `--max-count=${mostCommits + 1}`, tip, `^${base}`, '--'];
    const shas = (await textOf(run(args, { signal }))).split('\n').filter(Boolean);
    if (shas.length <= mostCommits) return shas;
    const about = [String(mostCommits)];
    throw new Failure('refused', 'too many commits to compare', { reason: 'tooManyVersions', about });
  };
  const shas = [...(await list(before)), ...(await list(after))];
  if (shas.length === 0) return [];
  await demandPatches(reading, shas);
  const input = shas.map((sha) => `${sha}\n`).join('');
  const commits = await readCommits(run([...logCommits, '--no-walk=unsorted', '--stdin'], { input, signal }));
  const args = ['range-diff', '--no-color', '--no-notes', '--no-patch', '--abbrev=40', base, before, after];
  const find = (start: string | undefined) =>
    start === undefined ? undefined : commits.find(({ sha }) => sha.startsWith(start));
  return (await textOf(run(args, { signal }))).split('\n').flatMap((line): CommitPair[] => {
    const [, old = '', sign = '', now = ''] =
      /^ *(?:\d+|-+): +([0-9a-f]+|-+) ([=!<>]) +(?:\d+|-+): +([0-9a-f]+|-+)/.exec(line) ?? [];
    const status = statuses[sign];
    const [was, is] = [old, now].map((sha) => find(sha.startsWith('-') || sha === '' ? undefined : sha));
    return status === undefined ? [] : [{ status, before: was, after: is }];
  });
}

const statuses: Readonly<Partial<Record<string, CommitPair['status']>>> = {
  '=': 'same',
  '!': 'changed',
  '<': 'removed',
  '>': 'added',
};

/** The message and the patch of a commit, without what only says where its lines are. */
export async function readPatch(reading: PatchReading, commit: string): Promise<string> {
  await demandPatches(reading, [commit]);
  const args = [
    'show',
    '--no-color',
    '--no-notes',
    '--no-ext-diff',
    '--no-textconv',
    '--format=%B',
    '--patch',
    commit,
    '--',
  ];
  const text = await textOf(reading.run(args, { signal: reading.signal }));
  return text
    .replace(/^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}.*\n/gm, '')
    .replace(/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/gm, '@@');
}

/** Fetches the folders and the contents that the patches of `commits` need: the contents in one fetch. */
async function demandPatches(reading: PatchReading, commits: readonly string[]): Promise<void> {
  const { run, signal } = reading;
  const parents = await textOf(run(['log', '--no-walk', '--format=%P', ...commits, '--'], { signal }));
  await reading.demandFoldersOf([...new Set([...commits, ...parents.split(/\s+/).filter(Boolean)])]);
  const blobs = new Set<string>();
  for (const commit of commits) {
    const args = ['diff-tree', '-r', '--root', '--raw', '--no-abbrev', '--no-renames', '--no-commit-id', commit, '--'];
    for (const line of (await textOf(run(args, { signal }))).split('\n')) {
      const [was = '', is = '', old = '', now = ''] = line.split(' ');
      if (/^:1[02]/.test(was)) blobs.add(old);
      if (/^1[02]/.test(is)) blobs.add(now);
    }
  }
  await reading.fetchMissing(blobs);
}
