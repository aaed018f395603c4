import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { Log } from '../../../core/log.ts';
import { isFailure, messageOf } from '../../../core/errors.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import type { PullRequestHead } from '../../../domain/git/gitRepositories.ts';
import { pullRequestPages, type PullRequestSources } from '../../../domain/pullRequests/pullRequestList.ts';
import { pullRequestLine, type PullRequestQuery } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { isOn } from '../../../domain/pullRequests/stack.ts';
import { queryOf, queryText, readQueries } from '../../../domain/queries/queryLine.ts';
import { oneLine } from '../../../core/text.ts';
import { formatAgo } from '../../kit/messages/format.ts';
import { currentPullRequestQuery, filterSummary, usualQuery, type Filters } from '../../kit/rows/filters.ts';
import { context, described } from '../../kit/rows/group.ts';
import { denied, type RepositoryPlace } from '../../kit/rows/place.ts';
import { pullRequestNode, pullRequestTarget } from '../../kit/rows/pullRequestRow.ts';
import { queryNode, type QueryRow } from '../../kit/rows/queryRow.ts';
import type { RowRuns } from '../../kit/rows/runTexts.ts';
import { deferred, lazyChildren, paged, portioned, type Children, type Node, type Row } from '../../kit/tree/node.ts';
import { pullRequestDetails, type PullRequestDetails } from './pullRequestDetailRows.ts';
import { ownQueries } from './pullRequestFilterCommands.ts';

export interface PullRequestViewState {
  readonly message: string | undefined;
  readonly isFiltered: boolean;
  /** Where the rows come from; `none`: the host lists no pull requests, and git cannot be used. */
  readonly source: 'host' | 'refs' | 'none';
}

export interface PullRequestsSource {
  readonly load: () => Promise<PullRequestSources>;
  readonly filters: Filters;
  /** The setting `sourcehost.pullRequests.queries`. */
  readonly queries: () => unknown;
  readonly onState: (state: PullRequestViewState) => void;
  readonly details: PullRequestDetails;
  /** Called when rows with these ids have more to show. */
  readonly onKnown: (ids: readonly string[]) => void;
  readonly log: Log;
}

/** Groups of the user, saved queries, then the current query; or all heads by git, where the host has no list. */
export function pullRequestsOf(place: RepositoryPlace, source: PullRequestsSource, ci?: RowRuns): Children {
  const query = currentPullRequestQuery(source.filters);
  const isFiltered = query !== usualQuery;
  const tell = (count: number | undefined): void => {
    const message = isFiltered ? filterSummary(queryText(pullRequestLine, query), count, noPullRequests) : undefined;
    source.onState({ message, isFiltered, source: 'host' });
  };
  const above = (): readonly Node[] => queryNodes(place, source, ci);
  const listed = listOf(place, query, { ...source, ci }, tell, above);
  const heads = headsOf(place, source);
  return lazyChildren((signal) => {
    tell(undefined);
    let batches = listed(signal);
    let isFirst = true;
    return async () => {
      try {
        const { value } = await batches.next();
        isFirst = false;
        return value;
      } catch (error) {
        if (!isFirst || !isFailure(error, 'unsupported')) throw error;
        isFirst = false;
        batches = heads(signal);
        return (await batches.next()).value;
      }
    };
  });
}

const noPullRequests = (filter: string): string =>
  filter === '' ? l10n.t('There are no pull requests.') : l10n.t('No pull requests: {0}', filter);

function listOf(
  place: RepositoryPlace,
  query: PullRequestQuery,
  { load, details, ci }: PullRequestsSource & { readonly ci: RowRuns | undefined },
  onFound: (count: number | undefined) => void,
  above: () => readonly Node[],
): Children {
  return deferred(async () => {
    const { features } = await load();
    const { connection, name } = place;
    const seen: PullRequest[] = [];
    let reading = AbortSignal.abort();
    return paged({
      pages: (signal) => {
        reading = signal;
        return pullRequestPages(features, connection, name, query, { signal });
      },
      node: (pull) => {
        const listed = { pull, head: pull.head.sha?.toLowerCase(), known: seen };
        const children = pullRequestDetails(place, pull.number, listed, details);
        return pullRequestNode(place, pull, { lower: seen.find((one) => isOn(pull, one))?.number, ci, children });
      },
      above,
      onPage: ({ items, more, counts }) => {
        if (items.some(({ state }) => state === 'open')) void ci?.read(reading);
        seen.push(...items);
        onFound(more ? counts.total_count : seen.length);
      },
      onNothing: () => onFound(0),
    });
  });
}

