import { repositoryKey } from '../../../domain/hosts/address.ts';
import { matchesRule } from '../../../domain/permissions/wildcard.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';

/** The protected tags of the repositories whose list of protected tags was read. */
export class ProtectedTags {
  readonly #names = new Map<string, readonly string[]>();

  note(place: RepositoryPlace, names: readonly string[]): void {
    this.#names.set(repositoryKey(place.name), names);
  }

  /** The tags are reloaded. Their protection is unknown until the list of protected tags is read again. */
  forget(place: RepositoryPlace): void {
    this.#names.delete(repositoryKey(place.name));
  }

  /** Undefined until the list of protected tags is read. */
  isProtected(place: RepositoryPlace, tag: string): boolean | undefined {
    return this.#names.get(repositoryKey(place.name))?.some((name) => matchesRule(tag, name));
  }
}
