import type { Uri } from 'vscode';
import { fullName, repositoryKey, type FileAddress } from '../../domain/hosting/address.ts';
import type { Checkout } from '../../domain/workingTree/checkout.ts';
import { fileUri } from '../kit/uri.ts';

/** A path of a branch at the address under which it is looked at. */
export function addressAt({ files }: Pick<Checkout, 'files'>, path: string): FileAddress {
  return { ...files.name, ref: files.ref, path };
}

export function uriAt(edited: Pick<Checkout, 'files'>, path: string): Uri {
  return fileUri(addressAt(edited, path));
}

/** Whether `address` is looked at as `edited`. */
export function isOf(address: Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>, { files }: Checkout): boolean {
  return repositoryKey(address) === repositoryKey(files.name) && address.ref === files.ref;
}

/** The branch in the terms of command arguments. */
export function argumentsOf({ files, branch }: Checkout): Readonly<Record<string, unknown>> {
  return { host: branch.host, account: branch.account, repository: fullName(branch), ref: files.ref };
}
