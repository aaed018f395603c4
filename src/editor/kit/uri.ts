import { Uri } from 'vscode';
import { formatFileAddress, formatRecordAddress, type FileAddress, type RecordAddress } from '../../domain/address.ts';

export function fileUri(address: FileAddress): Uri {
  return Uri.from(formatFileAddress(address));
}

export function recordUri(address: RecordAddress): Uri {
  return Uri.from(formatRecordAddress(address));
}
