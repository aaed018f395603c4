import { setImmediate as turn } from 'node:timers/promises';
import type { Fetch } from '../../src/api/http/fetch.ts';
import { plainFetch } from './remoteFiles.ts';

/** Turns of the event loop in which a request must start to belong to the current round trip. */
const turns = 50;

/**
 * A transport that counts round trips: requests that do not need the answers of each other share one. It delivers the
 * answers of a round trip together, after all of them have arrived and no other request starts.
 */
export class RoundTrips {
  readonly #transport = plainFetch();
  #running = 0;
  #round: Promise<void> | undefined;
  /** Number of round trips until now. */
  count = 0;

  readonly fetch: Fetch = async (url, init) => {
    this.#round ??= this.#end();
    const round = this.#round;
    this.#running += 1;
    try {
      return await this.#transport(url, init);
    } finally {
      this.#running -= 1;
      await round;
    }
  };

  /** Resolves when no request of the current round trip is running any more. */
  async #end(): Promise<void> {
    for (let idle = 0; idle < turns; idle += 1) {
      await turn();
      if (this.#running > 0) idle = 0;
    }
    this.#round = undefined;
    this.count += 1;
  }
}
