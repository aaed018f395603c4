import { repositoryKey } from '../../../domain/hosting/address.ts';
import { matchesRule } from '../../../domain/permissions/wildcard.ts';
import type { RepositoryPlace } from './place.ts';

/** The protected tags of repositories, as far as they were looked at. */
export class ProtectedTags {
  readonly #names = new Map<string, readonly string[]>();

  note(place: RepositoryPlace, names: readonly string[]): void {
    this.#names.set(repositoryKey(place.name), names);
  }

  /** The tags are read anew: which ones are protected is not known until the protected ones are looked at again. */
  forget(place: RepositoryPlace): void {
    this.#names.delete(repositoryKey(place.name));
  }

  /** undefined: nobody looked yet. */
  isProtected(place: RepositoryPlace, tag: string): boolean | undefined {
    return this.#names.get(repositoryKey(place.name))?.some((name) => matchesRule(tag, name));
  }
}
