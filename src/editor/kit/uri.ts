import { l10n, Uri } from 'vscode';
import { baseName } from '../../core/path.ts';
import type { CommittedFile } from '../../domain/history/commitList.ts';
import { isSha } from '../../domain/objects/gitSha.ts';
import type { FolderEntry } from '../../domain/objects/trees.ts';
import {
  fileScheme,
  formatFileAddress,
  formatRecordAddress,
  formatSideAddress,
  fullName,
  parseFileAddress,
  type FileAddress,
  type RecordAddress,
  type RepositoryName,
} from '../../domain/hosts/address.ts';
import { namedIn } from './messages/explain.ts';

/** The address of a remote file or folder; undefined for other addresses and for malformed ones. */
export function fileAddressOf(uri: Uri | undefined): FileAddress | undefined {
  if (uri?.scheme !== fileScheme) return undefined;
  try {
    return parseFileAddress(uri);
  } catch {
    return undefined;
  }
}

export function fileUri(address: FileAddress): Uri {
  return Uri.from(formatFileAddress(address));
}

export function sideUri(address: FileAddress & { readonly ref: string }): Uri {
  return Uri.from(formatSideAddress(address));
}

export const versionScheme = 'sourcehost-version';
/** The query of a version that does not exist. */
const noVersion = 'none';
const submodulePrefix = 'submodule:';
const commitPrefix = 'commit:';

/** A read-only document with the content of the blob `sha`. */
export function versionUri(address: FileAddress, sha: string): Uri {
  return fileUri(address).with({ scheme: versionScheme, query: sha });
}

const draftVersions = ['base', 'staged', 'server'] as const;
/** What a draft is compared with: the file it is based on, this file with the staged change, or the file of the server in a conflict. */
export type DraftVersion = (typeof draftVersions)[number];

/** A version that changes with the draft: after the commit of the draft it is the committed file. */
export const draftVersionUri = (address: FileAddress, version: DraftVersion): Uri => versionUri(address, version);

export const draftVersionOf = ({ query }: Uri): DraftVersion | undefined => draftVersions.find((one) => one === query);

/** The text that `query` of a version stands for; undefined if it can only be the sha of a content. */
export function versionText(query: string): string | undefined {
  if (query === noVersion) return '';
  const commit = query.startsWith(submodulePrefix) ? query.slice(submodulePrefix.length) : '';
  return isSha(commit) ? `Subproject commit ${commit}\n` : undefined;
}

/** The commit of `query`, if it stands for a file at a commit; see `fileOrNothingUri`. */
export function versionCommit(query: string): string | undefined {
  const commit = query.startsWith(commitPrefix) ? query.slice(commitPrefix.length) : '';
  return isSha(commit) ? commit : undefined;
}

/** The file at the commit `ref`; empty if the commit has no such file. */
function fileOrNothingUri({ ref, ...address }: FileAddress & { readonly ref: string }): Uri {
  return versionUri({ ...address, ref: undefined }, `${commitPrefix}${ref}`);
}

/** An empty document in place of a file that does not exist on one side of a comparison. */
export function emptyUri(address: FileAddress): Uri {
  return versionUri({ ...address, ref: undefined }, noVersion);
}

/** One side of a comparison as git shows it: of a link its text, of a submodule its commit. */
export function entryUri(
  address: FileAddress & { readonly ref: string },
  { kind, sha }: Pick<FolderEntry, 'kind' | 'sha'>,
): Uri {
  // As in `sideUri`, both sides have the same path.
  const withoutRef = { ...address, ref: undefined };
  if (kind === 'symlink') return versionUri(withoutRef, sha);
  return kind === 'submodule' ? versionUri(withoutRef, `${submodulePrefix}${sha}`) : sideUri(address);
}

export function recordUri(address: RecordAddress): Uri {
  return Uri.from(formatRecordAddress(address));
}

/** The file of `uri` in a message: `“src/app.ts” of alice/demo`. The path if it is no address of a repository. */
export function fileSubject(uri: Uri): string {
  const address = fileAddressOf(uri.with({ scheme: fileScheme }));
  const name = address?.path === '' ? undefined : address?.path;
  return (address && namedIn(name, fullName(address))) ?? uri.path;
}

/** Options of `vscode.open` and `vscode.diff` for a version of a file: most versions of a notebook are shown as text. */
export const sideOptions = (path: string): object => (/\.ipynb$/i.test(path) ? { override: false } : {});

export interface ComparisonCommand {
  readonly command: 'vscode.open' | 'vscode.diff';
  readonly title: string;
  readonly arguments: readonly unknown[];
}

/** The command that compares the file with its version in the parent, or shows the only version. */
export function comparisonOf({ host, owner, repo }: RepositoryName, file: CommittedFile): ComparisonCommand {
  const { path, oldPath = path, status, commit, parent, isUncertain = false } = file;
  const side = isUncertain ? fileOrNothingUri : sideUri;
  const at = (ref: string, where: string): Uri => side({ host, owner, repo, ref, path: where });
  const title = l10n.t('Show Changes');
  const before = parent === undefined ? undefined : at(parent, oldPath);
  const after = status === 'removed' ? undefined : at(commit.sha, path);
  if (before === undefined || after === undefined)
    return { command: 'vscode.open', title, arguments: [before ?? after, sideOptions(path)] };
  const name = baseName(path);
  return {
    command: 'vscode.diff',
    title,
    arguments: [before, after, l10n.t('{0} ({1})', name, commit.sha.slice(0, 8)), sideOptions(path)],
  };
}
