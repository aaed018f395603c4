import { commands, Range, type Uri } from 'vscode';
import { isConfiguration } from '../../domain/files/configurationFiles.ts';
import type { FileAddress } from '../../domain/hosts/address.ts';
import type { Lines } from '../../domain/hosts/links.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';
import type { RepositoryTrust } from './repositoryTrust.ts';
import { fileUri, sideUri } from './uri.ts';

/** Untrusted configuration is shown read-only from its commit, where the editor does not apply it. */
export async function readableUri(
  repositories: RemoteRepositories,
  trust: RepositoryTrust,
  address: FileAddress,
  signal: AbortSignal,
): Promise<Uri> {
  if (!isConfiguration(address.path)) return fileUri(address);
  const { commit } = await repositories.at(address).head({ signal });
  await trust.confirm(address);
  if (commit === undefined || trust.trusts(address)) return fileUri(address);
  repositories.setResolved(address, commit, { kind: 'commit', name: commit, commit });
  return sideUri({ ...address, ref: commit });
}

export async function showFile(file: Uri, lines: Lines | undefined): Promise<void> {
  const options =
    lines === undefined ? {} : { selection: new Range(lines.from - 1, 0, lines.to - 1, Number.MAX_SAFE_INTEGER) };
  await commands.executeCommand('vscode.open', file, options);
}
