import * as v from 'valibot';
import type { Issue } from '../../api/record/issue.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { foldCase } from '../../core/text.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import { issueState } from '../documents/kinds/issue.ts';
import { isDay } from '../documents/text/day.ts';
import { hiddenBy, newestMarks, type InboxMark, type InboxMarks } from './inboxMarks.ts';
import { UnlistedIssues, type InboxCount, type ListedReason } from './unlistedIssues.ts';

const listedReasons = ['assigned', 'created'] as const;
export const inboxReasons = [...listedReasons, 'participating'] as const;
/** Why an issue is in the inbox. `participating`: it was assigned to the user before, which is all that the API tells. */
export type InboxReason = (typeof inboxReasons)[number];

export const InboxIssue = v.object({
  /** `host/owner/repo#number` in lower case */
  key: v.string(),
  repository: v.object({ host: v.string(), owner: v.string(), repo: v.string() }),
  number: v.string(),
  title: v.string(),
  closed: v.boolean(),
  /** Milliseconds since 1970. */
  updated: v.number(),
  /** Only if the service sends no time of the update: the fields of the issue as text. A change of this text is an update. */
  fields: v.optional(v.string()),
  /** The number of comments: more of them are an update, also if the time of the update stays. Undefined if not sent. */
  comments: v.optional(v.number()),
  /** The number of comments that the user wrote and that no answer of the service has yet. */
  ownComments: v.optional(v.number()),
  /** The user created it, and it was not updated since. */
  untouched: v.optional(v.literal(true)),
  reasons: v.pipe(v.array(v.picklist(inboxReasons)), v.readonly()),
});
export type InboxIssue = Readonly<v.InferOutput<typeof InboxIssue>>;

export interface InboxEntry extends InboxIssue {
  /** `new`: never seen, or marked as unread. `changed`: updated since it was seen. */
  readonly status: 'new' | 'changed' | 'read';
}

type Keys = string | readonly string[];

/** More issues of one account are not stored: the closed ones that were seen leave first, then the oldest ones. */
const mostIssues = 2_000;
/** Milliseconds in which a service completes an issue that it creates. */
const creation = 1_000;
const mostMarks = 5_000;

/** The inbox of one account: issues that the service listed, and what the user decided about them. No requests. */
export class Inbox {
  readonly #login: string;
  readonly #now: () => number;
  readonly #changed = new Emitter<void>();
  readonly #issues = new Map<string, InboxIssue>();
  readonly #unlisted = new UnlistedIssues();
  readonly #tells = new Map<ListedReason, boolean>();
  /** The last known update of any issue of a repository, also of other people, in milliseconds since 1970. */
  readonly #updates = new Map<string, number>();
  readonly #marks: Map<string, InboxMark>;
  #since: number;

