import type { RequestOptions } from '../hosts/source.ts';
import type { FileChange } from './fileChanges.ts';
import type { RemoteRef } from './remoteRef.ts';

export interface SwitchedFiles {
  readonly changes: readonly FileChange[];
  /** Whether neither ref moved since, and the editor was told about no other folder. */
  readonly isCurrent: () => boolean;
  /** The editor is told `changes`: from now on `after` reports what changes since. */
  readonly takeOver: () => void;
}

/** Compares listed folders and the files `open`. If `before` was never read, every entry of the root is new. */
export async function switchedFiles(
  before: RemoteRef,
  after: RemoteRef,
  open: readonly string[],
  options: RequestOptions,
): Promise<SwitchedFiles> {
  const is = await after.snapshot(options);
  const was = before.tree;
  const { folders } = before.reporter;
  const changes =
    was === undefined ? await rootOf(after, options) : await before.reporter.changesTo(is, was, open, options);
  return {
    changes,
    isCurrent: () => before.tree === was && after.tree === is && before.reporter.folders === folders,
    takeOver: () => after.reporter.takeOver(before.reporter, changes, is.root),
  };
}

async function rootOf(remote: RemoteRef, options: RequestOptions): Promise<readonly FileChange[]> {
  const listed = await remote.list('', options);
  return Array.from(listed.keys(), (path) => ({ path, type: 'created', sha: undefined }));
}