/** Those of the user, then the saved ones. */
function queryNodes(place: RepositoryPlace, source: PullRequestsSource, ci: RowRuns | undefined): readonly Node[] {
  const saved = readQueries(pullRequestLine, source.queries());
  for (const problem of saved.problems) source.log.warn(`sourcehost.pullRequests.queries${problem}`);
  const own = place.connection.account === undefined ? [] : ownQueries();
  const node = (row: Omit<QueryRow, 'context'>, query: PullRequestQuery): Node =>
    queryNode(
      place,
      { ...row, context: 'pullRequestQuery' },
      (onCount) => listOf(place, query, { ...source, ci }, onCount, () => []),
      (id) => source.onKnown([id]),
    );
  return [
    ...own.map(({ line, label, icon }) => node({ label, icon, argument: line }, queryOf(pullRequestLine, line))),
    ...saved.queries.map(({ name, query }) =>
      node({ label: name, argument: name, line: queryText(pullRequestLine, query) }, query),
    ),
  ];
}

/** The heads by git. Subject and author follow, for the rows that are shown. */
function headsOf(place: RepositoryPlace, source: PullRequestsSource): Children {
  const { name, connection } = place;
  return lazyChildren((signal) => {
    const commits = new Map<string, HistoryCommit>();
    let heads: PullRequestHead[] = [];
    let isRead = false;
    const readHeads = async () => {
      if (isRead) return undefined;
      const { refs } = await source.load();
      const isUsable = (await refs.problem(name.host)) === undefined;
      const text = l10n.t('{0} does not list pull requests in its API.', connection.host.name);
      const message = isUsable ? `${text} ${l10n.t('Rows show their newest commits.')}` : undefined;
      source.onState({ message, isFiltered: false, source: isUsable ? 'refs' : 'none' });
      const items = isUsable ? await refs.list(name, { signal }) : [];
      isRead = true;
      return items.length === 0 ? undefined : { items, unreadable: [], more: false };
    };
    const read = portioned(readHeads, (head: PullRequestHead) => {
      heads.push(head);
      return pullRequestHeadNode(place, head, () => commits.get(head.sha), source.details);
    });
    const readCommits = async (heads: readonly PullRequestHead[]): Promise<void> => {
      const { refs } = await source.load();
      for (const [sha, commit] of await refs.commitsOf(name, heads, { signal })) commits.set(sha, commit);
      source.onKnown(heads.map(({ number }) => `pullRequest:${number}`));
    };
    return async () => {
      heads = [];
      const batch = await read();
      if (batch !== undefined)
        readCommits(heads).catch((error: unknown) =>
          source.log.info(`pull requests are shown without their commits: ${messageOf(error)}`),
        );
      return batch;
    };
  });
}

/** The row of a head by git. `commit`: its commit, once it is known. */
function pullRequestHeadNode(
  place: RepositoryPlace,
  { number, sha }: PullRequestHead,
  commit: () => HistoryCommit | undefined,
  details: PullRequestDetails,
): Node {
  const subject = (): string => oneLine(commit()?.message.split('\n', 1)[0] ?? '', 200);
  return {
    id: `pullRequest:${number}`,
    get row(): Row {
      const { authorName, authoredDate } = commit() ?? {};
      return {
        label: `!${number} ${subject()}`.trimEnd(),
        description: described(authorName, formatAgo(authoredDate === '' ? undefined : authoredDate)),
        icon: 'git-pull-request',
        spoken: [l10n.t('Pull request {0}', number), subject(), authorName].filter(Boolean).join(', '),
        context: context('pullRequest', denied(place)),
      };
    },
    tooltip: () => ({
      title: `!${number}`,
      text: commit()?.message,
      facts: [
        [l10n.t('Newest commit'), sha.slice(0, 10)],
        [l10n.t('Author of the commit'), commit()?.authorName],
      ],
    }),
    target: { ...pullRequestTarget(place, number), sha },
    children: pullRequestDetails(place, number, { head: sha }, details),
  };
}
