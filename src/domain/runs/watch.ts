import type { CallOptions } from '../../api/http/send.ts';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { isFailure, toFailure, type Failure } from '../../core/errors.ts';

export interface WatchParts<T> {
  readonly read: (options: CallOptions) => Promise<T>;
  /** Whether it does not change any more. */
  readonly isOver: (read: T) => boolean;
  /** Whether it waits for a person: it is read once a minute. */
  readonly isPaused?: (read: T) => boolean;
  readonly window: { readonly isFocused: () => boolean; readonly onDidChangeFocus: Event<void> };
  readonly clock: { readonly now: () => number; readonly after: (delay: number, run: () => void) => Disposable };
}

/** Milliseconds. */
const [first, longest] = [10_000, 60_000];
const longestWatch = 2 * 3_600_000;
/** A new run is found after up to two minutes. */
const longestMissing = 120_000;

/**
 * Reads something while it goes on: after 10 s at first, then doubling to a minute, only while the window has the focus, and
 * for two hours at most.
 */
export class Watch<T> {
  readonly #parts: WatchParts<T>;
  readonly #changed = new Emitter<T>();
  readonly #ended = new Emitter<T | undefined>();
  readonly #listener: Disposable;
  readonly #since: number;
  #pause = first;
  #timer: Disposable | undefined;
  #request: AbortController | undefined;
  #isOver = false;

  constructor(parts: WatchParts<T>) {
    this.#parts = parts;
    this.#since = parts.clock.now();
    this.#listener = parts.window.onDidChangeFocus(() => {
      if (parts.window.isFocused()) this.#schedule();
      else this.#stop();
    });
    this.#schedule();
  }

  readonly onDidChange: Event<T> = this.#changed.event;
  /** Once: with what was read when it ends, or with nothing when it is not watched any longer. */
  readonly onDidEnd: Event<T | undefined> = this.#ended.event;

  dispose(): void {
    this.#isOver = true;
    this.#stop();
    this.#listener.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#request?.abort();
  }

  #schedule(): void {
    const { window, clock } = this.#parts;
    if (this.#isOver || this.#timer !== undefined || this.#request !== undefined || !window.isFocused()) return;
    this.#timer = clock.after(this.#pause, () => {
      this.#timer = undefined;
      void this.#read();
    });
  }

  async #read(): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const outcome = await this.#parts
      .read({ priority: 'background', once: true, signal: request.signal })
      .then((value) => ({ value }), toFailure);
    this.#request = undefined;
    if (this.#isOver) return;
    if (outcome instanceof Error) this.#fail(outcome);
    else {
      this.#pause = this.#parts.isPaused?.(outcome.value) === true ? longest : Math.min(longest, this.#pause * 2);
      this.#changed.fire(outcome.value);
      if (this.#parts.isOver(outcome.value)) this.#end(outcome.value);
    }
    if (this.#parts.clock.now() - this.#since >= longestWatch) this.#end(undefined);
    this.#schedule();
  }

  #fail(failure: Failure): void {
    // The window lost the focus: the same request is next.
    if (failure.kind === 'cancelled') return;
    const isNew = isFailure(failure, 'missing') && this.#parts.clock.now() - this.#since < longestMissing;
    if (isFailure(failure, 'unsupported', 'forbidden', 'signedOut') || (isFailure(failure, 'missing') && !isNew))
      this.#end(undefined);
    else if (!isNew) this.#pause = longest;
  }

  #end(last: T | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended.fire(last);
  }
}
