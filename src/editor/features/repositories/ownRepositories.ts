import type { Repository } from '../../../api/record/repository.ts';
import type { RepositoryFilter } from '../../../domain/issues/queries.ts';

/** Unless the filter says otherwise: without those of organizations (they have lists), the last updated first. */
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
