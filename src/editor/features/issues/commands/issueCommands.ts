import { l10n } from 'vscode';
import {
  filledText,
  flag,
  integer,
  line,
  names,
  oneOf,
  optional,
  text,
  type Inputs,
} from '../../../../api/contract/field.ts';
import type { Issue } from '../../../../api/record/issue.ts';
import { cancelled, Failure } from '../../../../core/errors.ts';
import { oneLine } from '../../../../core/text.ts';
import { issueCreation, issueState, labelList } from '../../../../domain/documents/kinds/issue.ts';
import { scopeAt } from '../../../../domain/documents/kinds/kind.ts';
import { createOnce } from '../../../../domain/hosts/creations.ts';
import { recordPage } from '../../../../domain/pages/target.ts';
import type { IssueInputs } from '../../../../domain/documents/assist/issueEdits.ts';
import { bulkInputs } from '../../../../domain/issues/bulkEdit.ts';
import { recordId, recordNumber, recordNumbers, toNumbers } from '../../../kit/arguments.ts';
import type { AnyCommand, Ask, Invocation } from '../../../kit/command.ts';
import type { Changes } from '../../../kit/changes.ts';
import { askFrom, askText, choicesOf } from '../../../kit/commands/ask.ts';
import { atRepository, onRepository, repositoryAt, type AtRepository } from '../../../kit/commands/declare.ts';
import { askChange } from './issueChange.ts';
import { IssueEditing } from './issueEditing.ts';
import {
  askUnlessOpen,
  openRecord,
  shownRecord,
  type LoadRecordTools,
} from '../../../documents/commands/recordTools.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import type { Pages } from '../../../pages/register.ts';

const askListed = (state: 'all' | 'open' | 'closed'): Ask<string> =>
  askFrom(
    () => l10n.t('Which issue?'),
    ({ api, at }, { signal }) => api.issues.list.all({ ...at, state }, { signal }),
    issueChoice,
    undefined,
    () => (state === 'open' ? l10n.t('No open issues.') : l10n.t('No issues.')),
  );

export const askIssue = (state: 'all' | 'open' | 'closed'): Ask<string> => askUnlessOpen('issues', askListed(state));

/** The issue whose document is open; without one, the user is asked. */
export const askShownIssue =
  (state: 'all' | 'open'): Ask<number | string> =>
  async (prompt, args, invocation) =>
    (invocation.origin === 'palette' ? shownRecord('issues')?.number : undefined) ??
    (await askListed(state)(prompt, args, invocation));

function issueChoice({ number, title = '', state, labels }: Issue): {
  label: string;
  description: string;
  value: string;
} {
  const closed = issueState(state) === 'closed' ? [l10n.t('closed')] : [];
  const description = [...closed, ...labels.map((label) => oneLine(label.name, 40))].join(', ');
  return { label: `#${number} ${oneLine(title, 120)}`, description, value: number };
}

const inputs = {
  body: optional(text),
  assignee: optional(line),
  milestone: optional(integer),
  labels: optional(names),
  security_hole: optional(flag),
};

const edited = { title: optional(filledText), state: optional(oneOf('close', 'reopen')), ...inputs };

const bulkFields = {
  add_labels: optional(names),
  remove_labels: optional(names),
  assignee: optional(line),
  milestone: optional(integer),
  state: optional(oneOf('close', 'reopen')),
  dryRun: optional(flag),
};

const askIssues: Ask<readonly string[]> = async (prompt, args, invocation) => {
  const { api, at } = await atRepository(invocation, args);
  const issues = api.issues.list.all({ ...at, state: 'all' }, { signal: invocation.signal });
  const chosen = await prompt.pickMany({
    placeholder: l10n.t('Which issues?'),
    items: choicesOf(issues, issueChoice),
    paged: true,
  });
  if (chosen.length === 0) throw cancelled();
  return chosen;
};

