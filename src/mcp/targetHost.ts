import { wrongValue } from '../core/errors.ts';
import { requires } from '../core/requirement.ts';
import { sharesDomain } from '../domain/hosts/gitAddress.ts';
import type { Host } from '../domain/hosts/hosts.ts';
import { propose, readWebAddress } from '../domain/session/hostCheck.ts';
import { apiRootOf, builtIn, checkEntry } from '../domain/session/hostSettings.ts';

/**
 * The only host of the program. `host`: the id of a built-in host or a web address; undefined: the address of the API,
 * else the built-in host. `apiUrl`: the root of the API; undefined: where such a host usually has it.
 * @throws Failure `invalid` (field `host` or `apiUrl`)
 */
export function targetHost(host: string | undefined, apiUrl: string | undefined): Host {
  const builtInHost = builtIn.find((entry, index) => {
    if (host !== undefined) return entry.id === host || isAt(host, entry.webUrl);
    return apiUrl === undefined ? index === 0 : apiRootOf(apiUrl) === entry.apiUrl;
  });
  if (builtInHost !== undefined) return checkEntry({ ...builtInHost, apiUrl: apiUrl ?? builtInHost.apiUrl });
  const web = readWebAddress(host ?? apiUrl ?? '');
  if (web === undefined) throw wrongValue(host === undefined ? 'apiUrl' : 'host', requires('webUrl'));
  const { apiUrls, ...proposal } = propose(web, []);
  return checkEntry({ ...proposal, apiUrl: apiUrl ?? apiUrls[0] ?? web.origin });
}

/** Another port is another host. The address may say http: it is never used. */
const isAt = (address: string, webUrl = ''): boolean =>
  URL.canParse(webUrl) && readWebAddress(address)?.host === new URL(webUrl).host;

/** The variable with the token of the API at `apiUrl`, which is sent to no other: `SOURCEHOST_TOKEN_API_EXAMPLE_COM_8443`. */
export function tokenVariable({ apiUrl }: Pick<Host, 'apiUrl'>): string {
  return `SOURCEHOST_TOKEN_${new URL(apiUrl).host.toUpperCase().replaceAll(/[^A-Z\d]+/g, '_')}`;
}

/** The origins that get a password which git has for the web address of `host`: not an API on another domain. */
export function passwordOrigins(host: Pick<Host, 'webUrl' | 'apiUrl'>): readonly string[] {
  return [host.webUrl, ...(sharesDomain(host) ? [host.apiUrl] : [])].map((url) => new URL(url).origin);
}

/**
 * Whether `SOURCEHOST_TOKEN` may be sent to `host`: a built-in one, or the one that `apiUrl` of the same environment names.
 * Git sends it to the web address too, so an `apiUrl` on another domain does not get it: see `tokenVariable`.
 */
export function takesToken(host: Pick<Host, 'webUrl' | 'apiUrl'>, apiUrl: string | undefined): boolean {
  const isBuiltIn = builtIn.some((entry) => entry.apiUrl === host.apiUrl && entry.webUrl === host.webUrl);
  return isBuiltIn || (apiUrl !== undefined && apiRootOf(apiUrl) === host.apiUrl && sharesDomain(host));
}
