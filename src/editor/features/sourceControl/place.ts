import type { Uri } from 'vscode';
import { fullName, repositoryKey, type FileAddress } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { fileUri } from '../../kit/uri.ts';

export function addressAt({ remote }: Pick<Checkout, 'remote'>, path: string): FileAddress {
  return { ...remote.name, ref: remote.ref, path };
}

export function uriAt(checkout: Pick<Checkout, 'remote'>, path: string): Uri {
  return fileUri(addressAt(checkout, path));
}

export function isOf(address: Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>, { remote }: Checkout): boolean {
  return repositoryKey(address) === repositoryKey(remote.name) && address.ref === remote.ref;
}

export function argumentsOf({ remote, branch }: Checkout): Readonly<Record<string, unknown>> {
  const ref = remote.ref ?? branch.branch;
  return { host: branch.host, account: branch.account, repository: fullName(branch), ref };
}
