import { Emitter, type Event } from '../../core/emitter.ts';
import { isFailure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { RemoteRef } from './remoteRef.ts';

type Branch = Pick<RemoteRef, 'isDue' | 'state' | 'check' | 'checkAll'>;

export interface InUse<B extends Branch = RemoteRef> {
  readonly remote: B;
  readonly open: readonly string[];
}

export interface FollowerParts {
  readonly inUse: () => readonly InUse<Branch>[];
  readonly all: () => readonly Branch[];
  readonly onDidChangeState: Event<Pick<Branch, 'state'>>;
  readonly window: { readonly isFocused: () => boolean; readonly onDidFocus: Event<void> };
  readonly log: Log;
}

const interactive = { priority: 'interactive' } as const;
/** Milliseconds between two checks of a branch while the window has the focus. */
const interval = 3 * 60_000;
/** Milliseconds until the next check if the service cannot be reached; doubles up to the maximum. */
const firstRetry = 5_000;
const longestRetry = 60_000;

/**
 * Follows the branches of open repositories: when the window gets the focus, at intervals, on request, and, while the
 * service cannot be reached, until it can be reached again.
 */
export class RefPoller {
  readonly #parts: FollowerParts;
  readonly #looked = new Emitter<void>();
  readonly #listeners: readonly { dispose(): void }[];
  #retry = firstRetry;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#listeners = [
      parts.window.onDidFocus(() => this.#look()),
      parts.onDidChangeState(({ state }) => {
        if (state?.problem !== undefined) this.#schedule();
      }),
    ];
    this.#schedule();
  }

  /** Fires when the window gets the focus, and at intervals while it has it: the clock of all that follows a host. */
  readonly onDidLook: Event<void> = this.#looked.event;

  /** Checks now, also if no check is due. Rejects if the check fails. */
  async refresh(): Promise<void> {
    await this.#check(this.#parts.inUse().map(({ remote, open }) => remote.check(open, interactive)));
  }

  /** As `refresh`, and compares every file and folder that was read in this window, also of closed repositories. */
  async refreshAll(): Promise<void> {
    const inUse = this.#parts.inUse();
    const closed = this.#parts
      .all()
      .filter((one) => one.state !== undefined && !inUse.some(({ remote }) => remote === one))
      .map((one) => one.checkAll([], interactive).catch((error: unknown) => this.#note(error)));
    await this.#check([...inUse.map(({ remote, open }) => remote.checkAll(open, interactive)), ...closed]);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#looked.dispose();
    for (const listener of this.#listeners) listener.dispose();
  }

  #look(): void {
    this.#looked.fire();
    const due = this.#parts.inUse().filter(({ remote }) => remote.isDue);
    this.#check(due.map(({ remote, open }) => remote.check(open, { priority: 'background' }))).catch((error: unknown) =>
      this.#note(error),
    );
  }

  #note(error: unknown): void {
    if (!isFailure(error, 'cancelled')) this.#parts.log.debug(`cannot look for changes: ${messageOf(error)}`);
  }

  async #check(checks: readonly Promise<unknown>[]): Promise<void> {
    const results = await Promise.allSettled(checks);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) this.#retry = firstRetry;
    this.#schedule();
    if (failed !== undefined) throw failed.reason;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const troubled = this.#parts.all().some(({ state }) => state?.problem !== undefined);
    this.#timer = setTimeout(
      () => {
        if (troubled) this.#retry = Math.min(longestRetry, this.#retry * 2);
        if (troubled || this.#parts.window.isFocused()) this.#look();
        else this.#schedule();
      },
      troubled ? this.#retry : interval,
    );
  }
}
