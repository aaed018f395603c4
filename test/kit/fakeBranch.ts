import { Failure } from '../../src/core/errors.ts';
import type { RemoteBranch } from '../../src/domain/writtenBranch.ts';
import { blobSha } from '../../src/domain/gitSha.ts';
import type { WriteFault } from './commitModel.ts';

interface Version {
  readonly path: string;
  readonly sha: string | undefined;
  readonly by: 'person' | 'somebody else';
  readonly message: string;
}

/** A branch in memory with the rules of the service: creating wants no file, changing and removing want its sha. */
export class FakeBranch {
  readonly files = new Map<string, string>();
  readonly blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly log: Version[] = [];
  /** What happens to the next writes, in order. */
  faults: WriteFault[] = [];
  /** Called before anything reaches the service and after it was done; may throw `Killed`. */
  step: () => void = () => {};
  /** Runs before the bytes of a blob are returned. */
  beforeBlob: () => Promise<void> = () => Promise.resolve();
  requests = 0;

  async store(bytes: Uint8Array): Promise<string> {
    const sha = await blobSha(bytes);
    this.blobs.set(sha, new Uint8Array(bytes));
    return sha;
  }

  /** Somebody else commits; undefined removes. */
  async change(path: string, text: string | undefined): Promise<void> {
    const sha = text === undefined ? undefined : await this.store(new TextEncoder().encode(text));
    this.#set(path, sha, 'somebody else', '');
  }

  text(path: string): string | undefined {
    const bytes = this.blobs.get(this.files.get(path) ?? '');
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** The branch as a commit sees it: read where it was at the last refresh. */
  connect(): RemoteBranch {
    let seen = new Map(this.files);
    const read = (): void => {
      this.step();
      this.requests += 1;
    };
    return {
      refresh: () => {
        read();
        seen = new Map(this.files);
        return Promise.resolve();
      },
      file: (path) => {
        const sha = seen.get(path);
        return Promise.resolve(sha === undefined ? undefined : { sha, mode: '100644', size: 0 });
      },
      blob: async (sha) => {
        await this.beforeBlob();
        return this.blobs.get(sha) ?? new Uint8Array();
      },
      create: (path, bytes, { message }) => this.#write(path, undefined, bytes, message),
      update: (path, sha, bytes, { message }) => this.#write(path, sha, bytes, message),
      remove: (path, sha, { message }) => this.#write(path, sha, undefined, message),
    };
  }

  async #write(
    path: string,
    base: string | undefined,
    bytes: Uint8Array | undefined,
    message: string,
  ): Promise<undefined> {
    this.step();
    this.requests += 1;
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'cut before') throw new Failure('unreachable', 'connection reset', { reason: 'reset' });
    if (fault === 'refused') throw new Failure('invalid', 'the branch is protected', { status: 422 });
    if (fault === 'broken') throw new Failure('broken', 'internal error', { status: 500 });
    if (fault === 'signed out') throw new Failure('signedOut', 'token not found', { status: 401 });
    if (this.files.get(path) !== base) throw new Failure('conflict', 'the sha does not match', { status: 409 });
    this.#set(path, bytes === undefined ? undefined : await this.store(bytes), 'person', message);
    this.step();
    if (fault === 'cut after') throw new Failure('unreachable', 'connection reset', { reason: 'reset' });
    return undefined;
  }

  #set(path: string, sha: string | undefined, by: Version['by'], message: string): void {
    this.log.push({ path, sha, by, message });
    if (sha === undefined) this.files.delete(path);
    else this.files.set(path, sha);
  }
}
