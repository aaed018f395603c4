import type { Activity, ActivityEvent } from '../../api/record/user.ts';
import { localDay } from '../../core/time.ts';

/** The activity of a user that is loaded so far, newest first, by the days of the local time zone. */
export class Feed {
  readonly #days = new Map<string, readonly ActivityEvent[]>();
  readonly #requested = new Set<string>();
  #next: string | undefined;
  #begun = false;
  #oldest: string | undefined;

  add({ events, next }: Activity): void {
    const before = this.#days.size;
    const had = this.count;
    for (const [day, list] of Object.entries(events)) {
      if (!/^\d{4}-\d{2}-\d{2}/.test(day) || list.length === 0) continue;
      const remoteDay = day.slice(0, 10);
      this.#oldest = this.#oldest === undefined || remoteDay < this.#oldest ? remoteDay : this.#oldest;
      // The service groups by the days of its own time zone.
      const byDay = Map.groupBy(list, (event) => localDay(event.created_at) ?? remoteDay);
      for (const [local, events] of byDay) this.#days.set(local, joined(this.#days.get(local) ?? [], events));
    }
    const isNew = this.#days.size > before || this.count > had;
    // A service that returns the same page again has no further page.
    this.#next = next === undefined || !isNew || this.#requested.has(next) ? undefined : next;
    if (this.#next !== undefined) this.#requested.add(this.#next);
    this.#begun = true;
  }

  /** Undefined at the end. */
  get next(): string | undefined {
    return this.#next;
  }

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
    return this.#oldest ?? '9999-12-31';
  }
}

/** Pages may overlap within a day. */
function joined(events: readonly ActivityEvent[], more: readonly ActivityEvent[]): readonly ActivityEvent[] {
  const seen = new Set(events.map((event) => JSON.stringify(event)));
  return [...events, ...more.filter((event) => !seen.has(JSON.stringify(event)))];
}
