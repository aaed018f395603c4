import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';

// What the queries of issues and of pull requests have in common.

export const filterText = v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty()));
export const filterTexts = v.optional(v.array(v.pipe(v.string(), v.nonEmpty())));
export const filterDirection = v.optional(v.picklist(['asc', 'desc']));
export const filterOrder = v.optional(v.picklist(['created', 'updated']));

const day = /^\d{4}-\d{2}-\d{2}$/;
const ago = /^-(\d{1,4})d$/;
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Whether `value` is a time, a day, or a number of days ago (`-7d`). */
export function isMoment(value: string): boolean {
  return ago.test(value) || ((day.test(value) || zoned.test(value)) && !Number.isNaN(Date.parse(value)));
}

export const filterMoment = v.optional(v.pipe(v.string(), v.check(isMoment, 'must be a time, a day or as -7d')));

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
export type Moment = (typeof moments)[number];

export interface ListQuery extends Partial<Record<Moment, string | undefined>> {
  readonly name?: string | undefined;
  readonly labels?: string[] | undefined;
  readonly sort?: 'created' | 'updated' | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
}

export type NamedQuery<Query> = Query & { readonly name: string };

/** The valid queries of a setting, and a message for each invalid one. */
export function readQueries<Query extends { name?: string | undefined }>(
  schema: v.GenericSchema<unknown, Query>,
  setting: unknown,
): { readonly queries: readonly NamedQuery<Query>[]; readonly problems: readonly string[] } {
  const queries: NamedQuery<Query>[] = [];
  const problems: string[] = [];
  for (const [index, one] of (Array.isArray(setting) ? setting : []).entries()) {
    const read = v.safeParse(schema, one);
    if (!read.success) {
      const [first] = read.issues;
      problems.push(`[${index}].${v.getDotPath(first) ?? ''}: ${first.message}`);
      continue;
    }
    const { name } = read.output;
    if (name === undefined) problems.push(`[${index}].name: is missing`);
    else if (queries.some((other) => other.name === name)) problems.push(`[${index}].name: is there twice`);
    else queries.push({ ...read.output, name });
  }
  return { queries, problems };
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