  /** `now`: milliseconds since 1970. `marks`: undefined for a new inbox, where all older issues count as read. */
  constructor(login: string, now: () => number, marks?: InboxMarks) {
    this.#login = foldCase(login);
    this.#now = now;
    this.#since = marks?.since ?? now();
    this.#marks = new Map(Object.entries(marks?.marks ?? {}));
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  get marks(): InboxMarks {
    return this.newestMarks(mostMarks);
  }

  /** The `most` newest decisions, for a storage with little room. */
  newestMarks(most: number): InboxMarks {
    return { version: 1, since: this.#since, marks: newestMarks(this.#marks, most) };
  }

  get issues(): readonly InboxIssue[] {
    return [...this.#issues.values()];
  }

  /** The issue with this key, shown or not; undefined if it is not known. */
  find(key: string): InboxEntry | undefined {
    const issue = this.#issues.get(foldCase(key));
    return issue && { ...issue, status: this.#statusOf(issue) };
  }

  /** Whether the user hid the issue, and until which day; undefined: it is not hidden. */
  hidden({ key, updated }: InboxIssue): ReturnType<typeof hiddenBy> {
    return hiddenBy(this.#marks.get(key) ?? {}, updated, dayAt(this.#now()));
  }

  /** What is shown, the last updated first: neither done nor snoozed, and no closed issue that was seen. */
  entries(): InboxEntry[] {
    return this.issues
      .filter((issue) => this.#isShown(issue))
      .map((issue) => ({ ...issue, status: this.#statusOf(issue) }))
      .toSorted(byNewestUpdate);
  }

  /** The number of open issues of all repositories, also of those that are not listed. */
  total(reason: ListedReason): InboxCount {
    const listed = this.issues.filter(({ closed, reasons }) => !closed && reasons.includes(reason)).length;
    const { count, isExact } = this.#unlisted.total(reason);
    return { count: listed + count, isExact };
  }

  /** Whether the records of issues tell why an issue concerns the user, so that updates show it. */
  get isTold(): boolean {
    return ![...this.#tells.values()].includes(false);
  }

  lastUpdate(repository: RepositoryName): number | undefined {
    return this.#updates.get(repositoryKey(repository));
  }

  get lastUpdates(): ReadonlyMap<string, number> {
    return this.#updates;
  }

  /**
   * Takes the open issues of a repository that are assigned to the user, or created by the user. `unlisted`: the
   * number of such issues beyond this page, if it is known. If it is 0, an issue that is not listed loses the reason.
   */
  list(
    repository: RepositoryName,
    reason: ListedReason,
    listed: readonly Issue[],
    { isWhole, unlisted }: { readonly isWhole: boolean; readonly unlisted: number | undefined },
  ): void {
    const isTold = listed.some((issue) => reasonsOf(issue, this.#login).includes(reason));
    if (listed.length > 0) this.#tells.set(reason, isTold);
    const keys = new Set(listed.map(({ number }) => inboxKey(repository, number)));
    const own = repositoryKey(repository);
    const others = this.issues.filter(
      (issue) => repositoryKey(issue.repository) === own && !keys.has(issue.key) && issue.reasons.includes(reason),
    );
    for (const issue of listed) this.#take(repository, issue, [reason]);
    for (const issue of isWhole ? others : []) {
      const reasons = issue.reasons.filter((one) => one !== reason);
      if (reasons.length > 0) this.#issues.set(issue.key, { ...issue, reasons });
      else if (!issue.closed) this.#issues.delete(issue.key);
    }
    const rest = unlisted && Math.max(0, unlisted - others.filter(({ closed }) => !closed).length);
    this.#unlisted.set(repository, reason, isWhole ? unlisted : rest);
    this.#limit();
    this.#changed.fire();
  }

  dropCounts(): void {
    this.#unlisted.drop();
  }

  /**
   * Takes updated issues; others than the user's are left out. `last`: the last known update in the repository.
   * Returns whether an updated issue may be one that was only counted so far: then the open issues must be listed again.
   */
  update(repository: RepositoryName, updated: readonly Issue[], last?: number): boolean {
    let isUnlisted = false;
    for (const issue of updated) {
      const existing = this.#issues.get(inboxKey(repository, issue.number));
      const isTold = { assigned: assigneesOf(issue).length > 0, created: issue.user !== undefined };
      const isUntold = (reason: ListedReason): boolean => this.#tells.get(reason) === false && !isTold[reason];
      const untold = listedReasons.filter((reason) => isUntold(reason) && existing?.reasons.includes(reason) === true);
      const reasons: InboxReason[] = [...new Set([...reasonsOf(issue, this.#login), ...untold])];
      const wasMine = existing?.reasons.some((reason) => reason === 'assigned' || reason === 'participating') === true;
      if (wasMine && !reasons.includes('assigned')) reasons.push('participating');
      isUnlisted ||= existing === undefined && this.#unlisted.has(repository, reasons);
      if (reasons.length > 0) this.#take(repository, issue, reasons, true);
      else if (existing !== undefined) this.#issues.delete(existing.key);
    }
    if (last !== undefined) this.#updates.set(repositoryKey(repository), last);
    this.#limit();
    this.#changed.fire();
    return isUnlisted;
  }

  /** Shows issues that were stored before; issues that the service listed already stay. */
  restore(issues: readonly InboxIssue[], updates: ReadonlyMap<string, number> = new Map()): void {
    for (const issue of issues) if (!this.#issues.has(issue.key)) this.#issues.set(issue.key, issue);
    for (const [key, time] of updates) if (!this.#updates.has(key)) this.#updates.set(key, time);
    this.#limit();
    this.#changed.fire();
  }

  /** Removes the issues of a repository that is not followed any more. The decisions stay. */
  forget(repository: RepositoryName): void {
    const own = repositoryKey(repository);
    for (const issue of this.issues) if (repositoryKey(issue.repository) === own) this.#issues.delete(issue.key);
    this.#unlisted.forget(repository);
    this.#updates.delete(own);
    this.#changed.fire();
  }

  /** Takes the decisions of another window or computer: of two about an issue, the later one. */
  merge({ since, marks }: InboxMarks): void {
    const later = Object.entries(marks).filter(([key, { at }]) => at > (this.#marks.get(key)?.at ?? -1));
    if (later.length === 0 && since >= this.#since) return;
    for (const [key, mark] of later) this.#marks.set(key, mark);
    this.#since = Math.min(this.#since, since);
    this.#changed.fire();
  }

  /** The user wrote a comment: the update by it is no news. */
  noteOwnComment(key: string): void {
    const issue = this.#issues.get(key);
    if (issue === undefined) return;
    this.#issues.set(key, { ...issue, ownComments: (issue.ownComments ?? 0) + 1 });
    this.#changed.fire();
  }

  markSeen(keys: Keys): void {
    this.#mark(keys, ({ updated }) => ({ seen: updated }));
  }

  /** Hides the issues until they are updated again. */
  markDone(keys: Keys): void {
    this.#mark(keys, ({ updated }) => ({ seen: updated, done: updated }));
  }

  /** Shows the issues as new, also if they were done or snoozed. */
  markUnread(keys: Keys): void {
    this.#mark(keys, () => ({ seen: 0 }));
  }

  /** Hides the issues until a day, then shows them as new. @throws Failure `invalid` if `until` is not a day */
  snooze(keys: Keys, until: string): void {
    if (!isDay(until)) throw wrongValue('until', requires('date'));
    this.#mark(keys, () => ({ seen: 0, until }));
  }

  /** @throws Failure `invalid` if an issue is not in the inbox; then no issue is marked */
  #mark(keys: Keys, decide: (issue: InboxIssue) => Omit<InboxMark, 'at'>): void {
    const issues = [keys].flat().map((key) => this.#issues.get(foldCase(key)));
    const now = this.#now();
    const marks = issues.map((issue): [string, InboxMark] => {
      if (issue === undefined) throw wrongValue('entry', requires('inboxIssues'));
      // Later than the decision before, also within a millisecond or after the clock was set back.
      const at = Math.max(now, (this.#marks.get(issue.key)?.at ?? 0) + 1);
      return [issue.key, { at, ...decide(issue) }];
    });
    this.merge({ version: 1, since: this.#since, marks: Object.fromEntries(marks) });
  }

  #take(repository: RepositoryName, issue: Issue, reasons: readonly InboxReason[], isAll = false): void {
    const key = inboxKey(repository, issue.number);
    const existing = this.#issues.get(key);
    const { updated, fields } = this.#updateOf(issue, existing);
    const more = existing !== undefined && updated > existing.updated ? moreComments(issue, existing) : 0;
    const own = existing?.ownComments ?? 0;
    const isOwn = existing !== undefined && more > 0 && more <= own && this.#statusOf(existing) === 'read';
    const comments = issue.comments ?? existing?.comments;
    const closed = issueState(issue.state) === 'closed';
    const age = updated - (timeOf(issue.created_at) ?? 0);
    const isUntouched = !closed && age <= creation && reasonsOf(issue, this.#login).includes('created');
    this.#issues.set(key, {
      key,
      repository,
      number: issue.number,
      title: issue.title ?? '',
      closed,
      updated,
      ...(fields === undefined ? {} : { fields }),
      ...(comments === undefined ? {} : { comments }),
      ...(own === 0 || more > 0 ? {} : { ownComments: own }),
      ...(isUntouched ? { untouched: true } : {}),
      reasons: isAll ? reasons : [...new Set([...(existing?.reasons ?? []), ...reasons])],
    });
    if (isOwn) this.markSeen(key);
  }

  #updateOf(issue: Issue, existing: InboxIssue | undefined): { readonly updated: number; readonly fields?: string } {
    const updated = updateTime(issue);
    const fields = updated === undefined ? { fields: fieldsOf(issue) } : {};
    if (existing === undefined) return { updated: updated ?? timeOf(issue.created_at) ?? this.#since, ...fields };
    if (updated !== undefined && updated > existing.updated) return { updated };
    const hasMore = (issue.comments ?? 0) > (existing.comments ?? Infinity);
    const isSame = existing.fields === undefined || fields.fields === undefined || existing.fields === fields.fields;
    return { updated: isSame && !hasMore ? existing.updated : Math.max(this.#now(), existing.updated + 1), ...fields };
  }

  #limit(): void {
    if (this.#issues.size <= mostIssues) return;
    const isPast = (issue: InboxIssue): boolean => issue.closed && !this.#isShown(issue);
    const ordered = this.issues.toSorted(
      (one, other) => Number(isPast(one)) - Number(isPast(other)) || byNewestUpdate(one, other),
    );
    for (const { key, closed, repository, reasons } of ordered.slice(mostIssues)) {
      this.#issues.delete(key);
      if (!closed) this.#unlisted.addOne(repository, reasons);
    }
  }

  #isShown(issue: InboxIssue): boolean {
    return this.hidden(issue) === undefined && !(issue.closed && this.#statusOf(issue) === 'read');
  }

  #statusOf({ key, updated, untouched }: InboxIssue): InboxEntry['status'] {
    const seen = this.#marks.get(key)?.seen;
    if (seen === undefined) return untouched === true || updated <= this.#since ? 'read' : 'new';
    if (seen === 0) return 'new';
    return seen < updated ? 'changed' : 'read';
  }
}

type Person = NonNullable<Issue['user']>;

function assigneesOf({ assignee, assignees }: Issue): readonly Person[] {
  return assignee === undefined ? assignees : [assignee, ...assignees];
}

function fieldsOf({ title, state, labels, assignee }: Issue): string {
  return JSON.stringify([title, issueState(state), labels.map(({ name }) => name), assignee?.login]);
}

function reasonsOf(issue: Issue, login: string): ListedReason[] {
  const isMe = (person: Person): boolean => foldCase(person.login) === login;
  return [
    ...(assigneesOf(issue).some(isMe) ? ['assigned' as const] : []),
    ...(issue.user !== undefined && isMe(issue.user) ? ['created' as const] : []),
  ];
}

export function inboxKey(repository: RepositoryName, number: string): string {
  return `${repositoryKey(repository)}#${number}`;
}

/** The last update of an issue in milliseconds since 1970; undefined if the service does not send it. */
export function updateTime({ updated_at }: Issue): number | undefined {
  return timeOf(updated_at);
}

/** How many comments an updated issue has more than before. Where the service sends no number, they are the user's. */
function moreComments({ comments }: Issue, existing: InboxIssue): number {
  return comments === undefined || existing.comments === undefined
    ? (existing.ownComments ?? 0)
    : comments - existing.comments;
}

function timeOf(text = ''): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

export function byNewestUpdate(one: InboxIssue, other: InboxIssue): number {
  return other.updated - one.updated || one.key.localeCompare(other.key);
}

/** The day as `YYYY-MM-DD` in the local time zone. `now`: milliseconds since 1970. */
export function dayAt(now: number): string {
  const day = new Date(now);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
