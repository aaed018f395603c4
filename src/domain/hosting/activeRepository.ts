import { isObject } from '../../core/text.ts';
import { isSafeName, repositoryKey, type RepositoryName } from './address.ts';
import type { Host } from './hosts.ts';

/** A repository as one account looks at it. */
export interface RepositoryAt {
  readonly name: RepositoryName;
  /** A login; undefined: the preferred one. */
  readonly account: string | undefined;
}

export function sameRepository(one: RepositoryAt | undefined, other: RepositoryAt | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return repositoryKey(one.name) === repositoryKey(other.name);
}

/** What was stored of a repository; undefined where it is damaged. */
export function readRepositoryAt(stored: unknown): RepositoryAt | undefined {
  if (!isObject(stored) || !isObject(stored.name)) return undefined;
  const { host, owner, repo } = stored.name;
  if (typeof host !== 'string' || typeof owner !== 'string' || typeof repo !== 'string') return undefined;
  if (!isSafeName(owner) || !isSafeName(repo)) return undefined;
  return { name: { host, owner, repo }, account: typeof stored.account === 'string' ? stored.account : undefined };
}

/** Where a repository at hand may come from, what wins first. */
export interface Candidates<T> {
  readonly pinned: T | undefined;
  /** Of the file in the active editor. */
  readonly editor: T | undefined;
  /** Of the open folders, remote or local, in their order. */
  readonly folders: readonly T[];
  /** Picked in a view or by a command. */
  readonly chosen: T | undefined;
}

/** The repository at hand. */
export function activeOf<T>({ pinned, editor, folders, chosen }: Candidates<T>): T | undefined {
  return pinned ?? editor ?? folders[0] ?? chosen;
}

export interface Remote {
  readonly name: string;
  readonly url: string | undefined;
}

/**
 * The repository that a local folder belongs to, by its git remotes: the upstream's, else `origin`, else the first that
 * names a repository of a known host.
 */
export function repositoryOfRemotes(
  remotes: readonly Remote[],
  upstream: string | undefined,
  hosts: readonly Host[],
): RepositoryName | undefined {
  const rank = ({ name }: Remote): number => (name === upstream ? 0 : name === 'origin' ? 1 : 2);
  for (const { url } of remotes.toSorted((one, other) => rank(one) - rank(other))) {
    const repository = url === undefined ? undefined : repositoryOfAddress(url, hosts);
    if (repository !== undefined) return repository;
  }
  return undefined;
}

/** The repository of a known host that an address of git or of the web names: https, ssh, or `git@host:owner/repo`. */
export function repositoryOfAddress(address: string, hosts: readonly Host[]): RepositoryName | undefined {
  const place = placeOf(address.trim());
  if (place === undefined) return undefined;
  for (const host of hosts) {
    for (const root of rootsOf(host)) {
      const path = place.domain === root.domain ? below(root.path, place.path) : undefined;
      const [owner = '', named = ''] = path ?? [];
      const repo = named.replace(/\.git$/i, '');
      if (isSafeName(owner) && isSafeName(repo)) return { host: host.id, owner, repo };
    }
  }
  return undefined;
}

interface Place {
  readonly domain: string;
  readonly path: readonly string[];
}

/** Both domains of one service, where a service has two. */
const twins: readonly (readonly string[])[] = [['gitcode.com', 'atomgit.com']];

/** The other domain of the same service; undefined where it has one only. */
export function twinOf(domain: string): string | undefined {
  return twins.find((domains) => domains.includes(domain))?.find((other) => other !== domain);
}

/** Where repositories of a host are found. The API's own domain counts too, with and without its `api.`. */
function rootsOf({ webUrl, authUrl, apiUrl }: Host): Place[] {
  const places = [webUrl, authUrl.replace(/\/oauth\/?$/, ''), apiUrl].flatMap((url) => placeOf(url) ?? []);
  const roots = places.flatMap(({ domain, path }) => {
    const plain = domain.replace(/^(api|www)\./, '');
    const known = twins.find((domains) => domains.includes(plain)) ?? [plain];
    return [{ domain, path }, ...known.map((twin) => ({ domain: twin, path }))];
  });
  return [...roots, ...roots.map(({ domain }) => ({ domain, path: [] }))];
}

const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/;

function placeOf(address: string): Place | undefined {
  const short = scp.exec(address);
  const url = short === null || address.includes('://') ? address : `ssh://${short[1] ?? ''}/${short[2] ?? ''}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(url);
  if (!/^(https?|ssh|git|git\+ssh):$/.test(protocol)) return undefined;
  const path = pathname.split('/').filter((segment) => segment !== '');
  const plain = hostname.toLowerCase().replace(/^www\./, '');
  // Only on this computer does a port tell one host from another: ssh and https of one host have different ones.
  const domain = plain === 'localhost' || plain === '127.0.0.1' ? `${plain}:${port}` : plain;
  return { domain, path: path.flatMap((segment) => decoded(segment)) };
}

function decoded(segment: string): string[] {
  try {
    return [decodeURIComponent(segment)];
  } catch {
    return [];
  }
}

/** What follows `root` in `path`; undefined where it does not begin so. */
function below(root: readonly string[], path: readonly string[]): readonly string[] | undefined {
  const inside = root.every((segment, index) => segment === path[index]);
  return inside ? path.slice(root.length) : undefined;
}
