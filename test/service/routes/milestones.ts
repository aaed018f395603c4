import type { milestones as table } from '../../../src/api/endpoints/milestones.ts';
import { invalid, missing, ok } from '../answer.ts';
import type { Call } from '../call.ts';
import { milestoneForm } from '../forms/issue.ts';
import { byText } from '../selection.ts';
import type { Milestone, Repository } from '../state.ts';
import { made, changed, nothing, type Handlers } from './handler.ts';

export const milestones: Handlers<typeof table> = {
  list: (call) => {
    const repository = call.repository();
    const state = call.optionalText('state') ?? 'open';
    const sign = call.optionalText('direction') === 'desc' ? -1 : 1;
    const found = [...repository.milestones.values()]
      .filter((milestone) => state === 'all' || milestone.state === state)
      .sort((one, other) => sign * byText(one.due ?? '', other.due ?? '') || one.number - other.number);
    return ok(call.page(found).map((milestone) => milestoneForm(call, repository, milestone)));
  },

  get: (call) => {
    const repository = call.repository();
    return ok(milestoneForm(call, repository, found(call, repository)));
  },

  create: (call) => {
    const repository = call.writable();
    const now = Date.now();
    const milestone: Milestone = {
      number: call.state.nextId(),
      index: repository.milestones.size + 1,
      title: call.text('title'),
      description: call.text('description'),
      due: call.text('due_on'),
      state: 'open',
      created: now,
      updated: now,
    };
    repository.milestones.set(milestone.number, milestone);
    return made(call, milestoneForm(call, repository, milestone));
  },

  edit: (call) => {
    const repository = call.writable();
    const milestone = found(call, repository);
    const state = call.optionalText('state') ?? (call.habits.milestoneReopens ? 'open' : undefined);
    if (!call.has('due_on') && call.habits.milestoneDue === 'required') throw invalid('due_on is missing');
    milestone.title = call.text('title');
    milestone.due = call.optionalText('due_on') ?? milestone.due;
    milestone.description = call.optionalText('description') ?? milestone.description;
    if (state === 'open' || state === 'closed') milestone.state = state;
    milestone.updated = Date.now();
    return changed(call, milestoneForm(call, repository, milestone));
  },

  remove: (call) => {
    const repository = call.writable();
    const { number } = found(call, repository);
    repository.milestones.delete(number);
    for (const issue of repository.issues.values()) if (issue.milestone === number) issue.milestone = undefined;
    return nothing(call, '204');
  },
};

function found(call: Call, { milestones: all }: Repository): Milestone {
  const milestone = all.get(Number(call.text('number')));
  if (milestone === undefined) throw missing('404 Milestone Not Found');
  return milestone;
}
