import type { CallOptions } from '../../api/http/send.ts';
import type { RepositoryName } from './address.ts';
import type { Repository } from '../../api/record/repository.ts';
import type { Connection } from './connections.ts';

/** A repository, and the account that it is read as. */
export interface Source extends RepositoryName {
  /** Asked anew for every operation, since people sign in and out. */
  connect(): Promise<Connection>;
  /** Told of the repository's record where it is asked for on the way. */
  readonly onRecord?: (repository: Repository) => void;
}

/** How an operation is asked for. */
export type RequestOptions = Pick<CallOptions, 'signal' | 'priority'>;

/** Names one repository to the API. */
export function inApi(source: RepositoryName): { readonly owner: string; readonly repo: string } {
  return { owner: source.owner, repo: source.repo };
}
