import { window, workspace, type Uri } from 'vscode';
import {
  fileScheme,
  parseFileAddress,
  repositoryKey,
  type FileAddress,
  type RepositoryName,
} from '../../domain/address.ts';

/** The remote file that is shown, where it is one of `name`. */
export function shownFileOf(name: RepositoryName): FileAddress | undefined {
  return shownUris()
    .map(addressOf)
    .find((address) => isOf(address, name));
}

/** The workspace folder of `name`: the one of the shown file, else the first. */
export function folderOf(name: RepositoryName): Uri | undefined {
  const shown = shownFileOf(name);
  const own = folders().filter((uri) => isOf(addressOf(uri), name));
  return own.find((uri) => addressOf(uri)?.ref === shown?.ref) ?? own[0];
}

/** The ref at which a person looks at `name`; undefined: the default branch, or not at all. */
export function refAtHand(name: RepositoryName): string | undefined {
  const shown = shownFileOf(name);
  if (shown !== undefined) return shown.ref;
  const folder = folderOf(name);
  return folder && addressOf(folder)?.ref;
}

const folders = (): Uri[] => (workspace.workspaceFolders ?? []).map(({ uri }) => uri);

function shownUris(): Uri[] {
  const { activeTextEditor } = window;
  return activeTextEditor === undefined ? [] : [activeTextEditor.document.uri];
}

function addressOf(uri: Uri): FileAddress | undefined {
  return uri.scheme === fileScheme ? parseFileAddress(uri) : undefined;
}

const isOf = (address: FileAddress | undefined, name: RepositoryName): boolean =>
  address !== undefined && repositoryKey(address) === repositoryKey(name);
