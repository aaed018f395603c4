import type { RemoteRef } from '../../repositories/remoteRef.ts';
import type { Checkout } from './checkout.ts';

export type ReadableTree = Pick<RemoteRef, 'stat' | 'list' | 'read' | 'shown'>;

/** What is read at the address of `remote`: with its drafts, if it is a branch. */
export const readableTree = (remote: RemoteRef, checkout: Checkout | undefined): ReadableTree =>
  checkout?.workingTree ?? remote;
