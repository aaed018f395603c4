import { l10n } from 'vscode';
import { formatCount } from '../messages/format.ts';
import { issueMoments, type IssueQuery, type RepositoryFilter } from '../../../domain/issues/queries.ts';
import type { ListQuery, Moment } from '../../../domain/queries/query.ts';

type Sort = NonNullable<RepositoryFilter['sort']> | NonNullable<IssueQuery['sort']>;

export function sortLabel(sort: Sort): string {
  switch (sort) {
    case 'created':
      return l10n.t('by creation');
    case 'updated':
      return l10n.t('by update');
    case 'pushed':
      return l10n.t('by last push');
    case 'full_name':
      return l10n.t('by name');
  }
}

export function directionLabel(direction: 'asc' | 'desc'): string {
  return direction === 'asc' ? l10n.t('ascending') : l10n.t('descending');
}

export function groupingLabel(grouping: NonNullable<IssueQuery['groupBy']>): string {
  switch (grouping) {
    case 'milestone':
      return l10n.t('by milestone');
    case 'label':
      return l10n.t('by label');
    case 'assignee':
      return l10n.t('by assignee');
  }
}

export function momentLabel(moment: Moment): string {
  switch (moment) {
    case 'since':
      return l10n.t('Since');
    case 'created_at':
      return l10n.t('Created at');
    case 'created_after':
      return l10n.t('Created after');
    case 'created_before':
      return l10n.t('Created before');
    case 'updated_after':
      return l10n.t('Updated after');
    case 'updated_before':
      return l10n.t('Updated before');
    case 'merged_after':
      return l10n.t('Merged after');
    case 'merged_before':
      return l10n.t('Merged before');
  }
}

/** The filter and order of a list of repositories, as texts. */
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
