import { l10n, ThemeIcon, Uri } from 'vscode';
import { inOrder, oneLine, visible } from '../../../core/text.ts';
import { fullName, repositoryKey } from '../../../domain/hosts/address.ts';
import type { DraftedBranch } from '../../../domain/sourceControl/drafts/draftStorage.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { target } from '../../kit/prompts/target.ts';
import type { ResourceRow } from './rows.ts';

/** Looks like `/`, and does not separate the parts of a path. */
const slash = '\u2215';
const open = 'sourcehost.draft.open';

/** The other branches with drafts of the account; none where the address has a ref and cannot switch. */
export function otherBranches(
  { remote, branch }: Pick<Checkout, 'remote' | 'branch'>,
  stored: readonly DraftedBranch[],
): readonly DraftedBranch[] {
  if (remote.ref !== undefined) return [];
  return stored.filter(
    ({ branch: other }) =>
      repositoryKey(other) === repositoryKey(branch) &&
      other.account === branch.account &&
      other.branch !== branch.branch,
  );
}

export function otherBranchRows(checkout: Checkout, stored: readonly DraftedBranch[]): ResourceRow[] {
  return otherBranches(checkout, stored)
    .map(rowOf)
    .sort((a, b) => a.resourceUri.path.localeCompare(b.resourceUri.path));
}

function rowOf({ branch, changes }: DraftedBranch): ResourceRow {
  const name = inOrder(oneLine(branch.branch, 60));
  const label = changes.length === 1 ? l10n.t('{0} (1 draft)', name) : l10n.t('{0} ({1} drafts)', name, changes.length);
  const title = l10n.t('Switch to This Branch');
  const { host, account, branch: ref } = branch;
  const own = { host, account, repository: fullName(branch), ref };
  return {
    // The editor shows the last part of the path as the label.
    resourceUri: Uri.from({ scheme: 'sourcehost-drafts', path: `/${label.replaceAll('/', slash)}` }),
    contextValue: 'draftedBranch',
    decorations: { iconPath: new ThemeIcon('git-branch'), tooltip: `${visible(branch.branch)}: ${title}` },
    command: { command: open, title, arguments: [{ [target]: own }] },
    [target]: own,
  };
}
