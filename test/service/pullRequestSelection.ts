import type { Call } from './call.ts';
import type { PullRequest, Repository } from './state.ts';

/** The pull requests that match the filters of the list, in the requested order. */
export function selectPulls(call: Call, repository: Repository): PullRequest[] {
  const time = call.optionalText('sort') === 'updated' ? 'updated' : 'created';
  const sign = call.optionalText('direction') === 'asc' ? 1 : -1;
  return [...repository.pullRequests.values()]
    .filter((pull) => fits(call, pull))
    .sort((one, other) => sign * (one[time] - other[time] || one.number - other.number));
}

function fits(call: Call, pull: PullRequest): boolean {
  const is = (input: string, value: string | undefined): boolean => !call.has(input) || call.text(input) === value;
  const state = call.optionalText('state') ?? 'all';
  const reviewer = call.optionalText('reviewer');
  const assignee = call.optionalText('assignee');
  return (
    (state === 'all' || state === pull.state) &&
    is('base', pull.base) &&
    is('author', pull.author) &&
    is('milestone_number', String(pull.milestone ?? '')) &&
    (assignee === undefined || pull.assignees.has(assignee)) &&
    (reviewer === undefined || pull.reviewers.has(reviewer)) &&
    (call.names('labels') ?? []).every((label) => pull.labels.includes(label)) &&
    isWithin(call, 'created', pull.created) &&
    isWithin(call, 'updated', pull.updated) &&
    isWithin(call, 'merged', pull.merged?.time) &&
    (!call.has('since') || pull.updated >= Date.parse(call.text('since')))
  );
}

function isWithin(call: Call, name: string, time: number | undefined): boolean {
  const [after, before] = [call.optionalText(`${name}_after`), call.optionalText(`${name}_before`)];
  return (
    (after === undefined || (time !== undefined && time >= Date.parse(after))) &&
    (before === undefined || (time !== undefined && time <= Date.parse(before)))
  );
}
