import { l10n, type Event } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fullName, repositoryKey } from '../../../domain/hosts/address.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { showMessage } from '../../kit/messages/show.ts';

interface ListedFolder {
  readonly remote: RemoteRef;
  readonly path: string;
}

/** Says once for each repository that a listed folder has names that are not shown. */
export class HiddenNames extends Lifetime {
  readonly #log: Log;
  readonly #notifiedRepositories = new Set<string>();

  constructor(files: { readonly onDidList: Event<ListedFolder> }, log: Log) {
    super();
    this.#log = log;
    this.add(
      files.onDidList((folder) => {
        this.#look(folder).catch((error: unknown) => this.#log.warn(messageOf(error)));
      }),
    );
  }

  async #look({ remote, path }: ListedFolder): Promise<void> {
    const key = repositoryKey(remote.name);
    if (this.#notifiedRepositories.has(key)) return;
    const count = await remote.hidden(path);
    if (count === 0 || this.#notifiedRepositories.has(key)) return;
    this.#notifiedRepositories.add(key);
    const folder = path === '' ? fullName(remote.name) : `${fullName(remote.name)}/${path}`;
    const why = l10n.t('Git refuses to check them out.');
    const message =
      count === 1
        ? l10n.t('1 file or folder in {0} is not shown because of its name.', folder)
        : l10n.t('{0} files and folders in {1} are not shown because of their names.', count, folder);
    await showMessage('information', `${message} ${why} ${stays()}`);
  }
}

const stays = (): string => l10n.t('A commit leaves such files as they are.');
