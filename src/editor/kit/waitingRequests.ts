import { l10n } from 'vscode';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import type { DelayedRequests } from '../../domain/session/sessionConnections.ts';
import { oneLine } from '../../core/text.ts';
import type { RequestDelay } from './messages/progress.ts';

/** Source of the requests that wait. */
export interface DelayedRequestsSource {
  held(): readonly DelayedRequests[];
  readonly onDidChangeHeld: Event<void>;
}

/** Milliseconds. A shorter wait is not shown. */
const shortest = 1_000;
const tick = 1_000;

/** The requests that wait for the limits of hosts, with a countdown. Short waits are not shown. */
export class WaitingRequests implements RequestDelay, Disposable {
  readonly #source: DelayedRequestsSource;
  readonly #changed = new Emitter<void>();
  readonly #listening: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLong = false;

  constructor(source: DelayedRequestsSource) {
    this.#source = source;
    this.#listening = source.onDidChangeHeld(() => this.#update());
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Longest wait first; empty while every wait is short. */
  get held(): readonly DelayedRequests[] {
    return this.#isLong ? this.#source.held() : [];
  }

  get sentence(): string | undefined {
    const [longest] = this.held;
    return longest && l10n.t('Waiting for the limit of {0} ({1} s)', hostLabel(longest), secondsOf(longest));
  }

  /** Rejects all waiting requests with `cancelled`. */
  cancel(): void {
    for (const { cancel } of this.#source.held()) cancel();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #update(): void {
    clearTimeout(this.#timer);
    const [longest] = this.#source.held();
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
