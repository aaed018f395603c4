import type { ReplyPage } from '../../api/contract/reply.ts';
import type { ChangedFile } from '../../api/record/commit.ts';
import { unmarkedTitle, type MergeResult, type PullRequest } from '../../api/record/pullRequest.ts';
import type { OptionalOperation } from '../../api/client/optionalEndpoints.ts';
import type { Api } from '../../api/client/client.ts';
import { Failure, isFailure, unlessFailed, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { foldCase } from '../../core/text.ts';
import { labelList } from '../documents/kinds/issue.ts';
import { sameText } from '../documents/kinds/kind.ts';
import { fullName, parseFullName, type RepositoryName } from '../hosts/address.ts';
import type { Connection, HostPlace } from '../hosts/connections.ts';
import {
  allFit,
  confirmedChange,
  createOnce,
  creationAt,
  isBy,
  type Attempts,
  type Creation,
  type Fit,
} from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { findPullRequest, pullRequestListCall } from './findPullRequest.ts';
import { firstTaken, headsOf, requireHead } from './newPullRequestHead.ts';
import { pullRequestFields, type NewPullRequest, type PullRequestChange } from './pullRequestFields.ts';
import { pullRequestPages } from './pullRequestList.ts';

export const mergeMethods = ['merge', 'squash', 'rebase'] as const;
export type MergeMethod = (typeof mergeMethods)[number];

export interface Merge {
  readonly merge_method?: MergeMethod | undefined;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  /** Without what is missing: only administrators may, where the repository allows it. */
  readonly force_merge?: true | undefined;
}

export interface MergeOutcome {
  readonly merged: boolean;
  readonly sha: string | undefined;
}

/** Hosts take the first or the second word. */
const stateWords = { open: ['open', 'reopen'], closed: ['closed', 'close'] } as const;

/** The API and the state for which the second word was taken last, in this process. */
const takesSecond = new Set<string>();

/**
 * Reads and changes pull requests. Every operation is optional: a host without it rejects as `unsupported`. A change
 * whose answer was lost is looked for, and never sent again.
 */
export class PullRequests {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /** GET …/pulls, page by page, newest first. */
  async *pages(
    { connection, name }: HostPlace,
    query: { readonly state?: 'open' | 'all' },
    options: RequestOptions,
  ): AsyncGenerator<readonly PullRequest[]> {
    const newest = { ...query, sort: 'created', direction: 'desc' } as const;
    for await (const { items } of pullRequestPages(this.#features, connection, name, newest, options).pages())
      yield items;
  }

  async list(
    { connection, name }: HostPlace,
    query: Omit<Parameters<Api['pullRequests']['list']>[0], 'owner' | 'repo'>,
    options: RequestOptions,
  ): Promise<ReplyPage<PullRequest>> {
    const page = webAddress(connection.host, name, 'merge_requests');
    const send = () => connection.api.pullRequests.list({ ...inApi(name), ...query }, options);
    return await this.#features.call(connection, pullRequestListCall(name, { page, send, options }));
  }

  /** GET …/pulls/{number}/files */
  async files(place: HostPlace, number: string, options: RequestOptions): Promise<readonly ChangedFile[]> {
    const { items } = await callPullRequest(this.#features, place, number, options, 'pullRequests.files', (api) =>
      api.pullRequests.files({ ...inApi(place.name), number }, options),
    );
    return items;
  }

  /** @throws Failure `unsupported`; `missing` */
  async get({ connection, name }: HostPlace, number: string, options: RequestOptions): Promise<PullRequest> {
    return await findPullRequest(this.#features, connection, name, number, options);
  }

  /** POST …/pulls. Undefined if the service neither returned nor listed it. @throws Failure `invalid` (field `head`) */
  async create(
    place: HostPlace,
    fields: NewPullRequest,
    options: RequestOptions,
    attempts?: Attempts,
  ): Promise<PullRequest | undefined> {
    const heads = headsOf(fields.head, place.name);
    const created = await createOnce(await this.creation(place, fields, options), options, attempts);
    return created && requireHead(await this.whole(place, created, options), heads.at(-1), fields.head);
  }

  /** The record with all fields: that of a creation or a list lacks some. As given if it cannot be read. */
  async whole(place: HostPlace, pullRequest: PullRequest, options: RequestOptions): Promise<PullRequest> {
    return await this.get(place, pullRequest.number, options).catch((error: unknown) => {
      if (isFailure(error, 'cancelled')) throw error;
      return pullRequest;
    });
  }

  /** A request if the base is left out. */
  async creation(
    place: HostPlace,
    { issue, head, ...fields }: NewPullRequest,
    options: RequestOptions,
  ): Promise<Creation<PullRequest>> {
    const { connection, name } = place;
    const { api, host, account } = connection;
    const heads = headsOf(head, name);
    const { head: branch, fork_path } = heads.at(-1) ?? { head };
    const page = webAddress(host, name, 'merge_requests', 'new');
    await this.#features.require(host, 'pullRequests.create', page);
    const base = fields.base ?? (await defaultBranch(place, options));
    const inputs = { ...fields, base, issue };
    const newestFirst = { ...inApi(name), state: 'all', base, sort: 'created', direction: 'desc' } as const;
    return {
      ...creationAt(connection, name, 'merge_requests'),
      sent: { ...inputs, head },
      send: () =>
        this.#features.call(connection, {
          operation: 'pullRequests.create',
          page,
          send: () =>
            firstTaken(heads, (from) => api.pullRequests.create({ ...inApi(name), ...inputs, ...from }, options)),
          find: async () => {
            // A 404 can be about a branch.
            const from = fork_path === undefined ? undefined : parseFullName(fork_path);
            await api.branches.get({ ...inApi(name), ...from, branch }, options);
            await api.branches.get({ ...inApi(name), branch: base }, options);
            return await this.list(place, { per_page: 1 }, options);
          },
        }),
      list: () => api.pullRequests.list.all(newestFirst, options).pages(),
      isNewestFirst: true,
      id: ({ number }) => number,
      created: ({ created_at }) => created_at,
      fits: (one) =>
        allFit(
          unmarkedTitle(one.title) === unmarkedTitle(fields.title) && sameText(one.body ?? '', fields.body ?? ''),
          one.head.ref === branch && one.base.ref === base,
          isIn(one.head.repo, fork_path ?? fullName(name)),
          isBy(one.user, account?.login),
          one.state === undefined || one.state === 'open' || undefined,
        ),
    };
  }

  /**
   * PATCH …/pulls/{number}, then reads it: the answer of a change has only some fields.
   * @throws Failure `refused` if the host answered, and did not make all of it (reason `notChanged`, with the names of the
   * inputs), or kept its base (reason `baseKept`)
   */
  async edit(
    place: HostPlace,
    number: string,
    change: PullRequestChange,
    options: RequestOptions,
  ): Promise<PullRequest> {
    const { milestone, labels, ...inputs } = change;
    // Hosts refuse an empty list of labels.
    const named = typeof labels === 'string' ? labelList(labels) : labels;
    const isCleared = named?.length === 0;
    if (isCleared) await this.#removeLabels(place, number, options);
    const sent = { ...inputs, milestone_number: milestone, labels: isCleared ? undefined : named };
    const isSent = Object.values(sent).some((value) => value !== undefined);
    const ignoredIn = (now: PullRequest): readonly string[] => {
      const [own, wanted] = [unmarkedTitle(now.title), change.title && unmarkedTitle(change.title)];
      const fits = pullRequestFields.compare({ ...now, title: own }, { ...change, title: wanted });
      return [...fits].flatMap(([input, fit]) => (fit === false ? [input] : []));
    };
    const find = async (): Promise<PullRequest | undefined> => {
      const now = await this.get(place, number, options);
      return ignoredIn(now).length === 0 ? now : undefined;
    };
    const sending = isSent ? this.#patch(place, number, sent, options) : Promise.resolve(undefined);
    const now = (await confirmedChange(sending, find)) ?? (await this.get(place, number, options));
    const { ref } = now.base;
    if (change.base !== undefined && ref !== change.base)
      throw new Failure('refused', 'the base is the same after the change', { reason: 'baseKept', about: [ref ?? ''] });
    const ignored = ignoredIn(now).join(', ');
    if (ignored === '') return now;
    throw new Failure('refused', `the host did not change: ${ignored}`, { reason: 'notChanged', about: [ignored] });
  }

  async #removeLabels(place: HostPlace, number: string, options: RequestOptions): Promise<void> {
    const { labels } = await this.get(place, number, options);
    for (const { name } of labels) {
      const removing = this.#features.call(place.connection, {
        operation: 'pullRequests.removeLabel',
        page: pullRequestPage(place.connection, place.name, number),
        send: (api) => api.pullRequests.removeLabel({ ...inApi(place.name), number, name }, options),
        find: async () => {
          const now = await this.get(place, number, options);
          if (!now.labels.some((one) => one.name === name)) throw new Error('it has no such label');
        },
      });
      // Another window can be the first to remove it.
      await unlessFailed(removing, 'missing');
    }
  }

  /** Sends a change; once more with the words, or with the title, that a refusal names. */
  async #patch(
    place: HostPlace,
    number: string,
    {
      state,
      ...inputs
    }: Omit<Parameters<Api['pullRequests']['edit']>[0], 'owner' | 'repo' | 'number' | 'state'> &
      Pick<PullRequestChange, 'state'>,
    options: RequestOptions,
  ): Promise<undefined> {
    const key = `${place.connection.host.apiUrl} ${state}`;
    const send = async (title = inputs.title): Promise<void> => {
      const word = state === undefined ? undefined : stateWords[state][takesSecond.has(key) ? 1 : 0];
      await callPullRequest(this.#features, place, number, options, 'pullRequests.edit', (api) =>
        api.pullRequests.edit({ ...inApi(place.name), number, ...inputs, title, state: word }, options),
      );
    };
    try {
      await send();
    } catch (error) {
      const said = isFailure(error, 'invalid') ? (error.serverMessage ?? '') : '';
      const other = state === undefined ? undefined : stateWords[state][takesSecond.has(key) ? 0 : 1];
      const isOtherNamed = other !== undefined && said.split(/\W+/).includes(other);
      if (isOtherNamed && !takesSecond.delete(key)) takesSecond.add(key);
      else if (!isOtherNamed && (inputs.title !== undefined || !/\btitle\b|标题/i.test(said))) throw error;
      await send(isOtherNamed ? inputs.title : (await this.get(place, number, options)).title);
    }
    return undefined;
  }

  /** PUT …/pulls/{number}/merge @throws Failure `refused` with the sentence of the service if it did not merge */
  async merge(
    place: HostPlace,
    number: string,
    { message, ...merge }: Merge,
    options: RequestOptions,
  ): Promise<MergeOutcome> {
    const { api } = place.connection;
    const at = { ...inApi(place.name), number };
    const sending = callPullRequest(this.#features, place, number, options, 'pullRequests.merge', () =>
      api.pullRequests.merge({ ...at, ...merge, description: message }, options),
    );
    const find = async (): Promise<MergeResult | undefined> =>
      (await api.pullRequests.isMerged(at, options)) ? { merged: true, message: undefined, sha: undefined } : undefined;
    const answer = await confirmedChange(sending, find);
    // An answer may not tell whether it merged.
    const merged = answer?.merged ?? (await api.pullRequests.isMerged(at, options));
    if (!merged)
      throw new Failure('refused', 'the service did not merge', { status: 200, serverMessage: answer?.message });
    return { merged, sha: answer?.sha };
  }
}

