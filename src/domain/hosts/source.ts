import type { CallOptions } from '../../api/http/send.ts';
import type { RepositoryName } from './address.ts';
import type { Repository } from '../../api/record/repository.ts';
import type { Connection } from './connections.ts';

export interface Source extends RepositoryName {
  /** Called for every operation, because the account can change. */
  connect(): Promise<Connection>;
  /** Called with the record of the repository if an operation reads it. */
  readonly onRecord?: (repository: Repository) => void;
}

export interface RequestOptions extends Pick<CallOptions, 'signal' | 'priority'> {
  /** Of a creation: see `createOnce`. */
  readonly again?: boolean | undefined;
}

export function inApi(source: RepositoryName): { readonly owner: string; readonly repo: string } {
  return { owner: source.owner, repo: source.repo };
}
