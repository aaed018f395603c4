import type { Activity, ActivityEvent } from '../../api/record/user.ts';

/** The activity of a user that is loaded so far, newest first. */
export class Feed {
  readonly #days = new Map<string, readonly ActivityEvent[]>();
  readonly #asked = new Set<string>();
  #next: string | undefined;
  #begun = false;

  /** Adds a page of the service's reply. */
  add({ events, next }: Activity): void {
    const before = this.#days.size;
    const had = this.count;
    for (const [day, list] of Object.entries(events)) {
      if (!/^\d{4}-\d{2}-\d{2}/.test(day)) continue;
      this.#days.set(day.slice(0, 10), joined(this.#days.get(day.slice(0, 10)) ?? [], list));
    }
    const isNew = this.#days.size > before || this.count > had;
    // A service that returns the same page again has no further page.
    this.#next = next === undefined || !isNew || this.#asked.has(next) ? undefined : next;
    if (this.#next !== undefined) this.#asked.add(this.#next);
    this.#begun = true;
  }

  /** The cursor of the next page; undefined at the end. */
  get next(): string | undefined {
    return this.#next;
  }

  /** The events by day, newest first. */
  get days(): readonly (readonly [day: string, events: readonly ActivityEvent[]])[] {
    return [...this.#days].filter(([, events]) => events.length > 0).sort(([one], [two]) => (one < two ? 1 : -1));
  }

  get counts(): ReadonlyMap<string, number> {
    return new Map([...this.#days].map(([day, events]) => [day, events.length]));
  }

  get count(): number {
    return [...this.#days.values()].reduce((sum, events) => sum + events.length, 0);
  }

  /** The first day whose events are complete; undefined: all events are loaded. */
  get knownFrom(): string | undefined {
    if (this.#next === undefined && this.#begun) return undefined;
    return this.days.at(-1)?.[0] ?? '9999-12-31';
  }
}

/** Pages may overlap within a day. */
function joined(known: readonly ActivityEvent[], more: readonly ActivityEvent[]): readonly ActivityEvent[] {
  const seen = new Set(known.map((event) => JSON.stringify(event)));
  return [...known, ...more.filter((event) => !seen.has(JSON.stringify(event)))];
}
