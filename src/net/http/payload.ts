import { Readable } from 'node:stream';
import type { FetchInit } from '../../api/http/fetch.ts';

/** Longer text is sent in parts, so that a slow upload that makes progress does not time out. */
const partSize = 64 * 1024;

/** The body of a request, in the form that undici accepts. */
export function payloadOf(body: FetchInit['body']): Uint8Array | Readable | null {
  if (body === undefined) return null;
  if (typeof body === 'object') return Readable.from(body.stream(), { objectMode: false });
  const bytes = new TextEncoder().encode(body);
  return bytes.byteLength <= partSize ? bytes : Readable.from(partsOf(bytes), { objectMode: false });
}

function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += partSize) yield bytes.subarray(start, start + partSize);
}
