import { isObject } from '../../core/text.ts';
import { isDay } from '../../core/time.ts';

/** What the user decided about one issue. Times are in milliseconds since 1970. */
export interface InboxMark {
  readonly at: number;
  /** The update of the issue that was seen; 0: marked as unread. */
  readonly seen?: number;
  /** The update of the issue that was marked as done. A later update shows the issue again. */
  readonly done?: number;
  /** The day on which a snoozed issue is shown again, `YYYY-MM-DD` in the local time zone. */
  readonly until?: string;
}

/** The decisions of one account; a JSON value that Settings Sync can carry. It has no titles of issues. */
export interface InboxMarks {
  readonly version: 1;
  /** Issues that were updated before this time, and have no mark, count as read. */
  readonly since: number;
  readonly marks: Readonly<Record<string, InboxMark>>;
}

export function newestMarks(marks: ReadonlyMap<string, InboxMark>, most: number): InboxMarks['marks'] {
  const newest = [...marks].toSorted(([one, a], [other, b]) => b.at - a.at || one.localeCompare(other));
  return Object.fromEntries(newest.slice(0, most));
}

/** Why an issue is hidden: it is done until its next update, or snoozed until a day; undefined: it is not hidden. */
export function hiddenBy(
  { done, until }: Pick<InboxMark, 'done' | 'until'>,
  updated: number,
  today: string,
): { readonly until?: string } | undefined {
  if ((done ?? -1) >= updated) return {};
  return until !== undefined && today < until ? { until } : undefined;
}

/** Decodes marks of another computer or window; undefined if the value has another form. Unreadable marks are left out. */
export function readMarks(value: unknown): InboxMarks | undefined {
  if (!isObject(value) || value.version !== 1 || !isTime(value.since) || !isObject(value.marks)) return undefined;
  const marks = Object.entries(value.marks).flatMap(([key, one]): [string, InboxMark][] => {
    if (!isObject(one) || !isTime(one.at)) return [];
    const { at, seen, done, until } = one;
    const day = typeof until === 'string' && isDay(until) ? { until } : {};
    return [[key, { at, ...(isTime(seen) ? { seen } : {}), ...(isTime(done) ? { done } : {}), ...day }]];
  });
  return { version: 1, since: value.since, marks: Object.fromEntries(marks) };
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
