import type { FetchInit, FetchReply } from '../../api/http/fetch.ts';

export function sentHeaders({ headers, body }: FetchInit): Record<string, string> {
  const callerHeaders = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  const length = typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body?.size;
  return {
    ...Object.fromEntries(callerHeaders),
    ...(length === undefined ? {} : { 'content-length': String(length) }),
  };
}

/** Without `content-length` if the response was compressed: it would not match the decoded body. */
export function replyHeaders(get: (name: string) => string | null, compressed: boolean): FetchReply['headers'] {
  const hidden = compressed ? ['content-encoding', 'content-length'] : [];
  return { get: (name) => (hidden.includes(name.toLowerCase()) ? null : get(name)) };
}
