import type { CallOptions } from '../../api/http/send.ts';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { isFailure, messageOf, toFailure, type Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { foldCase } from '../../core/text.ts';
import { fullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import { InboxTurn, ListHabits, type InboxAccount } from './inboxTurn.ts';

export interface InboxPollerParts {
  readonly accounts: () => readonly InboxAccount[];
  readonly window: { readonly isFocused: () => boolean; readonly onDidChangeFocus: Event<void> };
  readonly clock: InboxClock;
  readonly log: Log;
}

export interface InboxClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly after: (delay: number, run: () => void) => Disposable;
}

export interface InboxProgress {
  readonly repositories: number;
  readonly waiting: number;
  readonly isListing: boolean;
  /** Why the last request to a service, or for a repository, failed; undefined after a success. */
  readonly failure: Failure | undefined;
  /** The repositories that do not exist, or that the account may not read. */
  readonly denied: readonly RepositoryName[];
}

interface OwnedTurn {
  readonly account: InboxAccount;
  names: readonly RepositoryName[] | undefined;
  due: number;
  failure: Failure | undefined;
}

type Turn = InboxTurn | OwnedTurn;

interface Service {
  readonly habits: ListHabits;
  /** Nothing is requested before this time, because the last request failed. */
  notBefore: number;
  /** Milliseconds after the next failure. */
  retry: number;
  failure: Failure | undefined;
}

const mostPerMinute = 4;
const minute = 60_000;
/** Milliseconds between two requests. */
const spacing = 1_000;
/** Milliseconds after a failure; doubles up to the maximum. */
const firstRetry = 60_000;
const longestRetry = 600_000;
/** Milliseconds until a repository is requested again that does not exist or may not be read. */
const deniedRetry = 1_800_000;
/** Milliseconds between two lists of the own repositories. */
const ownedTime = 3_600_000;

/** Keeps all inboxes current while the window has the focus: four requests a minute at most, in turn by repository. */
export class InboxPoller {
  readonly #parts: InboxPollerParts;
  readonly #repositories = new Map<string, InboxTurn>();
  readonly #owned = new Map<InboxAccount, OwnedTurn>();
  readonly #services = new Map<InboxAccount, Service>();
  readonly #changed = new Emitter<void>();
  readonly #listener: Disposable;
  #timer: Disposable | undefined;
  #request: AbortController | undefined;
  #isDisposed = false;
  #sent: readonly number[] = [];

  constructor(parts: InboxPollerParts) {
    this.#parts = parts;
    this.#listener = parts.window.onDidChangeFocus(() => {
      // Without the focus a request that still waits is not sent.
      if (!parts.window.isFocused()) this.#request?.abort();
      this.#schedule();
    });
    this.#schedule();
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  get progress(): InboxProgress {
    const turns = [...this.#repositories.values()];
    const owned = [...this.#owned.values()];
    const failures = [...this.#services.values(), ...turns, ...owned].flatMap(({ failure }) => failure ?? []);
    return {
      repositories: turns.length,
      waiting: turns.filter(({ isAnswered }) => !isAnswered).length,
      isListing: owned.some(({ names }) => names === undefined),
      failure: failures.find((failure) => !isDenial(failure)),
      denied: turns.filter(({ failure }) => isDenial(failure)).map(({ name }) => name),
    };
  }

  follows(account: InboxAccount, name: RepositoryName): boolean {
    return this.#repositories.has(turnKey(account, name));
  }

  /** Follows the current accounts and repositories: new ones are requested, the issues of removed ones leave the inbox. */
  follow(): void {
    this.#schedule();
  }

  /** Requests everything again, at the same rate, also what failed. */
  refresh(): void {
    const now = this.#parts.clock.now();
    for (const service of this.#services.values()) Object.assign(service, { notBefore: now, retry: firstRetry });
    for (const turn of this.#repositories.values()) turn.refresh(now);
    for (const turn of this.#owned.values()) turn.due = Math.min(turn.due, now);
    this.#schedule();
    this.#changed.fire();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#request?.abort();
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
    if (next === undefined || this.#request !== undefined || this.#isDisposed || !window.isFocused()) return;
    const delay = Math.max(0, Math.max(this.#dueOf(next), this.#earliest()) - clock.now());
    this.#timer = clock.after(delay, () => void this.#poll());
  }

  #earliest(): number {
    const { [0]: first = 0, length } = this.#sent;
    const free = length < mostPerMinute ? -Infinity : first + minute;
    return Math.max(free, (this.#sent.at(-1) ?? -Infinity) + spacing);
  }

  #updateTurns(): void {
    const accounts = this.#parts.accounts();
    for (const account of this.#owned.keys()) if (!accounts.includes(account)) this.#owned.delete(account);
    for (const account of this.#services.keys()) if (!accounts.includes(account)) this.#services.delete(account);
    const followed = new Map<string, InboxTurn>();
    for (const account of accounts) {
      const service = this.#serviceOf(account);
      if (account.listOwned !== undefined && !this.#owned.has(account))
        this.#owned.set(account, { account, names: undefined, due: -Infinity, failure: undefined });
      const names = [...account.chosen(), ...(this.#owned.get(account)?.names ?? [])];
      for (const name of names.toSorted(
        (one, other) => Number(account.isRecent(other)) - Number(account.isRecent(one)),
      )) {
        const key = turnKey(account, name);
        const existing = this.#repositories.get(key);
        if (followed.has(key)) continue;
        followed.set(key, existing?.account === account ? existing : new InboxTurn(account, name, service.habits));
      }
    }
    for (const [key, { account, name }] of this.#repositories) if (!followed.has(key)) account.inbox.forget(name);
    this.#repositories.clear();
    for (const [key, turn] of followed) this.#repositories.set(key, turn);
  }

  #serviceOf(account: InboxAccount): Service {
    const existing = this.#services.get(account);
    const service = existing ?? {
      habits: new ListHabits(),
      notBefore: -Infinity,
      retry: firstRetry,
      failure: undefined,
    };
    this.#services.set(account, service);
    return service;
  }

  #dueOf(turn: Turn): number {
    return Math.max(turn.due, this.#serviceOf(turn.account).notBefore);
  }

  #next(): Turn | undefined {
    const turns: readonly Turn[] = [...this.#repositories.values(), ...this.#owned.values()];
    return turns.toSorted(
      (one, other) => compare(this.#dueOf(one), this.#dueOf(other)) || compare(one.due, other.due),
    )[0];
  }

  async #poll(): Promise<void> {
    const next = this.#next();
    const { window, clock } = this.#parts;
    if (next === undefined || this.#request !== undefined || !window.isFocused()) return;
    const request = new AbortController();
    this.#request = request;
    this.#sent = [...this.#sent, clock.now()].slice(-mostPerMinute);
    const options: CallOptions = { priority: 'background', once: true, signal: request.signal };
    const service = this.#serviceOf(next.account);
    try {
      await ('name' in next ? this.#update(next, options) : this.#listOwned(next, options));
      Object.assign(service, { retry: firstRetry, failure: undefined });
      next.failure = undefined;
    } catch (error) {
      this.#fail(next, service, toFailure(error));
    }
    this.#request = undefined;
    this.#schedule();
    this.#changed.fire();
  }

  #fail(turn: Turn, service: Service, failure: Failure): void {
    // The window lost the focus: the same request is next.
    if (failure.kind === 'cancelled') return;
    const now = this.#parts.clock.now();
    if (isHostFailure(failure)) {
      service.failure = failure;
      service.notBefore = now + Math.max(service.retry, failure.retryAfter ?? 0);
      service.retry = Math.min(longestRetry, service.retry * 2);
      turn.due = now;
    } else {
      turn.failure = failure;
      turn.due = now + (isDenial(failure) ? deniedRetry : longestRetry);
      if ('name' in turn) turn.isAnswered = true;
      else turn.names ??= [];
    }
    const subject = 'name' in turn ? fullName(turn.name) : turn.account.login;
    this.#parts.log.debug(`inbox of ${subject}: ${messageOf(failure)}`);
  }

  async #listOwned(turn: OwnedTurn, options: CallOptions): Promise<void> {
    turn.names = await turn.account.listOwned?.(options);
    turn.due = this.#parts.clock.now() + ownedTime;
    const { inbox } = turn.account;
    this.#updateTurns();
    // What was stored about repositories that are not followed any more.
    for (const { repository } of inbox.issues) if (!this.follows(turn.account, repository)) inbox.forget(repository);
  }

  async #update(turn: InboxTurn, options: CallOptions): Promise<void> {
    const { clock } = this.#parts;
    const answer = await turn.request(clock.now(), options);
    // A repository that was removed during the request stays removed.
    if (this.#repositories.get(turnKey(turn.account, turn.name)) === turn) turn.take(answer, clock.now());
  }
}

const isDenial = (failure: Failure | undefined): boolean => isFailure(failure, 'missing', 'forbidden');

const isHostFailure = (failure: Failure): boolean =>
  isFailure(failure, 'unreachable', 'timeout', 'throttled', 'signedOut');

function compare(one: number, other: number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const turnKey = ({ login }: InboxAccount, name: RepositoryName): string => `${foldCase(login)} ${repositoryKey(name)}`;
