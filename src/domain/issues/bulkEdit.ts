import type { CallOptions } from '../../api/http/send.ts';
import type { Issue } from '../../api/record/issue.ts';
import {
  firstAssignee,
  labelsOf,
  neededInputs,
  type IssueInputs,
  type IssueResult,
} from '../documents/assist/issueEdits.ts';
import { issueState, labelList } from '../documents/kinds/issue.ts';
import type { RecordScope } from '../documents/kinds/kind.ts';
import { equalValues } from '../documents/text/recordField.ts';

export interface BulkChange {
  readonly add_labels?: readonly string[] | undefined;
  readonly remove_labels?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
  /** The number of a milestone; 0: none. */
  readonly milestone?: number | undefined;
  readonly state?: 'close' | 'reopen' | undefined;
}

/** The smallest inputs; empty if it is as wanted. The API replaces all labels. One both removed and added is added. */
export function bulkInputs(change: BulkChange): (now: Issue) => IssueInputs {
  const { add_labels: added = [], remove_labels: removed = [], ...others } = change;
  return (now) =>
    neededInputs(now, {
      ...others,
      labels: labelList([...labelsOf(now).filter((name) => !removed.includes(name) || added.includes(name)), ...added]),
    });
}

/** Reads several issues from the pages of their list: at most one page for ten issues. Empty for one issue. */
export async function listedIssues(
  { api, repository: { owner, repo } }: Pick<RecordScope, 'api' | 'repository'>,
  numbers: readonly string[],
  options: CallOptions = {},
): Promise<ReadonlyMap<string, Issue>> {
  const issues = new Map<string, Issue>();
  if (numbers.length <= 1) return issues;
  const wanted = new Set(numbers);
  let pages = 0;
  for await (const { items } of api.issues.list.all({ owner, repo, state: 'all' }, options).pages()) {
    for (const issue of items) if (wanted.has(issue.number)) issues.set(issue.number, issue);
    pages += 1;
    if (issues.size === wanted.size || pages * 10 >= wanted.size) break;
  }
  return issues;
}

const fields = ['title', 'body', 'state', 'assignee', 'milestone'] as const;
type Scalar = (typeof fields)[number];
export type UndoneField = Scalar | 'labels';

/** The inputs that undo a change of an issue, and the fields that others changed since. */
export interface IssueUndo {
  readonly inputs: IssueInputs;
  /** These keep the newer values. Of labels, only the own change is undone. */
  readonly changedByOthers: readonly UndoneField[];
  /** The service does not send the milestone of an issue, so the earlier one cannot be restored. */
  readonly isMilestoneUnknown: boolean;
}

/** What undoes the change of `result` on the issue as it is `now`. */
export function undoOf({ before, inputs: sent = {}, issue: after }: IssueResult, now: Issue): IssueUndo {
  if (before === undefined || after === undefined)
    return { inputs: {}, changedByOthers: [], isMilestoneUnknown: false };
  const [old, own, newest] = [valuesOf(before), valuesOf(after), valuesOf(now)];
  const mine = fields.filter((field) => old[field] !== own[field] && newest[field] !== old[field]);
  const isOthers = (field: Scalar): boolean => own[field] !== newest[field];
  const back = (field: Scalar): boolean => mine.includes(field) && !isOthers(field);
  const labels = labelUndo(labelsOf(before), labelsOf(after), labelsOf(now));
  const isMilestoneUnknown = sent.milestone !== undefined && !before.milestone && !after.milestone;
  return {
    inputs: {
      ...(back('title') ? { title: old.title } : {}),
      ...(back('body') ? { body: old.body } : {}),
      ...(back('state') ? { state: old.state === 'closed' ? 'close' : 'reopen' } : {}),
      ...(back('assignee') ? { assignee: old.assignee } : {}),
      ...(back('milestone') ? { milestone: old.milestone } : {}),
      ...(labels.restored === undefined ? {} : { labels: labels.restored }),
    },
    changedByOthers: [...mine.filter(isOthers), ...(labels.changedByOthers ? ['labels' as const] : [])],
    isMilestoneUnknown,
  };
}

const valuesOf = (issue: Issue) => ({
  title: issue.title ?? '',
  body: issue.body ?? '',
  state: issueState(issue.state) ?? '',
  assignee: firstAssignee(issue),
  milestone: Number(issue.milestone?.number ?? 0),
});

function labelUndo(
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): { readonly restored?: readonly string[]; readonly changedByOthers: boolean } {
  if (equalValues(before, after) || equalValues(now, before)) return { changedByOthers: false };
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  const restored = [...new Set([...now.filter((name) => !added.includes(name)), ...removed])];
  const changedByOthers = !equalValues(now, after);
  return equalValues(restored, now) ? { changedByOthers } : { restored, changedByOthers };
}
