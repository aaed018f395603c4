import type { RunDetail } from '../../api/record/run.ts';
import type { CallOptions } from '../../api/http/send.ts';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { isFailure, toFailure, type Failure } from '../../core/errors.ts';
import { hasEnded, isPaused } from './runState.ts';

export interface RunWatchParts {
  readonly read: (options: CallOptions) => Promise<RunDetail>;
  readonly window: { readonly isFocused: () => boolean; readonly onDidChangeFocus: Event<void> };
  readonly clock: { readonly now: () => number; readonly after: (delay: number, run: () => void) => Disposable };
}

/** Milliseconds. */
const [first, longest] = [10_000, 60_000];
const longestWatch = 2 * 3_600_000;
/** A new run is found after up to two minutes. */
const longestMissing = 120_000;

/**
 * Reads a run while it goes on: after 10 s at first, then doubling to a minute, only while the window has the focus, and
 * for two hours at most.
 */
export class RunWatch {
  readonly #parts: RunWatchParts;
  readonly #changed = new Emitter<RunDetail>();
  readonly #ended = new Emitter<RunDetail | undefined>();
  readonly #listener: Disposable;
  readonly #since: number;
  #pause = first;
  #timer: Disposable | undefined;
  #request: AbortController | undefined;
  #isOver = false;

  /** `known`: the run as it was read; undefined if it has just been started. */
  constructor(parts: RunWatchParts, known?: RunDetail) {
    this.#parts = parts;
    this.#since = parts.clock.now();
    this.#listener = parts.window.onDidChangeFocus(() => {
      if (parts.window.isFocused()) this.#schedule();
      else this.#stop();
    });
    if (known !== undefined && hasEnded(known)) this.#isOver = true;
    else this.#schedule();
  }

  readonly onDidChange: Event<RunDetail> = this.#changed.event;
  /** Once: with the run when it ends, or with nothing when it is not watched any longer. */
  readonly onDidEnd: Event<RunDetail | undefined> = this.#ended.event;

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
      .catch((error: unknown) => toFailure(error));
    this.#request = undefined;
    if (this.#isOver) return;
    if (outcome instanceof Error) this.#fail(outcome);
    else {
      this.#pause = isPaused(outcome.status) ? longest : Math.min(longest, this.#pause * 2);
      this.#changed.fire(outcome);
      if (hasEnded(outcome)) this.#end(outcome);
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

  #end(run: RunDetail | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended.fire(run);
  }
}
