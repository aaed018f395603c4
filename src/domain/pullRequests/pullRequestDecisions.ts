import type { OptionalOperation } from '../../api/client/optionalEndpoints.ts';
import type { Api } from '../../api/client/client.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { isFailure } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import type { HostPlace } from '../hosts/connections.ts';
import { confirmedChange } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { findPullRequest } from './findPullRequest.ts';
import { callPullRequest } from './pullRequests.ts';
import { isSamePerson, peopleIn, personIn, type Role } from './roles.ts';

type Send = (api: Api, at: At, logins: readonly string[], options: RequestOptions) => Promise<unknown>;
type At = Parameters<Api['pullRequests']['get']>[0];

interface Change {
  readonly operation: OptionalOperation;
  readonly send: Send;
}

/** `add: true` appends: without it the host replaces all, and those who stay lose what they decided. */
const changes: Readonly<Record<Role, { readonly add: Change; readonly remove: Change }>> = {
  approvers: {
    add: {
      operation: 'pullRequests.addAssignees',
      send: (api, at, assignees, options) => api.pullRequests.addAssignees({ ...at, assignees }, options),
    },
    remove: {
      operation: 'pullRequests.removeAssignees',
      send: (api, at, assignees, options) => api.pullRequests.removeAssignees({ ...at, assignees }, options),
    },
  },
  reviewers: {
    add: {
      operation: 'pullRequests.addReviewers',
      send: (api, at, reviewers, options) => api.pullRequests.addReviewers({ ...at, reviewers, add: true }, options),
    },
    remove: {
      operation: 'pullRequests.removeReviewers',
      send: (api, at, reviewers, options) => api.pullRequests.removeReviewers({ ...at, reviewers }, options),
    },
  },
  testers: {
    add: {
      operation: 'pullRequests.addTesters',
      send: (api, at, testers, options) => api.pullRequests.addTesters({ ...at, testers, add: true }, options),
    },
    remove: {
      operation: 'pullRequests.removeTesters',
      send: (api, at, testers, options) => api.pullRequests.removeTesters({ ...at, testers }, options),
    },
  },
};

/** What each role decides, and how the decisions of all in it are withdrawn. */
const decisions = {
  approvers: {
    agree: { operation: 'pullRequests.approve', send: (api, at, _, options) => api.pullRequests.approve(at, options) },
    reset: {
      operation: 'pullRequests.resetAssignees',
      send: (api, at, _, options) => api.pullRequests.resetAssignees({ ...at, reset_all: true }, options),
    },
  },
  testers: {
    agree: {
      operation: 'pullRequests.markTested',
      send: (api, at, _, options) => api.pullRequests.markTested(at, options),
    },
    reset: {
      operation: 'pullRequests.resetTesters',
      send: (api, at, _, options) => api.pullRequests.resetTesters({ ...at, reset_all: true }, options),
    },
  },
} as const satisfies Partial<Record<Role, { readonly agree: Change; readonly reset: Change }>>;

export interface Candidate {
  readonly login: string;
  readonly name?: string | undefined;
}

/** Roles whose decisions the host can withdraw. */
export type DecidingRole = keyof typeof decisions;

/**
 * The people of pull requests, and what they decide. Every operation is optional: a host without it rejects as
 * `unsupported`. A change whose answer was lost is looked for, and never sent again. Answers name few fields, so each
 * change returns the record that is read afterwards.
 */
export class PullRequestDecisions {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /** The account approves, or has tested. Not every host lists it afterwards. */
  async agree(place: HostPlace, number: string, role: DecidingRole, options: RequestOptions): Promise<PullRequest> {
    const login = place.connection.account?.login;
    const isDone = (now: PullRequest): boolean => hasAgreed(now, role, login);
    return await this.#change({ place, number, options }, decisions[role].agree, [], isDone, 'unknown');
  }

  /** Withdraws the decisions of all in `role`: the API has no request for one's own. */
  async reset(place: HostPlace, number: string, role: DecidingRole, options: RequestOptions): Promise<PullRequest> {
    const isDone = (now: PullRequest): boolean => peopleIn(now, role).every(({ accept }) => accept !== true);
    return await this.#change({ place, number, options }, decisions[role].reset, [], isDone, 'unknown');
  }

