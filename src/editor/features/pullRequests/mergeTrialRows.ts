import { l10n } from 'vscode';
import { baseName, parentOf } from '../../../core/path.ts';
import type { MergeConflict } from '../../../domain/git/gitMerge.ts';
import { tryMerge, type MergeTrial } from '../../../domain/pullRequests/mergeTrial.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { described } from '../../kit/rows/group.ts';
import { repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { fixed, type Node } from '../../kit/tree/node.ts';
import { fileUri } from '../../kit/uri.ts';

/** The row “Would it merge?”. Nothing is tried before it is expanded. */
export function mergeTrialNode(
  place: RepositoryPlace,
  number: string,
  parts: {
    readonly loadComparison: () => Promise<PullRequestComparisonParts>;
    readonly redraw: (which: (node: Node) => boolean) => void;
  },
): Node {
  const { connection, name } = place;
  const id = `merge:${number}`;
  let trial: MergeTrial | undefined;
  return {
    id,
    get row() {
      const description = trial && conflictCountText(trial);
      return { label: l10n.t('Would it merge?'), description, icon: 'git-merge', context: 'pullRequestMerge' };
    },
    target: { ...repositoryTarget(place), number },
    children: fixed(async (signal) => {
      const result = await tryMerge(await parts.loadComparison(), connection, name, number, { signal });
      trial = result;
      parts.redraw((node) => node.id === id);
      const rows = result.conflicts.map((conflict) => conflictNode(place, result, conflict));
      return rows.length > 0 ? rows : [cleanNode(result)];
    }),
  };
}

export const conflictCountText = ({ conflicts }: MergeTrial): string =>
  conflicts.length === 0
    ? l10n.t('without conflicts')
    : conflicts.length === 1
      ? l10n.t('1 file with conflicts')
      : l10n.t('{0} files with conflicts', conflicts.length);

const cleanNode = ({ head }: MergeTrial): Node => ({
  id: 'clean',
  row: {
    label: l10n.t('Merges into “{0}” without conflicts', plainLabel(head.base)),
    icon: 'pass',
    color: 'charts.green',
    context: 'mergeClean',
  },
});

function conflictNode(place: RepositoryPlace, { head, commits }: MergeTrial, conflict: MergeConflict): Node {
  const { path } = conflict;
  const { host, owner, repo } = place.name;
  const [label, folder] = [baseName(path), parentOf(path)];
  const text = conflictText(conflict);
  return {
    id: path,
    row: {
      label,
      description: described(text, folder),
      icon: 'file',
      resource: fileUri({ host, owner, repo, ref: commits.ours, path }),
      spoken: [label, text, folder].filter(Boolean).join(', '),
      context: 'mergeConflict',
      open: { command: 'sourcehost.pullRequest.tryMerge', title: l10n.t('Open Conflict') },
    },
    tooltip: () => ({ title: path, text }),
    target: { ...repositoryTarget(place), number: head.number, path },
  };
}

export function conflictText({ kind, ours, theirs }: MergeConflict): string {
  switch (kind) {
    case 'contents':
      return l10n.t('both change the same lines');
    case 'add/add':
      return l10n.t('both add it');
    case 'binary':
      return l10n.t('both change it, and it is binary');
    case 'modify/delete':
      return ours === undefined
        ? l10n.t('deleted by the pull request, changed by its base')
        : theirs === undefined
          ? l10n.t('changed by the pull request, deleted by its base')
          : kind;
    case 'rename/rename':
      return l10n.t('both rename it');
    case 'rename/delete':
      return l10n.t('one side renames it, the other deletes it');
    default:
      return kind;
  }
}
