import { window, workspace, type Uri } from 'vscode';
import { repositoryKey, type FileAddress, type RepositoryName } from '../../../domain/hosting/address.ts';
import { fileAddressOf } from '../../kit/uri.ts';

/** The active remote file if it belongs to `name`; undefined for a side of a comparison. */
export function shownFileOf(name: RepositoryName): FileAddress | undefined {
  const uri = window.activeTextEditor?.document.uri;
  const address = uri?.query === '' ? fileAddressOf(uri) : undefined;
  return isOf(address, name) ? address : undefined;
}

/** The workspace folder of `name`: the folder of the active file, else the first one. */
export function folderOf(name: RepositoryName): Uri | undefined {
  const shown = shownFileOf(name);
  const own = folders().filter((uri) => isOf(fileAddressOf(uri), name));
  return own.find((uri) => fileAddressOf(uri)?.ref === shown?.ref) ?? own[0];
}

/** The ref at which `name` is open; undefined for the default branch or if `name` is not open. */
export function activeEditorRef(name: RepositoryName): string | undefined {
  const shown = shownFileOf(name);
  if (shown !== undefined) return shown.ref;
  const folder = folderOf(name);
  return folder && fileAddressOf(folder)?.ref;
}

const folders = (): Uri[] => (workspace.workspaceFolders ?? []).map(({ uri }) => uri);

const isOf = (address: FileAddress | undefined, name: RepositoryName): boolean =>
  address !== undefined && repositoryKey(address) === repositoryKey(name);
