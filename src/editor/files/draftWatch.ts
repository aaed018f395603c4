import { RelativePattern, window, workspace, type Uri } from 'vscode';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { EditedBranches } from '../../domain/editedBranches.ts';

/** Milliseconds in which what is written together is read together. */
const together = 100;

/** Where drafts are on this computer. */
export interface DraftFolder {
  readonly folder: Uri;
  /** Makes the folder where it does not exist yet. */
  readonly make: () => Promise<void>;
}

/** Notices what other windows save: as soon as the disk tells, and whenever the window gets the focus. */
export class DraftWatch {
  readonly #branches: EditedBranches;
  readonly #log: Log;
  readonly #listeners: { dispose(): void }[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(branches: EditedBranches, { folder, make }: DraftFolder, log: Log) {
    this.#branches = branches;
    this.#log = log;
    this.#listeners = [window.onDidChangeWindowState(({ focused }) => focused && this.#soon())];
    this.#watch(folder, make).catch((error: unknown) =>
      log.info(`drafts of other windows are seen with the focus only: ${messageOf(error)}`),
    );
  }

  dispose(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
  }

  async #watch(folder: Uri, make: DraftFolder['make']): Promise<void> {
    // What is not there cannot be watched.
    await make();
    if (this.#ended) return;
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '**/*'));
    const soon = (): void => this.#soon();
    watcher.onDidCreate(soon);
    watcher.onDidChange(soon);
    watcher.onDidDelete(soon);
    this.#listeners.push(watcher);
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#branches.reload().catch((error: unknown) => this.#log.warn(`drafts cannot be read: ${messageOf(error)}`));
    }, together);
  }
}
