import { delay } from '../../core/async.ts';

/** Milliseconds between the end of one request and the next that still make them one run: no person is that fast. */
const together = 250;

/** Tells a program that walks through all folders from a person who opens one. */
export class Burst {
  readonly #now: () => number;
  #active = 0;
  #count = 0;
  #last = -Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many of a kind have begun in one run, this one included. */
  begin(): number {
    if (this.#active === 0 && this.#now() - this.#last > together) this.#count = 0;
    this.#active += 1;
    this.#count += 1;
    return this.#count;
  }

  end(): void {
    this.#active -= 1;
    this.#last = this.#now();
  }
}

/** Milliseconds after which a file that was asked about and not read is no sign any more. */
const remembered = 10_000;
/** Milliseconds in which questions come together. */
const gathering = 3;
const mostRemembered = 100;

/**
 * Whether a question about a file will be followed by reading it, as an editor does that opens it: then its bytes are
 * fetched at once. Where somebody only asks, about one file after another or many at once, folders are asked for.
 */
export class Expectation {
  readonly #now: () => number;
  readonly #unread = new Map<string, number>();
  #gathered = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the file `path`, of which nobody knows enough yet, will be read. */
  async expects(path: string): Promise<boolean> {
    const others = this.#asksOnly(path);
    this.noted(path);
    this.#gathered += 1;
    await delay(gathering);
    const together = this.#gathered > 1;
    setTimeout(() => (this.#gathered -= 1), 1);
    return !others && !together;
  }

  /** Somebody asked about the file `path`, of which enough is known. */
  noted(path: string): void {
    const now = this.#now();
    for (const [other, since] of this.#unread) if (now - since > remembered) this.#unread.delete(other);
    // As long as somebody goes on asking, the sign holds.
    for (const other of this.#unread.keys()) this.#unread.set(other, now);
    this.#unread.set(path, now);
    if (this.#unread.size > mostRemembered) this.#unread.delete(this.#unread.keys().next().value ?? path);
  }

  read(path: string): void {
    this.#unread.delete(path);
  }

  #asksOnly(path: string): boolean {
    const now = this.#now();
    return [...this.#unread].some(([other, since]) => other !== path && now - since <= remembered);
  }
}
