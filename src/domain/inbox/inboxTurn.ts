import type { Api } from '../../api/client/client.ts';
import type { CallOptions } from '../../api/http/send.ts';
import type { Failure } from '../../core/errors.ts';
import type { RepositoryName } from '../hosts/address.ts';
import { updateTime, type Inbox } from './inbox.ts';

type ListIssues = (...call: Parameters<Api['issues']['list']>) => ReturnType<Api['issues']['list']>;
type IssuePage = Awaited<ReturnType<ListIssues>>;

export interface InboxAccount {
  readonly inbox: Inbox;
  readonly login: string;
  /** The repositories that are followed besides the own ones. */
  readonly chosen: () => readonly RepositoryName[];
  /** Recently used repositories are requested first. */
  readonly isRecent: (name: RepositoryName) => boolean;
  /** The repositories that the account owns, with one request. Undefined: they are not followed. */
  readonly listOwned?: (options: CallOptions) => Promise<readonly RepositoryName[]>;
  readonly list: ListIssues;
}

const second = 1_000;
const day = 24 * 3_600_000;
/** Milliseconds between two requests for the updates of one repository. */
const roundTime = 150_000;
/** Milliseconds between two complete readings of the open issues. */
const listTime = 3_600_000;
/** Milliseconds. After a longer time the open issues are read before the updates. */
const longestAbsence = 14 * day;
/** Milliseconds: the clock of the service may be ahead of the one of this computer. */
const clockDifference = 60_000;
const perPage = 100;
/** Page size of a service that ignores `per_page`. */
const defaultSize = 20;

type Step = 'assigned' | 'created' | 'updates';
const lists: readonly Step[] = ['assigned', 'created'];

interface InboxAnswer {
  readonly step: Step;
  readonly page: IssuePage;
}

/** What the answers of a service showed about its issue list, where the description of the API is silent. */
export class ListHabits {
  countsFollowFilter = true;
  /** Milliseconds by which `updated_after` must be earlier, so that no update is left out. */
  overlap = second;
}

/** The requests for one repository: which list is requested next, and what its answer tells. */
export class InboxTurn {
  readonly account: InboxAccount;
  readonly name: RepositoryName;
  readonly #habits: ListHabits;
  due = -Infinity;
  /** Whether the service answered since the start or the last refresh, also with a refusal. */
  isAnswered = false;
  failure: Failure | undefined;
  #steps: readonly Step[] | undefined;
  #listed = -Infinity;
  #after: number | undefined;
  /** The last known update of an issue of the repository, which the next answer must have again. */
  #last: number | undefined;

  constructor(account: InboxAccount, name: RepositoryName, habits: ListHabits) {
    this.account = account;
    this.name = name;
    this.#habits = habits;
  }

  /** Requests everything again, the updates first. `now`: milliseconds since 1970. */
  refresh(now: number): void {
    if (this.#listed > -Infinity) this.#steps = ['updates', ...lists];
    this.due = Math.min(this.due, now);
    this.isAnswered = false;
  }

  async request(now: number, options: CallOptions): Promise<InboxAnswer> {
    const { list, login } = this.account;
    const { owner, repo } = this.name;
    const step = this.#step(now);
    const filter = {
      assigned: { state: 'open', assignee: login },
      created: { state: 'open', creator: login },
      updates: { state: 'all', updated_after: new Date(this.#bound(now)).toISOString() },
    } as const;
    const page = await list(
      { owner, repo, sort: 'updated', direction: 'desc', ...filter[step], page: 1, per_page: perPage },
      options,
    );
    return { step, page };
  }

  take({ step, page }: InboxAnswer, now: number): void {
    const steps = this.#steps ?? [];
    // A refresh during the request begins again.
    this.#steps = steps[0] === step ? steps.slice(1) : steps;
    this.due = now;
    this.isAnswered = true;
    const isWhole = this.#isWhole(step, page);
    if (step === 'updates') this.#takeUpdates(page, isWhole, now);
    else this.#takeList(step, page, isWhole, now);
    if (this.#steps.length > 0) return;
    this.due = now + roundTime;
    const isListed = this.account.inbox.isTold && now - this.#listed < listTime;
    this.#steps = isListed ? ['updates'] : ['updates', ...lists];
  }

  /** The next request: after a restart the updates since then, which is all that changed. */
  #step(now: number): Step {
    if (this.#steps === undefined) {
      const last = this.account.inbox.lastUpdate(this.name);
      const isRecent = last !== undefined && now - last < longestAbsence;
      this.#after = (isRecent ? last : now) - day;
      this.#steps = isRecent ? ['updates', ...lists] : [...lists, 'updates'];
    }
    return this.#steps[0] ?? 'updates';
  }

  #bound(now: number): number {
    return this.#last === undefined ? (this.#after ?? now - day) : this.#last - this.#habits.overlap;
  }

  #takeList(step: 'assigned' | 'created', page: IssuePage, isWhole: boolean, now: number): void {
    const { items, unreadable, counts } = page;
    const { inbox } = this.account;
    const total = this.#habits.countsFollowFilter ? counts.total_count : undefined;
    const others = total === undefined ? undefined : Math.max(unreadable.length, total - items.length);
    inbox.list(this.name, step, items, { isWhole, unlisted: isWhole ? unreadable.length : others });
    if (step === 'created') this.#listed = now;
  }

  #takeUpdates(page: IssuePage, isWhole: boolean, now: number): void {
    const times = page.items.flatMap((issue) => updateTime(issue) ?? []);
    const newest = Math.max(-Infinity, ...times);
    const previous = this.#last;
    const bound = this.#bound(now);
    // A filter by days, or times without a zone: the last known update is missing, so newer ones can be missing too.
    const isCoarse = (previous !== undefined && newest < previous) || newest > now + clockDifference;
    const isOrdered = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time));
    const isComplete = isWhole || (isOrdered && (times.at(-1) ?? Infinity) < bound);
    this.#last = times.length === 0 ? previous : Math.min(Math.max(newest, previous ?? -Infinity), now);
    const { inbox } = this.account;
    const isUnlisted = inbox.update(this.name, page.items, this.#last ?? inbox.lastUpdate(this.name) ?? bound);
    if (isCoarse && this.#habits.overlap < day) {
      this.#habits.overlap = day;
      if (previous !== undefined) this.#steps = ['updates', ...(this.#steps ?? [])];
    } else if ((!isComplete || isUnlisted) && this.#steps?.length === 0) this.#steps = lists;
  }

  /** Whether the page has all issues of its filter, as far as its length and the counts of the service tell. */
  #isWhole(step: Step, { items, unreadable, counts }: IssuePage): boolean {
    const received = items.length + unreadable.length;
    const { total_count: total, open_issues: open } = counts;
    const isImpossible = total !== undefined && received < defaultSize && total > received;
    const isUnfiltered = step !== 'updates' && total !== undefined && open !== undefined && total > open;
    if ((isImpossible || isUnfiltered) && this.#habits.countsFollowFilter) {
      this.#habits.countsFollowFilter = false;
      this.account.inbox.dropCounts();
    }
    if (total === undefined || !this.#habits.countsFollowFilter)
      return received > perPage || (received < perPage && received !== defaultSize);
    return total <= received;
  }
}
