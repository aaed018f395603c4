import type { Api } from '../../api/client/client.ts';
import type { CallOptions } from '../../api/http/send.ts';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { isFailure, messageOf, toFailure, type Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { fullName, repositoryKey, type RepositoryName } from '../hosting/address.ts';
import { updateTime, type Inbox } from './inbox.ts';

type ListIssues = (...call: Parameters<Api['issues']['list']>) => ReturnType<Api['issues']['list']>;

/** What the inbox of one account follows. */
export interface InboxAccount {
  readonly inbox: Inbox;
  readonly login: string;
  /** The repositories that are followed besides the own ones. */
  readonly chosen: () => readonly RepositoryName[];
  /** The repositories that the account owns, with one request. Undefined: they are not followed. */
  readonly listOwned?: (options: CallOptions) => Promise<readonly RepositoryName[]>;
  readonly list: ListIssues;
}

export interface InboxPollerParts {
  readonly accounts: () => readonly InboxAccount[];
  readonly window: { readonly isFocused: () => boolean; readonly onDidFocus: Event<void> };
  readonly clock: InboxClock;
  readonly log: Log;
}

export interface InboxClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `run` once after `delay` milliseconds. */
  readonly after: (delay: number, run: () => void) => Disposable;
}

/** How far the inbox is read. */
export interface InboxProgress {
  /** The number of followed repositories. */
  readonly repositories: number;
  /** The number of those that the service did not answer for yet. */
  readonly waiting: number;
  /** Whether the own repositories of an account are not known yet. */
  readonly isListing: boolean;
  /** Why the last request failed; undefined after a success. */
  readonly failure: Failure | undefined;
}

/** What is requested next for one repository. */
interface RepositoryTurn {
  readonly account: InboxAccount;
  readonly name: RepositoryName;
  step: 'assigned' | 'created' | 'updates';
  /** Whether the service answered, also with a refusal. */
  isAnswered: boolean;
  /** Updates after this time are not known yet. Undefined before the first request. */
  after: number | undefined;
  /** The next request is not sent before this time. */
  due: number;
}

/** The list of the own repositories of an account. */
interface OwnedTurn {
  readonly account: InboxAccount;
  /** Undefined until they are listed. */
  names: readonly RepositoryName[] | undefined;
  due: number;
}

type Turn = RepositoryTurn | OwnedTurn;

/** Requests within a minute. */
const mostPerMinute = 4;
const minute = 60_000;
/** Milliseconds between two requests. */
const spacing = 1_000;
/** Milliseconds between two requests for the updates of one repository. */
const roundTime = 150_000;
/** Milliseconds after a failure; doubles up to the maximum. The client repeats a failed read itself. */
const firstRetry = 60_000;
const longestRetry = 600_000;
/** Milliseconds until a repository is requested again that does not exist or may not be read. */
const deniedRetry = 1_800_000;
/** Milliseconds by which the clocks of this computer and the service may differ. */
const clockDifference = 24 * 3_600_000;
/** Milliseconds: the filter may leave out issues that were updated at exactly its time. */
const overlap = 1_000;
/** Milliseconds between two lists of the own repositories. */
const ownedTime = 3_600_000;
const perPage = 100;
/** Page size of a service that ignores `per_page`. */
const defaultSize = 20;

/**
 * Keeps the inboxes of all accounts current while the window has the focus: together four requests a minute at most, in
 * the background, in turn for each repository. First the open issues that are assigned to the user, then those that
 * the user created; from then on what was updated since.
 */
export class InboxPoller {
  readonly #parts: InboxPollerParts;
  readonly #repositories = new Map<string, RepositoryTurn>();
  readonly #owned = new Map<InboxAccount, OwnedTurn>();
  readonly #changed = new Emitter<void>();
  readonly #listener: Disposable;
  readonly #abort = new AbortController();
  #timer: Disposable | undefined;
  #isSending = false;
  /** When the last requests were sent, oldest first. */
  #sent: readonly number[] = [];
  #notBefore = -Infinity;
  #retry = firstRetry;
  #failure: Failure | undefined;

  constructor(parts: InboxPollerParts) {
    this.#parts = parts;
    this.#listener = parts.window.onDidFocus(() => this.#schedule());
    this.#schedule();
  }

  /** Fires after each request. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get progress(): InboxProgress {
    const turns = [...this.#repositories.values()];
    return {
      repositories: turns.length,
      waiting: turns.filter(({ isAnswered }) => !isAnswered).length,
      isListing: [...this.#owned.values()].some(({ names }) => names === undefined),
      failure: this.#failure,
    };
  }

  /** Follows the current accounts and repositories: new ones are requested, the issues of removed ones leave the inbox. */
  follow(): void {
    this.#schedule();
  }

