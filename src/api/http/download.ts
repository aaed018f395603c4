import { Failure } from '../../core/errors.ts';
import { failureOf } from '../contract/failure.ts';
import { mayLead } from './origin.ts';
import { stream } from '../contract/reader.ts';
import type { Download } from '../contract/reply.ts';
import { serviceRoot } from './request.ts';
import { send, type CallOptions, type Credentials, type Sending } from './send.ts';

const operation = 'GET of a download address';

export const anonymous: Credentials = {
  token: () => Promise.resolve(undefined),
  renew: () => Promise.resolve(undefined),
};

/** See `Api.download`. The token goes only to the origin of the API. @throws Failure `refused` for an unsafe address */
export async function download(sending: Sending, address: string, options: CallOptions = {}): Promise<Download> {
  const root = new URL(serviceRoot(sending.apiUrl));
  const url = URL.canParse(address, root.href) ? new URL(address, root.href) : undefined;
  if (url === undefined || !mayLead(root, url)) {
    throw new Failure('refused', 'the service gave a download address that is not allowed', {
      operation,
      reason: 'unsafeAddress',
    });
  }
  const credentials = url.origin === root.origin ? sending.credentials : anonymous;
  const request = { operation, method: 'GET', url: url.href, body: undefined, needsAccount: false } as const;
  return await send(
    { ...sending, credentials },
    request,
    { failure: failureOf, read: stream.read, streamed: true },
    options,
  );
}
