import { flag, name, names, oneOf, optional, range, text, type Inputs } from '../../api/contract/field.ts';
import type { Issue } from '../../api/record/issue.ts';
import { Failure } from '../../core/errors.ts';
import { editIssues, type IssueInputs } from '../../domain/records/assist/issueEdits.ts';
import { issueNumbers, placeFields, placeTexts } from '../kit/inputs.ts';
import { issueFields, issueRow } from '../kit/issueRows.ts';
import { openRepository } from '../kit/place.ts';
import type { FieldChange } from '../kit/preview.ts';
import { inBackground } from '../kit/services.ts';
import { remoteTool } from '../kit/tool.ts';

const created = (key: string, after: string | undefined): FieldChange[] =>
  after === undefined ? [] : [{ name: key, before: undefined, after }];

const listText = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value.join(', ');

export const createIssue = remoteTool({
  name: 'sourcehost_create_issue',
  title: 'Create Issue',
  description: 'Creates an issue in a remote repository. The user sees all of it and must agree.',
  fields: {
    ...placeFields,
    title: name,
    body: optional(text),
    labels: optional(names),
    assignee: optional(name),
    milestone: optional(range(1)),
  },
  texts: {
    ...placeTexts,
    title: 'The title.',
    body: 'The text, as Markdown.',
    labels: 'Names of labels.',
    assignee: 'The login of a member.',
    milestone: 'The number of a milestone, see sourcehost_list_milestones.',
  },
  async preview(services, { title, body, labels, assignee, milestone, ...input }) {
    const { name: repository } = await openRepository(services, input);
    const fields = [
      ...created('new issue', title),
      ...created('text', body),
      ...created('labels', listText(labels)),
      ...created('assignee', assignee),
      ...created('milestone', milestone === undefined ? undefined : `${milestone}`),
    ];
    return { repository, fields, diffs: [] };
  },
  async run(services, input, signal) {
    const { api, at, title: repository } = await openRepository(services, input);
    const { title, body, labels, assignee, milestone } = input;
    const issue = await api.issues.create({ ...at, title, body, labels, assignee, milestone }, { signal });
    const summary = `An issue of ${repository} is created`;
    const changes = [{ kind: 'issue' as const, id: issue?.number, title: input.title }];
    return { summary, entries: issue === undefined ? [] : [issueRow(issue)], changes };
  },
});

const editFields = {
  ...placeFields,
  numbers: issueNumbers,
  add_labels: optional(names),
  remove_labels: optional(names),
  assignee: optional(text),
  milestone: optional(range(0)),
  state: optional(oneOf('open', 'closed')),
  dry_run: optional(flag),
};
type EditInput = Inputs<typeof editFields>;

/** Issues of one call. */
const mostIssues = 50;

export const editManyIssues = remoteTool({
  name: 'sourcehost_edit_issues',
  title: 'Edit Issues',
  description:
    'Changes labels, assignee, milestone or state of one or several issues. The user sees each change and must agree; a dry run only shows the changes.',
  fields: editFields,
  texts: {
    ...placeTexts,
    numbers: `The numbers of the issues, at most ${mostIssues}.`,
    add_labels: 'Names of labels to add.',
    remove_labels: 'Names of labels to remove.',
    assignee: 'The login of a member; empty for nobody.',
    milestone: 'The number of a milestone, see sourcehost_list_milestones; 0 for none.',
    state: 'open or closed.',
    dry_run: 'Whether only to show what would change.',
  },
  isDryRun: ({ dry_run: isDry }) => isDry === true,
  async preview(services, input, signal) {
    const { api, at, name: repository } = await openRepository(services, input);
    const fields: FieldChange[] = [];
    for (const number of checkedNumbers(input)) {
      const issue = await api.issues.get({ ...at, number: `${number}` }, inBackground(signal));
      fields.push(...changedFields(issue, input));
    }
    return { repository, fields, diffs: [] };
  },
  async run(services, input, signal) {
    const { api, name: repository, title } = await openRepository(services, input);
    const { account } = await services.connections.connect(repository.host);
    const numbers = checkedNumbers(input).map(String);
    const scope = { api, repository, login: account?.login };
    const results = await editIssues(scope, numbers, (now) => changeOf(now, input), { signal });
    const entries = results.map(({ number, issue, failure }) =>
      issue === undefined ? `#${number} not changed: ${failure?.message ?? ''}` : issueRow(issue),
    );
    const changes = results.flatMap(({ number, issue, failure }) =>
      failure === undefined ? [{ kind: 'issue' as const, id: number, title: issue?.title ?? '' }] : [],
    );
    const summary = `${changes.length} of ${numbers.length} issues of ${title} are changed`;
    return { summary, entries, changes };
  },
});

/** Each number once. @throws Failure `invalid` if nothing is to change, or too many issues */
function checkedNumbers(input: EditInput): readonly number[] {
  const { add_labels: add, remove_labels: remove, assignee, milestone, state } = input;
  const numbers = [...new Set(input.numbers)];
  const isChange = [add, remove, assignee, milestone, state].some((value) => value !== undefined);
  if (isChange && numbers.length <= mostIssues) return numbers;
  throw new Failure('invalid', 'nothing to change, or too many issues', { reason: 'nothingToChange' });
}

const namesIn = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split(',') : (value ?? [])).map((one) => one.trim()).filter((one) => one !== '');

function newLabels(issue: Issue, { add_labels: add, remove_labels: remove }: EditInput): readonly string[] {
  const removed = new Set(namesIn(remove));
  const labels = [...issue.labels.map((label) => label.name), ...namesIn(add)];
  return [...new Set(labels)].filter((label) => !removed.has(label));
}

function changeOf(issue: Issue, input: EditInput): IssueInputs {
  const { add_labels: add, remove_labels: remove, assignee, milestone, state } = input;
  return {
    ...(add === undefined && remove === undefined ? {} : { labels: newLabels(issue, input) }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(milestone === undefined ? {} : { milestone }),
    ...(state === undefined || state === issueFields(issue).state
      ? {}
      : { state: state === 'closed' ? ('close' as const) : ('reopen' as const) }),
  };
}

function changedFields(issue: Issue, input: EditInput): FieldChange[] {
  const before = issueFields(issue);
  const { assignee, milestone, state } = input;
  const after: Partial<typeof before> = {
    labels: newLabels(issue, input).join(', '),
    ...(assignee === undefined ? {} : { assignee }),
    ...(milestone === undefined ? {} : { milestone: milestone === 0 ? '' : `${milestone}` }),
    ...(state === undefined ? {} : { state }),
  };
  const isSame = (key: keyof typeof before, value: string): boolean =>
    key === 'milestone' ? (before.milestone.split(' ')[0] ?? '') === value : before[key] === value;
  const keys = ['state', 'labels', 'assignee', 'milestone'] as const;
  return keys.flatMap((key) => {
    const value = after[key];
    if (value === undefined || isSame(key, value)) return [];
    return [{ name: `#${issue.number} ${before.title}: ${key}`, before: before[key], after: value }];
  });
}
