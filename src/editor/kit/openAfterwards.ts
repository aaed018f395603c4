import * as v from 'valibot';
import { commands, Uri, workspace, type Memento } from 'vscode';
import { readStored } from '../../core/storage.ts';

export type OpenMode = 'thisWindow' | 'newWindow' | 'addToWorkspace';

export interface OpenTarget {
  readonly uri: Uri;
  readonly isFolder: boolean;
}

const key = 'openAfterwards';
const Stored = v.object({
  folder: v.string(),
  uri: v.optional(v.string()),
  isFolder: v.optional(v.boolean()),
  until: v.number(),
});
/** Milliseconds for which another window may take over the stored target. */
const takeOverTimeout = 60_000;

/** The target is stored until the window of the folder has started: opening a folder restarts the extensions. */
export class OpenAfterwards {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  /** Resolves when the target is shown, if this window stays open. */
  async open(folder: Uri, target: OpenTarget | undefined, mode: OpenMode): Promise<void> {
    if (isOpen(folder.toString()) && mode !== 'newWindow') {
      if (target !== undefined) await show(target);
      else if (workspace.workspaceFolders?.length === 1) await commands.executeCommand('workbench.view.explorer');
      else await show({ uri: folder, isFolder: true });
      return;
    }
    await this.#remember(folder, target);
    if (mode === 'addToWorkspace') {
      workspace.updateWorkspaceFolders(workspace.workspaceFolders?.length ?? 0, 0, { uri: folder });
      await appeared(folder);
      await this.resume();
      return;
    }
    const options = mode === 'newWindow' ? { forceNewWindow: true } : { forceReuseWindow: true };
    await commands.executeCommand('vscode.openFolder', folder, options);
  }

  async replace(old: Uri, folder: Uri, target: OpenTarget | undefined): Promise<void> {
    const folders = workspace.workspaceFolders ?? [];
    const index = folders.findIndex(({ uri }) => uri.toString() === old.toString());
    if (workspace.workspaceFile === undefined || index < 0) {
      await this.open(folder, target, 'thisWindow');
      return;
    }
    await this.#remember(folder, target);
    workspace.updateWorkspaceFolders(index, 1, { uri: folder });
    await appeared(folder);
    await this.resume();
  }

  /** Shows the target that an earlier window or start stored for this folder. */
  async resume(): Promise<void> {
    const stored = readStored(Stored, this.#state.get(key));
    if (stored === undefined) return;
    const here = isOpen(stored.folder);
    if (!here && stored.until > Date.now()) return;
    await this.#state.update(key, undefined);
    if (!here || stored.uri === undefined) return;
    await show({ uri: Uri.parse(stored.uri, true), isFolder: stored.isFolder === true });
  }

  async #remember(folder: Uri, target: OpenTarget | undefined): Promise<void> {
    const until = Date.now() + takeOverTimeout;
    const { uri, isFolder } = target ?? {};
    await this.#state.update(key, { folder: folder.toString(), uri: uri?.toString(), isFolder, until });
  }
}

const isOpen = (folder: string): boolean =>
  (workspace.workspaceFolders ?? []).some(({ uri }) => uri.toString() === folder);

async function show({ uri, isFolder }: OpenTarget): Promise<void> {
  await commands.executeCommand(isFolder ? 'revealInExplorer' : 'vscode.open', uri);
}

async function appeared(folder: Uri): Promise<void> {
  if (isOpen(folder.toString())) return;
  await new Promise<void>((resolve) => {
    const listener = workspace.onDidChangeWorkspaceFolders(() => {
      if (!isOpen(folder.toString())) return;
      listener.dispose();
      resolve();
    });
  });
}
