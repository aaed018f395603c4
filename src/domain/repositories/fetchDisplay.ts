import type { RepositoryName } from '../hosts/address.ts';

/** Shows the progress of a fetch until `work` ends. `received`: bytes; undefined before the first. */
export type ShowFetch = <T>(
  name: RepositoryName,
  work: (signal: AbortSignal, onProgress: (received: number | undefined) => void) => Promise<T>,
) => Promise<T>;

/**
 * What a fetch is for: files that can also be requested, large files of a search, the commits of a history, or what only
 * git can bring (`demand`).
 */
export type FetchPurpose = 'files' | 'demand' | 'largeFiles' | 'history';

export interface FetchDisplay {
  readonly show: ShowFetch;
  /** Asks whether to go on after more than 200 MB were `received`. */
  readonly confirmLarge: (name: RepositoryName, received: number, purpose: FetchPurpose) => Promise<boolean>;
  /** Called before a fetch: from then on this computer may have objects of the repository. */
  readonly onFetch?: ((name: RepositoryName) => Promise<void>) | undefined;
}
