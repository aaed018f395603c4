import { l10n } from 'vscode';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import type { HeldRequests } from '../../domain/session/sessionConnections.ts';
import { oneLine } from '../../core/text.ts';
import type { RequestDelay } from './messages/progress.ts';

/** Where the requests that wait are known. */
export interface HeldSource {
  held(): readonly HeldRequests[];
  readonly onDidChangeHeld: Event<void>;
}

/** Milliseconds. A shorter wait is not worth a word. */
const shortest = 1_000;
const tick = 1_000;

/** What the limits of the hosts hold back, as soon as a person waits for longer than a moment, counted down. */
export class WaitingRequests implements RequestDelay, Disposable {
  readonly #source: HeldSource;
  readonly #changed = new Emitter<void>();
  readonly #listening: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLong = false;

  constructor(source: HeldSource) {
    this.#source = source;
    this.#listening = source.onDidChangeHeld(() => this.#update());
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Empty while nothing waits for longer than a moment; the longest wait first. */
  get held(): readonly HeldRequests[] {
    return this.#isLong ? this.#source.held() : [];
  }

  get sentence(): string | undefined {
    const [longest] = this.held;
    return longest && l10n.t('Waiting for the limit of {0} ({1} s)', hostLabel(longest), secondsOf(longest));
  }

  /** Rejects everything that waits as `cancelled`. */
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

export const hostLabel = ({ host }: HeldRequests): string => oneLine(host.name, 60);

/** Until the next request may go. */
export const secondsOf = ({ delay }: HeldRequests): number => Math.max(1, Math.ceil(delay / 1000));

/** `3 × GET /api/v5/user`, the most frequent first. */
export function countsOf(operations: readonly string[]): string[] {
  const byOperation = [...Map.groupBy(operations, (operation) => operation)];
  return byOperation
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([operation, all]) => `${all.length} × ${operation}`);
}
