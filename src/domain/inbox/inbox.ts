import type { Issue } from '../../api/record/issue.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { repositoryKey, type RepositoryName } from '../hosting/address.ts';
import { issueState } from '../records/kinds/issue.ts';
import { isDay } from '../records/text/day.ts';
import { mergeMarks, type InboxMark, type InboxMarks } from './inboxMarks.ts';

export const inboxReasons = ['assigned', 'created', 'participating'] as const;
/** Why an issue is in the inbox. `participating`: it was assigned to the user before, which is all that the API tells. */
export type InboxReason = (typeof inboxReasons)[number];

export interface InboxIssue {
  /** `host/owner/repo#number` in lower case */
  readonly key: string;
  readonly repository: RepositoryName;
  readonly number: string;
  readonly title: string;
  readonly closed: boolean;
  /** Milliseconds since 1970. */
  readonly updated: number;
  readonly reasons: readonly InboxReason[];
}

export interface InboxEntry extends InboxIssue {
  /** `new`: never seen, or marked as unread. `changed`: updated since it was seen. */
  readonly status: 'new' | 'changed' | 'read';
}

/** The inbox of one account: issues that the service listed, and what the user decided about them. No requests. */
export class Inbox {
  readonly #login: string;
  readonly #now: () => number;
  readonly #changed = new Emitter<void>();
  readonly #issues = new Map<string, InboxIssue>();
  /** Open issues by repository and reason, as the service counts them. */
  readonly #totals = new Map<string, ReadonlyMap<InboxReason, number>>();
  #marks: InboxMarks;

  /** `now`: milliseconds since 1970. `marks`: undefined for a new inbox, where all older issues count as read. */
  constructor(login: string, now: () => number, marks?: InboxMarks) {
    this.#login = login.toLowerCase();
    this.#now = now;
    this.#marks = marks ?? { version: 1, since: now(), marks: {} };
  }

  /** Fires when an entry or a decision changes. */
  readonly onDidChange: Event<void> = this.#changed.event;

  /** The decisions as one JSON value. */
  get marks(): InboxMarks {
    return this.#marks;
  }

