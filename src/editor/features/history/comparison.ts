import { repositoryKey } from '../../../domain/hosts/address.ts';
import type { ComparedRefs, RefComparison } from '../../../domain/repositories/refComparison.ts';
import type { RepositoryPlace } from '../../kit/rows/place.ts';

export interface ComparisonParts {
  readonly place: RepositoryPlace;
  readonly refs: ComparedRefs;
  readonly result: RefComparison;
  readonly compareAgain: (signal: AbortSignal) => Promise<RefComparison>;
}

export class Comparison {
  readonly id: string;
  /** The same for every comparison of these refs. */
  readonly key: string;
  readonly place: RepositoryPlace;
  readonly refs: ComparedRefs;
  readonly #compareAgain: ComparisonParts['compareAgain'];
  #result: RefComparison;
  #isOutdated = false;

  constructor(id: string, { place, refs, result, compareAgain }: ComparisonParts) {
    this.id = id;
    this.key = JSON.stringify([repositoryKey(place.name), refs.base, refs.head]);
    this.place = place;
    this.refs = refs;
    this.#result = result;
    this.#compareAgain = compareAgain;
  }

  get result(): RefComparison {
    return this.#result;
  }

  /** Reads the result for a list of rows. A list that is read again is a refresh: it compares again. */
  async read(signal: AbortSignal): Promise<RefComparison> {
    if (this.#isOutdated) this.#result = await this.#compareAgain(signal);
    this.#isOutdated = true;
    return this.#result;
  }

  /** The next `read` returns the known result: the rows change, and the comparison does not. */
  reuse(): void {
    this.#isOutdated = false;
  }
}
