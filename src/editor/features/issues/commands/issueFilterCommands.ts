import { l10n } from 'vscode';
import { issues } from '../../../../api/endpoints/issues.ts';
import { oneOf, optional } from '../../../../api/contract/field.ts';
import type { RepositoryAt } from '../../../../domain/hosts/activeRepository.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import { groupings, IssueQuery } from '../../../../domain/issues/queries.ts';
import { readQueries } from '../../../../domain/queries/query.ts';
import { currentQuery, issuesList } from '../../../kit/rows/filteredLists.ts';
import { groupingLabel } from '../../../kit/rows/filterLabels.ts';
import { command } from '../../../kit/command.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import { queryCommands } from '../../../kit/rows/queryCommands.ts';
import { titleWith } from '../../../kit/commands/questionTitle.ts';
import { askFilter, type FilterPreset } from '../../../kit/prompts/filterBar.ts';
import type { Filters } from '../../../kit/rows/filters.ts';
import type { NameSources } from '../../../kit/rows/queryParts.ts';
import type { Settings } from '../../../kit/settings.ts';
import { issueFilterParts } from './issueFilterParts.ts';

const { query } = issues.list;
const fields = {
  state: query.state,
  labels: query.labels,
  milestone: query.milestone,
  assignee: query.assignee,
  creator: query.creator,
  sort: query.sort,
  direction: query.direction,
  since: query.since,
  created_at: query.created_at,
  created_after: query.created_after,
  created_before: query.created_before,
  updated_after: query.updated_after,
  updated_before: query.updated_before,
};
const ungrouped = 'none';

export interface IssueFilterParts extends NameSources {
  readonly filters: Filters;
  readonly settings: Settings;
}

export function issueFilterCommands(on: IssueFilterParts) {
  const { filters, settings } = on;
  const show = (wanted: IssueQuery | undefined): Promise<void> => filters.set(issuesList, wanted);
  const { filter, clearFilter, saveQuery } = queryCommands<IssueQuery>(fields, {
    view: 'Issues',
    schema: IssueQuery,
    current: () => currentQuery(filters),
    saved: () => readQueries(IssueQuery, settings.get('issues.queries')).queries,
    show,
    ask: (signal) => askIssueFilter(on, signal),
    settings,
    setting: 'issues.queries',
    rest: () => ({ groupBy: currentQuery(filters).groupBy }),
  });
  return {
    'sourcehost.issue.filter': filter,
    'sourcehost.issue.clearFilter': clearFilter,
    'sourcehost.issue.saveQuery': saveQuery,
    'sourcehost.issue.group': command({
      does: 'Groups the issues of the view Issues.',
      fields: { groupBy: optional(oneOf(...groupings, ungrouped)) },
      runAsks: ['groupBy'],
      run: async ({ groupBy: grouping }, { origin }) => {
        const now = currentQuery(filters);
        const groupBy = grouping ?? (origin === 'code' ? ungrouped : await askGrouping(on, now.groupBy));
        await show({ ...now, groupBy: groupBy === ungrouped ? undefined : groupBy });
      },
    }),
  };
}

function askIssueFilter(on: IssueFilterParts, signal: AbortSignal): Promise<IssueQuery> {
  const start = currentQuery(on.filters);
  const { groupBy } = start;
  return askFilter<IssueQuery>({
    title: titleOf(l10n.t('Filter Issues'), on.active()),
    start,
    empty: { groupBy },
    presets: presetQueries(groupBy),
    ...issueFilterParts(on, signal),
  });
}

const titleOf = (title: string, at: RepositoryAt | undefined): string => titleWith(title, at && fullName(at.name));

function presetQueries(groupBy: IssueQuery['groupBy']): FilterPreset<IssueQuery>[] {
  return [
    { label: l10n.t('Assigned to me'), icon: 'account', filter: { state: 'open', assignee: '@me', groupBy } },
    { label: l10n.t('Created by me'), icon: 'edit', filter: { state: 'open', creator: '@me', groupBy } },
  ];
}

async function askGrouping(
  { active }: IssueFilterParts,
  now: IssueQuery['groupBy'],
): Promise<(typeof groupings)[number] | typeof ungrouped> {
  return await new Prompt({ title: titleOf(l10n.t('Group Issues'), active()) }).pick({
    placeholder: l10n.t('Group issues by'),
    items: [
      { label: l10n.t('not grouped'), value: ungrouped },
      ...groupings.map((value) => ({ label: groupingLabel(value), value })),
    ],
    active: (value) => value === (now ?? ungrouped),
  });
}
