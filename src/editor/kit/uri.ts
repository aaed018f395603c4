import { Uri } from 'vscode';
import {
  fileScheme,
  formatFileAddress,
  formatRecordAddress,
  formatSideAddress,
  parseFileAddress,
  type FileAddress,
  type RecordAddress,
} from '../../domain/hosting/address.ts';

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
