import {
  filledText,
  flag,
  line,
  name,
  names,
  oneOf,
  optional,
  range,
  text,
  type Inputs,
} from '../../api/contract/field.ts';
import type { Issue } from '../../api/record/issue.ts';
import { isFailure, mayBeDone, throwIfCancelled, wrongValue, type Failure } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import {
  editIssues,
  firstAssignee,
  ignoredInputs,
  type IssueInputs,
  type IssueResult,
} from '../../domain/documents/assist/issueEdits.ts';
import { issueCreation } from '../../domain/documents/kinds/issue.ts';
import { scopeAt } from '../../domain/documents/kinds/kind.ts';
import { createOnce } from '../../domain/hosts/creations.ts';
import { listedIssues } from '../../domain/issues/bulkEdit.ts';
import { fileDiff } from '../kit/diff.ts';
import { pageRow } from '../kit/fence.ts';
import { issueFields, issueRow } from '../kit/issueRows.ts';
import type { ToolOutput } from '../kit/output.ts';
import { inBackground, noSuch, openForChange, type ToolRepository } from '../kit/place.ts';
import { added, demandChange, issueNumbers, placeFields, remoteTool, type FieldChange } from '../kit/tool.ts';

const listText = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value.join(', ');

export const createIssue = remoteTool({
  name: 'sourcehost_create_issue',
  title: 'Create Issue',
  description: 'Creates an issue.',
  fields: {
    ...placeFields,
    title: filledText,
    body: optional(text),
    labels: optional(names),
    assignee: optional(name),
    milestone: optional(range(1)),
  },
  texts: { assignee: 'A login.' },
  async preview(services, { title, body, labels, assignee, milestone, ...input }, signal) {
    const opened = await openForChange(services, input);
    await demandUser(opened, assignee, signal);
    const fields = [
      ...added('newIssue', title),
      ...added('text', body),
      ...added('labels', listText(labels)),
      ...added('assignee', assignee),
      ...added('milestone', await milestoneText(opened, milestone, signal)),
    ];
    const { connection, name, title: repository } = opened;
    return {
      repository: name,
      fields,
      diffs: [],
      async send(sending) {
        const inputs = { title, body, labels, assignee, milestone };
        const creation = issueCreation(scopeAt(connection, name), inputs, { signal: sending });
        const issue = await createOnce(creation, { again: true });
        const summary = `An issue of ${repository} is created`;
        const changes = [{ kind: 'issue' as const, id: issue?.number, title }];
        return { summary, entries: issue === undefined ? [] : [issueRow(issue), ...pageRow(issue)], changes };
      },
    };
  },
});

const editFields = {
  ...placeFields,
  numbers: issueNumbers,
  title: optional(filledText),
  body: optional(text),
  add_labels: optional(names),
  remove_labels: optional(names),
  assignee: optional(line),
  milestone: optional(range(0)),
  state: optional(oneOf('open', 'closed')),
  dry_run: optional(flag),
};
type EditInput = Inputs<typeof editFields>;

export const editManyIssues = remoteTool({
  name: 'sourcehost_edit_issues',
  title: 'Edit Issues',
  description: 'Changes issues. title and body only of one.',
  fields: editFields,
  texts: {
    body: 'The whole text.',
    assignee: 'A login; empty: nobody.',
    milestone: '0: none.',
    dry_run: 'Only shows what would change.',
  },
  isDryRun: ({ dry_run: isDry }) => isDry === true,
  async preview(services, input, signal) {
    const numbers = checkedNumbers(input);
    const opened = await openForChange(services, input);
    const { api, name: repository, title } = opened;
    await demandUser(opened, input.assignee, signal);
    const milestone = await milestoneText(opened, input.milestone, signal);
    const listed = await listedIssues({ api, repository }, numbers, inBackground(signal));
    const agreed = new Map<string, readonly FieldChange[]>();
    const diffs: string[] = [];
    for (const number of numbers) {
      const issue = listed.get(number) ?? (await issueNamedBy('numbers', opened, number, signal));
      agreed.set(number, changedFields(issue, input, milestone));
      diffs.push(...bodyDiff(issue, input));
    }
    const fields = [...agreed.values()].flat();
    demandChange('numbers', { fields, diffs });
    const change = (now: Issue): IssueInputs => {
      const isSame = JSON.stringify(changedFields(now, input, milestone)) === JSON.stringify(agreed.get(now.number));
      if (!isSame || bodyDiff(now, input).join() !== diffs.join()) throw wrongValue('agreed', requires('agreed'));
      return changeOf(now, input);
    };
    return {
      repository,
      fields,
      diffs,
      async send(sending, timeLimit = Infinity) {
        const { account, budget } = opened.connection;
        const scope = { api, repository, login: account?.login };
        const end = Date.now() + timeLimit;
        // A request that waits for the limit of requests would end too late.
        const timeLeft = (): number => end - Date.now() - budget.wait('interactive');
        const loadedIssues =
          timeLeft() > 0 ? await listedIssues(scope, numbers, { signal: sending }) : new Map<string, Issue>();
        const results = await editIssues(scope, numbers, change, { signal: sending, loadedIssues, timeLeft });
        return outputOf(results, numbers, title);
      },
    };
  },
});

