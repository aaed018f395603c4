import type { RemoteRef } from '../../src/domain/repositories/remoteRef.ts';
import type { Service } from '../service/handle.ts';

/** Kind, sha, size and bytes of every file of `remote`, by path. */
export async function everyFile(remote: RemoteRef, folder = ''): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of [...(await remote.list(folder)).keys()].sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const { kind, sha, size, linked } = await remote.stat(path);
    if (kind === 'folder' && !linked) Object.assign(found, await everyFile(remote, path));
    else found[path] = { kind, linked, size, sha, bytes: kind === 'file' ? [...(await remote.read(path))] : undefined };
  }
  return found;
}

/** Every path of a ref, sorted by UTF-16 code units; without submodules. */
export async function allPaths(service: Service, repository: string, ref: string): Promise<string[]> {
  const { git } = await service.repository(repository);
  const lines = (await git(['ls-tree', '-r', '-z', ref])).split('\0');
  return lines
    .flatMap((line) => (line === '' || line.startsWith('160000') ? [] : [line.slice(line.indexOf('\t') + 1)]))
    .sort();
}
