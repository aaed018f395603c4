import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';

/** Filters of lists. Each field has the name and meaning of the API. */
const text = v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty()));
const direction = v.optional(v.picklist(['asc', 'desc']));

/** GET /user/repos */
export const RepositoryFilter = v.object({
  visibility: v.optional(v.picklist(['public', 'private', 'all'])),
  affiliation: text,
  sort: v.optional(v.picklist(['created', 'updated', 'pushed', 'full_name'])),
  direction,
  q: text,
});
export type RepositoryFilter = v.InferOutput<typeof RepositoryFilter>;

/** GET /orgs/{org}/repos */
export const OrganizationFilter = v.object({ type: v.optional(v.picklist(['all', 'public', 'private'])) });
export type OrganizationFilter = v.InferOutput<typeof OrganizationFilter>;

/** GET /users/orgs */
export const OrganizationsFilter = v.object({ admin: v.optional(v.boolean()) });
export type OrganizationsFilter = v.InferOutput<typeof OrganizationsFilter>;

/** GET …/milestones */
export const MilestoneFilter = v.object({ state: v.optional(v.picklist(['open', 'closed', 'all'])) });
export type MilestoneFilter = v.InferOutput<typeof MilestoneFilter>;

export const groupings = ['milestone', 'label', 'assignee'] as const;

const day = /^\d{4}-\d{2}-\d{2}$/;
const ago = /^-(\d{1,4})d$/;
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Whether `value` is a time, a day, or a number of days ago (`-7d`). */
export function isMoment(value: string): boolean {
  return ago.test(value) || ((day.test(value) || zoned.test(value)) && !Number.isNaN(Date.parse(value)));
}

const moment = v.optional(v.pipe(v.string(), v.check(isMoment, 'must be a time, a day or as -7d')));

/** GET …/issues. `assignee` and `creator` may be `@me`. */
export const IssueQuery = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty())),
  state: v.optional(v.picklist(['open', 'closed', 'all'])),
  labels: v.optional(v.array(v.pipe(v.string(), v.nonEmpty()))),
  milestone: text,
  assignee: text,
  creator: text,
  sort: v.optional(v.picklist(['created', 'updated'])),
  direction,
  since: moment,
  created_at: moment,
  created_after: moment,
  created_before: moment,
  updated_after: moment,
  updated_before: moment,
  groupBy: v.optional(v.picklist(groupings)),
});
export type IssueQuery = v.InferOutput<typeof IssueQuery>;

/** A query of the setting `sourcehost.issues.queries`. */
export type SavedQuery = IssueQuery & { readonly name: string };

export const issueMoments = [
  'since',
  'created_at',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
] as const;

/** Decodes `stored` with `schema`; undefined if it does not match. */
export function readFilter<T extends object>(schema: v.GenericSchema<unknown, T>, stored: unknown): T | undefined {
  const read = v.safeParse(schema, stored);
  return read.success ? read.output : undefined;
}

/** The valid queries of the setting, and a message for each invalid one. */
export function readIssueQueries(setting: unknown): {
  readonly queries: readonly SavedQuery[];
  readonly problems: readonly string[];
} {
  const queries: SavedQuery[] = [];
  const problems: string[] = [];
  for (const [index, one] of (Array.isArray(setting) ? setting : []).entries()) {
    const read = v.safeParse(IssueQuery, one);
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

/**
 * The parameters of the issue list. `login` replaces `@me`.
 * @throws Failure `signedOut` if `@me` is used without `login`
 */
export function issueParams(query: IssueQuery, login: string | undefined, now = Date.now()) {
  const { state, labels, milestone, sort, direction: order } = query;
  const times = Object.fromEntries(
    issueMoments.flatMap((field) => {
      const value = query[field];
      return value === undefined ? [] : [[field, timeOf(value, now)]];
    }),
  );
  const person = (name: string | undefined): string | undefined => {
    if (name !== '@me') return name;
    if (login === undefined)
      throw new Failure('signedOut', 'nobody is signed in whom @me could mean', { reason: 'noAccount' });
    return login;
  };
  return {
    state,
    labels: labels === undefined || labels.length === 0 ? undefined : labels,
    milestone,
    assignee: person(query.assignee),
    creator: person(query.creator),
    sort,
    direction: order,
    ...times,
  };
}

/** An ISO time: for a day its begin in the local time zone, for `-7d` seven days before `now`. */
function timeOf(value: string, now: number): string {
  const days = ago.exec(value)?.[1];
  if (days !== undefined) return new Date(now - Number(days) * 86_400_000).toISOString();
  return day.test(value) ? new Date(`${value}T00:00:00`).toISOString() : value;
}
