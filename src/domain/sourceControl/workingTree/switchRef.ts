import { isFailure, throwIfCancelled } from '../../../core/errors.ts';
import type { RepositoryName } from '../../hosts/address.ts';
import type { RequestOptions } from '../../hosts/source.ts';
import type { ResolvedRef } from '../../refs/refs.ts';
import type { FileChange } from '../../repositories/fileChanges.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';
import type { RemoteRepositories } from '../../repositories/remoteRepositories.ts';
import { switchedFiles } from '../../repositories/switchedFiles.ts';
import type { CheckoutRegistry } from './checkoutRegistry.ts';
import { changesOfDrafts } from './switchedDrafts.ts';

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
