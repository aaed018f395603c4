import { isFailure, throwIfCancelled } from '../../../core/errors.ts';
import type { RepositoryName } from '../../hosts/address.ts';
import type { RequestOptions } from '../../hosts/source.ts';
import type { ResolvedRef } from '../../refs/refs.ts';
import type { FileChange } from '../../repositories/fileChanges.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';
import type { RemoteRepositories } from '../../repositories/remoteRepositories.ts';
import { foldersAbove } from '../drafts/changeTree.ts';
import { isFolder, isGone } from '../drafts/draft.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutRegistry } from './checkoutRegistry.ts';

export interface SwitchOptions {
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
  readonly open: () => readonly string[];
  readonly isUnsaved: () => boolean;
  /** Saves them: they become drafts of the branch `before`. Rejects if they cannot be saved, or if the user refuses. */
  readonly save: (before: ResolvedRef | undefined) => Promise<void>;
}

/**
 * Like a checkout: the address of `name` without a ref stands for `ref`; drafts stay with their branch.
 * Nothing changes where it rejects or is there already. @throws Failure `missing` if the ref does not exist
 */
export async function switchRef(
  name: RepositoryName,
  ref: string,
  parts: SwitchOptions,
  options: RequestOptions,
): Promise<ResolvedRef> {
  const { repositories } = parts;
  for (;;) {
    const before = repositories.at({ ...name, ref: undefined });
    const after = repositories.afterSwitch(name, ref);
    const current = await headOf(before, options);
    const head = await after.head(options);
    if (before === after || (current?.kind === head.kind && current.name === head.name)) return head;
    if (after.isDue) await after.check([], options).catch(throwUnlessOffline);
    if (await switchOnce(before, after, ref, { ...parts, current }, options)) return await after.head(options);
    throwIfCancelled(options.signal);
  }
}

/** Resolves with false, and changes nothing, if something changed while the refs were compared. */
async function switchOnce(
  before: RemoteRef,
  after: RemoteRef,
  ref: string,
  {
    repositories,
    checkouts,
    open,
    isUnsaved,
    save,
    current,
  }: SwitchOptions & { readonly current: ResolvedRef | undefined },
  options: RequestOptions,
): Promise<boolean> {
  const [old, next] = [current && (await checkouts.of(before)), await checkouts.of(after)];
  if (isUnsaved()) await save(current);
  const edits = { count: 0 };
  const listeners = [old, next].flatMap((one) => one?.drafts.onDidChange(() => (edits.count += 1)) ?? []);
  try {
    const compared = await switchedFiles(before, after, open(), options);
    const drafted = await changesOfDrafts(
      { remote: before, checkout: old },
      { remote: after, checkout: next },
      options,
    );
    const isShown = repositories.isShown(before) && compared.isCurrent();
    if (!isShown || edits.count > 0 || isUnsaved()) return false;
    // From here to the reports nothing waits, so no request of the editor comes in between.
    compared.takeOver();
    const hidden = new Set(drafted.paths);
    const changes = compared.changes.filter(({ path }) => !hidden.has(path));
    const isWritable = old !== undefined;
    const reread = isWritable === (next !== undefined) ? [] : open().map(changed);
    const switching = repositories.switchTo(before.name, ref, [...changes, ...reread]);
    checkouts.reportSwitch(next ?? old, drafted);
    await switching;
    return true;
  } finally {
    for (const listener of listeners) listener.dispose();
  }
}

/** The editor asks again whether the file is read-only. */
const changed = (path: string): FileChange => ({ path, type: 'changed', sha: undefined });

/** Undefined if the ref that is shown cannot be read, such as a deleted branch. */
async function headOf(remote: RemoteRef, options: RequestOptions): Promise<ResolvedRef | undefined> {
  try {
    return await remote.head(options);
  } catch (error) {
    if (isFailure(error, 'cancelled')) throw error;
    return undefined;
  }
}

/** Without the service, a ref is shown as it was last seen. */
function throwUnlessOffline(error: unknown): void {
  if (!isFailure(error, 'unreachable', 'timeout', 'throttled', 'broken')) throw error;
}

interface SwitchedFiles {
  readonly changes: readonly FileChange[];
  /** Whether neither ref moved since, and the editor was told about no other folder. */
  readonly isCurrent: () => boolean;
  /** The editor is told `changes`: from now on `after` reports what changes since. */
  readonly takeOver: () => void;
}

/** Compares listed folders and the files `open`. If `before` was never read, every entry of the root is new. */
async function switchedFiles(
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

/** One side of a switch: a ref, and its checkout if it is a branch. */
interface SwitchSide {
  readonly remote: RemoteRef;
  readonly checkout: Checkout | undefined;
}

interface SwitchedDrafts {
  /** Paths with a draft, or with an own commit that the ref does not include yet, on either side. */
  readonly paths: readonly string[];
  readonly changes: readonly FileChange[];
}

/** What a reader of `before` finds changed at `after`, of the paths that drafts or own commits change on either side. */
async function changesOfDrafts(
  before: SwitchSide,
  after: SwitchSide,
  options: RequestOptions,
): Promise<SwitchedDrafts> {
  const sides = [before, after].map(({ checkout }) => checkout?.workingTree.changes.paths() ?? []);
  const paths = [...new Set(sides.flat())];
  const folders = new Set(paths.flatMap((path) => [...foldersAbove(path)]));
  const changes: FileChange[] = [];
  for (const path of [...folders, ...paths]) {
    const [was, is] = [await entryAt(before, path, options), await entryAt(after, path, options)];
    if (was === undefined && is === undefined) continue;
    if (was === undefined) changes.push({ path, type: 'created', sha: is?.sha });
    else if (is === undefined) changes.push({ path, type: 'deleted', sha: undefined });
    else if (was.sha !== is.sha && !is.isFolder) changes.push({ path, type: 'changed', sha: is.sha });
  }
  return { paths, changes };
}

interface Entry {
  readonly sha: string | undefined;
  readonly isFolder: boolean;
}

async function entryAt(
  { remote, checkout }: SwitchSide,
  path: string,
  options: RequestOptions,
): Promise<Entry | undefined> {
  const local = checkout?.workingTree.changes;
  const change = local?.effective(path);
  if (isGone(change)) return undefined;
  if (change !== undefined) return { sha: change.sha, isFolder: isFolder(change) };
  if (local?.addsBelow(path) === true) return { sha: undefined, isFolder: true };
  const entry = await remote.tree?.find(path, options);
  return entry && { sha: entry.sha, isFolder: entry.kind === 'folder' };
}