function outputOf(results: readonly IssueResult[], numbers: readonly string[], title: string): ToolOutput {
  const entries = results.map(({ number, issue, inputs, failure }) =>
    issue === undefined ? notChanged(number, failure) : [issueRow(issue), ...ignoredBy(issue, inputs)].join('; '),
  );
  const changes = results.flatMap(({ number, issue, failure }) =>
    failure === undefined ? [{ kind: 'issue' as const, id: number, title: issue?.title ?? '' }] : [],
  );
  const failed = results.flatMap(({ number, before, failure }) =>
    failure === undefined ? [] : [{ kind: 'issue' as const, id: number, title: before?.title ?? '', failure }],
  );
  const left = numbers.slice(results.length);
  const rest = left.length === 0 ? '' : `. Time ran out: call the tool again with numbers ${left.join(', ')}`;
  const summary = `${changes.length} of ${numbers.length} issues of ${title} are changed${rest}`;
  return { summary, entries, changes, failed };
}

/** A host can accept a label, a login or a milestone that it does not know, and change nothing. */
function ignoredBy(issue: Issue, inputs: IssueInputs | undefined): readonly string[] {
  const ignored = ignoredInputs({ issue, ...(inputs && { inputs }) });
  return ignored.length === 0 ? [] : [`the host did not take ${ignored.join(', ')}: read what it knows`];
}

function notChanged(number: string, failure: Failure | undefined): string {
  const state = failure !== undefined && mayBeDone(failure) ? 'may be changed, read it' : 'not changed';
  const why = failure?.field === 'agreed' ? 'it changed after the question' : (failure?.message ?? '');
  return `#${number} ${state}: ${why}`;
}

/** @throws Failure `missing` that names the input `field` and the number */
export async function issueNamedBy(
  field: string,
  { api, at }: Pick<ToolRepository, 'api' | 'at'>,
  number: string,
  signal: AbortSignal,
): Promise<Issue> {
  return await api.issues.get({ ...at, number }, inBackground(signal)).catch(noSuch(field, `issue #${number}`));
}

/** `3 Beta`, as `issueFields` has it; empty for 0, which stands for none. */
export async function milestoneText(
  { api, at }: Pick<ToolRepository, 'api' | 'at'>,
  milestone: number | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (milestone === undefined) return undefined;
  if (milestone === 0) return '';
  const found = api.milestones.get({ ...at, number: `${milestone}` }, inBackground(signal));
  const { title = '' } = await found.catch(noSuch('milestone', `milestone ${milestone}`));
  return `${milestone} ${title}`.trim();
}

/** @throws Failure `missing` if the host says that it has no user `assignee`; empty stands for nobody */
async function demandUser({ api }: ToolRepository, assignee: string | undefined, signal: AbortSignal): Promise<void> {
  if (!assignee) return;
  await api.users.get({ username: assignee }, inBackground(signal)).catch((error: unknown) => {
    throwIfCancelled(signal);
    if (isFailure(error, 'missing')) noSuch('assignee', `user ${assignee}`)(error);
  });
}

const changeInputs = ['title', 'body', 'add_labels', 'remove_labels', 'assignee', 'milestone', 'state'] as const;

/** Each number once. @throws Failure `invalid` if nothing is to change */
function checkedNumbers(input: EditInput): readonly string[] {
  if (changeInputs.every((name) => input[name] === undefined))
    throw wrongValue('state', requires('oneGiven', changeInputs.join(', ')));
  const numbers = [...new Set(input.numbers.map(String))];
  const ofOne = (['title', 'body'] as const).find((name) => input[name] !== undefined);
  if (ofOne !== undefined && numbers.length > 1) throw wrongValue(ofOne, requires('alone', 'several numbers'));
  return numbers;
}

const namesIn = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split(',') : (value ?? [])).map((one) => one.trim()).filter((one) => one !== '');

function newLabels(issue: Issue, { add_labels: add, remove_labels: remove }: EditInput): readonly string[] {
  const removed = new Set(namesIn(remove));
  const labels = [...issue.labels.map((label) => label.name), ...namesIn(add)];
  return [...new Set(labels)].filter((label) => !removed.has(label));
}

function changeOf(issue: Issue, input: EditInput): IssueInputs {
  const { title, body, add_labels: add, remove_labels: remove, assignee, milestone, state } = input;
  return {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(add === undefined && remove === undefined ? {} : { labels: newLabels(issue, input) }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(milestone === undefined ? {} : { milestone }),
    ...(state === undefined || state === issueFields(issue).state
      ? {}
      : { state: state === 'closed' ? ('close' as const) : ('reopen' as const) }),
  };
}

const encoder = new TextEncoder();

/** The change of the text as a difference; empty if there is none. */
function bodyDiff({ number, body: before = '' }: Issue, { body: after }: EditInput): readonly string[] {
  if (after === undefined || after === before) return [];
  return [fileDiff(`#${number}`, encoder.encode(before), encoder.encode(after))];
}

function changedFields(issue: Issue, input: EditInput, milestone: string | undefined): FieldChange[] {
  const before = issueFields(issue);
  const { title, assignee, state } = input;
  const after: Partial<typeof before> = {
    ...(title === undefined ? {} : { title }),
    labels: newLabels(issue, input).join(', '),
    ...(assignee === undefined ? {} : { assignee }),
    ...(milestone === undefined ? {} : { milestone }),
    ...(state === undefined ? {} : { state }),
  };
  const isSame = (key: keyof typeof before, value: string): boolean => {
    if (key === 'milestone') return before.milestone.split(' ')[0] === value.split(' ')[0];
    // Only a change of the first assignee is sent.
    return (key === 'assignee' ? firstAssignee(issue) : before[key]) === value;
  };
  const keys = ['title', 'state', 'labels', 'assignee', 'milestone'] as const;
  return keys.flatMap((key) => {
    const value = after[key];
    if (value === undefined || isSame(key, value)) return [];
    return [{ key, about: { number: `#${issue.number}`, title: before.title }, before: before[key], after: value }];
  });
}
