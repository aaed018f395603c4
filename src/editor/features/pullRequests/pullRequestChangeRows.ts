import { l10n, type Memento } from 'vscode';
import type { CommitPair } from '../../../domain/git/gitHistory.ts';
import type { CommitPages } from '../../../domain/history/commitList.ts';
import { repositoryCommits } from '../../../domain/history/repositoryCommits.ts';
import { ViewedHeads } from '../../../domain/pullRequests/viewedHeads.ts';
import { readChangesSince } from '../../../domain/pullRequests/pullRequestChanges.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { commitNode, noCommits } from '../../kit/rows/changes/commitRows.ts';
import { described, group } from '../../kit/rows/group.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';
import { fixed, type Node } from '../../kit/tree/node.ts';
import { patchUri } from './patches.ts';

/** The row “Changes since I looked” of a pull request; none if its commits are those that the user looked at first. */
export function changesSinceNodes(
  place: RepositoryPlace,
  { number, head }: { readonly number: string; readonly head: string },
  {
    loadComparison,
    memory,
  }: { readonly loadComparison: () => Promise<PullRequestComparisonParts>; readonly memory: Memento },
): Node[] {
  const { connection, name } = place;
  const before = new ViewedHeads(memory).before({ name, login: connection.account?.login, number }, head);
  if (before === undefined) return [];
  const children = fixed(async (signal) => {
    const parts = await loadComparison();
    const pairs = await readChangesSince(parts, connection, name, { number, before }, { signal });
    const list = repositoryCommits(parts, place, { tip: '', path: '' });
    const nodes = pairs.toReversed().flatMap((pair) => pairNode(place, list, pair));
    return nodes.length === 0 ? [noCommits()] : nodes;
  });
  const description = l10n.t('since {0}', before.slice(0, 8));
  return [
    group('pullRequestChanges', { label: l10n.t('Changes Since I Looked'), description, icon: 'diff' }, children),
  ];
}

const looks = {
  same: { icon: 'check', color: undefined, text: () => l10n.t('unchanged') },
  changed: { icon: 'edit', color: 'charts.yellow', text: () => l10n.t('changed') },
  added: { icon: 'add', color: 'charts.green', text: () => l10n.t('new') },
  removed: { icon: 'remove', color: 'charts.red', text: () => l10n.t('gone') },
  addingMerge: { icon: 'git-merge', color: 'charts.green', text: () => l10n.t('new (merge)') },
  plainMerge: { icon: 'git-merge', color: undefined, text: () => l10n.t('new (merge that adds nothing)') },
} as const;

function pairNode(place: RepositoryPlace, list: CommitPages, pair: CommitPair): Node[] {
  const { before, after } = pair;
  const commit = after ?? before;
  if (commit === undefined) return [];
  const node = commitNode(place, list, commit);
  const isNewMerge = pair.status === 'added' && commit.parents.length > 1;
  const { icon, color, text } = looks[isNewMerge ? (pair.adds === false ? 'plainMerge' : 'addingMerge') : pair.status];
  const description = described(text(), node.row.description);
  const row = { ...node.row, icon, color, description, spoken: [node.row.label, description].join(', ') };
  const changed =
    pair.status === 'changed' && before !== undefined && after !== undefined ? compared(place, before, after) : {};
  const open = isNewMerge ? { open: patch(place, commit) } : changed;
  return [{ ...node, id: `${pair.status}:${commit.sha}`, row: { ...row, ...open } }];
}

const patch = ({ name }: RepositoryPlace, { sha }: { readonly sha: string }) => ({
  command: 'vscode.open',
  title: l10n.t('Show Changes'),
  arguments: [patchUri(name, sha)],
});

function compared({ name }: RepositoryPlace, before: { readonly sha: string }, after: { readonly sha: string }) {
  const sides = [before, after].map(({ sha }) => patchUri(name, sha));
  const title = l10n.t('{0} → {1}', before.sha.slice(0, 8), after.sha.slice(0, 8));
  return { open: { command: 'vscode.diff', title: l10n.t('Show Changes'), arguments: [...sides, title] } };
}
