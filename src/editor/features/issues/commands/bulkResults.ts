import { l10n } from 'vscode';
import type { Issue } from '../../../../api/record/issue.ts';
import { wrongValue } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { oneLine } from '../../../../core/text.ts';
import {
  ignoredInputs,
  labelsOf,
  type IssueInputs,
  type IssueResult,
} from '../../../../domain/documents/assist/issueEdits.ts';
import { equalValues } from '../../../../domain/documents/text/recordField.ts';
import { explain } from '../../../kit/messages/explain.ts';
import { countOf } from '../../../documents/commands/recordTools.ts';

/** What happened to one issue of a bulk edit; `error` is a sentence. */
export interface BulkResult {
  readonly number: number | string;
  readonly changed: boolean;
  readonly error?: string;
}

/** The result for a program. `number`: as the program gave it. */
export function bulkResult(result: IssueResult, number: number | string): BulkResult {
  const { inputs = {}, before, issue } = result;
  const error = errorOf(result);
  const ignored = ignoredInputs(result);
  // A host that only adds labels makes a part of the change.
  const isPart =
    before !== undefined &&
    issue !== undefined &&
    ignored.includes('labels') &&
    !equalValues(labelsOf(before), labelsOf(issue));
  const changed = isPart || Object.keys(inputs).length > ignored.length;
  return { number, changed, ...(error === undefined ? {} : { error }) };
}

/** Why an issue was not changed, or not completely; undefined if it has every change. */
export function errorOf(result: IssueResult): string | undefined {
  if (result.failure !== undefined) return explain(result.failure);
  const ignored = ignoredInputs(result);
  return ignored.length === 0 ? undefined : l10n.t('Not changed by the host: {0}', fieldNames(ignored));
}

/** Minutes that the limit of a host needs for the requests; undefined if it is less than one. */
export function minutesFor(requests: number, perMinute: number): number | undefined {
  return requests <= perMinute ? undefined : Math.ceil(requests / perMinute);
}

/** The question before a bulk edit: which issues change, and what. `perMinute`: requests that the host allows. */
export function planQuestion(
  plan: readonly IssueResult[],
  perMinute: number,
): {
  readonly message: string;
  readonly detail: string;
  readonly action: string;
} {
  const affected = plan.filter(({ inputs }) => inputs !== undefined);
  const lines = affected.slice(0, mostLines).map(({ number, before, inputs = {} }) => {
    const labels = before === undefined ? [] : labelChanges(before, inputs);
    const others = Object.keys(inputs).filter((field) => field !== 'labels');
    const changes = [...labels, ...(others.length === 0 ? [] : [fieldNames(others)])].join(', ');
    return `#${number} ${oneLine(before?.title ?? '', 60)}: ${changes}`;
  });
  const rest = affected.length - lines.length;
  // Each issue is read again, and changed.
  const minutes = minutesFor(2 * affected.length, perMinute);
  const wait = l10n.t('This takes about {0} min: the host allows {1} requests a minute.', minutes ?? 0, perMinute);
  return {
    message: l10n.t('{0} of {1} change.', affected.length, plan.length),
    detail: [
      ...lines,
      ...(rest > 0 ? [l10n.t('…and {0} more', rest)] : []),
      ...(minutes === undefined ? [] : ['', wait]),
    ].join('\n'),
    action: l10n.t('Change {0}', countOf(affected.length)),
  };
}

const mostLines = 10;

/** `+bug, −question` */
function labelChanges(now: Issue, { labels: after }: IssueInputs): string[] {
  if (typeof after !== 'object') return [];
  const before = labelsOf(now);
  return [
    ...after.filter((name) => !before.includes(name)).map((name) => `+${oneLine(name, 40)}`),
    ...before.filter((name) => !after.includes(name)).map((name) => `−${oneLine(name, 40)}`),
  ];
}

const effectsOf = (now: Issue, inputs: IssueInputs): readonly string[] => [
  ...labelChanges(now, inputs),
  ...Object.entries(inputs).flatMap(([field, value]) => (field === 'labels' ? [] : `${field}: ${String(value)}`)),
];

/** Limits `change` to what `plan` does: others can have changed the issue since the plan was shown. */
export function asPlanned(
  plan: readonly IssueResult[],
  change: (now: Issue) => IssueInputs,
): (now: Issue) => IssueInputs {
  const planned = new Map(
    plan.map(({ number, before, inputs = {} }) => [number, before === undefined ? [] : effectsOf(before, inputs)]),
  );
  return (now) => {
    const inputs = change(now);
    const plannedEffects = planned.get(now.number) ?? [];
    if (!effectsOf(now, inputs).every((effect) => plannedEffects.includes(effect)))
      throw wrongValue('agreed', requires('agreed'));
    return inputs;
  };
}

/** Names what an undo left as others changed it: `#3: labels; #7: title`. */
export function changedByOthersText(fields: ReadonlyMap<string, readonly string[]>): string {
  const each = [...fields].map(([number, names]) => `#${number}: ${fieldNames(names)}`);
  const text = each.slice(0, mostLines).join('; ');
  const rest = each.length - mostLines;
  return l10n.t(
    'Changed meanwhile, and left as is: {0}',
    rest > 0 ? `${text}; ${l10n.t('…and {0} more', rest)}` : text,
  );
}

export function unknownMilestoneText(numbers: readonly string[]): string {
  const text = numbers
    .slice(0, mostLines)
    .map((number) => `#${number}`)
    .join(', ');
  const rest = numbers.length - mostLines;
  return l10n.t(
    'The host does not tell the earlier milestone, so it is not restored: {0}',
    rest > 0 ? `${text}, ${l10n.t('…and {0} more', rest)}` : text,
  );
}

function fieldNames(fields: readonly string[]): string {
  const names = new Map([
    ['title', l10n.t('Title')],
    ['body', l10n.t('Description')],
    ['state', l10n.t('State')],
    ['labels', l10n.t('Labels')],
    ['assignee', l10n.t('Assignee')],
    ['milestone', l10n.t('Milestone')],
  ]);
  return fields.map((field) => names.get(field) ?? field).join(', ');
}
