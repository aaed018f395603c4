import type { Uri } from 'vscode';
import { fullName, repositoryKey, type FileAddress } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { fileUri } from '../../kit/uri.ts';

/** The address of a path of the branch. */
export function addressAt({ files }: Pick<Checkout, 'files'>, path: string): FileAddress {
  return { ...files.name, ref: files.ref, path };
}

export function uriAt(checkout: Pick<Checkout, 'files'>, path: string): Uri {
  return fileUri(addressAt(checkout, path));
}

/** Whether `address` belongs to the branch of the checkout. */
export function isOf(address: Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>, { files }: Checkout): boolean {
  return repositoryKey(address) === repositoryKey(files.name) && address.ref === files.ref;
}

/** The branch as command arguments. */
export function argumentsOf({ files, branch }: Checkout): Readonly<Record<string, unknown>> {
  const ref = files.ref ?? branch.branch;
  return { host: branch.host, account: branch.account, repository: fullName(branch), ref };
}
