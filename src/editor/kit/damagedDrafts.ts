import { commands, l10n, Uri } from 'vscode';
import { messageOf } from '../../core/errors.ts';
import type { Event } from '../../core/emitter.ts';
import { Gathering } from '../../core/gathering.ts';
import type { Log } from '../../core/log.ts';
import { Lifetime } from './lifetime.ts';
import { showMessage } from './messages/show.ts';

/** Milliseconds in which damaged drafts are collected for one message. */
const together = 500;

const mostOpened = 5;

/** Tells the user where damaged drafts are kept. `storage`: the folder of the storage. */
export class DamagedDrafts extends Lifetime {
  readonly #storage: Uri;
  readonly #log: Log;
  readonly #telling = this.add(new Gathering(() => this.#tell(), { wait: together, pause: () => together }));
  #files: Uri[] = [];

  constructor(drafts: { readonly onDidKeepDamaged: Event<string> }, storage: Uri, log: Log) {
    super();
    this.#storage = storage;
    this.#log = log;
    this.add(
      drafts.onDidKeepDamaged((name) => {
        const file = Uri.joinPath(this.#storage, name);
        log.warn(`a damaged draft is kept as ${file.fsPath}`);
        this.#files.push(file);
        this.#telling.ask();
      }),
    );
  }

  #tell(): Promise<void> {
    const files = this.#files.splice(0);
    const [first] = files;
    if (first === undefined) return Promise.resolve();
    const message =
      files.length === 1
        ? l10n.t('A draft is damaged on the disk and cannot be used. Its file is kept: {0}', first.fsPath)
        : l10n.t(
            '{0} drafts are damaged on the disk and cannot be used. Their files are kept in {1}',
            files.length,
            Uri.joinPath(first, '..').fsPath,
          );
    // Not awaited: the message stays until the user closes it.
    this.#offer(message, files).catch((error: unknown) => this.#log.warn(messageOf(error)));
    return Promise.resolve();
  }

  async #offer(message: string, files: readonly Uri[]): Promise<void> {
    const open = l10n.t('Open');
    if ((await showMessage('warning', message, [open])) !== open) return;
    for (const file of files.slice(0, mostOpened))
      await commands.executeCommand('vscode.open', file, { preview: false });
  }
}
