import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';
import { isTime } from '../../core/time.ts';

// What the queries of issues and of pull requests have in common.

const day = /^\d{4}-\d{2}-\d{2}$/;
const ago = /^-(\d{1,4})d$/;

/** Whether `value` is a time, a day, or a number of days ago (`-7d`). */
export function isMoment(value: string): boolean {
  return ago.test(value) || (day.test(value) && !Number.isNaN(Date.parse(value))) || isTime(value);
}

export const filterText = v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty()));
export const filterDirection = v.optional(v.picklist(['asc', 'desc']));
export const filterMoment = v.optional(v.pipe(v.string(), v.check(isMoment, 'must be a time, a day or as -7d')));

export const listFields = {
  labels: v.optional(v.array(v.pipe(v.string(), v.nonEmpty()))),
  sort: v.optional(v.picklist(['created', 'updated'])),
  direction: filterDirection,
  since: filterMoment,
  created_after: filterMoment,
  created_before: filterMoment,
  updated_after: filterMoment,
  updated_before: filterMoment,
};

/** The times that lists filter by, with their names in the API. */
export const moments = [
  'since',
  'created_at',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'merged_after',
  'merged_before',
] as const;
type Moment = (typeof moments)[number];

interface ListQuery extends Partial<Record<Moment, string | undefined>> {
  readonly labels?: string[] | undefined;
  readonly sort?: 'created' | 'updated' | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
}

export function listParams({ labels, sort, direction, ...query }: ListQuery, now: number) {
  const times = Object.fromEntries(
    moments.flatMap((field) => {
      const value = query[field];
      return value === undefined ? [] : [[field, timeOf(value, now)]];
    }),
  );
  return { labels: labels === undefined || labels.length === 0 ? undefined : labels, sort, direction, ...times };
}

/** `login` replaces `@me`. @throws Failure `signedOut` if `@me` is used without `login` */
export function queriedLogin(name: string | undefined, login: string | undefined): string | undefined {
  if (name !== '@me') return name;
  if (login === undefined)
    throw new Failure('signedOut', 'nobody is signed in whom @me could mean', { reason: 'noAccount' });
  return login;
}

/** An ISO time: for a day its begin in the local time zone, for `-7d` seven days before `now`. */
function timeOf(value: string, now: number): string {
  const days = ago.exec(value)?.[1];
  if (days !== undefined) return new Date(now - Number(days) * 86_400_000).toISOString();
  return day.test(value) ? new Date(`${value}T00:00:00`).toISOString() : value;
}
