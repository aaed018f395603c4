import { window } from 'vscode';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { urisOf } from './inUse.ts';

/** Sets `sourcehost.remoteFile` for the active editor; `resourceScheme` also follows the selection of the Explorer. */
export class RemoteFileKey {
  readonly #key = new ContextKey<boolean>('sourcehost.remoteFile');
  readonly #listeners: readonly { dispose(): void }[];

  constructor() {
    const look = (): void => void this.#key.set(isRemote());
    this.#listeners = [window.tabGroups.onDidChangeTabs(look), window.tabGroups.onDidChangeTabGroups(look)];
    look();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }
}

function isRemote(): boolean {
  const { activeTab } = window.tabGroups.activeTabGroup;
  return activeTab !== undefined && urisOf(activeTab).some(({ scheme }) => scheme === fileScheme);
}
