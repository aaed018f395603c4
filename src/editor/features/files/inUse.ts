import { window, workspace, Uri } from 'vscode';
import { repositoryKey, type FileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import { configurationPaths } from '../../../domain/rules/configurationFiles.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { InUse } from '../../../domain/repositories/refPoller.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { isWithheld } from '../../kit/withheldFiles.ts';
import { urisOf } from '../../kit/tabs.ts';

/** The remote files in tabs and the remote folders of the workspace. */
export function inUse(repositories: RemoteRepositories): InUse[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const pathsByRef = new Map<RemoteRef, Set<string>>();
  for (const uri of [...folders, ...tabUris()]) {
    const address = fileAddressOf(uri);
    if (address === undefined) continue;
    const remote = repositories.at(address);
    const open = pathsByRef.get(remote) ?? new Set<string>();
    pathsByRef.set(remote, open);
    if (address.path !== '') open.add(address.path);
  }
  return Array.from(pathsByRef, ([remote, open]) => ({ remote, open: [...open] }));
}

/** The addresses of all open files and folders of the repository `name` that the editor uses only if it is trusted. */
export function openConfiguration(name: RepositoryName): Uri[] {
  const { workspaceFile, workspaceFolders = [] } = workspace;
  const isOf = (uri: Uri): boolean => {
    const address = fileAddressOf(uri);
    return address !== undefined && repositoryKey(address) === repositoryKey(name);
  };
  const inFolders = workspaceFolders.flatMap(({ uri }) => configurationPaths.map((path) => Uri.joinPath(uri, path)));
  const inTabs = tabUris().filter((uri) => isWithheld(fileAddressOf(uri)?.path ?? ''));
  return [...inFolders, ...(workspaceFile === undefined ? [] : [workspaceFile]), ...inTabs].filter(isOf);
}

/** The address where the user works, of the repository `name` or of any: the active remote file, else the first folder. */
export function shownAddress(name?: RepositoryName): FileAddress | undefined {
  const activeUri = window.activeTextEditor?.document.uri;
  // A comparison shows other refs than the ref that the user works at.
  const uris = [
    activeUri?.query === '' ? activeUri : undefined,
    ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri),
  ];
  const fits = (one: FileAddress | undefined): boolean =>
    one !== undefined && (name === undefined || repositoryKey(one) === repositoryKey(name));
  return uris.map(fileAddressOf).find(fits);
}

/** Whether a tab shows `uri`, or is about to show it: the next request is for its bytes. */
export function isShown(uri: Uri): boolean {
  const wanted = uri.toString();
  return tabUris().some((one) => one.toString() === wanted);
}

const tabUris = (): Uri[] => window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(({ input }) => urisOf(input)));
