import { cancelled, Failure, messageOf } from '../../core/errors.ts';
import { partStream } from '../../core/partStream.ts';
import { parseJson } from '../../core/text.ts';
import type { BodySource, Fetch, FetchInit, FetchReply } from './fetch.ts';
import { mayLead } from './origin.ts';
import { renamingOf, type Renaming } from './renaming.ts';
import { hasTooManyParts, sizeOf, type Reply } from '../contract/reply.ts';
import { ExchangeWatchdog, type TimeoutBudget } from './timeoutBudget.ts';

/** One HTTP request, and how its response is read. */
export interface Exchange {
  /** `GET /api/v5/user`: for logs and messages. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  /** `sameOrigin`: no redirect has left the origin of `url`. */
  readonly headers: (sameOrigin: boolean) => Readonly<Record<string, string>>;
  readonly body?: string | BodySource | undefined;
  readonly contentType?: string | undefined;
  /** Returns the body of a success as a stream instead of reading it. */
  readonly streamed?: boolean;
  /** `returned`: a redirect is the result and is not followed. */
  readonly redirects: 'followed' | 'returned';
  /** Called after a success whose redirects led only to new names of the repository. */
  readonly onRenamed?: ((renaming: Renaming) => void) | undefined;
}

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Largest response in bytes. */
  readonly limit?: number | undefined;
  /** Bytes received, and the total if the service states it. */
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
  /** Bytes of the request body that the transport has read. */
  readonly onSent?: ((sent: number) => void) | undefined;
}

const defaultLimit = 64 * 1024 * 1024;
const mostRedirects = 5;
/** Bytes. A longer text is sent in parts, so that its progress tells a slow connection from a stalled one. */
const partSize = 64 * 1024;

/** Sends one request, whatever the status of its response is. `timeout`: without progress. Throws only Failures. */
export async function exchange(
  fetch: Fetch,
  request: Exchange,
  timeout: TimeoutBudget,
  options: ExchangeOptions = {},
): Promise<Reply> {
  const { operation } = request;
  const watch = new ExchangeWatchdog(timeout, options.signal, fetch.limits);
  const onSent = (sent: number, size: number): void => {
    watch.moved(sent >= size);
    options.onSent?.(sent);
  };
  try {
    const { answer, renaming } = await follow(fetch, request, watch, onSent);
    const { status, headers, body } = answer;
    const good = status >= 200 && status < 300;
    if (good && renaming !== undefined) request.onRenamed?.(renaming);
    if (request.streamed === true && good) {
      const whole = body ?? new ReadableStream({ start: (controller) => controller.close() });
      return { operation, status, headers, text: '', json: undefined, body: streamOf(whole, request, watch) };
    }
    const text = body === null ? '' : await readText(body, sizeOf(headers), watch, options);
    if (hasTooManyParts(text))
      throw new Failure('unreadable', `${operation} was answered with too many objects`, { operation, status });
    return { operation, status, headers, text, json: parseJson(text) };
  } catch (error) {
    throw failureFrom(error, operation, watch);
  }
}

/** Waits for an input of a request (its token), at most for `timeout`. Throws only Failures. */
export async function waitFor<T>(
  needed: Promise<T>,
  operation: string,
  timeout: TimeoutBudget,
  signal: AbortSignal | undefined,
): Promise<T> {
  const watch = new ExchangeWatchdog(timeout, signal);
  try {
    return await watch.input(needed);
  } catch (error) {
    throw failureFrom(error, operation, watch);
  }
}

function failureFrom(error: unknown, operation: string, watch: ExchangeWatchdog): Failure {
  if (watch.gaveUp) return cancelled().with({ operation });
  if (watch.late !== undefined) {
    const why = watch.late === 'stalled' ? 'stopped moving' : 'was not answered in time';
    return new Failure('timeout', `${operation} ${why}`, { operation, reason: watch.late, cause: error });
  }
  if (error instanceof Failure) return error.operation === undefined ? error.with({ operation }) : error;
  return new Failure('unreachable', messageOf(error), { operation, reason: 'network', cause: error });
}

interface Followed {
  readonly answer: FetchReply;
  readonly renaming: Renaming | undefined;
}

async function follow(fetch: Fetch, request: Exchange, watch: ExchangeWatchdog, onSent: OnSent): Promise<Followed> {
  const { operation, method, body } = request;
  let { url } = request;
  let sameOrigin = true;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const headers: FetchInit['headers'] = {
      ...request.headers(sameOrigin),
      ...(body === undefined ? {} : contentTypeHeader(request)),
    };
    const sent = payload(body, onSent);
    const answer: FetchReply = await watch.answer(
      (signal) => fetch(url.href, { method, signal, headers, onStart: () => watch.started(), ...sent }),
      typeof sent.body === 'object',
    );
    const location = answer.headers.get('location');
    if (request.redirects === 'returned' || !isRedirect(answer.status) || location === null)
      return { answer, renaming: sameOrigin ? renamingOf(operation, request.url, url) : undefined };
    discard(answer.body);
    const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
    if (next === undefined || !mayLead(url, next)) throw misled(operation, 'an address that is not allowed');
    sameOrigin &&= next.origin === url.origin;
    // The answer of a list or of a login page would look like a success of the change.
    if (method !== 'GET' && renamingOf(operation, url, next) === undefined)
      throw elsewhere(request, answer.status, next);
    url = next;
  }
  throw misled(operation, 'one address after another');
}

const contentTypeHeader = ({ contentType }: Exchange): Readonly<Record<string, string>> =>
  contentType === undefined ? {} : { 'content-type': contentType };

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function tooLarge(limit: number): Failure {
  const about = [(limit / 1e6).toFixed(0)];
  return new Failure('unreadable', `the answer is larger than ${limit} bytes`, { reason: 'tooLarge', about });
}

function misled(operation: string, where: string): Failure {
  return new Failure('refused', `${operation} was redirected to ${where}`, { operation, reason: 'redirected' });
}

/** A host answers 303 also after it made the change. */
function elsewhere({ operation }: Exchange, status: number, { origin, pathname }: URL): Failure {
  const address = `${origin}${pathname}`;
  const detail = { operation, status, reason: 'ledElsewhere', about: [address] } as const;
  return new Failure(status === 303 ? 'unreadable' : 'refused', `${operation} was redirected to ${address}`, detail);
}

function discard(body: FetchReply['body']): void {
  body?.cancel().catch(() => {});
}

/** Bytes that were read from the body, and its size. */
type OnSent = (sent: number, size: number) => void;

function payload(body: Exchange['body'], onSent: OnSent): { readonly body?: string | BodySource } {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body: body.length <= partSize ? body : withProgress(inParts(body), onSent) };
  return { body: withProgress(body, onSent) };
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

function withProgress(source: BodySource, onSent: OnSent): BodySource {
  return {
    size: source.size,
    stream: () => {
      const reader = source.stream().getReader();
      let sent = 0;
      const next = async () => {
        const part = await reader.read();
        onSent((sent += part.value?.byteLength ?? 0), source.size);
        return part;
      };
      return partStream(next, (reason) => reader.cancel(reason));
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

/** The same body, but it fails with a Failure, also when a pending read stalls. */
function streamOf(
  body: NonNullable<FetchReply['body']>,
  { operation }: Exchange,
  watch: ExchangeWatchdog,
): NonNullable<FetchReply['body']> {
  const reader = body.getReader();
  const next = async () => {
    try {
      return await watch.part(reader.read());
    } catch (error) {
      reader.cancel().catch(() => {});
      throw failureFrom(error, operation, watch);
    }
  };
  return partStream(next, (reason) => reader.cancel(reason));
}