  /** Makes `logins` all those in `role`. Only the difference is sent, so who stays keeps the decision. */
  async setPeople(
    place: HostPlace,
    number: string,
    { role, logins }: { readonly role: Role; readonly logins: readonly string[] },
    options: RequestOptions,
  ): Promise<PullRequest> {
    const of = { place, number, options };
    const before = await this.#get(of);
    const { added, removed } = peopleDifference(before, role, logins);
    const { add, remove } = changes[role];
    let now = before;
    if (added.length > 0)
      now = await this.#change(of, add, added, (now) => added.every((one) => personIn(now, role, one) !== undefined));
    if (removed.length > 0)
      now = await this.#change(of, remove, removed, (now) => !removed.some((one) => personIn(now, role, one)));
    return now;
  }

  /** Who can be added to `role`: as the host says, else the members. Neither the author nor who is in it. */
  async *candidates(
    place: HostPlace,
    pullRequest: PullRequest,
    role: Role,
    options: RequestOptions,
  ): AsyncGenerator<readonly Candidate[], void> {
    const isFree = ({ login }: { readonly login: string }): boolean =>
      !isSamePerson(pullRequest.user, login) && personIn(pullRequest, role, login) === undefined;
    const named = await this.#named({ place, number: pullRequest.number, options }, role);
    if (named.length > 0) {
      yield named.filter(isFree);
      return;
    }
    const { connection, name } = place;
    for await (const { items } of connection.api.members.list.all(inApi(name), options).pages())
      yield items.filter(isFree);
  }

  async #named({ place, number, options }: Of, role: Role): Promise<readonly Candidate[]> {
    if (role === 'approvers') return [];
    const operation = role === 'reviewers' ? 'pullRequests.optionReviewers' : 'pullRequests.optionTesters';
    const send = (api: Api) =>
      role === 'reviewers'
        ? api.pullRequests.optionReviewers({ ...inApi(place.name), number }, options)
        : api.pullRequests.optionTesters(inApi(place.name), options);
    const asked = callPullRequest(this.#features, place, number, options, operation, send);
    return await asked.then(
      ({ items }) => items,
      (error: unknown) => {
        if (isFailure(error, 'cancelled')) throw error;
        return [];
      },
    );
  }

  async #change(
    of: Of,
    { operation, send }: Change,
    logins: readonly string[],
    isDone: (now: PullRequest) => boolean,
    ifAbsent?: 'notMade' | 'unknown',
  ): Promise<PullRequest> {
    const { place, number, options } = of;
    const sending = callPullRequest(
      this.#features,
      place,
      number,
      options,
      operation,
      (api) => send(api, { ...inApi(place.name), number }, logins, options),
      logins,
    );
    const find = async (): Promise<PullRequest | undefined> => {
      const now = await this.#get(of);
      return isDone(now) ? now : undefined;
    };
    const found = await confirmedChange(
      sending.then(() => undefined),
      find,
      ifAbsent,
    );
    return found ?? (await this.#get(of));
  }

  async #get({ place: { connection, name }, number, options }: Of): Promise<PullRequest> {
    return await findPullRequest(this.#features, connection, name, number, options);
  }
}

interface Of {
  readonly place: HostPlace;
  readonly number: string;
  readonly options: RequestOptions;
}

/** Whether the host lists that `login` agreed. Who is no approver can approve as a reviewer. */
export function hasAgreed(pullRequest: PullRequest, role: DecidingRole, login: string | undefined): boolean {
  const person = personIn(pullRequest, role, login);
  const reviewer = role === 'approvers' ? personIn(pullRequest, 'reviewers', login) : undefined;
  return (person ?? reviewer)?.accept === true;
}

/** What a change of a role to `wanted` adds and removes. */
export function peopleDifference(pullRequest: PullRequest, role: Role, wanted: readonly string[]) {
  const keys = new Set(wanted.map(foldCase));
  return {
    added: wanted.filter((login) => personIn(pullRequest, role, login) === undefined),
    removed: peopleIn(pullRequest, role)
      .map(({ login }) => login)
      .filter((login) => !keys.has(foldCase(login))),
  };
}
