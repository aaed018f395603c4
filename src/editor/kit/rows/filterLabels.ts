import { l10n } from 'vscode';
import { formatCount } from '../messages/format.ts';
import { issueMoments, type IssueQuery, type RepositoryFilter } from '../../../domain/issues/queries.ts';
import type { ListQuery, Moment } from '../../../domain/queries/query.ts';

type Sort = NonNullable<RepositoryFilter['sort']> | NonNullable<IssueQuery['sort']>;
type Grouping = NonNullable<IssueQuery['groupBy']>;

const sortLabels: Readonly<Record<Sort, () => string>> = {
  created: () => l10n.t('by creation'),
  updated: () => l10n.t('by update'),
  pushed: () => l10n.t('by last push'),
  full_name: () => l10n.t('by name'),
};

export const sortLabel = (sort: Sort): string => sortLabels[sort]();

export function directionLabel(direction: 'asc' | 'desc'): string {
  return direction === 'asc' ? l10n.t('ascending') : l10n.t('descending');
}

const groupingLabels: Readonly<Record<Grouping, () => string>> = {
  milestone: () => l10n.t('by milestone'),
  label: () => l10n.t('by label'),
  assignee: () => l10n.t('by assignee'),
};

export const groupingLabel = (grouping: Grouping): string => groupingLabels[grouping]();

const momentLabels: Readonly<Record<Moment, () => string>> = {
  since: () => l10n.t('Since'),
  created_at: () => l10n.t('Created at'),
  created_after: () => l10n.t('Created after'),
  created_before: () => l10n.t('Created before'),
  updated_after: () => l10n.t('Updated after'),
  updated_before: () => l10n.t('Updated before'),
  merged_after: () => l10n.t('Merged after'),
  merged_before: () => l10n.t('Merged before'),
};

export const momentLabel = (moment: Moment): string => momentLabels[moment]();

export function repositoryFilterLabels({ visibility, affiliation, sort, direction, q }: RepositoryFilter): string[] {
  return [
    ...(visibility === 'public' ? [l10n.t('public')] : visibility === 'private' ? [l10n.t('private')] : []),
    ...(affiliation === undefined ? [] : affiliation.split(',').map((one) => affiliationLabel(one.trim()))),
    ...(q === undefined ? [] : [`“${q}”`]),
    ...(sort === undefined ? [] : [sortLabel(sort)]),
    ...(direction === undefined ? [] : [directionLabel(direction)]),
  ];
}

export function affiliationLabel(affiliation: string): string {
  switch (affiliation) {
    case 'owner':
      return l10n.t('owned by me');
    case 'collaborator':
      return l10n.t('where I collaborate');
    case 'organization_member':
      return l10n.t('of my organizations');
    case 'enterprise_member':
      return l10n.t('of my enterprises');
    case 'admin':
      return l10n.t('that I administer');
    default:
      return affiliation;
  }
}

export function stateLabel(state: 'open' | 'closed' | 'all'): string {
  return state === 'open' ? l10n.t('open') : state === 'closed' ? l10n.t('closed') : l10n.t('open and closed');
}

/** The filter of a list and the number of its results, as one text. `none`: the text if there are no results. */
export function filterSummary(
  texts: readonly string[],
  count: number | undefined,
  none: (filter: string) => string,
): string {
  const filter = texts.join(' · ');
  if (count === 0) return none(filter);
  return count === undefined || filter === '' ? filter : l10n.t('{0} ({1} found)', filter, formatCount(count));
}

/** The filter of a list of issues, as texts. The state is omitted if it is the default. */
export function issueQueryLabels(query: IssueQuery): string[] {
  const { state, milestone, assignee, creator } = query;
  return [
    ...(state === 'closed' || state === 'open' ? [stateLabel(state)] : []),
    ...labelNames(query),
    ...(milestone === undefined
      ? []
      : [milestone === 'none' ? l10n.t('without milestone') : l10n.t('milestone {0}', milestone)]),
    ...assigneeLabel(assignee),
    ...authorLabel(creator),
    ...momentAndOrder(query, issueMoments),
    ...(query.groupBy === undefined ? [] : [groupingLabel(query.groupBy)]),
  ];
}

export const labelNames = ({ labels = [] }: ListQuery): string[] => labels.map((label) => `“${label}”`);

export function assigneeLabel(assignee: string | undefined): string[] {
  if (assignee === undefined) return [];
  return [assignee === '@me' ? l10n.t('assigned to me') : l10n.t('assigned to {0}', assignee)];
}

export function authorLabel(author: string | undefined): string[] {
  if (author === undefined) return [];
  return [author === '@me' ? l10n.t('created by me') : l10n.t('by {0}', author)];
}

export function momentAndOrder(query: ListQuery, moments: readonly Moment[]): string[] {
  return [
    ...moments.flatMap((moment) => {
      const value = query[moment];
      return value === undefined ? [] : [`${momentLabel(moment)}: ${value}`];
    }),
    ...(query.sort === undefined ? [] : [sortLabel(query.sort)]),
    ...(query.direction === undefined ? [] : [directionLabel(query.direction)]),
  ];
}
