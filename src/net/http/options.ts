import { Failure } from '../../core/errors.ts';
import { decodedText } from '../../core/text.ts';

/** Options of the network, from the editor’s `http.*` settings and the environment. */
export interface NetworkOptions {
  /** `http://user:password@host:port`, also https and socks5. Overrides the environment. */
  readonly proxy?: string | undefined;
  /** Hosts that are reached without the proxy, separated by commas. Overrides the environment. */
  readonly noProxy?: string | undefined;
  readonly strictSSL: boolean;
  /** The complete value of the Proxy-Authorization header. Overrides user and password in the address of the proxy. */
  readonly proxyAuthorization?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Proxy {
  readonly url: string;
  readonly noProxy: string;
  readonly authorization: string | undefined;
}

/** The proxy for the hosts of the API; undefined: none. Throws a Failure if its address is invalid. */
export function proxyOf({ proxy, noProxy, proxyAuthorization, env }: NetworkOptions): Proxy | undefined {
  const inEnvironment = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => [env[name], env[name.toUpperCase()]]).find(isFilled);
  const address = isFilled(proxy) ? proxy : inEnvironment('https_proxy', 'http_proxy', 'all_proxy');
  if (address === undefined) return undefined;
  const text = address.includes('://') ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text.replace(/^socks5?h?:/i, 'socks5:')) : undefined;
  if (url === undefined || !['http:', 'https:', 'socks5:'].includes(url.protocol)) {
    throw new Failure('unreachable', 'the address of the proxy is not one', { reason: 'proxyInvalid', sent: false });
  }
  const user = url.username === '' ? undefined : `${decodedText(url.username)}:${decodedText(url.password)}`;
  const authorization = user && `Basic ${Buffer.from(user).toString('base64')}`;
  return {
    url: url.href,
    noProxy: isFilled(noProxy) ? noProxy : (inEnvironment('no_proxy') ?? ''),
    authorization: isFilled(proxyAuthorization) ? proxyAuthorization : authorization,
  };
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