  /** Requests everything again, at the same rate. */
  refresh(): void {
    const now = this.#parts.clock.now();
    for (const turn of [...this.#repositories.values(), ...this.#owned.values()]) turn.due = Math.min(turn.due, now);
    this.#schedule();
  }

  dispose(): void {
    this.#abort.abort();
    this.#timer?.dispose();
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#updateTurns();
    const next = this.#next();
    const { window, clock } = this.#parts;
    if (next === undefined || this.#isSending || this.#abort.signal.aborted || !window.isFocused()) return;
    const delay = Math.max(0, Math.max(next.due, this.#earliest()) - clock.now());
    this.#timer = clock.after(delay, () => void this.#poll());
  }

  /** The earliest time of the next request. */
  #earliest(): number {
    const { [0]: first = 0, length } = this.#sent;
    const free = length < mostPerMinute ? -Infinity : first + minute;
    return Math.max(this.#notBefore, free, (this.#sent.at(-1) ?? -Infinity) + spacing);
  }

  #updateTurns(): void {
    const accounts = this.#parts.accounts();
    for (const account of this.#owned.keys()) if (!accounts.includes(account)) this.#owned.delete(account);
    const followed = new Map<string, RepositoryTurn>();
    for (const account of accounts) {
      if (account.listOwned !== undefined && !this.#owned.has(account))
        this.#owned.set(account, { account, names: undefined, due: -Infinity });
      for (const name of [...account.chosen(), ...(this.#owned.get(account)?.names ?? [])]) {
        const key = turnKey(account, name);
        const known = this.#repositories.get(key);
        followed.set(key, known?.account === account ? known : newTurn(account, name));
      }
    }
    for (const [key, { account, name }] of this.#repositories) if (!followed.has(key)) account.inbox.forget(name);
    this.#repositories.clear();
    for (const [key, turn] of followed) this.#repositories.set(key, turn);
  }

  #next(): Turn | undefined {
    return [...this.#repositories.values(), ...this.#owned.values()].toSorted(byDue)[0];
  }

  async #poll(): Promise<void> {
    const next = this.#next();
    const { window, clock, log } = this.#parts;
    if (next === undefined || this.#isSending || !window.isFocused()) return;
    this.#isSending = true;
    this.#sent = [...this.#sent, clock.now()].slice(-mostPerMinute);
    try {
      await ('name' in next ? this.#request(next) : this.#listOwned(next));
      this.#retry = firstRetry;
      this.#failure = undefined;
    } catch (error) {
      const failure = toFailure(error);
      if (isFailure(failure, 'missing', 'forbidden')) {
        if ('name' in next) next.isAnswered = true;
        next.due = clock.now() + deniedRetry;
      } else {
        next.due = clock.now();
        this.#notBefore = clock.now() + this.#retry;
        this.#retry = Math.min(longestRetry, this.#retry * 2);
        if (failure.kind !== 'cancelled') this.#failure = failure;
      }
      if (failure.kind !== 'cancelled') log.debug(`inbox of ${subjectOf(next)}: ${messageOf(failure)}`);
    }
    this.#isSending = false;
    this.#schedule();
    this.#changed.fire();
  }

  async #listOwned(turn: OwnedTurn): Promise<void> {
    const { clock } = this.#parts;
    turn.names = await turn.account.listOwned?.({ priority: 'background', signal: this.#abort.signal });
    turn.due = clock.now() + ownedTime;
    const { inbox } = turn.account;
    this.#updateTurns();
    // What was stored about repositories that are not followed any more.
    for (const { repository } of inbox.issues)
      if (!this.#repositories.has(turnKey(turn.account, repository))) inbox.forget(repository);
  }

  async #request(turn: RepositoryTurn): Promise<void> {
    const { account, name, step } = turn;
    const { inbox, list, login } = account;
    const now = this.#parts.clock.now();
    const after = turn.after ?? Math.min(now - clockDifference, (inbox.lastUpdate(name) ?? now) - overlap);
    const newestFirst = { owner: name.owner, repo: name.repo, sort: 'updated', direction: 'desc' } as const;
    const filter = {
      assigned: { state: 'open', assignee: login },
      created: { state: 'open', creator: login },
      updates: { state: 'all', updated_after: new Date(after).toISOString() },
    } as const;
    const { items, unreadable, counts } = await list(
      { ...newestFirst, ...filter[step], page: 1, per_page: perPage },
      { priority: 'background', signal: this.#abort.signal },
    );
    // A repository that was removed during the request stays removed.
    if (this.#repositories.get(turnKey(account, name)) !== turn) return;
    turn.after = after;
    turn.isAnswered = true;
    const received = items.length + unreadable.length;
    const isWhole = received < perPage && received !== defaultSize;
    turn.due = now;
    if (step !== 'updates') {
      inbox.list(name, step, items, { isWhole, total: isWhole ? received : (counts.total_count ?? received) });
      turn.step = step === 'assigned' ? 'created' : 'updates';
      return;
    }
    inbox.update(name, items);
    turn.after = Math.max(after, ...items.map((issue) => updateTime(issue) - overlap));
    if (isWhole) turn.due = now + roundTime;
    else turn.step = 'assigned';
  }
}

function newTurn(account: InboxAccount, name: RepositoryName): RepositoryTurn {
  return { account, name, step: 'assigned', isAnswered: false, after: undefined, due: -Infinity };
}

function byDue(one: Turn, other: Turn): number {
  if (one.due === other.due) return 0;
  return one.due < other.due ? -1 : 1;
}

const turnKey = ({ login }: InboxAccount, name: RepositoryName): string =>
  `${login.toLowerCase()} ${repositoryKey(name)}`;

const subjectOf = (turn: Turn): string => ('name' in turn ? fullName(turn.name) : turn.account.login);
