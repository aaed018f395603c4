import type { OptionalOperation } from '../../api/client/optionalEndpoints.ts';
import type { Api } from '../../api/client/client.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { foldCase } from '../../core/text.ts';
import { confirmedChange } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { findPullRequest } from './findPullRequest.ts';
import { callPullRequest, type PullRequestPlace } from './pullRequests.ts';
import { peopleIn, personIn, type Role, type RolePerson } from './roles.ts';

/**
 * The reviewers and testers of pull requests, and what they decide. Every operation is optional: a host without it rejects
 * as `unsupported`. A change whose answer was lost is looked for, and never sent again.
 */
export class PullRequestDecisions {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /** POST …/pulls/{number}/review: the account approves. */
  async approve(place: PullRequestPlace, number: string, options: RequestOptions): Promise<void> {
    const sent = this.#change(place, number, options, 'pullRequests.approve', (api) =>
      api.pullRequests.approve({ ...inApi(place.name), number }, options),
    );
    await this.#agreed(sent, 'approvers', place, number, options);
  }

  /** POST …/pulls/{number}/test: the account has tested it. */
  async markTested(place: PullRequestPlace, number: string, options: RequestOptions): Promise<void> {
    const sent = this.#change(place, number, options, 'pullRequests.markTested', (api) =>
      api.pullRequests.markTested({ ...inApi(place.name), number }, options),
    );
    await this.#agreed(sent, 'testers', place, number, options);
  }

  /** Makes `logins` the reviewers. Returns the changed pull request. */
  async setReviewers(
    place: PullRequestPlace,
    number: string,
    logins: readonly string[],
    options: RequestOptions,
  ): Promise<PullRequest> {
    const at = { ...inApi(place.name), number };
    const { added, removed } = changedPeople(peopleIn(await this.#get(place, number, options), 'approvers'), logins);
    const change = async (
      operation: OptionalOperation,
      send: (api: Api) => Promise<unknown>,
      isDone: (now: PullRequest) => boolean,
    ): Promise<void> => {
      const sent = this.#change(place, number, options, operation, send, logins);
      await this.#confirmed(sent, isDone, place, number, options);
    };
    if (added.length > 0)
      await change(
        'pullRequests.addAssignees',
        (api) => api.pullRequests.addAssignees({ ...at, assignees: added }, options),
        (now) => added.every((login) => isAmong(peopleIn(now, 'approvers'), login)),
      );
    if (removed.length > 0)
      await change(
        'pullRequests.removeAssignees',
        (api) => api.pullRequests.removeAssignees({ ...at, assignees: removed }, options),
        (now) => !removed.some((login) => isAmong(peopleIn(now, 'approvers'), login)),
      );
    return await this.#get(place, number, options);
  }

  /** Makes `logins` the testers. The API cannot remove one tester, it replaces all. Returns the changed pull request. */
  async setTesters(
    place: PullRequestPlace,
    number: string,
    logins: readonly string[],
    options: RequestOptions,
  ): Promise<PullRequest> {
    const at = { ...inApi(place.name), number };
    const { added, removed } = changedPeople(peopleIn(await this.#get(place, number, options), 'testers'), logins);
    const inputs = removed.length === 0 ? { testers: added, add: true } : { testers: logins, add: false };
    if (added.length + removed.length > 0) {
      const send = (api: Api) => api.pullRequests.addTesters({ ...at, ...inputs }, options);
      const sent = this.#change(place, number, options, 'pullRequests.addTesters', send, logins);
      const isDone = (now: PullRequest): boolean => {
        const left = changedPeople(peopleIn(now, 'testers'), logins);
        return left.added.length + left.removed.length === 0;
      };
      await this.#confirmed(sent, isDone, place, number, options);
    }
    return await this.#get(place, number, options);
  }

  async #change(
    place: PullRequestPlace,
    number: string,
    options: RequestOptions,
    operation: OptionalOperation,
    send: (api: Api) => Promise<unknown>,
    logins: readonly string[] = [],
  ): Promise<PullRequest | undefined> {
    await callPullRequest(this.#features, place, number, options, operation, send, logins);
    return undefined;
  }

  async #confirmed(
    sent: Promise<PullRequest | undefined>,
    isDone: (now: PullRequest) => boolean,
    place: PullRequestPlace,
    number: string,
    options: RequestOptions,
  ): Promise<void> {
    const find = async (): Promise<PullRequest | undefined> => {
      const now = await this.#get(place, number, options);
      return isDone(now) ? now : undefined;
    };
    await confirmedChange(sent, find);
  }

  /** Looks for the consent of the account if the answer was lost. A missing one decides nothing: not every host lists consents. */
  async #agreed(
    sent: Promise<PullRequest | undefined>,
    role: Role,
    place: PullRequestPlace,
    number: string,
    options: RequestOptions,
  ): Promise<void> {
    const { account } = place.connection;
    const find = async (): Promise<PullRequest | undefined> => {
      const now = await this.#get(place, number, options);
      return personIn(now, role, account?.login)?.accept === true ? now : undefined;
    };
    await confirmedChange(sent, find, 'unknown');
  }

  async #get({ connection, name }: PullRequestPlace, number: string, options: RequestOptions): Promise<PullRequest> {
    return await findPullRequest(this.#features, connection, name, number, options);
  }
}

type People = readonly RolePerson[];

const isAmong = (people: People, login: string): boolean =>
  people.some((one) => foldCase(one.login) === foldCase(login));

function changedPeople(people: People, wanted: readonly string[]) {
  const wantedKeys = new Set(wanted.map(foldCase));
  return {
    added: wanted.filter((login) => !isAmong(people, login)),
    removed: people.map(({ login }) => login).filter((login) => !wantedKeys.has(foldCase(login))),
  };
}
