import { Emitter, type Event } from '../../core/emitter.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { foldCase } from '../../core/text.ts';
import { isDay } from '../../core/time.ts';
import { hiddenBy, newestMarks, type InboxMark, type InboxMarks } from './inboxMarks.ts';
import { isBlockedByOthers, mergeThings, type InboxReason, type InboxThing } from './inboxThings.ts';

export interface InboxEntry extends InboxThing {
  /** `new`: never seen, or marked as unread. `changed`: updated since it was seen. */
  readonly status: 'new' | 'changed' | 'read';
  /** Whether the user is asked to do something. */
  readonly waits: boolean;
}

/** The things of one account by the list that has them. */
export type InboxLists = Readonly<Record<string, readonly InboxThing[]>>;

const noMarks: InboxMarks = { version: 1, since: Infinity, marks: {} };

type Keys = string | readonly string[];

/** Older decisions end. Settings Sync carries them, with little room. */
const mostMarks = 1_000;
/** Milliseconds by which an issue can be updated after its notification. */
const delayOfUpdate = 5_000;
const asking: readonly InboxReason[] = ['approve', 'review', 'test', 'assigned'];

/** The inbox of one account: what the lists of the service have, and what the user decided about it. No requests. */
export class Inbox {
  readonly #now: () => number;
  readonly #changed = new Emitter<void>();
  readonly #lists = new Map<string, readonly InboxThing[]>();
  readonly #marks: Map<string, InboxMark>;
  #since: number;

  /** `now`: milliseconds since 1970. `marks`: undefined for a new inbox, where all older things count as read. */
  constructor(now: () => number, marks?: InboxMarks) {
    this.#now = now;
    this.#since = marks?.since ?? now();
    this.#marks = new Map(Object.entries(marks?.marks ?? {}));
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** The newest decisions. */
  get marks(): InboxMarks {
    return { version: 1, since: this.#since, marks: newestMarks(this.#marks, mostMarks) };
  }

  get lists(): InboxLists {
    return Object.fromEntries(this.#lists);
  }

  list(name: string): readonly InboxThing[] {
    return this.#lists.get(name) ?? [];
  }

  /** Replaces a list; undefined removes it. */
  take(name: string, things: readonly InboxThing[] | undefined): void {
    if (things === undefined) this.#lists.delete(name);
    else this.#lists.set(name, things);
    this.#changed.fire();
  }

  /** All things, also those that are hidden, the last updated first. */
  all(): InboxEntry[] {
    const things = new Map<string, InboxThing>();
    for (const one of [...this.#lists.values()].flat()) {
      const known = things.get(one.key);
      things.set(one.key, known === undefined ? one : mergeThings(known, one));
    }
    return [...things.values()].map((one) => this.#entryOf(one)).toSorted(byNewestUpdate);
  }

  /** What is shown: neither done nor snoozed, and no notification that was read. */
  entries(): InboxEntry[] {
    return this.all().filter((one) => this.hidden(one) === undefined && one.reasons.length > 0);
  }

  /** The thing with this key, shown or not; undefined if it is not known. */
  find(key: string): InboxEntry | undefined {
    return this.all().find((one) => one.key === foldCase(key));
  }

  /** Whether the user hid the thing, and until which day; undefined: it is not hidden. */
  hidden({ key, updated }: InboxThing): ReturnType<typeof hiddenBy> {
    return hiddenBy(this.#marks.get(key) ?? {}, updated, dayAt(this.#now()));
  }

  /** Takes the decisions of another window or computer: of two about a thing, the later one. */
  merge({ since, marks }: InboxMarks = noMarks): void {
    const later = Object.entries(marks).filter(([key, { at }]) => at > (this.#marks.get(key)?.at ?? -1));
    if (later.length === 0 && since >= this.#since) return;
    for (const [key, mark] of later) this.#marks.set(key, mark);
    this.#since = Math.min(this.#since, since);
    this.#changed.fire();
  }

  /** `until`: the user also knows of updates up to this time, in milliseconds since 1970. */
  markSeen(keys: Keys, until = 0): void {
    this.#mark(keys, ({ updated }) => ({ seen: Math.max(updated, until) }));
  }

  /** Hides the things until they are updated again. */
  markDone(keys: Keys): void {
    this.#mark(keys, ({ updated }) => ({ seen: updated, done: updated }));
  }

  /** Shows the things as new, also if they were done or snoozed. */
  markUnread(keys: Keys): void {
    this.#mark(keys, () => ({ seen: 0 }));
  }

  /** Hides the things until a day, then shows them as new. @throws Failure `invalid` if `until` is not a day */
  snooze(keys: Keys, until: string): void {
    if (!isDay(until)) throw wrongValue('until', requires('date'));
    this.#mark(keys, () => ({ seen: 0, until }));
  }

  /** @throws Failure `invalid` if a thing is not in the inbox; then none is marked */
  #mark(keys: Keys, decide: (thing: InboxThing) => Omit<InboxMark, 'at'>): void {
    const things = [keys].flat().map((key) => this.find(key));
    const now = this.#now();
    const marks = things.map((thing): [string, InboxMark] => {
      if (thing === undefined) throw wrongValue('entry', requires('inboxEntries'));
      // Later than the decision before, also within a millisecond or after the clock was set back.
      const at = Math.max(now, (this.#marks.get(thing.key)?.at ?? 0) + 1);
      return [thing.key, { at, ...decide(thing) }];
    });
    this.merge({ version: 1, since: this.#since, marks: Object.fromEntries(marks) });
  }

  #entryOf(thing: InboxThing): InboxEntry {
    const status = this.#statusOf(thing);
    const isNews = status === 'changed' || (status === 'new' && thing.reasons.length === 0);
    const reasons =
      isNews && !thing.reasons.includes('updated') ? [...thing.reasons, 'updated' as const] : thing.reasons;
    const isMended = thing.blocked === undefined || isBlockedByOthers(thing);
    const waits =
      asking.some((reason) => reasons.includes(reason)) ||
      (reasons.includes('mentioned') && status !== 'read') ||
      (reasons.includes('created') && !isMended);
    return { ...thing, reasons, status, waits };
  }

  #statusOf({ key, updated, untouched = false, notices = [] }: InboxThing): InboxEntry['status'] {
    const seen = this.#marks.get(key)?.seen;
    if (seen === 0) return 'new';
    const isTold = notices.some(({ unread, time }) => unread && time > (seen ?? -1));
    const readThere = Math.max(0, ...notices.flatMap(({ unread, time }) => (unread ? [] : [time + delayOfUpdate])));
    const known = Math.max(seen ?? (untouched ? updated : this.#since), readThere);
    if (!isTold && updated <= known) return 'read';
    return seen === undefined ? 'new' : 'changed';
  }
}

export function byNewestUpdate(one: InboxThing, other: InboxThing): number {
  return other.updated - one.updated || one.key.localeCompare(other.key);
}

/** The day as `YYYY-MM-DD` in the local time zone. `now`: milliseconds since 1970. */
export function dayAt(now: number): string {
  const day = new Date(now);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
