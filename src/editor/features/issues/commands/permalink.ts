import type { Uri } from 'vscode';
import { isFailure } from '../../../../core/errors.ts';
import { fileScheme, parseFileAddress, repositoryKey } from '../../../../domain/hosts/address.ts';
import { repositoryOfRemotes } from '../../../../domain/hosts/activeRepository.ts';
import { webLink, type Lines } from '../../../../domain/hosts/links.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import type { LocalRepository } from '../../../kit/git.ts';
import type { AtRepository } from '../../../kit/commands/declare.ts';

export interface PermalinkParts {
  readonly repositories: Pick<RemoteRepositories, 'at' | 'knownRepositories'>;
  readonly cloneAt: (uri: Uri) => LocalRepository | undefined;
}

interface Place {
  readonly path: string;
  /** A commit. */
  readonly ref: string;
}

/** Undefined if the file is not of the repository, or its commit unknown. One request if the branch was not read. */
export async function permalinkTo(
  parts: PermalinkParts,
  file: Uri,
  lines: Lines,
  on: AtRepository,
  signal: AbortSignal,
): Promise<string | undefined> {
  const place = file.scheme === fileScheme ? await remotePlace(parts, file, on, signal) : localPlace(parts, file, on);
  const page = parts.repositories.knownRepositories.page(on.connection.host, on.name);
  return place && webLink(page, { ...place, folder: false, lines });
}

async function remotePlace(
  { repositories }: PermalinkParts,
  { scheme, authority, path }: Uri,
  { name }: AtRepository,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const address = parseFileAddress({ scheme, authority, path });
  if (repositoryKey(address) !== repositoryKey(name)) return undefined;
  try {
    const { commit: ref } = await repositories.at(address).head({ signal });
    return ref === undefined ? undefined : { path: address.path, ref };
  } catch (error) {
    if (isFailure(error, 'unreachable', 'timeout')) return undefined;
    throw error;
  }
}

function localPlace({ cloneAt }: PermalinkParts, file: Uri, { connection, name }: AtRepository): Place | undefined {
  const clone = cloneAt(file);
  if (clone?.commit === undefined) return undefined;
  const repository = repositoryOfRemotes(clone.remotes, clone.upstream, [connection.host]);
  const isOwn = repository !== undefined && repositoryKey(repository) === repositoryKey(name);
  const folder = `${clone.root.path}/`;
  if (!isOwn || !file.path.startsWith(folder)) return undefined;
  return { path: file.path.slice(folder.length), ref: clone.commit };
}
