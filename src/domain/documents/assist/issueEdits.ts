import type { Issue } from '../../../api/record/issue.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { isFailure, toFailure, type Failure } from '../../../core/errors.ts';
import { editIssue, issueFields, type IssueEdit } from '../kinds/issue.ts';
import type { RecordScope } from '../kinds/kind.ts';

/** The editable fields of an issue, by the names and values of the API. */
export type IssueInputs = Omit<IssueEdit, 'owner' | 'repo' | 'number' | 'title'> & {
  readonly title?: string | undefined;
};

/** The result for one issue: the record before, and after or the failure. `before` undefined: it was not read. */
export interface IssueResult {
  readonly number: string;
  readonly before?: Issue;
  /** What was sent, or would be sent in a dry run. */
  readonly inputs?: IssueInputs;
  readonly issue?: Issue;
  readonly failure?: Failure;
}

interface EditOptions extends CallOptions {
  readonly onResult?: (result: IssueResult) => void;
  readonly dryRun?: boolean;
  /** Issues that were just read. They are not read again. */
  readonly loadedIssues?: ReadonlyMap<string, Issue>;
  /** Milliseconds, 0 or less: no other issue is begun. Those that were not begun have no result. */
  readonly timeLeft?: () => number;
}

/**
 * Changes issues one after another, with two requests each, one for a loaded issue. An issue without inputs is only read.
 * Continues after a failure, unless all further requests would fail too.
 */
export async function editIssues(
  { api, repository: { owner, repo } }: RecordScope,
  numbers: readonly string[],
  change: IssueInputs | ((now: Issue) => IssueInputs),
  options: EditOptions = {},
): Promise<IssueResult[]> {
  const results: IssueResult[] = [];
  let end: Failure | undefined;
  for (const number of numbers) {
    if ((options.timeLeft?.() ?? Infinity) <= 0) break;
    const result = end === undefined ? await editOne(number) : { number, failure: end };
    results.push(result);
    options.onResult?.(result);
    if (isFailure(result.failure, 'cancelled', 'signedOut')) end = result.failure;
  }
  return results;

  async function editOne(number: string): Promise<IssueResult> {
    let before: Issue | undefined;
    try {
      before = options.loadedIssues?.get(number) ?? (await api.issues.get({ owner, repo, number }, options));
      const inputs = typeof change === 'function' ? change(before) : change;
      if (Object.keys(inputs).length === 0) return { number, before, issue: before };
      if (options.dryRun === true) return { number, before, inputs };
      const title = (inputs.title ?? before.title ?? '').toWellFormed();
      const sending = { ...options, longestPause: options.timeLeft?.() };
      const edited = await editIssue(api, { owner, repo, number, ...inputs, title }, sending);
      const isComplete = edited !== undefined && ignoredInputs({ issue: edited, inputs }).length === 0;
      const issue = isComplete ? edited : await api.issues.get({ owner, repo, number }, options);
      return { number, before, inputs, issue };
    } catch (error) {
      return { number, ...(before && { before }), failure: toFailure(error) };
    }
  }
}

/** The inputs that change something. A milestone that the service does not send is taken as a change. */
export function neededInputs(now: Issue, inputs: IssueInputs): IssueInputs {
  const compared = issueFields.compare(now, inputs);
  return Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => value !== undefined && compared.get(name) !== true),
  );
}

/** The names of the inputs that the service accepted without changing the issue. A service may change a text itself. */
export function ignoredInputs({ issue, inputs = {} }: Pick<IssueResult, 'issue' | 'inputs'>): string[] {
  if (issue === undefined) return [];
  return [...issueFields.compare(issue, { ...inputs, body: undefined })].flatMap(([name, fits]) =>
    fits === false ? [name] : [],
  );
}

export const labelsOf = ({ labels }: Issue): string[] => [...new Set(labels.map(({ name }) => name))];

export const firstAssignee = ({ assignee, assignees }: Issue): string => (assignee ?? assignees[0])?.login ?? '';
