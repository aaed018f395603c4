import { Uri } from 'vscode';
import {
  fileScheme,
  formatFileAddress,
  formatRecordAddress,
  formatSideAddress,
  fullName,
  parseFileAddress,
  type FileAddress,
  type RecordAddress,
} from '../../domain/hosting/address.ts';
import { namedIn } from './messages/tasks.ts';

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

/** One side of a comparison. */
export function sideUri(address: FileAddress & { readonly ref: string }): Uri {
  return Uri.from(formatSideAddress(address));
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
