import type { Repository } from '../../../api/record/repository.ts';
import type { RepositoryFilter } from '../../../domain/issues/queries.ts';

/**
 * The query for the repositories of an account. Unless the filter says otherwise, those of organizations are left out,
 * because organizations have lists of their own, and the last updated ones come first.
 */
export function ownRepositoriesQuery(filter: RepositoryFilter = {}): RepositoryFilter {
  const { affiliation = 'owner,collaborator', sort = 'updated' } = filter;
  const direction = filter.direction ?? (filter.sort === undefined ? 'desc' : undefined);
  return { ...filter, affiliation, sort, ...(direction === undefined ? {} : { direction }) };
}

/** The repositories of the account `login` before those that it only contributes to. */
export function ownedFirst(repositories: readonly Repository[], login: string): readonly Repository[] {
  const isOwned = ({ full_name }: Repository): boolean => full_name.startsWith(`${login}/`);
  return [...repositories.filter(isOwned), ...repositories.filter((one) => !isOwned(one))];
}
