import { l10n, ThemeIcon } from 'vscode';
import type { Issue } from '../../../../api/record/issue.ts';
import { oneLine } from '../../../../core/text.ts';
import { assigneesOf, issueState } from '../../../../domain/documents/kinds/issue.ts';
import type { IssueInputs } from '../../../../domain/documents/assist/issueEdits.ts';
import { formatDay } from '../../../kit/messages/format.ts';
import { askAll, type Prompt } from '../../../kit/prompts/prompt.ts';
import type { Choice } from '../../../kit/prompts/question.ts';
import { asTyped } from '../../../kit/commands/ask.ts';
import type { AtRepository } from '../../../kit/commands/declare.ts';
import { countOf, type RecordTools } from '../../../documents/commands/recordTools.ts';

type Change = (now: Issue) => IssueInputs;
type Aspect = 'title' | 'state' | 'labels' | 'addLabels' | 'removeLabels' | 'assignee' | 'milestone';

interface ValueQuestion {
  readonly prompt: Prompt;
  readonly on: AtRepository;
  /** Undefined for several issues. */
  readonly issue: Issue | undefined;
  readonly tools: RecordTools;
  readonly signal: AbortSignal;
}

const asks: Readonly<Record<Aspect, (question: ValueQuestion) => Promise<Change>>> = {
  title: askTitle,
  state: askState,
  labels: (question) => askLabels('labels', question),
  addLabels: (question) => askLabels('addLabels', question),
  removeLabels: (question) => askLabels('removeLabels', question),
  assignee: askAssignee,
  milestone: askMilestone,
};

export async function askChange(
  on: AtRepository,
  numbers: readonly string[],
  tools: RecordTools,
  signal: AbortSignal,
): Promise<Change> {
  const [only] = numbers.length === 1 ? numbers : [];
  const issue = only === undefined ? undefined : await on.api.issues.get({ ...on.at, number: only }, { signal });
  const title = issue === undefined ? countOf(numbers.length) : `#${issue.number} ${oneLine(issue.title ?? '', 80)}`;
  const chosen: { aspect?: Aspect; change?: Change } = {};
  await askAll(title, (index) => {
    const { aspect } = chosen;
    if (index > 1) return undefined;
    const ask = async (prompt: Prompt): Promise<void> => {
      if (index === 0 || aspect === undefined) {
        const placeholder = l10n.t('What do you want to change?');
        chosen.aspect = await prompt.pick({ placeholder, items: aspectsOf(issue) });
      } else chosen.change = await asks[aspect]({ prompt, on, issue, tools, signal });
    };
    return { ask, use: () => {} };
  });
  return chosen.change ?? (() => ({}));
}

function aspectsOf(issue: Issue | undefined): Choice<Aspect>[] {
  const choice = (value: Aspect, icon: string, label: string, description = ''): Choice<Aspect> => ({
    label,
    description: oneLine(description, 80),
    iconPath: new ThemeIcon(icon),
    value,
  });
  const labels = issue?.labels.map(({ name }) => name).join(', ');
  return [
    ...(issue === undefined ? [] : [choice('title', 'edit', l10n.t('Title'), issue.title)]),
    choice('state', 'issues', l10n.t('State'), issue === undefined ? '' : stateText(issueState(issue.state))),
    ...(issue === undefined
      ? [choice('addLabels', 'tag', l10n.t('Add Labels')), choice('removeLabels', 'close', l10n.t('Remove Labels'))]
      : [choice('labels', 'tag', l10n.t('Labels'), labels)]),
    choice('assignee', 'account', l10n.t('Assignee'), issue && assigneesOf(issue).join(', ')),
    choice('milestone', 'milestone', l10n.t('Milestone'), issue?.milestone?.title),
  ];
}

const stateText = (state: string | undefined): string => (state === 'closed' ? l10n.t('closed') : l10n.t('open'));

async function askTitle({ prompt, issue }: ValueQuestion): Promise<Change> {
  const title = await prompt.input({
    prompt: l10n.t('Title'),
    value: issue?.title ?? '',
    validate: (value) => (value.trim() === '' ? l10n.t('Enter a value.') : undefined),
  });
  return () => ({ title });
}

async function askState({ prompt, issue }: ValueQuestion): Promise<Change> {
  const state = await prompt.pick<'close' | 'reopen'>({
    placeholder: l10n.t('State'),
    items: [
      { label: l10n.t('Close'), value: 'close' },
      { label: l10n.t('Reopen'), value: 'reopen' },
    ],
    active: (value) => value === (issueState(issue?.state) === 'closed' ? 'reopen' : 'close'),
  });
  return () => ({ state });
}

async function askAssignee({ prompt, on, issue, tools, signal }: ValueQuestion): Promise<Change> {
  const people = await tools.vocabulary.people(on.name, { signal });
  const unassigned = { label: l10n.t('Unassigned'), iconPath: new ThemeIcon('circle-slash'), value: '' };
  const assignee = await prompt.pick({
    placeholder: l10n.t('Assignee'),
    // What takes something away is never the first row.
    items: [...people.map(({ login, name }) => ({ label: login, description: name ?? '', value: login })), unassigned],
    typed: asTyped,
    active: (login) => login === issue?.assignee?.login,
  });
  return () => ({ assignee });
}

async function askMilestone({ prompt, on, issue, tools, signal }: ValueQuestion): Promise<Change> {
  const milestones = await tools.vocabulary.milestones(on.name, { signal });
  const none = { label: l10n.t('No Milestone'), iconPath: new ThemeIcon('circle-slash'), value: 0 };
  const milestone = await prompt.pick({
    placeholder: l10n.t('Milestone'),
    items: [
      ...milestones.map(({ number, title = '', due_on }) => ({
        label: oneLine(title, 100),
        description: formatDay(due_on) ?? '',
        value: Number(number),
      })),
      none,
    ],
    active: (number) => number === Number(issue?.milestone?.number ?? -1),
  });
  return () => ({ milestone });
}

async function askLabels(
  aspect: 'labels' | 'addLabels' | 'removeLabels',
  { prompt, on, issue, tools, signal }: ValueQuestion,
): Promise<Change> {
  const has = new Set(issue?.labels.map(({ name }) => name));
  const seen = (await tools.vocabulary.labels(on.name, { signal })).map(({ name }) => name);
  const all = [...new Set([...has, ...seen])];
  const chosen = await prompt.pickMany({
    placeholder: l10n.t('Labels'),
    items: all.map((name) => ({ label: oneLine(name, 100), picked: has.has(name), value: name })),
    ...(aspect === 'removeLabels' ? {} : { typed: asTyped }),
  });
  if (aspect === 'labels') return () => ({ labels: chosen });
  return ({ labels }) => {
    const names = labels.map(({ name }) => name);
    const rest = names.filter((name) => !chosen.includes(name));
    return { labels: aspect === 'addLabels' ? [...rest, ...chosen] : rest };
  };
}
