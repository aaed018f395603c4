import { isFailure } from '../../core/errors.ts';
import type { HistoryCommit } from '../../domain/git/gitHistory.ts';
import { readCommits, commitFormat } from './historyFormat.ts';
import { fetchBlobs, fetchDifference, fetchFolders, fetchPath, type HistoryObjects } from './historyTrees.ts';

/** Newest commits whose trees are fetched for the history of a path. Older ones are not searched. */
const mostCommits = 50_000;
/** Renames of a file whose objects are fetched together; git fetches those of others one by one. */
const mostNames = 20;

/** Runs git in a repository; see `RunGit`. */
type Run = (
  args: readonly string[],
  options: { readonly signal?: AbortSignal | undefined },
) => AsyncIterable<Uint8Array<ArrayBuffer>>;

/** What git needs to list the history of a path; its trees are here. */
export interface PathHistory {
  /** False: a folder of the tip. A path that the tip does not have counts as a file. */
  readonly isFile: boolean;
  readonly isInTip: boolean;
  /** The versions of the file, under all its names. */
  readonly blobs: ReadonlySet<string>;
  /** Options that leave out commits that are too old. */
  readonly since: readonly string[];
}

interface Search {
  readonly run: Run;
  readonly objects: HistoryObjects;
  readonly signal: AbortSignal | undefined;
}

/** Fetches the trees of all commits of `tip` that lead to `path`, and to the names that the file had before. */
export async function historyPath(search: Search, tip: string, path: string): Promise<PathHistory> {
  const { run, objects, signal } = search;
  const args = ['log', '--format=%T %ct', `--max-count=${mostCommits}`, tip, '--'];
  const lines = (await textOf(run(args, { signal }))).split('\n').filter(Boolean);
  const roots = new Set(lines.map((line) => line.split(' ')[0] ?? ''));
  const oldest = lines.length < mostCommits ? undefined : lines.at(-1)?.split(' ')[1];
  const since = oldest === undefined ? [] : [`--max-age=${oldest}`];
  const blobs = new Set(await fetchPath(objects, roots, path));
  const kind = (await textOf(run(['--literal-pathspecs', 'ls-tree', '-z', tip, '--', path], { signal }))).split(' ')[1];
  if (kind === 'tree') return { isFile: false, isInTip: true, blobs, since };
  let name = path;
  let from = tip;
  for (let count = 1; count < mostNames; count += 1) {
    const rename = await renameOf(search, from, name, since);
    if (rename === undefined) break;
    name = rename.oldPath;
    from = rename.commit;
    for (const sha of await fetchPath(objects, roots, name)) blobs.add(sha);
  }
  return { isFile: true, isInTip: kind === 'blob', blobs, since };
}

/** The newest rename to `path`, as `git log --follow` finds it; undefined if there is none. */
async function renameOf(
  { run, objects, signal }: Search,
  from: string,
  path: string,
  since: readonly string[],
): Promise<{ readonly commit: string; readonly oldPath: string } | undefined> {
  const log = ['--literal-pathspecs', 'log', '-z', '--max-count=1', '--encoding=UTF-8', commitFormat];
  const added = ['--full-history', '--no-merges', '--diff-filter=A', ...since, from, '--', path];
  const [creation] = await readCommits(run([...log, ...added], { signal }));
  const [parent] = creation?.parents ?? [];
  if (creation === undefined) return undefined;
  // Git reads all folders of both commits: every file of the parent may be the old one.
  const trees = await Promise.all(
    [creation.sha, ...(parent === undefined ? [] : [parent])].map((sha) => rootTree(run, sha, signal)),
  );
  const blobs = await fetchFolders(objects, trees);
  const args = [...log, '--follow', '--raw', '--no-abbrev', creation.sha, '--', path];
  const follow = async (): Promise<HistoryCommit | undefined> => (await readCommits(run(args, { signal })))[0];
  const followed = await follow().catch(async (error: unknown) => {
    // A file that was renamed without a change is found without the contents; they are compared for the others.
    if (!isFailure(error, 'refused')) throw error;
    await fetchBlobs(objects, blobs);
    return await follow();
  });
  const oldPath = followed?.sha === creation.sha ? followed.file?.oldPath : undefined;
  return oldPath === undefined ? undefined : { commit: creation.sha, oldPath };
}

/** Fetches the trees in which `commit` differs from its first parent. Returns both, the parent first. */
export async function fetchChanges(
  { run, objects, signal }: Search,
  commit: string,
): Promise<{ readonly before: string | undefined; readonly after: string }> {
  const args = ['log', '-z', '--max-count=1', '--encoding=UTF-8', commitFormat, commit, '--'];
  const [known] = await readCommits(run(args, { signal }));
  const parent = known?.parents[0];
  const after = await rootTree(run, commit, signal);
  const before = parent === undefined ? undefined : await rootTree(run, parent, signal);
  await fetchDifference(objects, before, after);
  return { before, after };
}

async function rootTree(run: Run, commit: string, signal: AbortSignal | undefined): Promise<string> {
  return (await textOf(run(['log', '--max-count=1', '--format=%T', commit, '--'], { signal }))).trim();
}

/** The whole output. */
export async function textOf(output: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of output) text += decoder.decode(bytes, { stream: true });
  return text;
}
