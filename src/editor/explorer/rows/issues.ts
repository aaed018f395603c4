import { l10n } from 'vscode';
import type { ListPage } from '../../../api/client/pages.ts';
import type { Counts } from '../../../api/contract/reply.ts';
import type { Issue } from '../../../api/record/issue.ts';
import { fullName, repositoryKey } from '../../../domain/hosting/address.ts';
import type { RepositoryAt } from '../../../domain/hosting/activeRepository.ts';
import type { Connections } from '../../../domain/hosting/connections.ts';
import { issueParams, type IssueQuery, type SavedQuery } from '../../../domain/tracker/queries.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { currentQuery } from '../state/filteredLists.ts';
import type { Filters } from '../state/filters.ts';
import { deferred, fixed, grouped, paged, type Children, type Node } from '../tree/node.ts';
import { apiName, repositoryTarget, type RepositoryPlace } from '../state/place.ts';
import type { RepositoryList } from '../state/repositoryList.ts';
import { described, group } from './group.ts';
import { assigneesOf, issueNode } from './issue.ts';
import { milestoneNode } from './milestone.ts';
import { issueQueryWords } from './words.ts';

/** What the issues view shows besides the repository at hand, and who hears of numbers. */
export interface IssuesSource {
  readonly connections: Connections;
  readonly filters: Filters;
  readonly queries: () => readonly SavedQuery[];
  readonly pinned: RepositoryList;
  readonly onCounts: (counts: Counts) => void;
  /** How many issues the current query finds, as far as it is known. */
  readonly onFound: (found: number | undefined) => void;
  /** A saved query got its number. */
  readonly onCounted: (query: string) => void;
  /** How many open issues are assigned to the person in a pinned repository. */
  readonly onAssigned: (repository: string, count: number) => void;
}

/** The issues of the current query, below what is assigned to the person and the saved queries. */
export function issuesOf(place: RepositoryPlace, source: IssuesSource): Children {
  const query = currentQuery(source.filters);
  const above = (): Node[] => [
    ...assignedNode(place, source),
    ...source.queries().map((saved) => savedQueryNode(place, saved, source)),
  ];
  return listOf(place, query, above, source);
}

type Heard = Partial<Pick<IssuesSource, 'onCounts' | 'onFound'>>;

function listOf(
  place: RepositoryPlace,
  query: IssueQuery,
  above: () => readonly Node[],
  { onCounts, onFound }: Heard,
): Children {
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
      // The header may count more than the query finds: a list that was read to its end knows better.
      onFound?.(more ? counts.total_count : seen);
    },
    onNothing: () => onFound?.(0),
  };
  switch (query.groupBy) {
    case undefined:
      return paged({ ...list, node: (issue) => issueNode(place, issue) });
    case 'milestone':
      return byMilestone(place, query, above);
    case 'label':
      return grouped({
        ...list,
        groups: (issues) =>
          groupsOf(place, issues, 'tag', l10n.t('Without label'), ({ labels }) => labels.map(({ name }) => name)),
      });
    case 'assignee':
      return grouped({
        ...list,
        groups: (issues) => groupsOf(place, issues, 'person', l10n.t('Assigned to nobody'), assigneesOf),
      });
  }
}

/** Issues below what they have in common; one that has several is below each of them. */
function groupsOf(
  place: RepositoryPlace,
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
      fixed(() => members.map((issue) => issueNode(place, issue))),
    );
  const named = [...groups].toSorted(([one], [other]) => one.localeCompare(other));
  return [
    ...named.map(([name, members]) => node(`group:${name}`, name, members)),
    ...(rest.length === 0 ? [] : [node('without', without, rest)]),
  ];
}

/** Lists do not say which milestone an issue has, so every group asks for its own. */
function byMilestone(place: RepositoryPlace, query: IssueQuery, above: () => readonly Node[]): Children {
  const issuesWith = (milestone: string): Children =>
    listOf(place, { ...query, milestone, groupBy: undefined }, () => [], {});
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

function savedQueryNode(place: RepositoryPlace, query: SavedQuery, source: IssuesSource): Node {
  let total: number | undefined;
  const { name, ...rest } = query;
  return {
    id: `query:${name}`,
    get row() {
      return {
        label: name,
        description: described(total === undefined ? undefined : formatCount(total), ...issueQueryWords(rest)),
        icon: 'filter',
        context: 'issueQuery',
      };
    },
    target: { ...repositoryTarget(place), query: name, label: name },
    children: listOf(place, query, () => [], {
      onFound: (found) => {
        total = found;
        source.onCounted(name);
      },
    }),
  };
}

/** What is assigned to the person in every pinned repository. */
function assignedNode({ known }: RepositoryPlace, source: IssuesSource): Node[] {
  const repositories = source.pinned.all().filter(({ name }) => source.connections.host(name.host) !== undefined);
  if (repositories.length === 0) return [];
  return [
    group(
      'assigned',
      { label: l10n.t('Assigned to me'), description: l10n.t('in pinned repositories'), icon: 'account' },
      fixed(() => repositories.map((repository) => assignedInNode(repository, { ...source, known }))),
    ),
  ];
}

function assignedInNode({ name, account }: RepositoryAt, source: IssuesSource & Pick<RepositoryPlace, 'known'>): Node {
  const { connections, known, pinned, onAssigned } = source;
  const children = deferred(async () => {
    const connection = await connections.connect(name.host, account);
    const place = { connection, known, pinned, name };
    let seen = 0;
    return paged({
      pages: (signal) =>
        connection.api.issues.list.all(
          { ...apiName(place), ...issueParams({ assignee: '@me', state: 'open' }, connection.account?.login) },
          { signal },
        ),
      node: (issue) => issueNode(place, issue),
      onPage: ({ items, counts }) => {
        seen += items.length;
        onAssigned(repositoryKey(name), counts.total_count ?? seen);
      },
    });
  });
  const label = fullName(name);
  return group(`in:${repositoryKey(name)}`, { label, icon: 'repo', context: 'issueGroup', expanded: true }, children);
}
