import { RelativePattern, window, workspace, type Uri } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import { Gathering } from '../../../core/gathering.ts';
import type { Log } from '../../../core/log.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { Lifetime } from '../../kit/lifetime.ts';

/** Milliseconds in which changes of files on disk are collected and then read together. */
const together = 100;

export interface DraftFolder {
  readonly folder: Uri;
  /** Creates the folder if it does not exist. */
  readonly make: () => Promise<void>;
}

/** Notices drafts that other windows save: through a file watcher, and whenever this window gets the focus. */
export class DraftWatch extends Lifetime {
  readonly #checkouts: CheckoutRegistry;
  readonly #log: Log;
  readonly #reading = this.add(new Gathering(() => this.#reload(), { wait: together, pause: () => together }));

  constructor(checkouts: CheckoutRegistry, { folder, make }: DraftFolder, log: Log) {
    super();
    this.#checkouts = checkouts;
    this.#log = log;
    this.add(window.onDidChangeWindowState(({ focused }) => focused && this.#reading.ask()));
    this.#watch(folder, make).catch((error: unknown) =>
      log.info(`drafts of other windows are seen with the focus only: ${messageOf(error)}`),
    );
  }

  async #watch(folder: Uri, make: DraftFolder['make']): Promise<void> {
    // A folder that does not exist cannot be watched.
    await make();
    const watcher = this.add(workspace.createFileSystemWatcher(new RelativePattern(folder, '**/*')));
    const soon = (): void => this.#reading.ask();
    watcher.onDidCreate(soon);
    watcher.onDidChange(soon);
    watcher.onDidDelete(soon);
  }

  async #reload(): Promise<void> {
    await this.#checkouts
      .reload()
      .catch((error: unknown) => this.#log.warn(`drafts cannot be read: ${messageOf(error)}`));
  }
}
