import { l10n } from 'vscode';
import { Emitter, type Event } from '../../core/emitter.ts';
import type { GitWait } from '../../domain/git/gitRepositories.ts';
import type { Host } from '../../domain/hosts/hosts.ts';
import type { DelayedRequests } from '../../domain/session/sessionConnections.ts';
import { oneLine } from '../../core/text.ts';
import { Lifetime } from './lifetime.ts';
import type { RequestDelay } from './messages/progress.ts';

export interface DelayedRequestsSource {
  delayedRequests(): readonly DelayedRequests[];
  readonly onDidChangeDelayedRequests: Event<void>;
}

/** Milliseconds. A shorter wait is not shown. */
const shortest = 1_000;
const tick = 1_000;

/** The requests and the calls of git that wait for hosts, with a countdown. Short waits are not shown. */
export class WaitingRequests extends Lifetime implements RequestDelay {
  readonly #source: DelayedRequestsSource;
  readonly #changed = this.add(new Emitter<void>());
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #gitWaits = new Set<() => DelayedRequests>();
  #isLong = false;

  constructor(source: DelayedRequestsSource) {
    super();
    this.#source = source;
    this.add(source.onDidChangeDelayedRequests(() => this.#update()));
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Longest wait first; empty while every wait is short. */
  get requests(): readonly DelayedRequests[] {
    return this.#isLong ? this.#all() : [];
  }

  get sentence(): string | undefined {
    const [longest] = this.requests;
    if (longest === undefined) return undefined;
    return longest.isGit === true
      ? l10n.t('{0} is busy: git waits ({1} s)', hostLabel(longest), secondsOf(longest))
      : l10n.t('Waiting for the limit of {0} ({1} s)', hostLabel(longest), secondsOf(longest));
  }

  /** Rejects all waiting requests with `cancelled`. */
  cancel(): void {
    for (const { cancel } of this.#all()) cancel();
  }

  /** Shows that git waits `milliseconds` for `host`, until `ended` settles. */
  addGitWait(host: Host | undefined, { milliseconds, cancel, ended }: GitWait): void {
    if (host === undefined) return;
    const until = Date.now() + milliseconds;
    const wait = (): DelayedRequests => {
      const delay = Math.max(0, until - Date.now());
      return { host, waiting: ['git'], delay, paused: true, perMinute: 0, isGit: true, cancel };
    };
    const end = (): void => {
      this.#gitWaits.delete(wait);
      this.#update();
    };
    this.#gitWaits.add(wait);
    this.#update();
    ended.then(end, end);
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  /** Longest wait first. */
  #all(): readonly DelayedRequests[] {
    const git = [...this.#gitWaits].map((wait) => wait());
    return [...this.#source.delayedRequests(), ...git].toSorted((a, b) => b.delay - a.delay);
  }

  #update(): void {
    clearTimeout(this.#timer);
    const [longest] = this.#all();
    const wasLong = this.#isLong;
    this.#isLong = longest !== undefined && (wasLong || longest.delay > shortest);
    if (this.#isLong) this.#timer = setTimeout(() => this.#update(), tick);
    if (this.#isLong || wasLong) this.#changed.fire();
  }
}

export const hostLabel = ({ host }: DelayedRequests): string => oneLine(host.name, 60);

/** Seconds until the next request may be sent. */
export const secondsOf = ({ delay }: DelayedRequests): number => Math.max(1, Math.ceil(delay / 1000));

/** `3 × GET /api/v5/user`, most frequent first. */
export function countsOf(operations: readonly string[]): string[] {
  const byOperation = [...Map.groupBy(operations, (operation) => operation)];
  return byOperation
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([operation, all]) => `${all.length} × ${operation}`);
}
