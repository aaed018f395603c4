import { isObject, foldCase } from '../../core/text.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';

interface Viewer {
  readonly host: string;
  readonly account: string | undefined;
}

/** It is stored across restarts, so it is validated when it is read. */
export type PageTarget =
  | (Viewer & { readonly kind: 'repository'; readonly repository: string })
  | (Viewer & {
      readonly kind: 'user';
      readonly username: string;
      /** The page shows the user as a member of this organization or enterprise. */
      readonly org: string | undefined;
      readonly enterprise: string | undefined;
    })
  | (Viewer & { readonly kind: 'issue' | 'pullRequest'; readonly repository: string; readonly number: string });

/** The page of an issue or a pull request. */
export const recordPage = (
  { host, account }: Pick<Connection, 'host' | 'account'>,
  name: RepositoryName,
  kind: 'issue' | 'pullRequest',
  number: string,
): PageTarget => ({ kind, host: host.id, account: account?.login, repository: fullName(name), number });

export function readPageTarget(stored: unknown): PageTarget | undefined {
  if (!isObject(stored)) return undefined;
  const text = (field: string): string | undefined => {
    const value = stored[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const host = text('host');
  const repository = text('repository');
  const username = text('username');
  const number = text('number');
  if (host === undefined) return undefined;
  const seen = { host, account: text('account') };
  if (stored.kind === 'user' && username !== undefined) {
    return { ...seen, kind: 'user', username, org: text('org'), enterprise: text('enterprise') };
  }
  if (repository === undefined) return undefined;
  if (stored.kind === 'repository') return { ...seen, kind: 'repository', repository };
  const { kind } = stored;
  return isNumbered(kind) && number !== undefined ? { ...seen, kind, repository, number } : undefined;
}

const isNumbered = (kind: unknown): kind is 'issue' | 'pullRequest' => kind === 'issue' || kind === 'pullRequest';

export function pageKey(target: PageTarget): string {
  const of = target.kind === 'user' ? target.username : target.repository;
  const number = 'number' in target ? `#${target.number}` : '';
  return `${target.kind}:${target.host}/${target.account ?? ''}/${foldCase(of)}${number}`;
}

/** The lists of a repository whose changes affect its overview page. */
const onOverview: readonly string[] = ['repositories', 'milestones', 'releases'];

/** Whether the page shows the record `id` in the list `subject` of a repository; without `id`, any of the list. */
export function showsChange(
  target: PageTarget,
  {
    subject,
    host,
    repository,
    id,
  }: Pick<Viewer, 'host'> & { subject: string; repository: string; id: string | undefined },
): boolean {
  if (target.kind === 'user' || target.host !== host) return false;
  if (foldCase(target.repository) !== foldCase(repository)) return false;
  if (target.kind === 'repository') return onOverview.includes(subject);
  return subject === `${target.kind}s` && (id === undefined || id === target.number);
}
