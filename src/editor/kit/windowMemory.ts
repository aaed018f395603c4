import { workspace, type ExtensionContext } from 'vscode';
import type { WindowMemory } from '../../domain/refs/windowRefs.ts';

/** Empty windows of a browser share one storage of the editor, so a window without a folder stores nothing. */
export function windowMemory({ workspaceState }: Pick<ExtensionContext, 'workspaceState'>): WindowMemory {
  const isEmpty = workspace.workspaceFile === undefined && (workspace.workspaceFolders ?? []).length === 0;
  return isEmpty ? unstoredMemory() : workspaceState;
}

function unstoredMemory(): WindowMemory {
  const values = new Map<string, unknown>();
  return {
    get: (key) => values.get(key),
    update: (key, value) => Promise.resolve(values.set(key, value)).then(() => undefined),
  };
}
