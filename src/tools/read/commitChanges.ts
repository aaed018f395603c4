import { oneLine } from '../../core/text.ts';
import type { CommittedChange, HistoryCommit } from '../../domain/git/gitHistory.ts';
import { fetchCommits } from '../../domain/repositories/refComparison.ts';
import { isAt } from '../../domain/sourceControl/commit/commitSelection.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import { gather, parseCursor, type ToolOutput } from '../kit/output.ts';
import { namedBy, openCommit, type ToolFiles, type ToolServices } from '../kit/place.ts';
import { refDiffs } from './versions.ts';

interface CommitInput {
  readonly repository: string;
  readonly host?: string | undefined;
  readonly head: string;
  readonly path?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The message of the commit `head`, and its changes against its first parent as unified differences. Needs git. */
export async function commitChanges(
  services: ToolServices,
  input: CommitInput,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { commit: cursorCommit } = parseCursor(input.cursor);
  const ref = cursorCommit ?? input.head;
  const { repository, commit } = await openCommit(services, { ...input, ref }, signal).catch(namedBy('head'));
  const history = services.history(repository);
  const [record] = await history.commits(commit, { path: '', skip: 0, limit: 1 }, { signal });
  const all = await history.changes(commit, { signal });
  const { path } = input;
  const changes = path === undefined ? all : all.filter((change) => isAt(change.path, [path]));
  const lines = commitLines(services, repository, { commit, record, changes }, signal);
  const others = changes.length < all.length ? ` of ${all.length}` : '';
  const merge =
    record !== undefined && record.parents.length > 1 ? ' Of a merge, only what it changed in its first parent.' : '';
  const summary = `${changes.length}${others} files changed by one commit.${merge}`;
  return { summary, ...(await gather(lines, input.cursor)), commit };
}

interface ReadCommit {
  readonly commit: string;
  readonly record: HistoryCommit | undefined;
  readonly changes: readonly CommittedChange[];
}

async function* commitLines(
  { repositories, fetcher }: Pick<ToolServices, 'repositories' | 'fetcher'>,
  name: RepositoryName,
  { commit, record, changes }: ReadCommit,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  yield `commit ${commit}`;
  if (record !== undefined) {
    yield `author: ${oneLine(record.authorName)}; ${record.authoredDate}`;
    for (const line of record.message.split('\n')) yield `  ${line}`;
  }
  // Of a long commit, what to ask for with a path.
  if (changes.length > 1) for (const change of changes) yield changeRow(change);
  const parent = record?.parents[0];
  // As the comparison of refs: a single file is requested by itself.
  if (changes.length > 1) await fetchCommits(fetcher, name, [parent ?? commit, commit], { signal, background: true });
  const open = (sha: string): Pick<ToolFiles, 'remote'> => {
    repositories.setResolved(name, sha, { kind: 'commit', name: sha, commit: sha });
    return { remote: repositories.at({ ...name, ref: sha }) };
  };
  yield* refDiffs(parent === undefined ? undefined : open(parent), open(commit), changes, signal);
}

function changeRow({ status, path, oldPath }: CommittedChange): string {
  return oldPath === undefined ? `${status} ${path}` : `${status} ${oldPath} → ${path}`;
}
