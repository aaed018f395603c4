import type { Organization } from '../../api/record/organization.ts';
import { withoutEnd } from '../../core/text.ts';
import { fullName, type RepositoryName } from './address.ts';
import type { Host } from './hosts.ts';

const encode = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The web page of a repository, or of an item in it: `'tree', 'main'` or `'issues', '12'`. A ref keeps its slashes. */
export function webAddress(host: Pick<Host, 'webUrl'>, name: RepositoryName, ...place: readonly string[]): string {
  return pageBelow(webAddressOf(host, fullName(name)), ...place);
}

/** As `webAddress`, below the page of a repository: see `KnownRepositories.page`. */
export function pageBelow(page: string, ...place: readonly string[]): string {
  return [withoutEnd(page, '/'), ...place.map(encode)].join('/');
}

export function referencePage(
  host: Pick<Host, 'webUrl'>,
  name: RepositoryName,
  { kind, number }: { readonly kind: 'issue' | 'pullRequest'; readonly number: string },
): string {
  return webAddress(host, name, kind === 'issue' ? 'issues' : 'merge_requests', number);
}

export function webAddressOf(host: Pick<Host, 'webUrl'>, path: string): string {
  return `${withoutEnd(host.webUrl, '/')}/${encode(path)}`;
}

/** Undefined unless `address` can be a web page: http or https, and not an address of the API. */
export function pageAddressOrNone(address: string | undefined): string | undefined {
  const safe = webAddressOrNone(address);
  return safe === undefined || new URL(safe).pathname.startsWith('/api/v') ? undefined : safe;
}

/** Undefined unless `address` is http or https: other addresses from a service are never opened. */
export function webAddressOrNone(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

/** Undefined if the record has no address, or an address of the API. */
export function organizationPage({ url }: Pick<Organization, 'url'>): string | undefined {
  const page = webAddressOrNone(url);
  return page === undefined || /\/api\//.test(page) ? undefined : page;
}
