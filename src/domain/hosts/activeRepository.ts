import * as v from 'valibot';
import { foldCase } from '../../core/text.ts';
import { isSafeName, repositoryKey, type RepositoryName } from './address.ts';
import type { Host } from './hosts.ts';

export interface RepositoryAt {
  readonly name: RepositoryName;
  /** Login; undefined: the preferred account. */
  readonly account: string | undefined;
}

export function sameRepository(one: RepositoryAt | undefined, other: RepositoryAt | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return repositoryKey(one.name) === repositoryKey(other.name);
}

const SafeName = v.pipe(v.string(), v.check(isSafeName));

export const StoredRepositoryName = v.object({ host: v.string(), owner: SafeName, repo: SafeName });

export const StoredRepositoryAt = v.pipe(
  v.object({ name: StoredRepositoryName, account: v.optional(v.string()) }),
  v.transform(({ name, account }): RepositoryAt => ({ name, account })),
);

/** Sources of the active repository, the strongest first. */
export interface Candidates<T> {
  readonly locked: T | undefined;
  readonly editor: T | undefined;
  /** The repositories of the open folders, remote or local, in their order. */
  readonly folders: readonly T[];
  readonly chosen: T | undefined;
}

export function activeOf<T>({ locked, editor, folders, chosen }: Candidates<T>): T | undefined {
  return locked ?? editor ?? folders[0] ?? chosen;
}

export interface Remote {
  readonly name: string;
  /** Where git reads: as git uses it, then as it is written; then the same of where it writes. */
  readonly addresses: readonly string[];
  /** Where git writes: as git uses it, then as it is written. */
  readonly pushAddresses: readonly string[];
}

/** By its git remotes: `upstream`, else `origin`, else the first of a known host. Undefined if there is none. */
export function repositoryOfRemotes(
  remotes: readonly Remote[],
  upstream: string | undefined,
  hosts: readonly Host[],
): RepositoryName | undefined {
  const rank = ({ name }: Remote): number => (name === upstream ? 0 : name === 'origin' ? 1 : 2);
  return firstRepository(
    remotes.toSorted((one, other) => rank(one) - rank(other)).flatMap(({ addresses }) => addresses),
    hosts,
  );
}

/** The repository of the first of `addresses` that belongs to a known host; undefined if no address belongs to one. */
export function firstRepository(addresses: readonly string[], hosts: readonly Host[]): RepositoryName | undefined {
  for (const address of addresses) {
    const repository = repositoryOfAddress(address, hosts);
    if (repository !== undefined) return repository;
  }
  return undefined;
}

/** Whether a git remote is that of `name`, by the first of its addresses that belongs to a known host. */
export function isRemoteOf(
  { addresses }: Pick<Remote, 'addresses'>,
  name: RepositoryName,
  hosts: readonly Host[],
): boolean {
  const repository = firstRepository(addresses, hosts);
  return repository !== undefined && repositoryKey(repository) === repositoryKey(name);
}

/** `address`: https, ssh, or `git@host:owner/repo`. Undefined if it belongs to no known host. */
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

const twins: readonly (readonly string[])[] = [['gitcode.com', 'atomgit.com']];

export function twinOf(domain: string): string | undefined {
  return twins.find((domains) => domains.includes(domain))?.find((other) => other !== domain);
}

/** The roots below which a host has its repositories. The domain of the API counts too, with and without `api.`. */
function rootsOf({ webUrl, authUrl, apiUrl }: Host): Place[] {
  const places = [webUrl, authUrl.replace(/\/oauth\/?$/, ''), apiUrl].flatMap((url) => placeOf(url) ?? []);
  const roots = places.flatMap(({ domain, path }) => {
    const plain = domain.replace(/^(api|www)\./, '');
    const domains = twins.find((domains) => domains.includes(plain)) ?? [plain];
    return [{ domain, path }, ...domains.map((twin) => ({ domain: twin, path }))];
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
  const plain = foldCase(hostname).replace(/^www\./, '');
  // The port is compared only on this computer: ssh and https of one host have different ports.
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

function below(root: readonly string[], path: readonly string[]): readonly string[] | undefined {
  const inside = root.every((segment, index) => segment === path[index]);
  return inside ? path.slice(root.length) : undefined;
}
