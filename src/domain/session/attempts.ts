import { randomHex } from '../../core/digest.ts';
import { cancelled, Failure } from '../../core/errors.ts';
import { oneLine } from '../../core/text.ts';

/** The result of a callback address, from the browser or pasted by the user. */
export type CallbackResult =
  | 'accepted'
  | 'denied'
  /** The address has neither a code nor an error, nor the state of the waiting attempt. */
  | 'incomplete'
  /** The state is unknown: it belongs to another window, or to a login CSRF attack. */
  | 'foreign'
  /** The attempt has ended: it timed out, was cancelled, or was replaced by a newer one. */
  | 'late'
  | 'again';

export interface SignInAttempt {
  /** Random; the service returns it unchanged. */
  readonly state: string;
  /** @throws Failure `refused` (reasons `signInDenied`, `requestRefused`), `timeout` (`signInLate`), `cancelled` */
  readonly code: Promise<string>;
}

interface Waiting {
  readonly state: string;
  readonly resolve: (code: string) => void;
  readonly reject: (failure: Failure) => void;
}

const fiveMinutes = 5 * 60_000;

/** Sign-ins that wait for the browser. Only one waits at a time; each has its own random state. */
export class Attempts {
  readonly #timeout: number;
  readonly #past = new Map<string, 'late' | 'again'>();
  #waiting: Waiting | undefined;

  constructor(timeout = fiveMinutes) {
    this.#timeout = timeout;
  }

  /** Starts an attempt. An attempt that still waits is cancelled. */
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
    const timer = setTimeout(expire, this.#timeout);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    promise.then(cleanUp, cleanUp);
    return { state, code: promise };
  }

  /** Processes the query of a callback. It has an effect only with the state of the waiting attempt. */
  receive(query: URLSearchParams): CallbackResult {
    const state = query.get('state') ?? '';
    const code = query.get('code') ?? '';
    const error = query.get('error') ?? '';
    const ours = state !== '' && this.#waiting?.state === state;
    if (!ours) return code === '' && error === '' ? 'incomplete' : (this.#past.get(state) ?? 'foreign');
    if (code !== '') {
      this.#end('again', ({ resolve }) => resolve(code));
      return 'accepted';
    }
    // The description does not define a denial: the state can come without an error.
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

/** The query of an address copied from the browser; undefined if it is not a complete callback address. */
export function readPasted(text: string): URLSearchParams | undefined {
  const trimmed = text.trim();
  const query = URL.canParse(trimmed) ? new URL(trimmed).searchParams : undefined;
  if (query === undefined) return undefined;
  // The address of the authorization page also has the state, together with `client_id`.
  const answers = query.has('state') && (query.has('code') || !query.has('client_id'));
  return answers || query.has('error') ? query : undefined;
}
