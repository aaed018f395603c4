import { l10n } from 'vscode';
import { date, filledText, oneOf, optional, text } from '../../../api/contract/field.ts';
import type { Milestone } from '../../../api/record/issue.ts';
import { Failure, isFailure } from '../../../core/errors.ts';
import {
  editMilestone,
  loadedMilestone,
  milestoneCreation,
  milestoneState,
} from '../../../domain/documents/kinds/milestone.ts';
import { scopeAt } from '../../../domain/documents/kinds/kind.ts';
import { createOnce } from '../../../domain/hosts/creations.ts';
import { isDay } from '../../../core/time.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { AnyCommand, Ask, Invocation } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import type { InputQuestion } from '../../kit/prompts/question.ts';
import { confirmCurrent } from '../../kit/commands/confirmCurrent.ts';
import { askFrom, askText } from '../../kit/commands/ask.ts';
import { onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { formatDay } from '../../kit/messages/format.ts';
import { updateRecord, openRecord, type LoadRecordTools } from '../../documents/commands/recordTools.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';

const askMilestone = (state: 'all' | 'open' | 'closed' = 'all'): Ask<number | string> =>
  askFrom(
    () => l10n.t('Which milestone?'),
    ({ api, at }, { signal }) => api.milestones.list.all({ ...at, state }, { signal }),
    ({ number, title = '', due_on: due, state }) => ({
      label: title === '' ? number : title,
      description: [milestoneState(state) === 'closed' ? l10n.t('closed') : '', formatDay(due)]
        .filter(Boolean)
        .join(' · '),
      value: number,
    }),
  );

const dayWanted = (): InputQuestion => ({
  prompt: l10n.t('Due date'),
  placeholder: '2026-01-31',
  validate: (value) => (isDay(value) ? undefined : l10n.t('“{0}” is not a date such as 2026-01-31.', value)),
});

const state = oneOf('open', 'closed');
const changeable = {
  title: optional(filledText),
  state: optional(state),
  description: optional(text),
  due_on: optional(date),
};
type Change = { readonly [Field in keyof typeof changeable]?: string | undefined };

interface Editing {
  readonly load: LoadRecordTools;
  readonly notify: ReturnType<typeof changeNotifier>;
}

export function milestoneCommands(changes: Changes, load: LoadRecordTools) {
  const editing: Editing = { load, notify: changeNotifier(changes, 'milestones') };
  return {
    'sourcehost.milestone.open': onRepository({
      does: 'Opens a milestone as a document.',
      result: 'the milestone',
      fields: { number: recordNumber },
      ask: { number: askMilestone() },
      run: async ({ number }, { name: repository }) =>
        await openRecord(await load(), { ...repository, kind: 'milestones', id: String(number) }),
    }),
    'sourcehost.milestone.create': createMilestone(editing),
    'sourcehost.milestone.edit': editCommand(editing),
    'sourcehost.milestone.close': setState('Closes a milestone.', editing, 'closed'),
    'sourcehost.milestone.reopen': setState('Reopens a milestone.', editing, 'open'),
    'sourcehost.milestone.remove': removeMilestone(editing),
  };
}

function createMilestone({ load, notify }: Editing): AnyCommand {
  return onRepository({
    does: 'Creates a milestone. A user fills in a document.',
    result: 'the milestone',
    needsAccount: true,
    fields: { title: filledText, due_on: date, description: optional(text) },
    ask: {
      title: askText(() => ({ prompt: l10n.t('Title of the new milestone') })),
      due_on: askText(dayWanted),
    },
    write: async ({ name: repository }) => {
      await (await load()).actions.openNew(repository, 'milestones');
    },
    run: async (inputs, on, { signal, silent, again }) => {
      const creation = milestoneCreation(scopeAt(on.connection, on.name), inputs, { signal });
      const milestone = await createOnce(creation, { signal, again });
      notify(on, { silent }, ...(milestone === undefined ? [] : [milestone.number]));
      return milestone;
    },
  });
}

function editCommand(editing: Editing): AnyCommand {
  return onRepository({
    does: 'Changes a milestone. Fields that are left out do not change.',
    result: 'the milestone',
    needsAccount: true,
    fields: { number: recordNumber, ...changeable },
    ask: { number: askMilestone() },
    run: async ({ number, ...change }, on, invocation) => {
      if (Object.keys(change).length > 0) return await edit(editing, on, String(number), change, invocation);
      if (invocation.origin === 'code')
        throw new Failure('invalid', 'nothing is to be changed', { field: 'title', reason: 'nothingToChange' });
      return await openRecord(await editing.load(), { ...on.name, kind: 'milestones', id: String(number) });
    },
  });
}

function setState(does: string, editing: Editing, wanted: 'open' | 'closed'): AnyCommand {
  return onRepository({
    does,
    result: 'the milestone',
    needsAccount: true,
    fields: { number: recordNumber },
    ask: { number: askMilestone(wanted === 'closed' ? 'open' : 'closed') },
    run: async ({ number }, on, invocation) => await edit(editing, on, String(number), { state: wanted }, invocation),
  });
}

function removeMilestone({ notify }: Editing): AnyCommand {
  return onRepository({
    does: 'Removes a milestone.',
    needsAccount: true,
    fields: { number: recordNumber },
    ask: { number: askMilestone() },
    run: async ({ number }, on, invocation) => {
      const { api, at } = on;
      const { silent, signal } = invocation;
      await confirmCurrent(invocation, {
        read: async () => await api.milestones.get({ ...at, number: String(number) }, { signal }),
        keyOf: ({ title }) => title,
        question: ({ title = '' }) => ({
          message: l10n.t('Remove the milestone “{0}”?', title),
          detail: l10n.t('Its issues are kept. This cannot be undone.'),
          action: l10n.t('Remove'),
        }),
      });
      await api.milestones.remove({ ...at, number: String(number) }, { signal });
      notify(on, { silent });
    },
  });
}

async function edit(
  editing: Editing,
  on: AtRepository,
  number: string,
  change: Change,
  { signal, silent }: Invocation,
): Promise<Milestone> {
  const { api, at, name: repository } = on;
  const now = await api.milestones.get({ ...at, number }, { signal });
  const wanted = change.state ?? milestoneState(now.state);
  // The service resets omitted fields to defaults. Therefore title, state and due date are always sent.
  const inputs = {
    ...at,
    number,
    title: change.title ?? now.title ?? '',
    due_on: change.due_on ?? now.due_on,
    state: wanted === 'closed' ? 'closed' : 'open',
    description: change.description,
  } as const;
  const edited = await editMilestone(api, inputs, { signal }).catch(async (error: unknown) => {
    // A milestone without a due date, which this service does not accept.
    if (silent || !isFailure(error, 'invalid') || error.field !== 'due_on') throw error;
    const prompt = l10n.t('A due date is required. Enter the day when the milestone is due.');
    const due_on = await new Prompt({ title: now.title ?? '' }).input({ ...dayWanted(), prompt });
    return await editMilestone(api, { ...inputs, due_on }, { signal });
  });
  const milestone = edited ?? (await api.milestones.get({ ...at, number }, { signal }));
  updateRecord(await editing.load(), { ...repository, kind: 'milestones', id: number }, loadedMilestone(milestone));
  editing.notify(on, { silent }, number);
  return milestone;
}
