import { l10n, type Memento } from 'vscode';
import type { GenericSchema } from 'valibot';
import { Emitter } from '../../../core/emitter.ts';
import { readStored } from '../../../core/storage.ts';
import { IssueQuery, MilestoneFilter } from '../../../domain/issues/queries.ts';
import { PullRequestQuery } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { formatCount } from '../messages/format.ts';

/** The filters of the lists in this workspace, by the key of the list. */
export class Filters {
  readonly #memory: Memento;
  readonly #changed = new Emitter<string>();

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Fires with the key of the list. */
  readonly onDidChange = this.#changed.event;

  get<T extends object>(list: string, schema: GenericSchema<unknown, T>): T | undefined {
    return readStored(schema, this.#memory.get(key(list)));
  }

  /** Sets a filter; undefined removes it. */
  async set(list: string, filter: object | undefined): Promise<void> {
    await this.#memory.update(key(list), filter);
    this.#changed.fire(list);
  }
}

const key = (list: string): string => `filter.${list}`;

// Keys under which the filters of the lists are stored.
export const issuesList = 'issues';
export const pullRequestsList = 'pullRequests';
export const milestonesList = 'milestones';
export const runsList = 'runs';

export const usualQuery = { state: 'open' } as const;

export function currentQuery(filters: Filters): IssueQuery {
  return filters.get(issuesList, IssueQuery) ?? usualQuery;
}

export function currentPullRequestQuery(filters: Filters): PullRequestQuery {
  return filters.get(pullRequestsList, PullRequestQuery) ?? usualQuery;
}

export function milestoneFilter(filters: Filters): { readonly state: 'open' | 'closed' | 'all' } {
  return { state: filters.get(milestonesList, MilestoneFilter)?.state ?? 'open' };
}

/** The filter of a list and the number of its results, as one text. `none`: the text if there are no results. */
export function filterSummary(filter: string, count: number | undefined, none: (filter: string) => string): string {
  if (count === 0) return none(filter);
  return count === undefined || filter === '' ? filter : l10n.t('{0} ({1} found)', filter, formatCount(count));
}
