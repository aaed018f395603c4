import type { Fetch, FetchInit, FetchReply } from '../../src/api/http/fetch.ts';

export interface Sent {
  readonly url: string;
  readonly method: FetchInit['method'];
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body as text. */
  readonly body: string | undefined;
  readonly at: number;
}

export interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, a value that is sent as JSON, or a stream; undefined: no body. */
  readonly body?: unknown;
}

/** The result of a request: an answer, no answer at all, or an error of the transport. */
export type Answering = (sent: Sent, count: number, signal: AbortSignal) => Given | Error | 'hang' | Promise<Given>;

/** A transport without network, which records the requests. */
export class FakeFetch {
  readonly sent: Sent[] = [];
  /** Requests in flight. */
  open = 0;
  readonly #answer: Answering;

  constructor(answer: Answering) {
    this.#answer = answer;
  }

  readonly fetch: Fetch = async (url, { method, headers, body, signal, onStart }) => {
    onStart?.();
    this.open += 1;
    try {
      const text = typeof body === 'object' ? await new Response(body.stream()).text() : body;
      const sent: Sent = { url, method, headers, body: text, at: Date.now() };
      this.sent.push(sent);
      const answer = await this.#answer(sent, this.sent.length, signal);
      if (answer instanceof Error) throw answer;
      if (answer === 'hang') return await aborted(signal);
      return replyOf(answer);
    } finally {
      this.open -= 1;
    }
  };

  get last(): Sent {
    const sent = this.sent.at(-1);
    if (sent === undefined) throw new Error('nothing was sent');
    return sent;
  }
}

export function replyOf({ status = 200, headers = {}, body }: Given): FetchReply {
  const whole = body === undefined || body instanceof ReadableStream ? body : textOf(body);
  return { status, headers: new Headers(headers), body: typeof whole === 'string' ? bytesOf(whole) : (whole ?? null) };
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** A stream of the UTF-8 of `text`, in parts of `size` bytes. */
export function bytesOf(text: string, size = 1 << 20): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at < bytes.byteLength) controller.enqueue(bytes.slice(at, (at += size)));
      else controller.close();
    },
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(new DOMException('This operation was aborted', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
