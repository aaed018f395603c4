import { l10n } from 'vscode';
import type { ListPage } from '../../../api/client/pages.ts';
import type { Counts } from '../../../api/contract/reply.ts';
import type { Issue } from '../../../api/record/issue.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { fullName, repositoryKey } from '../../../domain/hosts/address.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { branchesOfIssue } from '../../../domain/issues/issueBranches.ts';
import { issueLine, issueParams, type IssueQuery } from '../../../domain/issues/queries.ts';
import { queryText, type NamedQuery } from '../../../domain/queries/queryLine.ts';
import { pullRequestsOfIssue } from '../../../domain/pullRequests/findPullRequest.ts';
import { assigneesOf } from '../../../domain/documents/kinds/issue.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { currentQuery } from '../../kit/rows/filters.ts';
import { deferred, emptyNode, fixed, grouped, paged, type Children, type Node } from '../../kit/tree/node.ts';
import { apiName, type RepositoryPlace } from '../../kit/rows/place.ts';
import { branchNode } from '../../kit/rows/branchRow.ts';
import { group } from '../../kit/rows/group.ts';
import { issueNode } from '../../kit/rows/issueRow.ts';
import { milestoneNode } from '../../kit/rows/milestoneRow.ts';
import { pullRequestNode } from '../../kit/rows/pullRequestRow.ts';
import { queryNode } from '../../kit/rows/queryRow.ts';
import type { Services } from '../../services/services.ts';

/** Sources of the issues view besides the active repository, and listeners for counts. */
export interface IssuesSource extends Pick<Services, 'connections' | 'filters' | 'pinned' | 'loadHostFeatures'> {
  readonly queries: () => readonly NamedQuery<IssueQuery>[];
  readonly onCounts: (counts: Counts) => void;
  /** Called with the number of issues of the current query; undefined while it is unknown. */
  readonly onMatchCount: (count: number | undefined) => void;
  /** Called with the id of the row of a query whose number of issues is known. */
  readonly onCounted: (id: string) => void;
  /** Called with the number of open issues that are assigned to the user in a pinned repository. */
  readonly onAssigned: (repository: string, count: number) => void;
}

/** The issues assigned to the user, the saved queries, and below them the issues of the current query. */
export function issuesOf(place: RepositoryPlace, source: IssuesSource): Children {
  return deferred(async () => {
    const query = currentQuery(source.filters);
    const rows = await issueNodes(place, source.loadHostFeatures);
    const above = (): Node[] => [
      ...assignedNode(place, source),
      ...source.queries().map((saved) => savedQueryNode(rows, saved, source)),
    ];
    return listOf(rows, query, above, source);
  });
}

type CountListeners = Partial<Pick<IssuesSource, 'onCounts' | 'onMatchCount'>>;

interface IssueNodes {
  readonly place: RepositoryPlace;
  readonly node: (issue: Issue) => Node;
}

/** The rows of issues. They expand to their branches and pull requests, unless the host is known to list neither. */
async function issueNodes(place: RepositoryPlace, loadHostFeatures: () => Promise<HostFeatures>): Promise<IssueNodes> {
  const { connection, name } = place;
  const features = await loadHostFeatures();
  const operations = ['issueBranches.list', 'pullRequests.ofIssue'] as const;
  const lacks = await Promise.all(operations.map((operation) => features.lacks(connection.host, operation)));
  if (lacks.every(Boolean)) return { place, node: (issue) => issueNode(place, issue) };
  const linked = (number: string): Children =>
    fixed(async (signal) => {
      const reading = pullRequestsOfIssue(features, connection, name, number, { signal });
      const [branches, pulls] = await Promise.all([
        unlessFailed(branchesOfIssue(features, { connection, name, number }, { signal }), 'unsupported', 'forbidden'),
        unlessFailed(reading, 'unsupported'),
      ]);
      const nodes = [
        ...(branches ?? []).map((branch) => branchNode(place, { name: branch })),
        ...(pulls ?? []).map((pull) => pullRequestNode(place, pull)),
      ];
      if (nodes.length > 0) return nodes;
      // It fails with the sentence of a host that lists none.
      await reading;
      return [emptyNode(l10n.t('No branches and no pull requests'))];
    });
  return { place, node: (issue) => ({ ...issueNode(place, issue), children: linked(issue.number) }) };
}

