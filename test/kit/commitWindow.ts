import type { Storage } from '../../src/core/storage.ts';
import { Committer } from '../../src/domain/sourceControl/commit/committer.ts';
import type { CommitMethod } from '../../src/domain/sourceControl/commit/commitPlan.ts';
import type { DraftBranch } from '../../src/domain/sourceControl/drafts/draft.ts';
import { Drafts, type BaseFile } from '../../src/domain/sourceControl/drafts/drafts.ts';
import { FakeBranch } from './fakeBranch.ts';
import { MemoryDisk, memoryStorage } from './memoryStorage.ts';
import { bytes } from './bytes.ts';
import { noRules } from './noRules.ts';

export const branch: DraftBranch = { host: 'local', owner: 'alice', repo: 'notes', account: 'alice', branch: 'main' };
const labels = { mine: 'yours', theirs: 'server' };
export const request = { message: 'Change {path}', author: undefined };
export const progress = { signal: new AbortController().signal };
export const text = (read: Uint8Array | undefined): string | undefined =>
  read === undefined ? undefined : new TextDecoder().decode(read);

/** One window: the memory of a process, over a disk and a service that outlive it. */
export class Window {
  readonly remote: FakeBranch;
  readonly drafts: Drafts;
  readonly committer: Committer;

  /** `method` undefined: git cannot be used. */
  constructor(remote: FakeBranch, storage: Storage, method?: CommitMethod) {
    this.remote = remote;
    this.drafts = new Drafts(storage, branch, (sha) => Promise.resolve(remote.blobs.get(sha) ?? new Uint8Array()));
    this.committer = new Committer({
      drafts: this.drafts,
      remoteBranch: remote.connect({ pushes: method !== undefined }),
      storage,
      labels,
      rules: noRules,
      method: () => method ?? 'auto',
    });
  }

  base(path: string): BaseFile | undefined {
    const sha = this.remote.files.get(path);
    return sha === undefined ? undefined : { sha, mode: '100644', size: 0 };
  }

  async save(path: string, content: string): Promise<void> {
    await this.drafts.write(path, bytes(content), this.base(path));
  }

  async remove(path: string): Promise<void> {
    await this.drafts.removeAll([{ path, base: this.base(path) }]);
  }
}

export async function setUp(
  files: Record<string, string>,
  method?: CommitMethod,
): Promise<{ remote: FakeBranch; disk: MemoryDisk; window: Window }> {
  const remote = new FakeBranch();
  for (const [path, content] of Object.entries(files)) await remote.change(path, content);
  remote.log.length = 0;
  const disk = new MemoryDisk();
  return { remote, disk, window: new Window(remote, memoryStorage(disk), method) };
}
