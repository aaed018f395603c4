import { Drafts } from '../../src/domain/sourceControl/drafts/drafts.ts';
import { WorkingTree } from '../../src/domain/sourceControl/workingTree/workingTree.ts';
import { MemoryDisk, memoryStorage } from './memoryStorage.ts';
import { session } from './remoteFiles.ts';
import type { Service } from '../service/handle.ts';

/** A branch of a repository of `service` with the drafts that are on `disk`. */
export async function editableBranch(
  service: Service,
  repository: string,
  { branch = 'main', disk = new MemoryDisk() }: { branch?: string; disk?: MemoryDisk } = {},
): Promise<WorkingTree> {
  const storage = memoryStorage(disk);
  const one = session(service, { storage });
  const remote = one.open(repository, branch);
  const source = { ...remote.name, connect: one.connect };
  const blobs = one.repositories.blobs(source.host);
  const drafts = new Drafts(storage, { ...remote.name, account: 'alice', branch }, (sha) =>
    blobs.load(source, sha, { path: '', ref: branch }),
  );
  await drafts.load();
  return new WorkingTree(remote, drafts, blobs, source);
}
