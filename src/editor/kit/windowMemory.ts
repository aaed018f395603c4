import { workspace, type ExtensionContext } from 'vscode';
import type { WindowMemory } from '../../domain/refs/windowRefs.ts';

/**
 * The storage of this window. The editor stores values by folder or workspace, and all empty windows of a browser share
 * one storage: in a window without a folder or workspace, values end with the window and are not stored.
 */
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
