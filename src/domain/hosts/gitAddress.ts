import { isLoopback } from '../../api/http/origin.ts';
import type { Repository } from '../../api/record/repository.ts';
import { withoutEnd, foldCase } from '../../core/text.ts';
import { fullName, isSafeName, type RepositoryName } from './address.ts';
import { twinOf } from './activeRepository.ts';
import type { Host } from './hosts.ts';

/** The hosts with exactly the origin of a git address, port included. Empty without transport security. */
export function hostsOfGit(address: string, hosts: readonly Host[]): Host[] {
  const origin = gitOriginOf(address);
  return origin === undefined ? [] : hosts.filter((host) => gitOriginsOf(host).includes(origin));
}

/** The origin of a git address; undefined unless it is https, or http on this computer. */
export function gitOriginOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? url.origin : undefined;
}

/** The origins at which git reads the repositories: web, OAuth and API, and the other domain of the service. */
export function gitOriginsOf({ webUrl, authUrl, apiUrl }: Pick<Host, 'webUrl' | 'authUrl' | 'apiUrl'>): string[] {
  const origins = [webUrl, authUrl, apiUrl].filter((url) => URL.canParse(url)).flatMap(originsOfService);
  return [...new Set(origins)];
}

/** The origin of `url`, and the same origin on the other domain if the service has two domains. */
export function originsOfService(url: string): string[] {
  const { origin, protocol, hostname, port } = new URL(url);
  const twin = port === '' ? twinOf(hostname) : undefined;
  return twin === undefined ? [origin] : [origin, `${protocol}//${twin}`];
}

/** Whether the API is at the web origin, or at `api.` before it: other names below can belong to somebody else. */
export function sharesDomain({ webUrl, apiUrl }: Pick<Host, 'webUrl' | 'apiUrl'>): boolean {
  const [web, api] = [new URL(webUrl), new URL(apiUrl)];
  return web.protocol === api.protocol && [web.host, `api.${web.host}`].includes(api.host);
}

/** The clone address of a repository, built from its name. */
export function gitUrl({ webUrl }: Pick<Host, 'webUrl'>, fullName: string): string {
  return `${withoutEnd(webUrl, '/')}/${fullName.split('/').map(encodeURIComponent).join('/')}.git`;
}

/**
 * `recorded` (the address of the record) if it is a plain address of this repository on this host, else one built from
 * its name: a record cannot lead to another repository.
 */
export function fetchAddress(host: Host, name: RepositoryName, recorded: string | undefined): string {
  const built = gitUrl(host, fullName(name));
  if (recorded === undefined || !isHttpsOf(host, recorded)) return built;
  const path = decodeURIComponent(new URL(recorded).pathname).replace(/\.git$/, '');
  return foldCase(path).endsWith(foldCase(`/${fullName(name)}`)) ? recorded : built;
}

export interface CloneAddresses {
  /** https, or http on this computer. */
  readonly https: string;
  readonly ssh: string | undefined;
}

/**
 * The addresses for git. One of the record, in which git could find a command such as `--upload-pack=…`, counts only
 * if it is a plain address of this host; else it is built from the name. Undefined if that is not safe either.
 */
export function cloneAddresses(
  host: Host,
  record: Pick<Repository, 'full_name' | 'http_url_to_repo' | 'ssh_url_to_repo'>,
): CloneAddresses | undefined {
  const { http_url_to_repo: https = '', ssh_url_to_repo: ssh = '', full_name: name } = record;
  const built = isPlainPath(name) ? gitUrl(host, name) : undefined;
  const plain = isHttpsOf(host, https) ? https : built;
  return plain === undefined ? undefined : { https: plain, ssh: isSshOf(host, ssh) ? ssh : undefined };
}

function isHttpsOf(host: Host, address: string): boolean {
  if (hostsOfGit(address, [host]).length === 0) return false;
  const { href, username, password, pathname, search, hash } = new URL(address);
  return href === address && `${username}${password}${search}${hash}` === '' && isEncodedPath(pathname);
}

const shortSsh = /^\w[\w.-]*@([\w.-]+):\/?(.+)$/;

function isSshOf(host: Host, address: string): boolean {
  const short = shortSsh.exec(address);
  if (short !== null) return isNameOf(host, short[1] ?? '') && isPlainPath(short[2] ?? '');
  if (!address.startsWith('ssh://') || !URL.canParse(address)) return false;
  const { href, username, password, hostname, pathname, search, hash } = new URL(address);
  const plain = href === address && /^(?:\w[\w.-]*)?$/.test(username) && `${password}${search}${hash}` === '';
  return plain && isNameOf(host, hostname) && isEncodedPath(pathname);
}

const isNameOf = (host: Host, hostname: string): boolean =>
  gitOriginsOf(host).some((origin) => new URL(origin).hostname === hostname);

/** `/owner/repo.git`, encoded. */
function isEncodedPath(pathname: string): boolean {
  try {
    return /^\/[\w.~%/+-]+$/.test(pathname) && isPlainPath(decodeURIComponent(pathname.slice(1)));
  } catch {
    return false;
  }
}

/** `owner/repo` or more segments, of letters, digits and characters without a special meaning in git or a shell. */
function isPlainPath(path: string): boolean {
  return path
    .split('/')
    .every((segment) => isSafeName(segment) && /^[\p{L}\p{M}\p{N}_.~+][\p{L}\p{M}\p{N}_.~+ -]*$/u.test(segment));
}
