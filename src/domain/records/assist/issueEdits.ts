import type { Issue } from '../../../api/record/issue.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { isFailure, toFailure, type Failure } from '../../../core/errors.ts';
import { equalValues } from '../schema/field.ts';
import { editIssue, issueState, type IssueEdit } from '../kinds/issue.ts';
import type { RecordScope } from '../kinds/kind.ts';

/** The editable fields of an issue, by the names and values of the API. */
export type IssueInputs = Omit<IssueEdit, 'owner' | 'repo' | 'number' | 'title'> & {
  readonly title?: string | undefined;
};

/** The result for one issue: the record before and after, or the failure. */
export interface IssueResult {
  readonly number: string;
  readonly before?: Issue;
  readonly issue?: Issue;
  readonly failure?: Failure;
}

/**
 * Changes issues one after another, with two requests each: the first reads the values that the API also requires.
 * Continues after a failure, unless all further requests would fail too.
 */
export async function editIssues(
  { api, repository: { owner, repo } }: RecordScope,
  numbers: readonly string[],
  change: IssueInputs | ((now: Issue) => IssueInputs),
  options: CallOptions & { readonly onResult?: (result: IssueResult) => void } = {},
): Promise<IssueResult[]> {
  const results: IssueResult[] = [];
  let end: Failure | undefined;
  for (const number of numbers) {
    const result = end === undefined ? await editOne(number) : { number, failure: end };
    results.push(result);
    options.onResult?.(result);
    if (isFailure(result.failure, 'cancelled', 'signedOut')) end = result.failure;
  }
  return results;

  async function editOne(number: string): Promise<IssueResult> {
    try {
      const before = await api.issues.get({ owner, repo, number }, options);
      const inputs = typeof change === 'function' ? change(before) : change;
      const title = (inputs.title ?? before.title ?? '').toWellFormed();
      const edited = await editIssue(api, { owner, repo, number, ...inputs, title }, options);
      return { number, before, issue: edited ?? (await api.issues.get({ owner, repo, number }, options)) };
    } catch (error) {
      return { number, failure: toFailure(error) };
    }
  }
}

/** The inputs that revert a change of an issue. Fields that were changed again since then are left out. */
export function inverse({ before, issue }: IssueResult): (now: Issue) => IssueInputs {
  return (now) => {
    if (before === undefined || issue === undefined) return {};
    const back = <T>(of: (one: Issue) => T, same: (one: T, other: T) => boolean): T | undefined =>
      !same(of(before), of(issue)) && same(of(now), of(issue)) ? of(before) : undefined;
    const equal = (one: unknown, other: unknown): boolean => one === other;
    const state = back((one) => issueState(one.state), equal);
    const labels = back((one) => one.labels.map(({ name }) => name), equalValues);
    const assignee = back((one) => one.assignee?.login ?? '', equal);
    const milestone = back((one) => Number(one.milestone?.number ?? 0), equal);
    const [title, body] = [back((one) => one.title ?? '', equal), back((one) => one.body ?? '', equal)];
    return {
      ...(title === undefined ? {} : { title }),
      ...(body === undefined ? {} : { body }),
      ...(state === undefined ? {} : { state: state === 'closed' ? 'close' : 'reopen' }),
      ...(labels === undefined ? {} : { labels }),
      ...(assignee === undefined ? {} : { assignee }),
      ...(milestone === undefined ? {} : { milestone }),
    };
  };
}
