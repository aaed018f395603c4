import type { FileReason } from '../core/errors.ts';
import type { Head } from './refs.ts';
import type { KnownFacts } from './known.ts';

/** Why files cannot be changed where they are. */
export type ReadOnlyReason = Extract<FileReason, 'isTag' | 'isCommit' | 'isArchived' | 'notAllowed'>;

/** Why nothing can be changed at `head`, as far as is known; undefined: it can, or nobody said that it cannot. */
export function readOnlyReason(head: Pick<Head, 'kind'>, facts: KnownFacts): ReadOnlyReason | undefined {
  if (head.kind === 'tag') return 'isTag';
  if (head.kind === 'commit') return 'isCommit';
  if (facts.archived === true) return 'isArchived';
  return facts.canPush === false ? 'notAllowed' : undefined;
}
