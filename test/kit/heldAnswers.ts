import type { Fetch } from '../../src/api/http/fetch.ts';
import { plainFetch } from './remoteFiles.ts';

/** A transport whose answers can be kept on their way: what they say is then out of date when they arrive. */
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

  /** Holds the answer to the next request: resolves when the service has given it, with what lets it arrive. */
  async hold(): Promise<() => void> {
    let arrive = (): void => {};
    this.#gone = new Promise<void>((resolve) => (arrive = resolve));
    await new Promise<void>((resolve) => (this.#given = resolve));
    return arrive;
  }
}
