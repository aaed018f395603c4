import {
  TabInputCustom,
  TabInputNotebook,
  TabInputText,
  TabInputTextDiff,
  window,
  workspace,
  type Tab,
  type Uri,
} from 'vscode';
import type { Files } from '../../domain/files.ts';
import type { InUse } from '../../domain/follower.ts';
import type { RepositoryFiles } from '../../domain/repositoryFiles.ts';
import { fileAddressOf } from '../kit/uri.ts';

/** What is open in tabs and as folders of the workspace. */
export function inUse(files: Files): InUse[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs.flatMap(urisOf));
  const found = new Map<RepositoryFiles, Set<string>>();
  for (const uri of [...folders, ...tabs]) {
    const address = fileAddressOf(uri);
    if (address === undefined) continue;
    const at = files.at(address);
    const open = found.get(at) ?? new Set<string>();
    found.set(at, open);
    if (address.path !== '') open.add(address.path);
  }
  return Array.from(found, ([at, open]) => ({ files: at, open: [...open] }));
}

/** Whether a tab shows `uri`, or is about to: its bytes are asked for next. */
export function isShown(uri: Uri): boolean {
  const wanted = uri.toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some((tab) => urisOf(tab).some((one) => one.toString() === wanted)),
  );
}

function urisOf({ input }: Tab): Uri[] {
  if (input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook) {
    return [input.uri];
  }
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}
