import { withoutEnd } from '../core/text.ts';
import type { Host } from './hosts.ts';
import { twinOf } from './activeRepository.ts';

/**
 * The hosts whose tokens git may get at an address: exactly their own origins, safe on the way. Anything else on the
 * same domain, as another port, is somebody else.
 */
export function hostsOfGit(address: string, hosts: readonly Host[]): Host[] {
  if (!URL.canParse(address)) return [];
  const { protocol, hostname, origin } = new URL(address);
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol !== 'https:' && !(protocol === 'http:' && local)) return [];
  return hosts.filter((host) => originsOf(host).includes(origin));
}

function originsOf({ webUrl, authUrl }: Host): string[] {
  return [webUrl, authUrl]
    .filter((url) => URL.canParse(url))
    .flatMap((url) => {
      const { origin, protocol, hostname, port } = new URL(url);
      const twin = port === '' ? twinOf(hostname) : undefined;
      return twin === undefined ? [origin] : [origin, `${protocol}//${twin}`];
    });
}

/** Where git finds a repository, where its record does not say. */
export function gitUrl({ webUrl }: Pick<Host, 'webUrl'>, fullName: string): string {
  return `${withoutEnd(webUrl, '/')}/${fullName.split('/').map(encodeURIComponent).join('/')}.git`;
}
