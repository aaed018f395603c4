import { isObject } from '../../core/text.ts';

interface Seen {
  readonly host: string;
  /** Undefined: signed out. */
  readonly account: string | undefined;
}

/** What a page shows. It outlives the window, so it is checked when it comes back. */
export type PageTarget =
  | (Seen & { readonly kind: 'repository'; readonly repository: string })
  | (Seen & {
      readonly kind: 'user';
      readonly username: string;
      /** Seen as a member of this organization or enterprise. */
      readonly org: string | undefined;
      readonly enterprise: string | undefined;
    })
  | (Seen & { readonly kind: 'issue'; readonly repository: string; readonly number: string });

/** The target that was kept; undefined where it is none. */
export function readPageTarget(kept: unknown): PageTarget | undefined {
  if (!isObject(kept)) return undefined;
  const text = (field: string): string | undefined => {
    const value = kept[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const host = text('host');
  const repository = text('repository');
  const username = text('username');
  const number = text('number');
  if (host === undefined) return undefined;
  const seen = { host, account: text('account') };
  if (kept.kind === 'user' && username !== undefined) {
    return { ...seen, kind: 'user', username, org: text('org'), enterprise: text('enterprise') };
  }
  if (repository === undefined) return undefined;
  if (kept.kind === 'repository') return { ...seen, kind: 'repository', repository };
  return kept.kind === 'issue' && number !== undefined ? { ...seen, kind: 'issue', repository, number } : undefined;
}

/** One text per page. */
export function pageKey(target: PageTarget): string {
  const of = target.kind === 'user' ? target.username : target.repository;
  const number = target.kind === 'issue' ? `#${target.number}` : '';
  return `${target.kind}:${target.host}/${target.account ?? ''}/${of.toLowerCase()}${number}`;
}

/** What of an overview page changes with which list of its repository. */
const onOverview: readonly string[] = ['repositories', 'milestones', 'releases'];

/** Whether the page shows what was changed: `id` in the list `subject` of a repository; without it any of the list. */
export function showsChange(
  target: PageTarget,
  {
    subject,
    host,
    repository,
    id,
  }: Pick<Seen, 'host'> & { subject: string; repository: string; id: string | undefined },
): boolean {
  if (target.kind === 'user' || target.host !== host) return false;
  if (target.repository.toLowerCase() !== repository.toLowerCase()) return false;
  if (target.kind === 'repository') return onOverview.includes(subject);
  return subject === 'issues' && (id === undefined || id === target.number);
}
