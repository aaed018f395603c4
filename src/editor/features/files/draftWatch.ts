import { RelativePattern, window, workspace, type Uri } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import { Gathering } from '../../../core/gathering.ts';
import type { Log } from '../../../core/log.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { Lifetime } from '../../kit/lifetime.ts';

/** Milliseconds in which changes of files on disk are collected and then read together. */
const together = 100;

/**
 * Notices drafts that other windows save: through a file watcher, and whenever this window gets the focus. `make`: creates
 * `folder` if it does not exist.
 */
export function watchDrafts(
  checkouts: CheckoutRegistry,
  { folder, make }: { readonly folder: Uri; readonly make: () => Promise<void> },
  log: Log,
  lifetime: Lifetime,
): void {
  const reload = async (): Promise<void> =>
    await checkouts.reload().catch((error: unknown) => log.warn(`drafts cannot be read: ${messageOf(error)}`));
  const reading = lifetime.add(new Gathering(reload, { wait: together, pause: () => together }));
  const soon = (): void => reading.ask();
  lifetime.add(window.onDidChangeWindowState(({ focused }) => focused && soon()));
  const watch = async (): Promise<void> => {
    // A folder that does not exist cannot be watched.
    await make();
    const watcher = lifetime.add(workspace.createFileSystemWatcher(new RelativePattern(folder, '**/*')));
    watcher.onDidCreate(soon);
    watcher.onDidChange(soon);
    watcher.onDidDelete(soon);
  };
  watch().catch((error: unknown) =>
    log.info(`drafts of other windows are seen with the focus only: ${messageOf(error)}`),
  );
}
