import type { FetchInit, FetchReply } from '../../api/http/fetch.ts';

/** The caller's headers, with the length of what is really sent. */
export function sentHeaders({ headers, body }: FetchInit): Record<string, string> {
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  const length = typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body?.size;
  return { ...Object.fromEntries(given), ...(length === undefined ? {} : { 'content-length': String(length) }) };
}

/** The headers of an answer; of one that was compressed without its length, which is not that of what is read. */
export function replyHeaders(get: (name: string) => string | null, compressed: boolean): FetchReply['headers'] {
  const hidden = compressed ? ['content-encoding', 'content-length'] : [];
  return { get: (name) => (hidden.includes(name.toLowerCase()) ? null : get(name)) };
}
