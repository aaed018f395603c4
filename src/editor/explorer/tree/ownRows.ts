import { l10n } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { explain } from '../../kit/messages/explain.ts';
import type { OwnRows } from './tree.ts';

/** Rows that all views share. */
export const ownRows: OwnRows = {
  more: (loading) =>
    loading
      ? { label: l10n.t('Loading…'), icon: 'loading~spin', context: 'loading' }
      : { label: l10n.t('Load more'), icon: 'ellipsis', context: 'more' },
  failed: (error, of) => {
    const failure = toFailure(error);
    const text = oneLine(explain(failure), 500);
    const signedOut = failure.kind === 'signedOut';
    const offline = isFailure(failure, 'unreachable', 'timeout');
    const label = of === 'refresh' ? l10n.t('Not refreshed. {0}', text) : text;
    const action = signedOut ? l10n.t('Press Enter to sign in.') : l10n.t('Press Enter to try again.');
    return {
      label,
      icon: signedOut ? 'account' : offline ? 'debug-disconnect' : of === 'refresh' ? 'warning' : 'error',
      color: signedOut ? undefined : of === 'refresh' ? 'list.warningForeground' : 'list.errorForeground',
      spoken: `${label} ${action}`,
      context: signedOut ? 'failure+signIn' : 'failure+retry',
    };
  },
  unreadable: (problems) => ({
    label:
      problems.length === 1
        ? l10n.t('1 record could not be read')
        : l10n.t('{0} records could not be read', problems.length),
    icon: 'warning',
    color: 'list.warningForeground',
    context: 'unreadable',
  }),
};
