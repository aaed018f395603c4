import { Failure } from '../../../core/errors.ts';
import type { CopiedChange } from '../../../core/workingCopy.ts';
import type { Change } from '../drafts/draft.ts';
import type { ResolvedRef } from '../../refs/refs.ts';
import type { Checkout } from './checkout.ts';

export interface LocalCopy {
  readonly drafts: readonly Change[];
  readonly changes: readonly CopiedChange[];
  readonly head: ResolvedRef;
}

/** Merges the changes of the server first. @throws Failure `conflict` with the files that the user must resolve */
export async function copyDrafts(checkout: Checkout, signal: AbortSignal): Promise<LocalCopy> {
  const { committer, drafts, remote, workingTree } = checkout;
  if (!drafts.isEmpty) await committer.rebase(signal);
  const head = await remote.head({ signal });
  const changed = drafts.effectiveBelow('');
  const changes = changed.map(({ path, kind, mode }): CopiedChange => ({
    path,
    kind,
    mode,
    // A link is its target here, not the file that it leads to.
    read: async () =>
      (mode === '120000' ? await drafts.read(path) : undefined) ?? (await workingTree.read(path, { signal })),
  }));
  return { drafts: changed, changes, head };
}

/** @throws Failure `conflict` if the branch moved since `copyDrafts`: the clone may have another commit */
export async function checkUnmoved({ remote }: Checkout, { head }: LocalCopy, signal: AbortSignal): Promise<void> {
  await remote.checkNow({ signal });
  const now = await remote.head({ signal });
  if (now.commit !== head.commit)
    throw new Failure('conflict', `${head.name} moved during the clone`, { reason: 'branchMoved' });
}
