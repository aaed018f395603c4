import * as v from 'valibot';
import { filterText as text, queriedLogin } from '../queries/query.ts';
import { person, type QueryLine } from '../queries/queryLine.ts';

/** What a list of runs shows. `actor` may be `@me`. */
export const RunQuery = v.strictObject({
  branch: text,
  /** Its id, name or file. */
  workflow: text,
  /** A word of the host, in any case. */
  status: text,
  event: text,
  /** The login of the person who began it. */
  actor: text,
});
export type RunQuery = v.InferOutput<typeof RunQuery>;

export interface RunFilter extends RunQuery {
  /** Of a pull request. */
  readonly number?: string | undefined;
}

/** The words of the host that users filter by; it has more. */
export const runStatuses = ['FAILED', 'RUNNING', 'COMPLETED', 'CANCELED'] as const;

export const runLine: QueryLine<RunQuery> = {
  schema: RunQuery,
  keys: {
    branch: { names: 'branches' },
    workflow: {},
    status: { values: runStatuses },
    event: { values: ['Push', 'MR', 'Manual', 'Note', 'CreateTag'] },
    actor: person,
  },
};

/** `login` replaces `@me`. @throws Failure `signedOut` if `@me` is used without `login` */
export const runFilter = (query: RunQuery, login: string | undefined): RunFilter => ({
  ...query,
  actor: queriedLogin(query.actor, login),
});
