import { TabInputNotebook, TabInputText, window, workspace, type Uri } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { repositoryKey, type FileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import { toUri } from '../arguments.ts';
import { fileAddressOf } from '../uri.ts';

/** `given`, else the file in the active editor. @throws Failure `invalid` if none is open */
export function givenOrShown(given: Uri | string | undefined): Uri {
  const uri = given === undefined ? window.activeTextEditor?.document.uri : toUri(given);
  if (uri === undefined) throw new Failure('invalid', 'no file is open', { field: 'uri', reason: 'noOpenFile' });
  return uri;
}

/** The active remote file if it belongs to `name`; undefined for a side of a comparison. */
export function shownFileOf(name: RepositoryName): FileAddress | undefined {
  const address = shownAddress();
  return isOf(address, name) ? address : undefined;
}

const shownAddress = (): FileAddress | undefined => {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.query === '' ? fileAddressOf(uri) : undefined;
};

/** The workspace folder of `name`: the folder of the active file, else the first one. */
export function folderOf(name: RepositoryName): Uri | undefined {
  const activeFile = shownFileOf(name);
  const own = folders().filter((uri) => isOf(fileAddressOf(uri), name));
  return own.find((uri) => fileAddressOf(uri)?.ref === activeFile?.ref) ?? own[0];
}

/** Of the active remote file, else `active` if one of its folders is open, else of the first remote folder. */
export function repositoryOfWindow(active: RepositoryName | undefined): RepositoryName | undefined {
  const { host, owner, repo } = shownAddress() ?? remoteFolder(active) ?? {};
  return host === undefined || owner === undefined || repo === undefined ? undefined : { host, owner, repo };
}

const remoteFolder = (active: RepositoryName | undefined): FileAddress | undefined => {
  const remote = folders().flatMap((uri) => fileAddressOf(uri) ?? []);
  return remote.find((one) => active !== undefined && isOf(one, active)) ?? remote[0];
};

/** The workspace folder of a repository at exactly this ref. */
export function workspaceFolderAt({
  ref,
  ...name
}: RepositoryName & { readonly ref: string | undefined }): Uri | undefined {
  return folders().find((uri) => isOf(fileAddressOf(uri), name) && fileAddressOf(uri)?.ref === ref);
}

/** The ref in the address at which `name` is open; undefined if it has none, or if `name` is not open. */
export function activeEditorRef(name: RepositoryName): string | undefined {
  const activeFile = shownFileOf(name);
  if (activeFile !== undefined) return activeFile.ref;
  const folder = folderOf(name);
  return folder && fileAddressOf(folder)?.ref;
}

const folders = (): Uri[] => (workspace.workspaceFolders ?? []).map(({ uri }) => uri);

const isOf = (address: FileAddress | undefined, name: RepositoryName): boolean =>
  address !== undefined && repositoryKey(address) === repositoryKey(name);

/** The path of the file in the active tab if it belongs to this repository and ref, also if it cannot be shown. */
export function shownFileIn(address: Omit<FileAddress, 'path'>): string | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof TabInputText || input instanceof TabInputNotebook;
  const activeFile = isFile ? fileAddressOf(input.uri) : undefined;
  return isOf(activeFile, address) && activeFile?.ref === address.ref ? activeFile?.path : undefined;
}
