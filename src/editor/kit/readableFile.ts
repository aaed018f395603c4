import { commands, Range, type Uri } from 'vscode';
import type { FileAddress } from '../../domain/hosts/address.ts';
import type { Lines } from '../../domain/hosts/links.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';
import type { RepositoryTrust } from './repositoryTrust.ts';
import { fileUri, sideOptions, sideUri } from './uri.ts';
import { isWithheld } from './withheldFiles.ts';

/** An untrusted file that the editor would use is shown read-only from its commit, where the editor does not use it. */
export async function readableUri(
  repositories: RemoteRepositories,
  trust: RepositoryTrust,
  address: FileAddress,
  signal: AbortSignal,
): Promise<Uri> {
  if (!isWithheld(address.path)) return fileUri(address);
  const { commit } = await repositories.at(address).head({ signal });
  await trust.confirm(address);
  if (commit === undefined || trust.trusts(address)) return fileUri(address);
  repositories.setResolved(address, commit, { kind: 'commit', name: commit, commit });
  return sideUri({ ...address, ref: commit });
}

export async function showFile(file: Uri, lines: Lines | undefined): Promise<void> {
  const selection =
    lines === undefined ? {} : { selection: new Range(lines.from - 1, 0, lines.to - 1, Number.MAX_SAFE_INTEGER) };
  const options = { ...selection, ...(file.query === '' ? {} : sideOptions(file.path)) };
  await commands.executeCommand('vscode.open', file, options);
}
