import { l10n } from 'vscode';
import type { Pages } from '../../../api/client/pages.ts';
import type { Issue } from '../../../api/record/issue.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { organizationIssuePages, organizationPullPages } from '../../../domain/issues/organizationRecords.ts';
import { issueLine, type IssueQuery } from '../../../domain/issues/queries.ts';
import { pullRequestLine, type PullRequestQuery } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { queryText } from '../../../domain/queries/queryLine.ts';
import { currentPullRequestQuery, currentQuery, issuesList, pullRequestsList } from '../../kit/rows/filters.ts';
import { described } from '../../kit/rows/group.ts';
import { issueNode } from '../../kit/rows/issueRow.ts';
import { accountTarget, repositoryPlace, type AccountPlace, type RepositoryPlace } from '../../kit/rows/place.ts';
import { pullRequestNode } from '../../kit/rows/pullRequestRow.ts';
import { deferred, paged, type Node, type Row } from '../../kit/tree/node.ts';
import type { Services } from '../../services/services.ts';

export type OrganizationSource = Pick<Services, 'filters' | 'loadHostFeatures'>;

interface RecordList<T> {
  /** The list of the filter. */
  readonly list: string;
  readonly row: () => Row;
  readonly pages: (features: HostFeatures, signal: AbortSignal) => Pages<T>;
  readonly pathOf: (record: T) => string | undefined;
  readonly node: (at: RepositoryPlace, record: T) => Node;
}

/** The issues and pull requests of all repositories of an organization, by the filters of the views of these names. */
export function organizationRecords(place: AccountPlace, on: OrganizationSource, org: string): Node[] {
  const { connection } = place;
  const issues = (): IssueQuery => currentQuery(on.filters);
  const pulls = (): PullRequestQuery => currentPullRequestQuery(on.filters);
  const row = (label: string, icon: string, description: string, context: string): Row => {
    return { label, icon, description, context };
  };
  return [
    listNode<Issue>(place, on, org, {
      list: issuesList,
      row: () => row(l10n.t('Issues'), 'issues', queryText(issueLine, issues()), 'organizationIssues'),
      pages: (features, signal) => organizationIssuePages(connection, features, org, issues(), { signal }),
      pathOf: ({ repository }) => repository?.full_name,
      node: issueNode,
    }),
    listNode<PullRequest>(place, on, org, {
      list: pullRequestsList,
      row: () =>
        row(
          l10n.t('Pull Requests'),
          'git-pull-request',
          queryText(pullRequestLine, pulls()),
          'organizationPullRequests',
        ),
      pages: (features, signal) => organizationPullPages(connection, features, org, pulls(), { signal }),
      pathOf: ({ base }) => base.repo?.full_name,
      node: pullRequestNode,
    }),
  ];
}

function listNode<T>(place: AccountPlace, on: OrganizationSource, org: string, about: RecordList<T>): Node {
  const { list, pages, pathOf, node } = about;
  return {
    id: `organization:${list}`,
    list,
    get row() {
      return about.row();
    },
    target: { ...accountTarget(place), org, label: org, url: webAddressOf(place.connection.host, org) },
    children: deferred(async () => {
      const features = await on.loadHostFeatures();
      return paged<T>({
        pages: (signal) => pages(features, signal),
        node: (record) => {
          const path = pathOf(record) ?? '';
          const at = repositoryPlace(place, path);
          return at && inRepository(node(at, record), path);
        },
        emptyText: () => l10n.t('Nothing fits the filter.'),
      });
    }),
  };
}

/** Numbers count in each repository only. */
const inRepository = (node: Node, path: string): Node => ({
  ...node,
  id: `${node.id} ${path}`,
  row: { ...node.row, description: described(path, node.row.description) },
});
