import type { FetchInit } from '../../api/http/fetch.ts';
import { throwIfCancelled, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';

/** The address as a URL. Its Failure does not repeat an invalid address, which may contain a token. */
export function checkRequest(url: string, { headers, signal }: FetchInit): URL {
  throwIfCancelled(signal);
  if (!URL.canParse(url)) throw wrongValue('url', requires('valid'), { sent: false });
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw wrongValue(name, requires('header'), { sent: false });
    }
  }
  return new URL(url);
}
