import { randomHex } from '../../core/digest.ts';
import { cancelled, Failure } from '../../core/errors.ts';
import { oneLine } from '../../core/text.ts';

/** What became of an address that a browser, or a person, brought back. */
export type Arrival =
  | 'accepted'
  /** The person, or the service, said no, to the attempt whose state it carries. */
  | 'denied'
  /** Neither a code nor an error, nor a state that is waited for. */
  | 'incomplete'
  /** Its state is none of ours: another window's, or somebody's who wants to sign this person in as themselves. */
  | 'foreign'
  /** The attempt has ended: time was up, it was cancelled or a newer one took its place. */
  | 'late'
  /** The attempt got its code before. */
  | 'again';

export interface SignInAttempt {
  /** Random; the service gives it back unchanged. */
  readonly state: string;
  /**
   * Rejects with a Failure: `refused` with reason `signInDenied` or `requestRefused`, `timeout` with `signInLate`, or
   * `cancelled`.
   */
  readonly code: Promise<string>;
}

interface Waiting {
  readonly state: string;
  readonly resolve: (code: string) => void;
  readonly reject: (failure: Failure) => void;
}

const fiveMinutes = 5 * 60_000;

/** Sign-ins that wait for the browser: one at a time, each with a state of its own. */
export class Attempts {
  readonly #patience: number;
  readonly #past = new Map<string, 'late' | 'again'>();
  #waiting: Waiting | undefined;

  /** `patience`: milliseconds after which an attempt ends. */
  constructor(patience = fiveMinutes) {
    this.#patience = patience;
  }

  /** Begins to wait. One that waits already ends as cancelled. */
  begin(signal?: AbortSignal): SignInAttempt {
    this.#end('late', (waiting) => waiting.reject(cancelled('a newer sign-in took its place')));
    const state = randomHex(24);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const waiting: Waiting = { state, resolve, reject };
    this.#waiting = waiting;
    const abort = (): void => this.#end('late', ({ reject: end }) => end(cancelled(signal?.reason)), waiting);
    const expire = (): void =>
      this.#end(
        'late',
        ({ reject: end }) => end(new Failure('timeout', 'nobody came back from the browser', { reason: 'signInLate' })),
        waiting,
      );
    const timer = setTimeout(expire, this.#patience);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    const tidy = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    promise.then(tidy, tidy);
    return { state, code: promise };
  }

  /** Takes the query of a callback. Only one with the state of the attempt that waits changes anything. */
  receive(query: URLSearchParams): Arrival {
    const state = query.get('state') ?? '';
    const code = query.get('code') ?? '';
    const error = query.get('error') ?? '';
    const ours = state !== '' && this.#waiting?.state === state;
    if (!ours) return code === '' && error === '' ? 'incomplete' : (this.#past.get(state) ?? 'foreign');
    if (code !== '') {
      this.#end('again', ({ resolve }) => resolve(code));
      return 'accepted';
    }
    // How a service says no is not described: the state may come without an error.
    const failure = refusal(error, query.get('error_description') ?? '');
    this.#end('again', ({ reject }) => reject(failure));
    return 'denied';
  }

  #end(as: 'late' | 'again', tell: (waiting: Waiting) => void, only = this.#waiting): void {
    if (only === undefined || only !== this.#waiting) return;
    this.#past.set(only.state, as);
    this.#waiting = undefined;
    tell(only);
  }
}

function refusal(error: string, description: string): Failure {
  const why = oneLine(error, 100) || 'no reason was given';
  return new Failure('refused', `sign-in was not allowed: ${why}`, {
    serverMessage: oneLine(description || error, 300) || undefined,
    reason: error === 'invalid_request' ? 'requestRefused' : 'signInDenied',
  });
}

/** The query of an address that a person copied from the browser; undefined where it is no whole address. */
export function readPasted(text: string): URLSearchParams | undefined {
  const trimmed = text.trim();
  const query = URL.canParse(trimmed) ? new URL(trimmed).searchParams : undefined;
  if (query === undefined) return undefined;
  // The address of the page that asks has the state too.
  const answers = query.has('state') && (query.has('code') || !query.has('client_id'));
  return answers || query.has('error') ? query : undefined;
}
