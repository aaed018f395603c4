import type { Call } from './call.ts';
import { seesIssue } from './forms/issue.ts';
import type { Issue, Repository } from './state.ts';

export interface Selection {
  /** In the requested order. */
  readonly matching: readonly Issue[];
  /** The issues of the count headers: those of the filter without its state, or all. */
  readonly counted: readonly Issue[];
}

/** The issues that match the filters of the issue list. */
export function selectIssues(call: Call, repository: Repository): Selection {
  const seen = [...repository.issues.values()].filter((issue) => seesIssue(call, repository, issue));
  const filtered = seen.filter((issue) => fitsFilter(call, repository, issue));
  const state = call.optionalText('state') ?? 'all';
  const matching = filtered.filter((issue) => state === 'all' || (issue.state === 'closed') === (state === 'closed'));
  const time = call.optionalText('sort') === 'updated' ? 'updated' : 'created';
  const sign = call.optionalText('direction') === 'asc' ? 1 : -1;
  matching.sort((one, other) => sign * (one[time] - other[time] || one.number - other.number));
  return { matching, counted: call.habits.countsFollowFilter ? filtered : seen };
}

function fitsFilter(call: Call, repository: Repository, issue: Issue): boolean {
  const labels = call.names('labels') ?? [];
  const has = (label: string): boolean => issue.labels.includes(label);
  if (labels.length > 0 && !(call.habits.labelFilter === 'all' ? labels.every(has) : labels.some(has))) return false;
  const milestone = call.optionalText('milestone');
  const title = repository.milestones.get(issue.milestone ?? -1)?.title;
  if (milestone !== undefined && (milestone === 'none' ? title !== undefined : title !== milestone)) return false;
  const assignee = call.optionalText('assignee');
  if (assignee !== undefined && issue.assignee !== assignee) return false;
  const creator = call.optionalText('creator');
  if (creator !== undefined && issue.author !== creator) return false;
  return (
    after(call, 'since', call.habits.since === 'updated' ? issue.updated : issue.created) &&
    after(call, 'created_at', issue.created) &&
    after(call, 'created_after', issue.created) &&
    after(call, 'updated_after', issue.updated) &&
    before(call, 'created_before', issue.created) &&
    before(call, 'updated_before', issue.updated)
  );
}

/** Rounds to seconds. */
const beyond = (call: Call, name: string, time: number): number =>
  Math.floor(time / 1000) * 1000 - Date.parse(call.text(name));
const within = (call: Call, beyondBy: number): boolean =>
  beyondBy > 0 || (beyondBy === 0 && call.habits.timeBounds === 'inclusive');
const after = (call: Call, name: string, time: number): boolean =>
  !call.has(name) || within(call, beyond(call, name, time));
const before = (call: Call, name: string, time: number): boolean =>
  !call.has(name) || within(call, -beyond(call, name, time));

export function countHeaders(
  call: Call,
  matching: readonly Issue[],
  counted: readonly Issue[],
): Record<string, string> {
  const closed = counted.filter(({ state }) => state === 'closed').length;
  const total = call.habits.countsFollowFilter ? matching.length : counted.length;
  const size = Math.min(call.number('per_page') ?? 20, 100);
  return {
    total_count: String(total),
    total_page: String(Math.ceil(total / size)),
    all_issues: String(counted.length),
    open_issues: String(counted.length - closed),
    close_issues: String(closed),
  };
}
