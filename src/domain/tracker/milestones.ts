import type { Milestone } from '../../api/record/issue.ts';

export interface Standing {
  readonly closed: boolean;
  /** Open after its day has ended where the person is. */
  readonly overdue: boolean;
  /** Closed issues. */
  readonly done: number;
  /** All issues; 0 also where the service does not count. */
  readonly total: number;
}

/** How far a milestone is, at `now` in milliseconds. */
export function milestoneStanding(milestone: Milestone, now = Date.now()): Standing {
  const { closed_issues: done = 0, open_issues: open = 0, due_on, state } = milestone;
  const closed = state === 'closed';
  const day = new Date(now);
  const today = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return { closed, overdue: !closed && due_on !== undefined && due_on < today.join('-'), done, total: done + open };
}
