import { SharedRequests } from '../../api/throttle/sharedPriority.ts';
import { entryCache } from '../../core/entryCache.ts';
import { Failure, isFailure, unlessFailed } from '../../core/errors.ts';
import type { FindGitAccess } from '../git/gitAccess.ts';
import type { Source } from '../hosts/source.ts';
import { largeFile, mostBytes, TooLarge, type BlobOptions, type Bytes } from '../objects/blobs.ts';
import { objectName, type HostObjects } from '../objects/objectStore.ts';
import type { CurrentRules, RepositoryRules } from '../rules/repositoryRules.ts';
import { LfsServer, type LfsContent } from './lfsServer.ts';
import { isContent, isInLfs, readPointer, type Pointer } from './pointer.ts';

export interface LfsReadOptions extends BlobOptions {
  /** Called before a large content is downloaded. `size` in bytes. */
  readonly confirm?: (size: number | undefined) => Promise<void>;
  /** Called if the content is not to be had, so that the pointer is read. */
  readonly onPointer?: ((why: Failure) => void) | undefined;
}

/** What git has at a path. `sha`: of the blob; undefined: it is not known. */
export interface StoredFile {
  readonly path: string;
  readonly sha: string | undefined;
  readonly bytes: Bytes;
}

/** The contents behind the pointers of one host: from the cache by their SHA-256, else from the Git LFS of the repository. */
export class LfsContents {
  readonly #objects: HostObjects;
  readonly #access: FindGitAccess;
  readonly #running = new SharedRequests<string, Bytes>();
  readonly #sizes = entryCache<number>(5_000);

  constructor(objects: HostObjects, access: FindGitAccess) {
    this.#objects = objects;
    this.#access = access;
  }

  /** Size in bytes of the content behind the pointer whose blob is `sha`; undefined: it was not shown here. */
  size(sha: string | undefined): number | undefined {
    return sha === undefined ? undefined : this.#sizes.get(sha);
  }

  setSize(sha: string | undefined, size: number): void {
    if (sha !== undefined) this.#sizes.set(sha, size);
  }

  /** The content of a file, if it is a pointer and its attributes say `filter=lfs`; else the file. */
  async shown(
    source: Source,
    rules: RepositoryRules,
    { path, sha, bytes }: StoredFile,
    options: LfsReadOptions = {},
  ): Promise<Bytes> {
    const { signal, priority } = options;
    const [pointer, now] = [readPointer(bytes), rules.now({ signal, priority })];
    if (pointer === undefined || !(await isInLfs(now, path, bytes))) return bytes;
    try {
      const content = (await this.#find(pointer)) ?? (await this.#load(source, now, pointer, options));
      this.setSize(sha, content.length);
      return content;
    } catch (error) {
      // A content that is wrong or too large is not there as its pointer either.
      const isFinal = !isFailure(error) || isFailure(error, 'cancelled', 'unreadable') || error.reason === 'tooLarge';
      if (isFinal) throw error;
      options.onPointer?.(error);
      return bytes;
    }
  }

  /** Sends contents, and verifies that the host has them, before the commit to `branch` that names them. */
  async upload(
    source: Source,
    rules: CurrentRules,
    branch: string,
    contents: readonly LfsContent[],
    reading: BlobOptions,
  ): Promise<void> {
    await demandOwnServer(rules);
    await (await this.#server(source)).upload(contents, `refs/heads/${branch}`, reading);
    for (const { oid, bytes } of contents) this.#objects.keep(nameOf(oid), bytes);
  }

  /** `error`, with the name of the account that locks one of `paths`, if the host refuses a commit of them for that. */
  async withLock(source: Source, paths: readonly string[], error: unknown, reading: BlobOptions): Promise<unknown> {
    // Only what the host itself says can be about a lock.
    if (!isFailure(error, 'forbidden', 'refused', 'conflict', 'invalid') || !isSaid(error)) return error;
    const server = await this.#server(source);
    const lock = await unlessFailed(server.foreignLock(paths, reading));
    return lock === undefined ? error : error.with({ reason: 'lfsLocked', about: [lock.path, lock.owner] });
  }

  /** See `SharedRequests.restart`. */
  restart(): void {
    this.#running.restart();
  }

  async #find(pointer: Pointer): Promise<Bytes | undefined> {
    const name = nameOf(pointer.oid);
    const cached = await this.#objects.find(name);
    if (cached === undefined || (await isContent(cached, pointer))) return cached;
    await this.#objects.forget(name);
    return undefined;
  }

  async #load(source: Source, rules: CurrentRules, pointer: Pointer, options: LfsReadOptions): Promise<Bytes> {
    const { confirm, limit = mostBytes, ...reading } = options;
    await demandOwnServer(rules);
    if (pointer.size > limit) throw new TooLarge(limit);
    const asked = pointer.size > largeFile ? confirm : undefined;
    const load = async (shared: BlobOptions): Promise<Bytes> => {
      const content = await (await this.#server(source)).download(pointer, { ...reading, ...shared }, asked);
      this.#objects.keep(nameOf(pointer.oid), content);
      return content;
    };
    // Each caller answers for itself.
    if (asked !== undefined) return await load(reading);
    return await this.#running.run(`${source.owner}/${source.repo} ${pointer.oid} ${pointer.size}`, load, reading);
  }

  async #server(source: Source): Promise<LfsServer> {
    const { api, account } = await source.connect();
    return new LfsServer(await this.#access(source, account?.login), api);
  }
}

const isSaid = ({ kind, status, serverMessage }: Failure): boolean =>
  kind === 'forbidden' || status !== undefined || serverMessage !== undefined;

const nameOf = (oid: string): string => objectName('lfs', oid);

/** `.lfsconfig` can name any server. It would be asked without an account, and get what is committed. */
async function demandOwnServer(rules: CurrentRules): Promise<void> {
  if (await rules.namesLfsServer())
    throw new Failure('refused', '.lfsconfig names another server', { reason: 'lfsElsewhere' });
}
