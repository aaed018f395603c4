import type { Uri } from 'vscode';
import { unlessFailed } from '../../../core/errors.ts';
import { fullName, repositoryKey, type FileAddress } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { fileUri, type DraftVersion } from '../../kit/uri.ts';

export function addressAt({ remote }: Pick<Checkout, 'remote'>, path: string): FileAddress {
  return { ...remote.name, ref: remote.ref, path };
}

export function uriAt(checkout: Pick<Checkout, 'remote'>, path: string): Uri {
  return fileUri(addressAt(checkout, path));
}

export function isOf(address: Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>, { remote }: Checkout): boolean {
  return repositoryKey(address) === repositoryKey(remote.name) && address.ref === remote.ref;
}

/** The blob sha of a version that a draft is compared with, without a draft that of the file; undefined: there is no file. */
export async function draftVersionSha(
  { drafts, workingTree }: Checkout,
  path: string,
  version: DraftVersion,
): Promise<string | undefined> {
  const staged = drafts.get('staged', path);
  if (version === 'staged' && staged !== undefined) return staged.sha;
  const change = (version === 'server' ? drafts.effective(path) : staged) ?? drafts.get('working', path);
  if (change === undefined) return (await unlessFailed(workingTree.stat(path), 'missing'))?.sha;
  const { base, conflict, from } = change;
  if (version === 'server' && conflict !== undefined) return conflict.theirs;
  return base ?? (from === undefined ? undefined : drafts.effective(from)?.base);
}

export function argumentsOf({ remote, branch }: Checkout): Readonly<Record<string, unknown>> {
  const ref = remote.ref ?? branch.branch;
  return { host: branch.host, account: branch.account, repository: fullName(branch), ref };
}
