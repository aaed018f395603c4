import { l10n } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fullName, repositoryKey } from '../../../domain/hosts/address.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { showMessage } from '../../kit/messages/show.ts';
import type { RemoteFileSystem } from './remoteFileSystem.ts';

/** Says once for each repository that a listed folder has names that are not shown. */
export function tellHiddenNames(files: Pick<RemoteFileSystem, 'onDidList'>, log: Log, lifetime: Lifetime): void {
  const told = new Set<string>();
  const look = async (remote: RemoteRef, path: string): Promise<void> => {
    const key = repositoryKey(remote.name);
    if (told.has(key)) return;
    const count = await remote.hidden(path);
    if (count === 0 || told.has(key)) return;
    told.add(key);
    const folder = path === '' ? fullName(remote.name) : `${fullName(remote.name)}/${path}`;
    const message =
      count === 1
        ? l10n.t('1 file or folder in {0} is not shown because of its name.', folder)
        : l10n.t('{0} files and folders in {1} are not shown because of their names.', count, folder);
    const why = l10n.t('Git refuses to check them out.');
    await showMessage('information', `${message} ${why} ${l10n.t('A commit leaves such files as they are.')}`);
  };
  lifetime.add(
    files.onDidList(({ remote, path }) => {
      look(remote, path).catch((error: unknown) => log.warn(messageOf(error)));
    }),
  );
}
