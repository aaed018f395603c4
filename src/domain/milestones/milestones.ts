import type { Api } from '../../api/client/client.ts';
import type { CallOptions } from '../../api/http/send.ts';
import type { Milestone } from '../../api/record/issue.ts';
import { localDay } from '../../core/time.ts';

export interface MilestoneProgress {
  readonly done: number;
  /** All issues; 0 if the service sends no counts. */
  readonly total: number;
  /** Whole per cent; 0 if there are no issues. */
  readonly percent: number;
}

export interface Standing extends MilestoneProgress {
  readonly closed: boolean;
  /** Open, and its day has ended in the local time zone. */
  readonly overdue: boolean;
}

export function milestoneProgress(milestone: Pick<Milestone, 'open_issues' | 'closed_issues'>): MilestoneProgress {
  const done = Math.max(0, milestone.closed_issues ?? 0);
  const total = done + Math.max(0, milestone.open_issues ?? 0);
  return { done, total, percent: total === 0 ? 0 : Math.floor((done / total) * 100) };
}

/** The state and the progress of a milestone at `now`, in milliseconds since 1970. */
export function milestoneStanding(milestone: Milestone, now = Date.now()): Standing {
  const { due_on, state } = milestone;
  const closed = state === 'closed';
  const today = localDay(new Date(now).toISOString()) ?? '';
  return { ...milestoneProgress(milestone), closed, overdue: !closed && due_on !== undefined && due_on < today };
}

/** The number of the API of `…/milestones/{index}`; undefined if there is none. One request for each 100 milestones. */
export async function milestoneOfPage(
  api: Api,
  at: { readonly owner: string; readonly repo: string },
  index: string,
  options?: CallOptions,
): Promise<string | undefined> {
  for await (const { number, url = '' } of api.milestones.list.all({ ...at, state: 'all' }, options))
    if (url.endsWith(`/milestones/${index}`)) return number;
  return undefined;
}
