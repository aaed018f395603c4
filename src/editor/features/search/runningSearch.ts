import { cancelled, toFailure, type Failure } from '../../../core/errors.ts';
import { orCancelled } from '../../../core/async.ts';
import { Emitter } from '../../../core/emitter.ts';
import { countMatches } from './rows.ts';
import type { FileMatches, SearchCoverage, SearchEvent, TextQuery } from '../../../domain/search/textQuery.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';

/** The files that are searched. `checkout` is undefined for a tag or commit. */
export interface SearchedRef {
  readonly remote: RemoteRef;
  readonly checkout: Checkout | undefined;
}

/** Searches the text of files, with the drafts. Stopping the iteration or aborting `signal` ends the search. */
export type SearchText = (at: SearchedRef, query: TextQuery, signal: AbortSignal) => AsyncIterable<SearchEvent>;

interface RunOptions {
  /** Finds the ref; may send a request. */
  readonly resolve: () => Promise<SearchedRef>;
  readonly query: TextQuery;
  readonly search: SearchText;
  /** A program waits for the result: another search in the view does not end this one. */
  readonly isShared: boolean;
}

export class RunningSearch {
  readonly query: TextQuery;
  readonly isShared: boolean;
  /** Resolves when the search has ended, also after a failure. */
  readonly ended: Promise<void>;
  readonly #abort = new AbortController();
  readonly #files = new Map<string, FileMatches>();
  readonly #changed = new Emitter<readonly FileMatches[]>();
  #at: SearchedRef | undefined;
  #coverage: SearchCoverage | undefined;
  #matches = 0;
  #limitHit = false;
  #isRunning = true;
  #failure: Failure | undefined;

  constructor(options: RunOptions) {
    this.query = options.query;
    this.isShared = options.isShared;
    this.ended = this.#run(options);
  }

  /** Fires with files that were found, or with none if only the progress or the end is new. */
  readonly onDidChange = this.#changed.event;

  /** Undefined until the ref is resolved. */
  get at(): SearchedRef | undefined {
    return this.#at;
  }

  get count(): number {
    return this.#files.size;
  }

  /** Number of matches; a line can have several. */
  get matches(): number {
    return this.#matches;
  }

  get files(): readonly FileMatches[] {
    return [...this.#files.values()];
  }

  file(path: string): FileMatches | undefined {
    return this.#files.get(path);
  }

  /** Undefined until the first progress. */
  get coverage(): SearchCoverage | undefined {
    return this.#coverage;
  }

  get limitHit(): boolean {
    return this.#limitHit;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Also a cancellation. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  cancel(): void {
    this.#abort.abort();
  }

  async #run({ resolve, query, search }: RunOptions): Promise<void> {
    const { signal } = this.#abort;
    try {
      this.#at = await orCancelled(resolve(), signal);
      for await (const event of search(this.#at, query, signal)) this.#take(event);
    } catch (error) {
      this.#failure = signal.aborted ? cancelled(signal.reason) : toFailure(error);
    }
    this.#isRunning = false;
    this.#changed.fire([]);
  }

  #take(event: SearchEvent): void {
    if (event.kind === 'file') {
      this.#files.set(event.file.path, event.file);
      this.#matches += countMatches(event.file);
      this.#changed.fire([event.file]);
      return;
    }
    this.#coverage = event.coverage;
    if (event.kind === 'end') this.#limitHit = event.limitHit;
    this.#changed.fire([]);
  }
}
