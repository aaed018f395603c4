import type { Pages } from '../../api/client/pages.ts';
import type { Issue } from '../../api/record/issue.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { mapLimited } from '../../core/async.ts';
import { foldCase } from '../../core/text.ts';
import { parseFullName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures, OptionalCall } from '../hosts/hostFeatures.ts';
import { optionalPages } from '../hosts/optionalPages.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { webAddressOf } from '../hosts/webAddress.ts';
import { pullRequestParams, type PullRequestQuery } from '../pullRequests/pullRequestQueries.ts';
import { issueParams, type IssueQuery } from './queries.ts';

const perPage = 100;
/** Repositories whose lists are read at a time. */
const atOnce = 4;

/** The issues of an organization that fit `query`. The host filters by state and labels; the rest is filtered here. */
export function organizationIssuePages(
  connection: Connection,
  features: HostFeatures,
  org: string,
  query: IssueQuery,
  options: RequestOptions,
): Pages<Issue> {
  const { account } = connection;
  const params = issueParams(query, account?.login);
  const { labels, direction } = params;
  const sort = params.sort === 'updated' ? 'updated_at' : params.sort;
  const states = query.state === 'all' ? (['open', 'closed'] as const) : [query.state ?? 'open'];
  const all = states.map((state) =>
    connection.api.inbox.organizationIssues.all({ org, state, labels, sort, direction }, options),
  );
  return optionalPages(
    features,
    connection,
    all,
    callOf(connection, 'inbox.organizationIssues', org, options),
    (page) => {
      const named = page.items.filter(({ repository }) => parseFullName(repository?.full_name ?? '') !== undefined);
      const unreadable = [...page.unreadable, ...page.items.slice(named.length).map(() => 'no repository')];
      return { ...page, items: named.filter((issue) => fits(issue, params)), unreadable };
    },
  );
}

/**
 * The pull requests of an organization that fit `query`. Its list has no titles: each repository in it is read with the
 * same filter, one request for each page. What those lists may have beyond their first page counts as unreadable.
 */
export function organizationPullPages(
  connection: Connection,
  features: HostFeatures,
  org: string,
  query: PullRequestQuery,
  options: RequestOptions,
): Pages<PullRequest> {
  const { api, account } = connection;
  const params = pullRequestParams(query, account?.login);
  const { sort, direction, base, author } = params;
  const state = params.state === 'locked' ? 'all' : params.state;
  const all = [api.inbox.organizationPulls.all({ org, state, sort, direction, base, author }, options)];
  return optionalPages(
    features,
    connection,
    all,
    callOf(connection, 'inbox.organizationPulls', org, options),
    async (page) => {
      const names = new Set(page.items.flatMap((pull) => (pull.title === undefined ? pathOf(pull) : [])));
      const lists = await mapLimited([...names], atOnce, async (name) => {
        const at = parseFullName(name);
        const read =
          at && (await api.pullRequests.list({ ...at, ...params, per_page: perPage }, options).catch(() => undefined));
        return { name, items: read?.items ?? [], isWhole: read !== undefined && read.items.length < perPage };
      });
      const titled = new Map(lists.flatMap(({ items }) => items).map((pull) => [keyOf(pull), pull]));
      const whole = new Set(lists.flatMap(({ name, isWhole }) => (isWhole ? [name] : [])));
      const isLost = (pull: PullRequest): boolean =>
        pull.title === undefined && !titled.has(keyOf(pull)) && !pathOf(pull).every((name) => whole.has(name));
      return {
        ...page,
        items: page.items.flatMap((pull) => (pull.title === undefined ? (titled.get(keyOf(pull)) ?? []) : pull)),
        unreadable: [...page.unreadable, ...page.items.filter(isLost).map(() => 'no title')],
      };
    },
  );
}

const callOf =
  (
    { host }: Connection,
    operation: 'inbox.organizationIssues' | 'inbox.organizationPulls',
    org: string,
    options: RequestOptions,
  ) =>
  <T>(send: () => Promise<T>): OptionalCall<T> => ({
    operation,
    page: webAddressOf(host, org),
    send,
    find: (api) => api.organizations.get({ org }, options),
  });

const pathOf = ({ base }: PullRequest): readonly string[] => [base.repo?.full_name ?? []].flat().map(foldCase);
const keyOf = (pull: PullRequest): string => `${pathOf(pull).join('')}!${pull.number}`;

type Params = ReturnType<typeof issueParams>;

function fits(issue: Issue, params: Params): boolean {
  const { assignee, creator, milestone } = params;
  const is = (wanted: string | undefined, values: readonly (string | undefined)[]): boolean =>
    wanted === undefined || values.some((value) => value !== undefined && foldCase(value) === foldCase(wanted));
  const people = [issue.assignee, ...issue.assignees].map((one) => one?.login);
  const title = issue.milestone?.title;
  return (
    is(assignee, people) &&
    is(creator, [issue.user?.login]) &&
    (milestone === 'none' ? title === undefined : is(milestone, [title])) &&
    isWithin(params, issue)
  );
}

function isWithin(params: Params & Readonly<Record<string, unknown>>, { created_at, updated_at }: Issue): boolean {
  const bounds = [
    ['since', updated_at, 1],
    ['created_at', created_at, 1],
    ['created_after', created_at, 1],
    ['created_before', created_at, -1],
    ['updated_after', updated_at, 1],
    ['updated_before', updated_at, -1],
  ] as const;
  return bounds.every(([field, time = '', sign]) => {
    const bound = params[field];
    return typeof bound !== 'string' || sign * (Date.parse(time) - Date.parse(bound)) >= 0;
  });
}
