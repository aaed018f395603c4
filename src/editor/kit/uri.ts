import { Uri } from 'vscode';
import {
  formatFileAddress,
  formatRecordAddress,
  formatSideAddress,
  type FileAddress,
  type RecordAddress,
} from '../../domain/address.ts';

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