  /** All issues, also those that are not shown. */
  get issues(): readonly InboxIssue[] {
    return [...this.#issues.values()];
  }

  /** The issue with this key, shown or not; undefined if it is not known. */
  find(key: string): InboxEntry | undefined {
    const issue = this.#issues.get(key.toLowerCase());
    return issue && { ...issue, status: this.#statusOf(issue) };
  }

  /** The last known update of an issue of the repository, in milliseconds since 1970; undefined if none is known. */
  lastUpdate(repository: RepositoryName): number | undefined {
    const own = repositoryKey(repository);
    const known = this.issues.filter((issue) => repositoryKey(issue.repository) === own && issue.updated > 0);
    return known.length === 0 ? undefined : Math.max(...known.map(({ updated }) => updated));
  }

  /** What is shown, the last updated first: neither done nor snoozed, and no closed issue that was seen. */
  entries(): InboxEntry[] {
    return this.issues
      .filter((issue) => !this.#isHidden(issue))
      .map((issue) => ({ ...issue, status: this.#statusOf(issue) }))
      .filter(({ closed, status }) => !closed || status !== 'read')
      .toSorted((one, other) => other.updated - one.updated || one.key.localeCompare(other.key));
  }

  /** The number of entries that are new or changed. */
  get unread(): number {
    return this.entries().filter(({ status }) => status !== 'read').length;
  }

  /** The number of open issues of all repositories, also of those that are not listed. */
  total(reason: 'assigned' | 'created'): number {
    return [...this.#totals.values()].reduce((sum, counts) => sum + (counts.get(reason) ?? 0), 0);
  }

  /**
   * Takes the open issues of a repository that are assigned to the user, or created by the user. `isWhole`: there are no
   * others, so an issue that is not listed loses the reason. `total`: the number of all, of which some may not be listed.
   */
  list(
    repository: RepositoryName,
    reason: 'assigned' | 'created',
    listed: readonly Issue[],
    { isWhole, total }: { readonly isWhole: boolean; readonly total: number },
  ): void {
    const keys = new Set(listed.map(({ number }) => inboxKey(repository, number)));
    for (const issue of listed) this.#take(repository, issue, [reason]);
    const own = repositoryKey(repository);
    for (const issue of isWhole ? this.issues : []) {
      if (repositoryKey(issue.repository) !== own || keys.has(issue.key) || !issue.reasons.includes(reason)) continue;
      const reasons = issue.reasons.filter((one) => one !== reason);
      if (reasons.length > 0) this.#issues.set(issue.key, { ...issue, reasons });
      else if (!issue.closed) this.#issues.delete(issue.key);
    }
    this.#totals.set(own, new Map(this.#totals.get(own)).set(reason, total));
    this.#changed.fire();
  }

  /** Takes issues that were updated, whoever is assigned to them. Issues that do not concern the user are left out. */
  update(repository: RepositoryName, updated: readonly Issue[]): void {
    for (const issue of updated) {
      const isMe = (person: { readonly login: string } | undefined): boolean =>
        person?.login.toLowerCase() === this.#login;
      const reasons: InboxReason[] = [
        ...([issue.assignee, ...issue.assignees].some(isMe) ? ['assigned' as const] : []),
        ...(isMe(issue.user) ? ['created' as const] : []),
      ];
      const known = this.#issues.get(inboxKey(repository, issue.number));
      const wasMine = known?.reasons.some((reason) => reason === 'assigned' || reason === 'participating') === true;
      if (wasMine && !reasons.includes('assigned')) reasons.push('participating');
      if (reasons.length > 0) this.#take(repository, issue, reasons, true);
      else if (known !== undefined) this.#issues.delete(known.key);
    }
    this.#changed.fire();
  }

  /** Shows issues that were stored before; issues that the service listed already stay. */
  restore(issues: readonly InboxIssue[]): void {
    for (const issue of issues) if (!this.#issues.has(issue.key)) this.#issues.set(issue.key, issue);
    this.#changed.fire();
  }

  /** Removes the issues of a repository that is not followed any more. The decisions stay. */
  forget(repository: RepositoryName): void {
    const own = repositoryKey(repository);
    for (const issue of this.issues) if (repositoryKey(issue.repository) === own) this.#issues.delete(issue.key);
    this.#totals.delete(own);
    this.#changed.fire();
  }

  /** Takes the decisions of another window or computer. */
  merge(marks: InboxMarks): void {
    const merged = mergeMarks(this.#marks, marks);
    if (JSON.stringify(merged) === JSON.stringify(this.#marks)) return;
    this.#marks = merged;
    this.#changed.fire();
  }

  /** The user looked at the issue. */
  markSeen(key: string): void {
    this.#mark(key, ({ updated }) => ({ seen: updated }));
  }

  /** Hides the issue until it is updated again. */
  markDone(key: string): void {
    this.#mark(key, ({ updated }) => ({ seen: updated, done: updated }));
  }

  /** Shows the issue as new, also if it was done or snoozed. */
  markUnread(key: string): void {
    this.#mark(key, () => ({ seen: 0 }));
  }

  /**
   * Hides the issue until a day, then shows it as new.
   * @throws Failure `invalid` if `until` is not a day
   */
  snooze(key: string, until: string): void {
    if (!isDay(until)) throw wrongValue('until', requires('date'));
    this.#mark(key, () => ({ seen: 0, until }));
  }

  /** @throws Failure `invalid` if the issue is not in the inbox */
  #mark(key: string, decide: (issue: InboxIssue) => Omit<InboxMark, 'at'>): void {
    const issue = this.#issues.get(key.toLowerCase());
    if (issue === undefined) throw wrongValue('entry', requires('inboxIssues'));
    // Later than the decision before, also within a millisecond or after the clock was set back.
    const at = Math.max(this.#now(), (this.#marks.marks[issue.key]?.at ?? 0) + 1);
    const mark = { at, ...decide(issue) };
    this.merge({ ...this.#marks, marks: { [issue.key]: mark } });
  }

  #take(repository: RepositoryName, issue: Issue, reasons: readonly InboxReason[], isAll = false): void {
    const key = inboxKey(repository, issue.number);
    const known = this.#issues.get(key);
    this.#issues.set(key, {
      key,
      repository,
      number: issue.number,
      title: issue.title ?? '',
      closed: issueState(issue.state) === 'closed',
      updated: updateTime(issue),
      reasons: isAll ? reasons : [...new Set([...(known?.reasons ?? []), ...reasons])],
    });
  }

  #isHidden({ key, updated }: InboxIssue): boolean {
    const { done, until } = this.#marks.marks[key] ?? {};
    return (done ?? -1) >= updated || (until !== undefined && dayAt(this.#now()) < until);
  }

  #statusOf({ key, updated }: InboxIssue): InboxEntry['status'] {
    const seen = this.#marks.marks[key]?.seen;
    if (seen === undefined) return updated <= this.#marks.since ? 'read' : 'new';
    if (seen === 0) return 'new';
    return seen < updated ? 'changed' : 'read';
  }
}

/** The key of an issue in the inbox. */
export function inboxKey(repository: RepositoryName, number: string): string {
  return `${repositoryKey(repository)}#${number}`;
}

/** The last update of an issue in milliseconds since 1970; 0 if the service does not send it. */
export function updateTime({ updated_at, created_at }: Issue): number {
  const time = Date.parse(updated_at ?? created_at ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** The day as `YYYY-MM-DD` in the local time zone. `now`: milliseconds since 1970. */
export function dayAt(now: number): string {
  const day = new Date(now);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
