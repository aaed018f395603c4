import { cancelled, Failure, messageOf } from '../../core/errors.ts';
import type { BodySource, Fetch, FetchReply } from './fetch.ts';
import { mayLead } from './origin.ts';
import { jsonOf, sizeOf, type Reply } from '../contract/reply.ts';
import { ExchangeWatchdog, type TimeoutBudget } from './timeoutBudget.ts';

/** One request as it goes over the wire, and what is expected of its answer. */
export interface Exchange {
  /** `GET /api/v5/user`: for logs and messages. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  /** Headers for `url`; `home`: no redirect led away from where the request began. */
  readonly headers: (home: boolean) => Readonly<Record<string, string>>;
  readonly body?: string | BodySource | undefined;
  /** Sent with the body. */
  readonly contentType?: string | undefined;
  /** Hand the body of a success on as it arrives instead of reading it. */
  readonly streamed?: boolean;
  /** Redirects that are not followed come back as they are. */
  readonly redirects: 'followed' | 'returned';
}

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined;
  /** The largest answer that is read, in bytes. */
  readonly limit?: number | undefined;
  /** Bytes received, and of how many where the service says so. */
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
  /** Bytes of the body that the transport has taken. */
  readonly onSent?: ((sent: number) => void) | undefined;
}

const defaultLimit = 64 * 1024 * 1024;
const mostRedirects = 5;
/** Larger texts are sent in parts, so that a slow line can be told from one that hangs. */
const largeBody = 256 * 1024;
const partSize = 64 * 1024;

/**
 * Sends one request and reads its answer, whatever its status. It may take any time as long as something moves, and
 * wait no longer than `patience` for that. Throws Failures only.
 */
export async function exchange(
  fetch: Fetch,
  request: Exchange,
  patience: TimeoutBudget,
  options: ExchangeOptions = {},
): Promise<Reply> {
  const { operation } = request;
  const watch = new ExchangeWatchdog(patience, options.signal);
  const onSent = (sent: number): void => {
    watch.moved();
    options.onSent?.(sent);
  };
  try {
    const { status, headers, body } = await follow(fetch, request, watch, onSent);
    const good = status >= 200 && status < 300;
    if (request.streamed === true && good) {
      const whole = body ?? new ReadableStream({ start: (controller) => controller.close() });
      return { operation, status, headers, text: '', json: undefined, body: streamOf(whole, request, watch) };
    }
    const text = body === null ? '' : await readText(body, sizeOf(headers), watch, options);
    return { operation, status, headers, text, json: jsonOf(text) };
  } catch (error) {
    throw failureFrom(error, operation, watch);
  }
}

/** Waits for what a request needs before it is sent, no longer than `patience`. Throws Failures only. */
export async function waitFor<T>(
  needed: Promise<T>,
  operation: string,
  patience: TimeoutBudget,
  signal: AbortSignal | undefined,
): Promise<T> {
  const watch = new ExchangeWatchdog(patience, signal);
  try {
    return await watch.answer(() => needed);
  } catch (error) {
    throw failureFrom(error, operation, watch);
  }
}

/** What went wrong, as the one who asked has to hear it. */
function failureFrom(error: unknown, operation: string, watch: ExchangeWatchdog): Failure {
  if (watch.gaveUp) return cancelled().with({ operation });
  if (watch.late !== undefined) {
    const why = watch.late === 'stalled' ? 'stopped moving' : 'was not answered in time';
    return new Failure('timeout', `${operation} ${why}`, { operation, reason: watch.late, cause: error });
  }
  if (error instanceof Failure) return error.operation === undefined ? error.with({ operation }) : error;
  return new Failure('unreachable', messageOf(error), { operation, reason: 'network', cause: error });
}

async function follow(
  fetch: Fetch,
  request: Exchange,
  watch: ExchangeWatchdog,
  onSent: (sent: number) => void,
): Promise<FetchReply> {
  const { operation } = request;
  let { url, method, body } = request;
  let home = true;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const answer = await watch.answer((signal) =>
      fetch(url.href, {
        method,
        signal,
        headers: { ...request.headers(home), ...(body === undefined ? {} : typed(request)) },
        ...payload(body, onSent),
      }),
    );
    const location = answer.headers.get('location');
    if (request.redirects === 'returned' || !isRedirect(answer.status) || location === null) return answer;
    discard(answer.body);
    const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
    if (next === undefined || !mayLead(url, next)) throw misled(operation, 'an address that is not allowed');
    home &&= next.origin === url.origin;
    // A change is made where it was meant to be or not at all: a login page elsewhere would look like success.
    if (request.method !== 'GET' && !home) throw misled(operation, 'another site');
    if (answer.status === 303 || (answer.status < 303 && method === 'POST')) [method, body] = ['GET', undefined];
    url = next;
  }
  throw misled(operation, 'one address after another');
}

const typed = ({ contentType }: Exchange): Readonly<Record<string, string>> =>
  contentType === undefined ? {} : { 'content-type': contentType };

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function tooLarge(limit: number): Failure {
  const about = [(limit / 1e6).toFixed(0)];
  return new Failure('unreadable', `the answer is larger than ${limit} bytes`, { reason: 'tooLarge', about });
}

function misled(operation: string, where: string): Failure {
  return new Failure('refused', `${operation} was redirected to ${where}`, { operation, reason: 'redirected' });
}

function discard(body: FetchReply['body']): void {
  body?.cancel().catch(() => {});
}

function payload(body: Exchange['body'], onSent: (sent: number) => void): { readonly body?: string | BodySource } {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body: body.length < largeBody ? body : watched(inParts(body), onSent) };
  return { body: watched(body, onSent) };
}

function inParts(text: string): BodySource {
  const bytes = new TextEncoder().encode(text);
  return {
    size: bytes.byteLength,
    stream: () => {
      let at = 0;
      return new ReadableStream({
        pull: (controller) => {
          controller.enqueue(bytes.slice(at, (at += partSize)));
          if (at >= bytes.byteLength) controller.close();
        },
      });
    },
  };
}

/** The same body, which tells how many bytes of it are taken. */
function watched(source: BodySource, onSent: (sent: number) => void): BodySource {
  return {
    size: source.size,
    stream: () => {
      const reader = source.stream().getReader();
      let sent = 0;
      return new ReadableStream(
        {
          pull: async (controller) => {
            const { done, value } = await reader.read();
            onSent((sent += value?.byteLength ?? 0));
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      );
    },
  };
}

async function readText(
  body: NonNullable<FetchReply['body']>,
  total: number | undefined,
  watch: ExchangeWatchdog,
  { limit = defaultLimit, onProgress }: ExchangeOptions,
): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await watch.part(reader.read());
      if (done) break;
      received += value.byteLength;
      if (received > limit) throw tooLarge(limit);
      parts.push(decoder.decode(value, { stream: true }));
      onProgress?.(received, total);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** A body that fails with Failures, and when it stands still while somebody waits for it. */
function streamOf(
  body: NonNullable<FetchReply['body']>,
  { operation }: Exchange,
  watch: ExchangeWatchdog,
): NonNullable<FetchReply['body']> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await watch.part(reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          reader.cancel().catch(() => {});
          throw failureFrom(error, operation, watch);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
