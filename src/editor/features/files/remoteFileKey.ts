import { window } from 'vscode';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { urisOf } from '../../kit/tabs.ts';

/** Sets `sourcehost.remoteFile` for the active editor; `resourceScheme` also follows the selection of the Explorer. */
export class RemoteFileKey extends Lifetime {
  readonly #key = new ContextKey<boolean>('sourcehost.remoteFile');

  constructor() {
    super();
    const look = (): void => void this.#key.set(isRemote());
    this.add(window.tabGroups.onDidChangeTabs(look));
    this.add(window.tabGroups.onDidChangeTabGroups(look));
    look();
  }
}

function isRemote(): boolean {
  const { activeTab } = window.tabGroups.activeTabGroup;
  return urisOf(activeTab?.input).some(({ scheme }) => scheme === fileScheme);
}
