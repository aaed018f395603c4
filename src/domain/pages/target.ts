import * as v from 'valibot';
import { foldCase } from '../../core/text.ts';
import { readStored } from '../../core/storage.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const viewer = { host: text, account: v.optional(text) };

/** It is stored across restarts, so it is validated when it is read. */
const PageTarget = v.variant('kind', [
  v.object({ ...viewer, kind: v.literal('repository'), repository: text }),
  // The page shows the user as a member of this organization or enterprise.
  v.object({ ...viewer, kind: v.literal('user'), username: text, org: v.optional(text), enterprise: v.optional(text) }),
  v.object({ ...viewer, kind: v.picklist(['issue', 'pullRequest']), repository: text, number: text }),
  v.object({ ...viewer, kind: v.picklist(['branch', 'webhook']), repository: text, id: text }),
  v.object({ ...viewer, kind: v.picklist(['organization', 'enterprise', 'key']), id: text }),
]);
export type PageTarget = v.InferOutput<typeof PageTarget>;

type Viewing = Pick<Connection, 'host' | 'account'>;
const viewerOf = ({ host, account }: Viewing) => ({ host: host.id, account: account?.login });

/** The page of an issue or a pull request. */
export const recordPage = (
  viewing: Viewing,
  name: RepositoryName,
  kind: 'issue' | 'pullRequest',
  number: string,
): PageTarget => ({ kind, ...viewerOf(viewing), repository: fullName(name), number });

/** The page of a branch or a webhook. */
export const partPage = (
  viewing: Viewing & { readonly name: RepositoryName },
  kind: 'branch' | 'webhook',
  id: string,
): PageTarget => ({ kind, ...viewerOf(viewing), repository: fullName(viewing.name), id });

export const hostPage = (viewing: Viewing, kind: 'organization' | 'enterprise' | 'key', id: string): PageTarget => ({
  kind,
  ...viewerOf(viewing),
  id,
});

export const readPageTarget = (stored: unknown): PageTarget | undefined => readStored(PageTarget, stored);

export function pageKey(target: PageTarget): string {
  const { kind, host, account = '' } = target;
  const of = 'repository' in target ? target.repository : 'username' in target ? target.username : target.id;
  const part =
    'number' in target ? `#${target.number}` : 'repository' in target && 'id' in target ? `#${target.id}` : '';
  return `${kind}:${host}/${account}/${foldCase(of)}${part}`;
}

/** The lists whose changes affect a page of a repository or of a part of it. */
const lists: Readonly<Record<string, readonly string[]>> = {
  repository: ['repositories', 'milestones', 'releases'],
  issue: ['issues'],
  pullRequest: ['pullRequests'],
  branch: ['branches'],
  webhook: ['webhooks'],
};

/** Whether the page shows the record `id` in the list `subject` of a repository; without `id`, any of the list. */
export function showsChange(
  target: PageTarget,
  change: { host: string; subject: string; repository: string; id: string | undefined },
): boolean {
  if (!('repository' in target) || target.host !== change.host) return false;
  if (foldCase(target.repository) !== foldCase(change.repository)) return false;
  if (lists[target.kind]?.includes(change.subject) !== true) return false;
  // A rule of branches changes what a branch allows.
  const own = 'number' in target ? target.number : target.kind === 'webhook' ? target.id : undefined;
  return own === undefined || change.id === undefined || change.id === own;
}
