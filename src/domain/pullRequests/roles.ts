import type { PullRequest } from '../../api/record/pullRequest.ts';
import { foldCase } from '../../core/text.ts';

/** Approvers are the `assignees` of the API. */
export const roles = ['approvers', 'reviewers', 'testers'] as const;
export type Role = (typeof roles)[number];

/** `accept`: whether this person agreed. */
export type RolePerson = NonNullable<PullRequest['assignees']>[number];

const fields = { approvers: 'assignees', reviewers: 'approval_reviewers', testers: 'testers' } as const;

/** Undefined: this form of the record does not tell them. */
export const knownPeopleIn = (pullRequest: PullRequest, role: Role): readonly RolePerson[] | undefined =>
  pullRequest[fields[role]];

/** Those in a role, each login once; empty if the record does not tell them. */
export function peopleIn(pullRequest: PullRequest, role: Role): readonly RolePerson[] {
  const people = knownPeopleIn(pullRequest, role) ?? [];
  return [...new Map(people.map((one) => [foldCase(one.login), one])).values()];
}

export const isSamePerson = (one: { readonly login: string } | undefined, login: string | undefined): boolean =>
  one !== undefined && login !== undefined && foldCase(one.login) === foldCase(login);

/** Whether `login` is in a role, and what this person decided; undefined if not in it. */
export const personIn = (pullRequest: PullRequest, role: Role, login: string | undefined): RolePerson | undefined =>
  peopleIn(pullRequest, role).find((one) => isSamePerson(one, login));

/** Why the account cannot decide, as far as the host tells: it has the last word. */
export type Hindrance = 'decided' | 'author' | 'rights';

/** `may`: whether the account has the right to it. Empty: nothing is known to hinder it. */
export function hindrances(
  pullRequest: PullRequest,
  role: 'approvers' | 'testers',
  { login, may }: { readonly login: string | undefined; readonly may: boolean | undefined },
): readonly Hindrance[] {
  const { user, mergeable_state: told } = pullRequest;
  const isOwn = isSamePerson(user, login) && told?.merge_request_switch?.disable_merge_by_self === true;
  return [
    ...(personIn(pullRequest, role, login)?.accept === true ? (['decided'] as const) : []),
    ...(role === 'approvers' && isOwn ? (['author'] as const) : []),
    ...(may === false ? (['rights'] as const) : []),
  ];
}
