import type { Api } from '../../api/client/client.ts';
import type { CallOptions } from '../../api/http/send.ts';
import type { Milestone } from '../../api/record/issue.ts';

export interface Standing {
  readonly closed: boolean;
  /** Open, and its day has ended in the local time zone. */
  readonly overdue: boolean;
  readonly done: number;
  /** All issues; 0 if the service sends no counts. */
  readonly total: number;
}

/** Progress of a milestone at `now`, in milliseconds since 1970. */
export function milestoneStanding(milestone: Milestone, now = Date.now()): Standing {
  const { closed_issues: done = 0, open_issues: open = 0, due_on, state } = milestone;
  const closed = state === 'closed';
  const day = new Date(now);
  const today = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return { closed, overdue: !closed && due_on !== undefined && due_on < today.join('-'), done, total: done + open };
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