/** `logins`: accounts in the request, for which a host answers 404 too. @throws Failure `unsupported` */
export async function callPullRequest<T>(
  features: HostFeatures,
  { connection, name }: HostPlace,
  number: string,
  options: RequestOptions,
  operation: OptionalOperation,
  send: (api: Api) => Promise<T>,
  logins: readonly string[] = [],
): Promise<T> {
  return await features.call(connection, {
    operation,
    page: pullRequestPage(connection, name, number),
    send,
    find: async (api) => {
      await findPullRequest(features, connection, name, number, options);
      for (const username of logins) await api.users.get({ username }, options);
    },
  });
}

export const pullRequestPage = ({ host }: Connection, name: RepositoryName, number: string): string =>
  webAddress(host, name, 'merge_requests', number);

/** The methods that the repository allows, as the host lists them; all if the host lists no methods. */
export const allowedMethods = ({ mergeable_state: told }: PullRequest): readonly MergeMethod[] =>
  mergeMethods.filter((method) => method !== 'squash' || told?.merge_request_switch?.disable_squash_merge !== true);

const isIn = (repository: PullRequest['head']['repo'], path: string): Fit =>
  repository?.full_name === undefined ? undefined : foldCase(repository.full_name) === foldCase(path);

async function defaultBranch({ connection, name }: HostPlace, options: RequestOptions): Promise<string> {
  const { default_branch: branch } = await connection.api.repositories.get(inApi(name), options);
  if (branch === undefined) throw wrongValue('base', requires('valid'));
  return branch;
}
