import type { Fetch } from '../../src/api/http/fetch.ts';
import { plainFetch } from './remoteFiles.ts';

/** A transport whose answers can be delayed, so that their content is out of date when they arrive. */
export class HeldAnswers {
  readonly #transport = plainFetch();
  #given: (() => void) | undefined;
  #gone: Promise<unknown> | undefined;

  readonly fetch: Fetch = async (url, init) => {
    const [given, gone] = [this.#given, this.#gone];
    this.#given = this.#gone = undefined;
    const answer = await this.#transport(url, init);
    given?.();
    await gone;
    return answer;
  };

  /** Delays the answer to the next request. Resolves with its release as soon as the service has answered. */
  async hold(): Promise<() => void> {
    let arrive = (): void => {};
    this.#gone = new Promise<void>((resolve) => (arrive = resolve));
    await new Promise<void>((resolve) => (this.#given = resolve));
    return arrive;
  }
}
