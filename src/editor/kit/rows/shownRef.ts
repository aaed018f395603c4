import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';

/** Where the user works in the active repository. `ref`: as in the address, such as `!45:main`. */
export interface ShownRef extends RepositoryAt {
  readonly ref: string | undefined;
  readonly head: ResolvedRef;
}
