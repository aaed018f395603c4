import { anonymous } from './download.ts';
import { send, type CallOptions, type ReplyReader, type Sending, type SentRequest } from './send.ts';

/** A request outside of the API: to an address of git, or to one that the host gave. */
export type Transfer = Pick<SentRequest, 'operation' | 'method' | 'url' | 'body'> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends `headers` to the origin of `url`, and never the token of the account. Sends it again after a failure that passes. */
export async function transfer<T>(
  sending: Sending,
  request: Transfer,
  expected: ReplyReader<T>,
  options?: CallOptions,
): Promise<T> {
  const whole = { ...request, needsAccount: false, isRepeatable: true };
  // The clock is that of the API.
  return await send({ ...sending, credentials: anonymous, clock: undefined }, whole, expected, options);
}
