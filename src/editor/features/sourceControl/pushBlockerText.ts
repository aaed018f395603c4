import { l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { Allowed, PushBlocker } from '../../../domain/permissions/pushBlockers.ts';

/** Text that explains why the service will refuse a commit. */
export function pushBlockerText({ branch }: Checkout, blocker: PushBlocker): string {
  switch (blocker.kind) {
    case 'archived':
      return l10n.t('{0} is archived and read-only.', fullName(branch));
    case 'readOnly':
      return branch.account === undefined
        ? l10n.t('Not signed in.')
        : l10n.t('{0} has read-only access to {1}.', branch.account, fullName(branch));
    case 'rule':
      return l10n.t('It is protected by the rule “{0}”. {1}', blocker.rule, allowedText(blocker.allowed));
  }
}

function allowedText(allowed: Allowed): string {
  switch (allowed) {
    case 'nobody':
      return l10n.t('No one can push to it.');
    case 'administrators':
      return l10n.t('Only administrators can push to it.');
    case 'others':
      return l10n.t('This account cannot push to it.');
    default:
      return l10n.t('Only these users can push to it: {0}.', allowed.join(', '));
  }
}
