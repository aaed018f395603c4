import { l10n } from 'vscode';
import { fullName } from '../../domain/hosting/address.ts';
import type { Checkout } from '../../domain/workingTree/checkout.ts';
import type { Allowed, PushBlocker } from '../../domain/permissions/pushBlockers.ts';

/** Text that explains why the service will refuse a commit. */
export function pushBlockerText({ branch }: Checkout, blocker: PushBlocker): string {
  switch (blocker.kind) {
    case 'archived':
      return l10n.t('{0} is archived: nothing can be changed in it.', fullName(branch));
    case 'readOnly':
      return branch.account === undefined
        ? l10n.t('You are not signed in.')
        : l10n.t('{0} may only read {1}.', branch.account, fullName(branch));
    case 'rule':
      return l10n.t('The rule “{0}” protects it. {1}', blocker.rule, allowedText(blocker.allowed));
  }
}

function allowedText(allowed: Allowed): string {
  switch (allowed) {
    case 'nobody':
      return l10n.t('Nobody may push to it.');
    case 'administrators':
      return l10n.t('Only administrators may push to it.');
    case 'others':
      return l10n.t('This account may not push to it.');
    default:
      return l10n.t('Only these may push to it: {0}.', allowed.join(', '));
  }
}
