import { env, l10n, Uri } from 'vscode';
import { date, optional, range } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { oneLine } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { recordPage } from '../../../domain/pages/target.ts';
import { dayAt, type Inbox } from '../../../domain/inbox/inbox.ts';
import type { AccountEntry, Inboxes } from '../../../domain/inbox/inboxes.ts';
import { isDay } from '../../../core/time.ts';
import { argument } from '../../kit/arguments.ts';
import { command, type AnyCommand, type Ask, type Invocation } from '../../kit/command.ts';
import { formatDay } from '../../kit/messages/format.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { hostFields } from '../../kit/commands/target.ts';
import type { Pages } from '../../pages/register.ts';
import { entryName, isIssue } from './inboxRows.ts';

/** One entry of the inbox as `host/owner/repo#number` (`!number`, `@id`), or several. */
const entries = argument<string | readonly string[]>((value) => {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isEntry = (one: unknown): boolean =>
    typeof one === 'string' && /^[^/]+\/[^/]+\/[^/#!@]+([#!]\d+|@.+)$/.test(one);
  return all.length > 0 && all.every(isEntry) ? undefined : requires('inboxEntries');
});

const usualLimit = 200;

/** Commands on the entries of the inbox. Only the list and showing an entry send requests. */
export function inboxCommands(load: () => Promise<Inboxes>, pages: Pages['pages']) {
  const askShown = askEntry(load, (inboxes) => inboxes.entries());
  const deciding = (
    does: string,
    list: Ask<string>,
    decide: (inbox: Inbox, keys: readonly string[]) => void,
  ): AnyCommand =>
    command({
      does,
      fields: { entry: entries, ...hostFields },
      ask: { entry: list },
      run: async ({ entry, host, account }) => await (await load()).decide([entry].flat(), decide, { host, account }),
    });
  return {
    'sourcehost.inbox.list': command({
      does: 'Lists what waits for you, the last updated first. `limit` is the largest number of entries; without it, 200.',
      result: 'the entries with `entry`, `kind`, `repository`, `number`, `title`, `reasons`, `unread` and `updated_at`',
      fields: { limit: optional(range(1)), ...hostFields },
      run: async ({ limit = usualLimit, host, account }, { signal }) => {
        const inboxes = await load();
        await inboxes.refresh({ signal }, { host, account });
        return inboxes.entries({ host, account }).slice(0, limit).map(listed);
      },
    }),
    'sourcehost.inbox.open': command({
      does: 'Shows an entry of the view Inbox as a page, and marks it as read.',
      result: 'the issue or pull request',
      fields: { entry: entries, ...hostFields },
      ask: { entry: askShown },
      run: async ({ entry, host, account }, invocation) => {
        const inboxes = await load();
        const keys = [entry].flat();
        for (const key of keys) {
          const record = await showEntry(pages, inboxes.find(key, { host, account }), invocation);
          if (record === undefined) continue;
          await inboxes.decide([key], (inbox, own) => inbox.markSeen(own), { host, account });
          if (keys.length === 1) return record;
        }
        return undefined;
      },
    }),
    'sourcehost.inbox.markDone': deciding(
      'Hides an entry of the view Inbox until it is updated again.',
      askShown,
      (inbox, keys) => inbox.markDone(keys),
    ),
    'sourcehost.inbox.markUnread': deciding(
      'Shows an entry of the view Inbox as new, also if it was done or snoozed.',
      askEntry(load, (inboxes) => inboxes.all()),
      (inbox, keys) => inbox.markUnread(keys),
    ),
    'sourcehost.inbox.snooze': command({
      does: 'Hides an entry of the view Inbox until the day `until`.',
      fields: { entry: entries, until: date, ...hostFields },
      ask: { entry: askShown, until: askDay },
      run: async ({ entry, until, host, account }) =>
        await (await load()).decide([entry].flat(), (inbox, keys) => inbox.snooze(keys, until), { host, account }),
    }),
  };
}

const askEntry =
  (load: () => Promise<Inboxes>, list: (inboxes: Inboxes) => readonly AccountEntry[]): Ask<string> =>
  async (prompt) => {
    const items = list(await load()).map(entryChoice);
    if (items.length === 0) throw new Failure('missing', 'the inbox is empty', { reason: 'noInboxEntry' });
    return await prompt.pick({ placeholder: l10n.t('Which entry?'), items });
  };

/** Undefined if the page says why it could not be read. */
async function showEntry({ show }: Pages['pages'], entry: AccountEntry, invocation: Invocation): Promise<unknown> {
  const { repository, number, connection } = entry;
  if (number === undefined) return await env.openExternal(Uri.parse(webAddress(connection.host, repository)));
  return await show(recordPage(connection, repository, isIssue(entry) ? 'issue' : 'pullRequest', number), invocation);
}

const listed = ({ key, kind, repository, number, title, reasons, status, updated }: AccountEntry) => ({
  entry: key,
  kind,
  repository: fullName(repository),
  number,
  title,
  reasons,
  unread: status !== 'read',
  updated_at: new Date(updated).toISOString(),
});

function entryChoice(entry: AccountEntry): Choice<string> {
  const { key, repository, title, account, hidden } = entry;
  const day = hidden?.until;
  const done = hidden === undefined ? [] : [l10n.t('done')];
  const state = day === undefined ? done : [l10n.t('snoozed until {0}', formatDay(day) ?? day)];
  return {
    label: [entryName(entry), oneLine(title, 120)].filter(Boolean).join(' '),
    description: [...state, fullName(repository), account.label].join(' · '),
    value: key,
  };
}

const askDay: Ask<string> = async (prompt) => {
  const now = new Date();
  const after = (days: number): string =>
    dayAt(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime());
  const choice = (label: string, value: string): Choice<string> => ({
    label,
    description: formatDay(value) ?? value,
    value,
  });
  const days = [
    choice(l10n.t('Tomorrow'), after(1)),
    choice(l10n.t('Next Monday'), after(((7 - now.getDay()) % 7) + 1)),
    choice(l10n.t('In a Week'), after(7)),
    choice(l10n.t('In 30 Days'), after(30)),
  ];
  return await prompt.pick({
    placeholder: l10n.t('Show it again on which day? Select one, or type it as YYYY-MM-DD.'),
    items: days.filter((day, index) => days.findIndex(({ value }) => value === day.value) === index),
    typed: (text) => (isDay(text.trim()) ? choice(text.trim(), text.trim()) : undefined),
  });
};
