import { window, workspace } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { ContextKey } from '../../kit/context.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { TextSearchView } from './view.ts';

/** Declares the search view. `load` is called when it is shown for the first time. */
export function registerTextSearch(load: () => Promise<TextSearchView>): Disposable {
  const lifetime = new Lifetime();
  const hasRemoteFolder = new ContextKey<boolean>('sourcehost.hasRemoteFolder');
  const update = (): void => {
    const has = (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === fileScheme);
    void hasRemoteFolder.set(has);
  };
  lifetime.add(workspace.onDidChangeWorkspaceFolders(update));
  update();
  lifetime.add(
    window.registerWebviewViewProvider('sourcehost.textSearch', {
      resolveWebviewView: async (view) => (await load()).resolve(view),
    }),
  );
  return lifetime;
}
