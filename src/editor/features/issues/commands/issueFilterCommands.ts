import { l10n } from 'vscode';
import { oneOf, optional } from '../../../../api/contract/field.ts';
import { issueFilters } from '../../../../api/endpoints/issues.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import { groupings, issueLine, type IssueQuery } from '../../../../domain/issues/queries.ts';
import { command } from '../../../kit/command.ts';
import { titleWith } from '../../../kit/commands/questionTitle.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import { currentQuery, issuesList } from '../../../kit/rows/filters.ts';
import { queryCommands, type QueryParts } from '../../../kit/rows/queryCommands.ts';

const ungrouped = 'none';
type Grouping = (typeof groupings)[number];

export function issueFilterCommands(on: QueryParts) {
  const { filters } = on;
  const { filter, clearFilter, saveQuery } = queryCommands<IssueQuery>(
    issueFilters,
    {
      line: issueLine,
      view: 'Issues',
      title: l10n.t('Filter Issues'),
      list: issuesList,
      current: () => currentQuery(filters),
      setting: 'issues.queries',
      presets: () => [
        { label: l10n.t('Assigned to me'), icon: 'account', line: 'state:open assignee:@me' },
        { label: l10n.t('Created by me'), icon: 'edit', line: 'state:open author:@me' },
      ],
      rest: () => ({ groupBy: currentQuery(filters).groupBy }),
    },
    on,
  );
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
        await filters.set(issuesList, { ...now, groupBy: groupBy === ungrouped ? undefined : groupBy });
      },
    }),
  };
}

async function askGrouping({ active }: QueryParts, now: IssueQuery['groupBy']): Promise<Grouping | typeof ungrouped> {
  const at = active();
  return await new Prompt({ title: titleWith(l10n.t('Group Issues'), at && fullName(at.name)) }).pick({
    placeholder: l10n.t('Group issues by'),
    items: [
      { label: l10n.t('Not grouped'), value: ungrouped },
      ...groupings.map((value) => ({ label: groupingLabels[value](), value })),
    ],
    active: (value) => value === (now ?? ungrouped),
  });
}

const groupingLabels: Readonly<Record<Grouping, () => string>> = {
  milestone: () => l10n.t('By milestone'),
  label: () => l10n.t('By label'),
  assignee: () => l10n.t('By assignee'),
};
