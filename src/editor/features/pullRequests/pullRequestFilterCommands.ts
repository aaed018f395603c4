import { l10n } from 'vscode';
import { pullRequestFilters } from '../../../api/endpoints/optional/pullRequests.ts';
import { pullRequestLine, type PullRequestQuery } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { currentPullRequestQuery, pullRequestsList } from '../../kit/rows/filters.ts';
import { queryCommands, type QueryParts } from '../../kit/rows/queryCommands.ts';
import type { QueryPreset } from '../../kit/rows/queryPrompt.ts';

export function pullRequestFilterCommands(on: QueryParts) {
  const { filter, clearFilter, saveQuery } = queryCommands<PullRequestQuery>(
    pullRequestFilters,
    {
      line: pullRequestLine,
      view: 'Pull Requests',
      title: l10n.t('Filter Pull Requests'),
      list: pullRequestsList,
      current: () => currentPullRequestQuery(on.filters),
      setting: 'pullRequests.queries',
      presets: ownQueries,
    },
    on,
  );
  return {
    'sourcehost.pullRequest.filter': filter,
    'sourcehost.pullRequest.clearFilter': clearFilter,
    'sourcehost.pullRequest.saveQuery': saveQuery,
  };
}

/** Those of the signed-in account. */
export const ownQueries = (): readonly QueryPreset[] => [
  { label: l10n.t('To approve by me'), icon: 'verified', line: 'state:open assignee:@me' },
  { label: l10n.t('To review by me'), icon: 'eye', line: 'state:open reviewer:@me' },
  { label: l10n.t('Mine'), icon: 'edit', line: 'state:open author:@me' },
];
