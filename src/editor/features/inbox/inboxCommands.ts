import { l10n } from 'vscode';
import { date } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { oneLine } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { dayAt, type Inbox } from '../../../domain/inbox/inbox.ts';
import type { AccountIssue, Inboxes } from '../../../domain/inbox/inboxes.ts';
import { isDay } from '../../../domain/documents/text/day.ts';
import { argument } from '../../kit/arguments.ts';
import { command, type AnyCommand, type Ask } from '../../kit/command.ts';
import { formatDay } from '../../kit/messages/format.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { hostFields } from '../../kit/commands/target.ts';
import { openRecord, type LoadRecordTools } from '../../documents/commands/recordTools.ts';

/** One issue of the inbox as `host/owner/repo#number`, or several. */
const entries = argument<string | readonly string[]>((value) => {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 0 && all.every((one) => typeof one === 'string' && /^[^/]+\/[^/]+\/[^/]+#\d+$/.test(one))
    ? undefined
    : requires('inboxIssues');
});

/** Commands on the issues of the inbox. They send no request, except for opening an issue. */
export function inboxCommands(load: () => Promise<Inboxes>, loadRecords: LoadRecordTools) {
  const askEntry =
    (list: (inboxes: Inboxes) => readonly AccountIssue[]): Ask<string> =>
    async (prompt) => {
      const items = list(await load()).map(entryChoice);
      if (items.length === 0) throw new Failure('missing', 'the inbox has no issues', { reason: 'noInboxIssue' });
      return await prompt.pick({ placeholder: l10n.t('Which issue?'), items });
    };
  const askShown = askEntry((inboxes) => inboxes.entries());
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
    'sourcehost.inbox.open': command({
      does: 'Opens an issue of the view Inbox as a document, and marks it as read.',
      result: 'the issue',
      fields: { entry: entries, ...hostFields },
      ask: { entry: askShown },
      run: async ({ entry, host, account }) => {
        const inboxes = await load();
        const keys = [entry].flat();
        const tools = await loadRecords();
        for (const key of keys) {
          const issue = inboxes.issue(key);
          const record = await openRecord(tools, { ...issue.repository, kind: 'issues', id: issue.number });
          await inboxes.decide([key], (inbox, own) => inbox.markSeen(own), { host, account });
          if (keys.length === 1) return record;
        }
        return undefined;
      },
    }),
    'sourcehost.inbox.markDone': deciding(
      'Hides an issue in the view Inbox until it is updated again.',
      askShown,
      (inbox, keys) => inbox.markDone(keys),
    ),
    'sourcehost.inbox.markUnread': deciding(
      'Shows an issue in the view Inbox as new, also if it was done or snoozed.',
      askEntry((inboxes) => inboxes.issues()),
      (inbox, keys) => inbox.markUnread(keys),
    ),
    'sourcehost.inbox.snooze': command({
      does: 'Hides an issue in the view Inbox until the day `until`.',
      fields: { entry: entries, until: date, ...hostFields },
      ask: { entry: askShown, until: askDay },
      run: async ({ entry, until, host, account }) =>
        await (await load()).decide([entry].flat(), (inbox, keys) => inbox.snooze(keys, until), { host, account }),
    }),
  };
}

function entryChoice({ key, repository, number, title, account, hidden }: AccountIssue): Choice<string> {
  const day = hidden?.until;
  const done = hidden === undefined ? [] : [l10n.t('done')];
  const state = day === undefined ? done : [l10n.t('snoozed until {0}', formatDay(day) ?? day)];
  return {
    label: `#${number} ${oneLine(title, 120)}`,
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
