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

/**
 * The issues of an organization that fit `query`. The host filters by state, labels and this account; the rest is filtered
 * here. Those of which the host does not tell enough, such as the people, count as unreadable.
 */
export function organizationIssuePages(
  connection: Connection,
  features: HostFeatures,
  org: string,
  query: IssueQuery,
  options: RequestOptions,
): Pages<Issue> {
  const { account } = connection;
  const params = issueParams(query, account?.login);
  const { labels, direction, assignee, creator } = params;
  const filter = query.assignee === '@me' ? 'assigned' : query.creator === '@me' ? 'created' : 'all';
  const local = {
    ...params,
    assignee: filter === 'assigned' ? undefined : assignee,
    creator: filter === 'created' ? undefined : creator,
  };
  const sort = params.sort === 'updated' ? 'updated_at' : params.sort;
  const states = query.state === 'all' ? (['open', 'closed'] as const) : [query.state ?? 'open'];
  const all = states.map((state) =>
    connection.api.inbox.organizationIssues.all({ org, filter, state, labels, sort, direction }, options),
  );
  return optionalPages(
    features,
    connection,
    all,
    callOf(connection, 'inbox.organizationIssues', org, options),
    (page) => {
      const fit = page.items.map((issue) => fits(issue, local));
      const unknown = fit.filter((one) => one === undefined).map(() => 'too little is told');
      return {
        ...page,
        items: page.items.filter((_, index) => fit[index]),
        unreadable: [...page.unreadable, ...unknown],
      };
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
      const names = page.items.flatMap(({ title, base }) => (title === undefined ? (base.repo?.full_name ?? []) : []));
      const lists = await mapLimited([...new Set(names)], atOnce, async (name) => {
        const at = parseFullName(name);
        const list = { ...params, per_page: perPage };
        const read = at && (await api.pullRequests.list({ ...at, ...list }, options).catch(() => undefined));
        return { name, items: read?.items ?? [], isWhole: read !== undefined && read.items.length < perPage };
      });
      const titled = new Map(lists.flatMap(({ items }) => items).map((pull) => [keyOf(pull), pull]));
      const whole = new Set(lists.flatMap(({ name, isWhole }) => (isWhole ? name : [])));
      const isLost = (pull: PullRequest): boolean =>
        pull.title === undefined && !titled.has(keyOf(pull)) && !whole.has(pull.base.repo?.full_name ?? '');
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

const keyOf = ({ base, number }: PullRequest): string => `${foldCase(base.repo?.full_name ?? '')}!${number}`;

type Params = ReturnType<typeof issueParams>;

/** Undefined: the host does not tell enough. */
function fits(issue: Issue, params: Params): boolean | undefined {
  const { assignee, creator, milestone } = params;
  const is = (wanted: string | undefined, values: readonly (string | undefined)[]): boolean | undefined => {
    const told = values.filter((value) => value !== undefined);
    if (wanted === undefined) return true;
    return told.length === 0 ? undefined : told.some((value) => foldCase(value) === foldCase(wanted));
  };
  const title = issue.milestone?.title;
  const all = [
    parseFullName(issue.repository?.full_name ?? '') === undefined ? undefined : true,
    is(creator, [issue.user?.login]),
    // Of an issue with an author, the people are told.
    is(
      assignee,
      [issue.assignee, ...issue.assignees].map((one) => one?.login),
    ) ??
      (issue.user && false),
    milestone === 'none' ? title === undefined : (is(milestone, [title]) ?? false),
    isWithin(params, issue),
  ];
  if (all.includes(false)) return false;
  return all.includes(undefined) ? undefined : true;
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
