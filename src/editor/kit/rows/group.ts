import { l10n } from 'vscode';
import type { RepositoryPlace } from './place.ts';
import type { Children, Node, Row } from '../tree/node.ts';

export function group(id: string, row: Omit<Row, 'context'> & { readonly context?: string }, children: Children): Node {
  return { id, row: { context: id, ...row }, children };
}

/** `kind+flag+flag` with the flags that are true. */
export function context(kind: string, flags: Readonly<Record<string, boolean | undefined>>): string {
  return [kind, ...Object.keys(flags).filter((flag) => flags[flag] === true)].join('+');
}

export function described(...parts: readonly (string | undefined)[]): string | undefined {
  const defined = parts.filter((part) => part !== undefined && part !== '');
  return defined.length === 0 ? undefined : defined.join(' · ');
}

/** The flag of a repository of which a ref is available offline, or of this `ref`; undefined if it is not. */
export function offlineFlag({ knownRepositories, name }: RepositoryPlace, ref?: string): string | undefined {
  const offline = knownRepositories.get(name).offline ?? [];
  const isOffline = ref === undefined ? offline.length > 0 : offline.includes(ref);
  return isOffline ? l10n.t('offline') : undefined;
}