export function issueCommands(changes: Changes, load: LoadRecordTools, pages: Pages['pages']) {
  const editing = new IssueEditing(changes, load);
  const notify = changeNotifier(changes, 'issues');
  const become = (does: string, state: 'close' | 'reopen'): AnyCommand =>
    onRepository({
      does,
      result: 'the issue, or an array',
      needsAccount: true,
      fields: { number: recordNumbers },
      ask: { number: askIssue(state === 'close' ? 'open' : 'closed') },
      run: async ({ number }, on, invocation) => await editing.edit(on, number, { state }, invocation),
    });
  return {
    'sourcehost.issue.open': onRepository({
      does: 'Opens issues as documents. `number` may be an array.',
      result: 'the issue, or an array',
      fields: { number: recordNumbers },
      ask: { number: askIssue('all') },
      run: async ({ number }, { name: repository }) => {
        const tools = await load();
        const opened: unknown[] = [];
        for (const id of toNumbers(number)) opened.push(await openRecord(tools, { ...repository, kind: 'issues', id }));
        return typeof number === 'object' ? opened : opened[0];
      },
    }),
    'sourcehost.issue.show': showIssue(pages),
    'sourcehost.issue.create': createIssue(load, notify),
    'sourcehost.issue.edit': onRepository({
      does: 'Changes issues. `number` may be an array. Fields that are left out do not change.',
      result: 'the issue, or an array',
      needsAccount: true,
      fields: { number: recordNumbers, ...edited },
      ask: { number: askIssue('all') },
      runAsks: ['title', 'state', 'body', 'assignee', 'milestone', 'labels', 'security_hole'],
      run: async ({ number, ...args }, on, invocation) =>
        await editing.edit(on, number, await changeOf(args, toNumbers(number), on, invocation, load), invocation),
    }),
    'sourcehost.issue.editMany': onRepository({
      does: 'Changes many issues. It reads each issue, and sends only the fields that differ. While it changes more than 100 issues, it leaves a fifth of the requests of each minute to other work. `milestone` is the number of a milestone (0: none). With `dryRun` it changes nothing, and `changed` tells what would change.',
      result: '`[{ number, changed, error? }]`; `error` is a sentence, and the other issues are changed',
      needsAccount: true,
      fields: { numbers: recordNumbers, ...bulkFields },
      ask: { numbers: askIssues },
      runAsks: ['add_labels', 'remove_labels', 'assignee', 'milestone', 'state', 'dryRun'],
      run: async ({ numbers, dryRun, ...args }, on, invocation) => {
        const change = await bulkChangeOf(args, toNumbers(numbers), on, invocation, load);
        return await editing.editMany(on, numbers, change, invocation, dryRun);
      },
    }),
    'sourcehost.issue.close': become('Closes an issue. `number` may be an array.', 'close'),
    'sourcehost.issue.reopen': become('Reopens an issue. `number` may be an array.', 'reopen'),
  };
}

const showIssue = ({ show }: Pages['pages']): AnyCommand =>
  onRepository({
    does: 'Shows an issue as a page. `comment` is the id of the comment at which the page begins.',
    result: 'the issue',
    fields: { number: recordNumber, comment: optional(recordId) },
    repository: repositoryAt(() => shownRecord('issues')),
    ask: { number: askShownIssue('all') },
    run: async ({ number, comment }, { connection, name: repository }, invocation) =>
      await show(recordPage(connection, repository, 'issue', String(number)), invocation, {
        comment: comment?.toString(),
      }),
  });

function createIssue(load: LoadRecordTools, notify: ReturnType<typeof changeNotifier>): AnyCommand {
  return onRepository({
    does: 'Creates an issue. A user fills in a document.',
    result: 'the issue',
    needsAccount: true,
    fields: { title: filledText, ...inputs },
    ask: { title: askText(() => ({ prompt: l10n.t('Title of the new issue') })) },
    write: async ({ name: repository }) => {
      await (await load()).actions.openNew(repository, 'issues');
    },
    run: async (args, on, { signal, silent, again }) => {
      const issue = await createOnce(issueCreation(scopeAt(on.connection, on.name), args, { signal }), {
        signal,
        again,
      });
      notify(on, { silent }, ...(issue === undefined ? [] : [issue.number]));
      return issue;
    },
  });
}

async function bulkChangeOf(
  args: Omit<Inputs<typeof bulkFields>, 'dryRun'>,
  numbers: readonly string[],
  on: AtRepository,
  { origin, signal }: Invocation,
  load: LoadRecordTools,
): Promise<(now: Issue) => IssueInputs> {
  const { add_labels, remove_labels, ...others } = args;
  if (Object.values(args).some((value) => value !== undefined))
    return bulkInputs({ ...others, add_labels: labelList(add_labels), remove_labels: labelList(remove_labels) });
  if (origin === 'code') throw nothingToChange('add_labels');
  return await askChange(on, numbers, await load(), signal);
}

async function changeOf(
  args: IssueInputs,
  numbers: readonly string[],
  on: AtRepository,
  { origin, signal }: Invocation,
  load: LoadRecordTools,
): Promise<IssueInputs | ((now: Issue) => IssueInputs)> {
  if (Object.keys(args).length > 0) return args;
  if (origin === 'code') throw nothingToChange('title');
  return await askChange(on, numbers, await load(), signal);
}

function nothingToChange(field: string): Failure {
  return new Failure('invalid', 'nothing is to be changed', { field, reason: 'nothingToChange' });
}
