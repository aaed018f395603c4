import { Failure, isFailure } from '../../core/errors.ts';
import { exchange, type Exchange } from './exchange.ts';
import { failureOf } from '../contract/failure.ts';
import type { BodySource } from './fetch.ts';
import { mayLead } from './origin.ts';
import type { UploadGrant } from '../record/release.ts';
import { serviceRoot } from './request.ts';
import { SentSecrets } from './sentSecrets.ts';
import type { Sending } from './send.ts';
import { TimeoutBudget } from './timeoutBudget.ts';

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
}

const operation = 'PUT to the address of an upload grant';
const deadline = 95_000;

/** Headers for credentials and the target host. A grant sets them only for the origin of the API. */
const ownHeaders = ['authorization', 'proxy-authorization', 'cookie', 'host'];

/**
 * Sends `content` to the address of a `releases.uploadGrant`, with the granted headers and without the token. If the
 * address is not at the origin of the API, the headers of `ownHeaders` are left out. Progress restarts the timeout. A
 * success does not prove that the attachment is registered: list the attachments.
 */
export async function upload(
  { fetch, apiUrl, account, log }: Sending,
  grant: UploadGrant,
  content: BodySource,
  { signal, onProgress }: UploadOptions = {},
): Promise<void> {
  const url = addressOf(grant, apiUrl);
  const secrets = new SentSecrets();
  for (const secret of [grant.url, url.search, ...Object.values(grant.headers)]) secrets.keep(secret);
  const granted = headersFor(grant, url.origin === new URL(serviceRoot(apiUrl)).origin);
  const omitted = Object.keys(grant.headers).filter((name) => !Object.hasOwn(granted, name));
  if (omitted.length > 0) log.warn(`${operation} goes without the granted headers ${omitted.join(', ').toLowerCase()}`);
  const headers = (): UploadGrant['headers'] => granted;
  const request: Exchange = { operation, method: 'PUT', url, headers, body: content, redirects: 'returned' };
  const started = Date.now();
  try {
    const reply = await exchange(fetch, request, new TimeoutBudget(deadline), {
      signal,
      onSent: (sent) => onProgress?.(sent, content.size),
    });
    const failure = failureOf(reply);
    // No token was sent: the storage refused the grant, not the account.
    if (isFailure(failure, 'signedOut', 'forbidden')) throw failure.with({ kind: 'refused' });
    if (failure !== undefined) throw failure;
    log.debug(`${operation} → ${reply.status}, ${content.size} bytes in ${Date.now() - started} ms`);
  } catch (error) {
    throw error instanceof Failure ? secrets.removedFrom(error.with({ account })) : error;
  }
}

function headersFor({ headers }: UploadGrant, sameOrigin: boolean): UploadGrant['headers'] {
  if (sameOrigin) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ownHeaders.includes(name.trim().toLowerCase())),
  );
}

function addressOf({ url }: UploadGrant, apiUrl: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address !== undefined && mayLead(new URL(serviceRoot(apiUrl)), address)) return address;
  throw new Failure('refused', 'the service granted an upload to an address that is not allowed', {
    operation,
    reason: 'unsafeAddress',
  });
}
