import { l10n } from 'vscode';
import type { InboxEntry } from '../../../domain/inbox/inbox.ts';
import type { AccountEntry, Inboxes } from '../../../domain/inbox/inboxes.ts';
import type { InboxReason } from '../../../domain/inbox/inboxThings.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { formatAgo, formatCount } from '../../kit/messages/format.ts';
import { denied, repositoryTarget, webPage, type AccountPlace } from '../../kit/rows/place.ts';
import { conditionText } from '../../kit/rows/pullRequestTexts.ts';
import { lazyChildren, portioned, type Children, type Node } from '../../kit/tree/node.ts';
import { context, described, group } from '../../kit/rows/group.ts';

type Place = Pick<AccountPlace, 'knownRepositories' | 'pinned'>;

const groups: readonly (readonly [id: string, reasons: readonly InboxReason[], label: () => string, icon: string])[] = [
  ['review', ['approve', 'review', 'test'], () => l10n.t('To review'), 'git-pull-request'],
  ['created', ['created'], () => l10n.t('Mine'), 'edit'],
  ['assigned', ['assigned'], () => l10n.t('Assigned'), 'account'],
  ['mentioned', ['mentioned'], () => l10n.t('Mentioned'), 'mention'],
  ['updated', ['updated'], () => l10n.t('Other notifications'), 'bell'],
];

const reasonTexts: Readonly<Partial<Record<InboxReason, () => string>>> = {
  approve: () => l10n.t('to approve'),
  review: () => l10n.t('to review'),
  test: () => l10n.t('to test'),
  assigned: () => l10n.t('assigned'),
  mentioned: () => l10n.t('mentioned'),
};

/** The groups, and the row “Load more” while a host has more. */
export function inboxRows(inboxes: Pick<Inboxes, 'entries' | 'progress' | 'readMore'>, place: Place): Children {
  return lazyChildren(() => {
    let isFirst = true;
    return async () => {
      if (!isFirst) await inboxes.readMore();
      isFirst = false;
      return { nodes: [], groups: inboxGroups(inboxes, place), unreadable: [], more: inboxes.progress.hasMore };
    };
  });
}

/** The inbox in groups, without empty ones. An entry is in the first group that fits; what waits comes first. */
function inboxGroups(inboxes: Pick<Inboxes, 'entries'>, place: Place): Node[] {
  const entries = inboxes.entries();
  const namesAccounts = new Set(entries.map(({ account }) => account.id)).size > 1;
  const groupOf = ({ reasons }: AccountEntry): string | undefined =>
    groups.find(([, ones]) => ones.some((one) => reasons.includes(one)))?.[0];
  return groups.flatMap(([id, own, label, icon]) => {
    const items = entries
      .filter((entry) => groupOf(entry) === id)
      .toSorted((one, other) => Number(other.waits) - Number(one.waits));
    const unread = items.filter(({ status }) => status !== 'read').length;
    const description = unread === 0 ? undefined : l10n.t('{0} unread', formatCount(unread));
    const row = { label: label(), description, icon, context: 'inboxGroup', expanded: true };
    const node = (entry: AccountEntry): Node => entryNode(place, entry, own, namesAccounts);
    return items.length === 0 ? [] : [group(`inbox:${id}`, row, listed(items, node))];
  });
}

function listed(items: readonly AccountEntry[], node: (entry: AccountEntry) => Node): Children {
  return lazyChildren(() => portioned(() => Promise.resolve({ items, unreadable: [], more: false }), node));
}

/** What an entry is about: `#12`, `!12`, or nothing for a notification of something else. */
export function entryName({ key, number }: Pick<InboxEntry, 'key' | 'number'>): string | undefined {
  return number === undefined ? undefined : `${isIssue({ key }) ? '#' : '!'}${number}`;
}

export const isIssue = ({ key }: Pick<InboxEntry, 'key'>): boolean => /#\d+$/.test(key);

/** `own`: the reasons of its group; one alone is not repeated. */
function entryNode(
  { knownRepositories, pinned }: Place,
  entry: AccountEntry,
  own: readonly InboxReason[],
  namesAccount: boolean,
): Node {
  const { key, repository, number, title, status, updated, reasons, blocked, account, connection } = entry;
  const place = { connection, knownRepositories, pinned, name: repository };
  const unread = status !== 'read';
  const label = [entryName(entry), title].filter(Boolean).join(' ');
  const news = statusText(status);
  const shown = own.length > 1 ? reasons : reasons.filter((one) => !own.includes(one));
  const why = shown.flatMap((one) => reasonTexts[one]?.() ?? []).join(', ');
  const missing = blocked && l10n.t('missing: {0}', conditionText({ reason: undefined, ...blocked }));
  const ago = formatAgo(new Date(updated).toISOString());
  const path = number === undefined ? [] : [isIssue(entry) ? 'issues' : 'merge_requests', number];
  return {
    id: `inboxEntry:${account.id} ${key}`,
    row: {
      label,
      description: described(why, missing, fullName(repository), news, ago, namesAccount ? account.label : undefined),
      ...iconOf(entry),
      spoken: [unread ? l10n.t('unread') : '', kindText(entry), title, fullName(repository), why, missing, news]
        .filter(Boolean)
        .join(', '),
      context: context('inboxEntry', {
        issue: isIssue(entry),
        pull: number !== undefined && !isIssue(entry),
        unread,
        ...denied(place),
      }),
      open: { command: 'sourcehost.inbox.open', title: l10n.t('Open') },
    },
    tooltip: () => ({
      title: label,
      facts: [
        [l10n.t('Repository'), fullName(repository)],
        [l10n.t('Reasons'), reasons.flatMap((one) => reasonTexts[one]?.() ?? []).join(', ') || undefined],
        [l10n.t('Missing'), blocked && conditionText({ reason: undefined, ...blocked })],
        [l10n.t('Updated'), ago],
        [l10n.t('Account'), account.label],
      ],
    }),
    target: {
      ...repositoryTarget(place),
      entry: key,
      ...(number === undefined ? {} : { number, numbers: number }),
      label,
      url: webPage(place, ...path),
    },
  };
}

function iconOf(entry: AccountEntry): { readonly icon: string; readonly color?: string } {
  if (entry.status !== 'read') return { icon: 'circle-filled', color: 'charts.blue' };
  if (entry.kind === 'notification') return { icon: 'bell' };
  return { icon: entry.kind === 'issue' ? 'issues' : 'git-pull-request', color: 'charts.green' };
}

function kindText(entry: AccountEntry): string {
  const { number } = entry;
  if (number === undefined) return l10n.t('Notification');
  return isIssue(entry)
    ? l10n.t('Issue {0}, {1}', number, l10n.t('open'))
    : l10n.t('Pull request {0}, {1}', number, l10n.t('open'));
}

function statusText(status: AccountEntry['status']): string | undefined {
  if (status === 'read') return undefined;
  return status === 'new' ? l10n.t('new') : l10n.t('changed');
}
