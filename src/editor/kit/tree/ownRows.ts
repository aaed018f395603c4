import { l10n, Uri } from 'vscode';
import { isFailure, toFailure, type Failure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { explain } from '../messages/explain.ts';
import { pageInstead } from '../messages/failures.ts';
import type { RowEntry } from './listing.ts';
import type { Row } from './node.ts';
import type { OwnRows } from './rowTree.ts';

/** Rows that all views share. */
export const ownRows: OwnRows = {
  more: (loading) =>
    loading
      ? { label: l10n.t('Loading…'), icon: 'loading~spin', context: 'loading' }
      : { label: l10n.t('Load more'), icon: 'ellipsis', context: 'more' },
  failed: (error, of, entry) => {
    const failure = toFailure(error);
    const why = oneLine(explain(failure), 500);
    const subject = subjectOf(entry);
    const title = subject === '' ? undefined : titleOf(failure, of, subject);
    const label = title ?? why;
    const { action, ...opening } = actionOf(failure);
    return {
      row: {
        label,
        ...(title === undefined ? {} : { description: why }),
        ...signOf(failure, of),
        spoken: `${title === undefined ? why : l10n.t('{0}: {1}', title, why)} ${action}`,
        ...opening,
      },
      tooltip: () => ({ title: label, text: title === undefined ? action : why }),
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

interface FailedAction extends Pick<Row, 'context' | 'open'> {
  readonly action: string;
}

/** What Enter does on the row. */
function actionOf(failure: Failure): FailedAction {
  if (failure.kind === 'signedOut') return { action: l10n.t('Press Enter to sign in.'), context: 'failure+signIn' };
  const page = pageInstead(failure);
  if (page === undefined) return { action: l10n.t('Press Enter to try again.'), context: 'failure+retry' };
  const open = { command: 'vscode.open', title: l10n.t('Open on the Web'), arguments: [Uri.parse(page)] };
  return { action: l10n.t('Press Enter to open the web page.'), context: 'failure', open };
}

/** What the rows below `entry` are: `Members of acme`, `issues of alice/website`. Empty if it is not known. */
function subjectOf({ node: { row, target }, parent }: RowEntry): string {
  // A row for one object has its name as `label`; any other row is a part of the row above it.
  const isPart = target?.label === undefined && parent?.parent !== undefined;
  return isPart ? l10n.t('{0} of {1}', row.label, parent.node.row.label) : row.label;
}

function titleOf({ kind, reason }: Failure, of: 'part' | 'refresh', subject: string): string {
  if (kind === 'signedOut') return l10n.t('Sign in to see {0}', subject);
  if (of === 'refresh') return l10n.t('Could not refresh {0}', subject);
  if (kind === 'forbidden') return l10n.t('No access to {0}', subject);
  if (kind === 'missing' && reason === undefined) return l10n.t('Not found, or no access: {0}', subject);
  return l10n.t('Could not load {0}', subject);
}

function signOf(failure: Failure, of: 'part' | 'refresh'): Pick<Row, 'icon' | 'color'> {
  if (failure.kind === 'signedOut') return { icon: 'account' };
  const isRefresh = of === 'refresh';
  const offline = isFailure(failure, 'unreachable', 'timeout');
  return {
    icon: offline ? 'debug-disconnect' : isRefresh ? 'warning' : 'error',
    color: isRefresh ? 'list.warningForeground' : 'list.errorForeground',
  };
}
