import type { pullRequests as table } from '../../../src/api/endpoints/optional/pullRequests.ts';
import { forbidden, ok, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { numbered } from '../forms/user.ts';
import { ownOne } from '../gates.ts';
import { asked, demandPulls, editable, noteEvent } from '../pullRequests.ts';
import { rightsOf } from '../rights.ts';
import type { Repository } from '../state.ts';
import { changed, made, nothing, type Handlers } from './handler.ts';
import { everyMember } from './members.ts';

type Role = 'assignees' | 'reviewers' | 'testers';
type Names =
  | ('addAssignees' | 'removeAssignees' | 'resetAssignees' | 'addReviewers' | 'removeReviewers' | 'optionReviewers')
  | ('addTesters' | 'removeTesters' | 'resetTesters' | 'optionTesters' | 'approve' | 'markTested');

const candidate = 'login name object_id';

/** People of a pull request in three roles. */
export const roles: Handlers<Pick<typeof table, Names>> = {
  addAssignees: (call) => {
    const { pull } = editable(call);
    addPeople(call, 'assignees', pull.assignees);
    return made(call, { assignees_number: pull.assignees.size });
  },

  removeAssignees: (call) => {
    remove(call, 'assignees');
    return nothing(call, '204');
  },

  addReviewers: (call) => set(call, 'reviewers', candidate),
  removeReviewers: (call) => changed(call, remove(call, 'reviewers', candidate)),
  addTesters: (call) => set(call, 'testers', 'login name'),
  removeTesters: (call) => changed(call, remove(call, 'testers', 'login name')),

  resetAssignees: (call) => reset(call, 'assignees'),
  resetTesters: (call) => reset(call, 'testers'),

  optionReviewers: (call) => {
    const { repository, pull } = asked(call);
    return options(call, repository, [pull.author, ...pull.reviewers.keys()]);
  },

  optionTesters: (call) => {
    const repository = call.repository();
    demandPulls(repository);
    return options(call, repository, []);
  },

  approve: (call) => agree(call, ['assignees', 'reviewers']),
  markTested: (call) => agree(call, ['testers']),
};

/** Adds the people that an input names; they have not agreed yet. */
export function addPeople(call: Call, input: Role, people: Map<string, boolean>): void {
  for (const login of call.names(input) ?? [])
    if (!people.has(call.accountNamed(login).login)) people.set(login, false);
}

const peopleIn = ({ host }: Call, people: ReadonlyMap<string, boolean>, fields: string): unknown[] =>
  [...people.keys()].map((login) => numbered(host, login, fields));

/** Without `add: true` the whole list is replaced. */
function set(call: Call, role: Role, fields: string): Answer {
  const { pull } = editable(call);
  const people = pull[role];
  const known = [...people];
  if (call.flag('add') !== true) people.clear();
  addPeople(call, role, people);
  for (const [login, accepted] of known) if (people.has(login)) people.set(login, accepted);
  return changed(call, peopleIn(call, people, fields));
}

/** Who remains. */
function remove(call: Call, role: Role, fields = 'login'): unknown[] {
  const people = editable(call).pull[role];
  for (const login of call.names(role) ?? []) people.delete(login);
  return peopleIn(call, people, fields);
}

/** Takes back what everybody in the role decided. */
function reset(call: Call, role: Role): Answer {
  const people = editable(call).pull[role];
  if (call.flag('reset_all') === true) for (const login of people.keys()) people.set(login, false);
  return nothing(call, '200');
}

function options(call: Call, repository: Repository, without: readonly string[]): Answer {
  const logins = everyMember(call, repository).map(([login]) => login);
  const known = [...new Set([...logins, repository.owner])].filter((login) => call.state.accounts.has(login));
  const fields = `${candidate} avatar_url`;
  return ok(known.filter((login) => !without.includes(login)).map((login) => numbered(call.host, login, fields)));
}

/** Marks that the account agrees, in each of the roles that it has; an administrator may force it for all. */
function agree(call: Call, own: readonly Role[]): Answer {
  const { repository, pull } = asked(call);
  const { login } = call.user;
  if (pull.author === login) throw ownOne();
  const forced = call.flag('force') === true && rightsOf(call.state, repository, login).admin;
  const having = own.filter((role) => forced || pull[role].has(login));
  if (having.length === 0) throw forbidden(`You are not one of the ${own.join(' or ')}`);
  for (const role of having) for (const one of forced ? [...pull[role].keys()] : [login]) pull[role].set(one, true);
  noteEvent(
    call,
    pull,
    own[0] === 'testers' ? 'tested' : 'approved',
    own[0] === 'testers' ? 'tested it' : 'approved it',
  );
  return nothing(call, '204');
}
