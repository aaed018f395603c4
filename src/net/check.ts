import type { FetchInit } from '../api/fetch.ts';
import { Failure, throwIfCancelled } from '../core/errors.ts';

/** The address as a URL. Throws a Failure for what cannot be sent, without repeating it: it may hold a token. */
export function checkRequest(url: string, { headers, signal }: FetchInit): URL {
  throwIfCancelled(signal);
  if (!URL.canParse(url)) throw new Failure('invalid', 'not an address', { field: 'url', sent: false });
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new Failure('invalid', 'a header that cannot be sent', { field: name, sent: false });
    }
  }
  return new URL(url);
}
