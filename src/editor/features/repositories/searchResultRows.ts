import { search } from '../../../api/endpoints/search.ts';
import type { Issue } from '../../../api/record/issue.ts';
import { only, type Arguments } from '../../kit/command.ts';
import { paged, type Children, type Node } from '../../kit/tree/node.ts';
import { repositoryPlace, type AccountPlace } from '../../kit/rows/place.ts';
import { described } from '../../kit/rows/group.ts';
import { issueNode } from '../../kit/rows/issueRow.ts';
import { userNode } from '../../kit/rows/memberRows.ts';
import { repositoryNode } from '../../kit/rows/repositoryRow.ts';

/** A search of a whole host, in the parameters of the API. */
export interface SearchRequest {
  readonly kind: keyof typeof search;
  readonly host: string;
  readonly query: Arguments;
}

export function resultsOf(place: AccountPlace, { kind, query }: SearchRequest): Children {
  const { api } = place.connection;
  switch (kind) {
    case 'users':
      return paged({
        pages: (signal) => api.search.users.all(only(search.users.query, query), { signal }),
        node: (user) => userNode(place, user),
      });
    case 'issues':
      return paged({
        pages: (signal) => api.search.issues.all(only(search.issues.query, query), { signal }),
        node: (issue) => searchedIssueNode(place, issue),
      });
    case 'repositories':
      return paged({
        pages: (signal) => api.search.repositories.all(only(search.repositories.query, query), { signal }),
        node: (repository) => repositoryNode(place, repository),
      });
  }
}

function searchedIssueNode(account: AccountPlace, issue: Issue): Node | undefined {
  const fullName = issue.repository?.full_name;
  const place = fullName === undefined ? undefined : repositoryPlace(account, fullName);
  if (place === undefined) return undefined;
  const node = issueNode(place, issue);
  const spoken = [node.row.spoken, fullName].join(', ');
  return {
    ...node,
    id: `${fullName}#${issue.number}`,
    row: { ...node.row, description: described(fullName, node.row.description), spoken },
  };
}
