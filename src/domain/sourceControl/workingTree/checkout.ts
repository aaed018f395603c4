import type { Storage } from '../../../core/storage.ts';
import type { Blobs } from '../../objects/blobs.ts';
import { Committer } from '../commit/committer.ts';
import type { CommitMethod } from '../commit/commitPlan.ts';
import type { DraftBranch } from '../drafts/draft.ts';
import { DraftEvents } from '../drafts/draftEvents.ts';
import { Drafts } from '../drafts/drafts.ts';
import { WorkingTree } from './workingTree.ts';
import { RemoteBranchWriter, type OnCommitted } from '../commit/remoteBranchWriter.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';
import type { PushingGit } from '../commit/gitBranchPushes.ts';
import type { Source } from '../../hosts/source.ts';

/** A branch as one account edits it, at one of its addresses. `repo` and `repo@main` share their drafts. */
export interface Checkout {
  readonly branch: DraftBranch;
  readonly remote: RemoteRef;
  readonly drafts: Drafts;
  readonly workingTree: WorkingTree;
  readonly committer: Committer;
}

interface CheckoutParts extends Pick<Checkout, 'branch' | 'remote' | 'drafts'> {
  readonly blobs: Blobs;
  readonly source: Source;
  readonly storage: Storage;
  readonly labels: { readonly mine: string; readonly theirs: string };
  readonly onCommitted: OnCommitted;
  /** Undefined: commits are sent without git. */
  readonly pushing?: Pushing | undefined;
}

export interface Pushing {
  readonly git: PushingGit;
  readonly method: () => CommitMethod;
}

/** Creates the parts of a checkout, and the `DraftEvents` that turn changes of drafts into file changes. */
export function createCheckout(parts: CheckoutParts): {
  readonly checkout: Checkout;
  readonly events: DraftEvents;
} {
  const { branch, remote, drafts, blobs, source, onCommitted, pushing } = parts;
  const git = pushing && { git: pushing.git, account: branch.account };
  const remoteBranch = new RemoteBranchWriter(remote, blobs, source, branch.branch, onCommitted, git);
  const workingTree = new WorkingTree(remote, drafts, blobs, source);
  const lfs = remote.lfs && { contents: remote.lfs, source, branch: branch.branch };
  const { storage, labels } = parts;
  const method = pushing?.method;
  const committer = new Committer({ drafts, remoteBranch, storage, labels, rules: workingTree.rules, method, lfs });
  return {
    checkout: { branch, remote, drafts, workingTree, committer },
    events: new DraftEvents(drafts, (path) => workingTree.changes.committedAt(path)),
  };
}

/** Loads the drafts of `branch` from `storage`. `blob`, `onDamaged`: see `DraftStore`. */
export async function openDrafts(
  storage: Storage,
  branch: DraftBranch,
  blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>,
  onDamaged: (name: string) => void,
): Promise<Drafts> {
  const drafts = new Drafts(storage, branch, blob, onDamaged);
  await drafts.load();
  return drafts;
}
