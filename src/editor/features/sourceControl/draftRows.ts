import { l10n } from 'vscode';
import { baseName, parentOf } from '../../../core/path.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Change, DraftBranch } from '../../../domain/sourceControl/drafts/draft.ts';
import type { DraftedBranch } from '../../../domain/sourceControl/drafts/draftStorage.ts';
import { formatAgoAt } from '../../kit/messages/format.ts';
import { fileUri } from '../../kit/uri.ts';
import { fixed, type Children, type Node } from '../../kit/tree/node.ts';
import { markedBy, type ChangeStatus } from '../../kit/rows/changes/changedFile.ts';
import { described } from '../../kit/rows/group.ts';

/** Every branch with drafts on this computer, and its drafts. `hostName` gives the display name of a host. */
export function draftsOf(stored: () => Promise<readonly DraftedBranch[]>, hostName: (id: string) => string): Children {
  return fixed(async () => {
    const branches = (await stored()).map(({ branch, changes }) => branchNode(branch, changes, hostName(branch.host)));
    return branches.sort((a, b) => a.row.label.localeCompare(b.row.label));
  });
}

function branchNode(branch: DraftBranch, changes: readonly Change[], host: string): Node {
  const label = fullName(branch);
  const count = changes.length === 1 ? l10n.t('1 draft') : l10n.t('{0} drafts', changes.length);
  const conflicts = changes.filter(({ conflict }) => conflict !== undefined).length;
  const conflicting = conflicts === 0 ? undefined : l10n.t('{0} in conflict', conflicts);
  return {
    id: `drafts:${branch.host}/${label}@${branch.branch} ${branch.account ?? ''}`,
    row: {
      label,
      description: described(branch.branch, count, conflicting, branch.account ?? l10n.t('signed out')),
      icon: 'git-branch',
      context: 'draftedBranch',
      spoken: [label, l10n.t('branch {0}', branch.branch), count, conflicting].filter(Boolean).join(', '),
    },
    tooltip: () => ({
      title: label,
      facts: [
        [l10n.t('Branch'), branch.branch],
        [l10n.t('Drafts'), String(changes.length)],
        [l10n.t('Account'), branch.account ?? l10n.t('signed out')],
        [l10n.t('Host'), host],
      ],
    }),
    target: targetOf(branch),
    children: fixed(() => changes.map((change) => changeNode(branch, change))),
  };
}

function changeNode(branch: DraftBranch, change: Change): Node {
  const { path, kind, from } = change;
  const { host, owner, repo } = branch;
  const state = stateOf(change);
  const uri = fileUri({ host, owner, repo, ref: branch.branch, path });
  return {
    id: `draft:${path}`,
    row: {
      label: baseName(path),
      description: described(parentOf(path), state),
      context: 'draft',
      spoken: `${path}, ${state}`,
      ...(kind === 'folder' ? { icon: 'folder' } : { icon: 'file', resource: markedBy(uri, statusOf(change)) }),
      ...(kind === 'file' ? { open: { command: 'vscode.open', title: l10n.t('Open File'), arguments: [uri] } } : {}),
    },
    tooltip: () => ({
      title: path,
      facts: [
        [l10n.t('State'), state],
        [l10n.t('Moved from'), from],
        [l10n.t('Saved'), formatAgoAt(change.modified)],
      ],
    }),
    target: { ...targetOf(branch), path, paths: [path] },
  };
}

const targetOf = (branch: DraftBranch): Readonly<Record<string, unknown>> => ({
  host: branch.host,
  account: branch.account,
  repository: fullName(branch),
  ref: branch.branch,
});

function stateOf({ kind, base, from, conflict }: Change): string {
  if (conflict !== undefined) return l10n.t('in conflict');
  if (kind === 'folder') return l10n.t('empty folder');
  if (kind === 'removed') return l10n.t('deleted');
  if (from !== undefined) return l10n.t('moved');
  return base === undefined ? l10n.t('added') : l10n.t('changed');
}

function statusOf({ kind, base, from }: Change): ChangeStatus {
  if (kind === 'removed') return 'removed';
  if (from !== undefined) return 'renamed';
  return base === undefined ? 'added' : 'modified';
}
