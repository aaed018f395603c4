import { l10n } from 'vscode';
import type { InboxReason } from '../../../domain/inbox/inbox.ts';
import type { InboxCount } from '../../../domain/inbox/unlistedIssues.ts';
import type { AccountEntry, Inboxes } from '../../../domain/inbox/inboxes.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { formatAgo, formatCount } from '../../kit/messages/format.ts';
import { recordUri } from '../../kit/uri.ts';
import { denied, repositoryTarget, webPage, type AccountPlace } from '../../kit/rows/place.ts';
import { lazyChildren, portioned, type Children, type Node } from '../../kit/tree/node.ts';
import { context, described, group } from '../../kit/rows/group.ts';

type Place = Pick<AccountPlace, 'knownRepositories' | 'pinned'>;

/** The issues of the inbox in three groups, without empty groups. An issue is in the first group that fits. */
export function inboxGroups(inboxes: Pick<Inboxes, 'entries' | 'total'>, place: Place): Node[] {
  const entries = inboxes.entries();
  const namesAccounts = new Set(entries.map(({ account }) => account.id)).size > 1;
  const node = (entry: AccountEntry): Node => entryNode(place, entry, namesAccounts);
  const groups: readonly (readonly [InboxReason, string, string, InboxCount | undefined])[] = [
    ['assigned', l10n.t('Assigned to me'), 'account', inboxes.total('assigned')],
    ['created', l10n.t('Created by me'), 'edit', inboxes.total('created')],
    ['participating', l10n.t('Taking part'), 'comment-discussion', undefined],
  ];
  const first = (entry: AccountEntry): InboxReason | undefined =>
    groups.find(([reason]) => entry.reasons.includes(reason))?.[0];
  return groups.flatMap(([reason, label, icon, total]) => {
    const own = entries.filter((entry) => first(entry) === reason);
    const unread = own.filter(({ status }) => status !== 'read').length;
    const description = described(
      unread === 0 ? undefined : l10n.t('{0} unread', formatCount(unread)),
      total === undefined || total.count === 0 ? undefined : l10n.t('{0} open', countText(total)),
    );
    const row = { label, description, icon, context: 'inboxGroup', expanded: true };
    return own.length === 0 ? [] : [group(`inbox:${reason}`, row, listed(own, node))];
  });
}

/** `1,234`, or `100+` if there may be more. */
const countText = ({ count, isExact }: InboxCount): string => `${formatCount(count)}${isExact ? '' : '+'}`;

function listed(items: readonly AccountEntry[], node: (entry: AccountEntry) => Node): Children {
  return lazyChildren(() => portioned(() => Promise.resolve({ items, unreadable: [], more: false }), node));
}

function entryNode({ knownRepositories, pinned }: Place, entry: AccountEntry, namesAccount: boolean): Node {
  const { key, repository, number, title, closed, status, updated, fields, account, connection } = entry;
  const place = { connection, knownRepositories, pinned, name: repository };
  const unread = status !== 'read';
  const label = `#${number} ${title}`;
  const [news, state] = [statusText(status), closed ? l10n.t('closed') : l10n.t('open')];
  // Without the update of the service, the time of the entry is the one at which a change was noticed.
  const ago = fields === undefined ? formatAgo(new Date(updated).toISOString()) : undefined;
  const login = namesAccount ? account.label : undefined;
  const icon = closed ? 'issue-closed' : 'issues';
  return {
    id: `inboxEntry:${account.id} ${key}`,
    row: {
      label,
      description: described(fullName(repository), news, closed ? state : undefined, ago, login),
      icon: unread ? 'circle-filled' : icon,
      color: unread ? 'charts.blue' : closed ? 'charts.purple' : 'charts.green',
      spoken: [
        unread ? l10n.t('unread') : '',
        l10n.t('Issue {0}, {1}', number, state),
        title,
        fullName(repository),
        news,
      ]
        .filter(Boolean)
        .join(', '),
      context: context('inboxEntry', { closed, open: !closed, unread, ...denied(place) }),
      open: { command: 'sourcehost.inbox.open', title: l10n.t('Open Issue') },
    },
    tooltip: () => ({
      title: label,
      facts: [
        [l10n.t('Repository'), fullName(repository)],
        [l10n.t('State'), state],
        [l10n.t('Updated'), ago],
        [l10n.t('Account'), account.label],
      ],
    }),
    uri: recordUri({ ...repository, kind: 'issues', id: number }),
    target: {
      ...repositoryTarget(place),
      entry: key,
      number,
      numbers: number,
      label,
      url: webPage(place, 'issues', number),
    },
  };
}

function statusText(status: AccountEntry['status']): string | undefined {
  if (status === 'read') return undefined;
  return status === 'new' ? l10n.t('new') : l10n.t('changed');
}
