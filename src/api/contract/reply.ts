import type { Failure } from '../../core/errors.ts';

/** A complete response of the service, not decoded yet. */
export interface Reply {
  /** `GET /api/v5/user` */
  readonly operation: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The whole body; empty if `body` is set. */
  readonly text: string;
  /** `text` parsed as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** The body as a stream; only for operations that return bytes. */
  readonly body?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** An object takes up to twenty times its characters. The densest answers that are described have a tenth of these. */
const mostParts = 2_000_000;
const [quote, list, object] = [34, 91, 123];

/** Whether JSON has so many objects and lists that parsing it could fill the memory. */
export function hasTooManyParts(json: string): boolean {
  let parts = 0;
  if (json.length <= mostParts) return false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfText(json, at);
      if (at < 0) return false;
    } else if (code === list || code === object) parts += 1;
    if (parts > mostParts) return true;
  }
  return false;
}

/** The offset of the quote that ends the text in JSON that begins at `start`; −1 if there is none. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0) {
    let before = end;
    while (json.charAt(before - 1) === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return -1;
}

export function isCutOff({ text, json }: Reply): boolean {
  return json === undefined && /^\s*([[{]|$)/.test(text);
}

/** Size of the body in bytes; undefined if the service does not state it or compresses the body. */
export function sizeOf(headers: Reply['headers']): number | undefined {
  const stated = headers.get('content-length') ?? '';
  const encoding = headers.get('content-encoding') ?? 'identity';
  return /^\d+$/.test(stated) && encoding === 'identity' ? Number(stated) : undefined;
}

export interface Counts {
  readonly total_count?: number;
  readonly total_page?: number;
  readonly all_issues?: number;
  readonly open_issues?: number;
  readonly close_issues?: number;
}

export interface ReplyPage<T> {
  readonly items: readonly T[];
  /** One decoding error for each record of this page that could not be decoded. */
  readonly unreadable: readonly string[];
  /** Number of records of this page that `Endpoint.exclude` removed. */
  readonly excluded?: number;
  /** Counts in the headers of the response; empty if the service does not send them. */
  readonly counts: Counts;
  /** Characters of the response. */
  readonly size: number;
  readonly key: (item: T) => string;
}

export interface Download {
  /** Size in bytes; undefined if the service does not state it. */
  readonly size: number | undefined;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Set if the whole body has the form of an error of the service: it is the file only if that has `size` bytes. */
  readonly doubt: { readonly failure: Failure; readonly size: number } | undefined;
}