function listOf(
  rows: IssueNodes,
  query: IssueQuery,
  above: () => readonly Node[],
  { onCounts, onMatchCount }: CountListeners,
): Children {
  const { place, node } = rows;
  const { api, account } = place.connection;
  const params = (): ReturnType<typeof issueParams> => issueParams(query, account?.login);
  let seen = 0;
  const list = {
    pages: (signal: AbortSignal) => {
      seen = 0;
      return api.issues.list.all({ ...apiName(place), ...params() }, { signal });
    },
    above,
    onPage: ({ counts, items, more }: ListPage<Issue>) => {
      seen += items.length;
      onCounts?.(counts);
      // The header may count more issues than the query matches. The rows of a completely read list are exact.
      onMatchCount?.(more ? counts.total_count : seen);
    },
    onNothing: () => onMatchCount?.(0),
  };
  switch (query.groupBy) {
    case undefined:
      return paged({ ...list, node });
    case 'milestone':
      return byMilestone(rows, query, above);
    case 'label':
      return grouped({
        ...list,
        groups: (issues) =>
          groupsOf(node, issues, 'tag', l10n.t('Without label'), ({ labels }) => labels.map(({ name }) => name)),
      });
    case 'assignee':
      return grouped({
        ...list,
        groups: (issues) => groupsOf(node, issues, 'person', l10n.t('Unassigned'), assigneesOf),
      });
  }
}

/** Groups issues by a common value. An issue with several values appears in each group. */
function groupsOf(
  rowOf: (issue: Issue) => Node,
  issues: readonly Issue[],
  icon: string,
  without: string,
  namesOf: (issue: Issue) => readonly string[],
): Node[] {
  const groups = new Map<string, Issue[]>();
  const rest: Issue[] = [];
  for (const issue of issues) {
    const names = namesOf(issue);
    if (names.length === 0) rest.push(issue);
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), issue]);
  }
  const node = (id: string, label: string, members: readonly Issue[]): Node =>
    group(
      id,
      { label, description: formatCount(members.length), icon, context: 'issueGroup', expanded: true },
      fixed(() => members.map(rowOf)),
    );
  const named = [...groups].toSorted(([one], [other]) => one.localeCompare(other));
  return [
    ...named.map(([name, members]) => node(`group:${name}`, name, members)),
    ...(rest.length === 0 ? [] : [node('without', without, rest)]),
  ];
}

/** Lists do not tell the milestone of an issue, so every group sends its own request. */
function byMilestone(rows: IssueNodes, query: IssueQuery, above: () => readonly Node[]): Children {
  const { place } = rows;
  const issuesWith = (milestone: string): Children =>
    listOf(rows, { ...query, milestone, groupBy: undefined }, () => [], {});
  const without = group(
    'without',
    { label: l10n.t('Without milestone'), icon: 'circle-slash', context: 'issueGroup' },
    issuesWith('none'),
  );
  return paged({
    pages: (signal) =>
      place.connection.api.milestones.list.all({ ...apiName(place), state: 'all', sort: 'due_on' }, { signal }),
    node: (milestone) => ({ ...milestoneNode(place, milestone), children: issuesWith(milestone.title ?? '') }),
    above: () => [...above(), without],
  });
}

function savedQueryNode(rows: IssueNodes, { name, query }: NamedQuery<IssueQuery>, { onCounted }: IssuesSource): Node {
  return queryNode(
    rows.place,
    { label: name, argument: name, line: queryText(issueLine, query), context: 'issueQuery' },
    (onMatchCount) => listOf(rows, query, () => [], { onMatchCount }),
    onCounted,
  );
}

function assignedNode({ knownRepositories }: RepositoryPlace, source: IssuesSource): Node[] {
  const repositories = source.pinned.all().filter(({ name }) => source.connections.host(name.host) !== undefined);
  if (repositories.length === 0) return [];
  return [
    group(
      'assigned',
      { label: l10n.t('Assigned to me'), description: l10n.t('in pinned repositories'), icon: 'account' },
      fixed(() => repositories.map((repository) => assignedInNode(repository, { ...source, knownRepositories }))),
    ),
  ];
}

function assignedInNode(
  { name, account }: RepositoryAt,
  source: IssuesSource & Pick<RepositoryPlace, 'knownRepositories'>,
): Node {
  const { connections, knownRepositories, pinned, onAssigned, loadHostFeatures } = source;
  const children = deferred(async () => {
    const connection = await connections.connect(name.host, account);
    const place = { connection, knownRepositories, pinned, name };
    const { node } = await issueNodes(place, loadHostFeatures);
    let seen = 0;
    return paged({
      pages: (signal) =>
        connection.api.issues.list.all(
          { ...apiName(place), ...issueParams({ assignee: '@me', state: 'open' }, connection.account?.login) },
          { signal },
        ),
      node,
      onPage: ({ items, counts }) => {
        seen += items.length;
        onAssigned(repositoryKey(name), counts.total_count ?? seen);
      },
    });
  });
  const label = fullName(name);
  return group(`in:${repositoryKey(name)}`, { label, icon: 'repo', context: 'issueGroup', expanded: true }, children);
}
