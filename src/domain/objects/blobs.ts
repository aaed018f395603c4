import { entryCache } from '../../core/entryCache.ts';
import type { Api } from '../../api/client/client.ts';
import type { FileContent } from '../../api/record/content.ts';
import type { CallOptions } from '../../api/http/send.ts';
import { SharedRequests } from '../../api/throttle/sharedPriority.ts';
import { fromBase64 } from '../../core/base64.ts';
import { joinBytes } from '../../core/bytes.ts';
import { Failure } from '../../core/errors.ts';
import { blobSha, isSha } from './gitSha.ts';
import { objectName, type HostObjects } from './objectStore.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes. More do not fit into the memory. */
export const mostBytes = 1024 * 1024 * 1024;
/** Bytes. A larger file needs the consent of the user. */
export const largeFile = 10 * 1024 * 1024;

export interface BlobOptions extends RequestOptions {
  /** Fails with `TooLarge` when more than this many bytes were received. */
  readonly limit?: number | undefined;
  readonly onProgress?: CallOptions['onProgress'];
}

/** A path of the blob, used if the service sends the blob without its content. */
export interface BlobLocation {
  readonly path: string;
  readonly ref: string | undefined;
}

/** Thrown if a file has more bytes than the limit of the caller. Its kind is `unreadable`. */
export class TooLarge extends Failure {
  constructor(limit: number) {
    const about = [(limit / 1e6).toFixed(0)];
    super('unreadable', `the file is larger than ${limit} bytes`, { reason: 'tooLarge', about });
  }
}

/** Bytes of files by their verified sha: from memory, disk or git, else by one request. */
export class Blobs {
  readonly #objects: HostObjects;
  readonly #running = new SharedRequests<string, Bytes>();
  readonly #checked = entryCache<true>(20_000);
  readonly #sizes = entryCache<number>(50_000);

  constructor(objects: HostObjects) {
    this.#objects = objects;
  }

  /** See `SharedRequests.restart`. */
  restart(): void {
    this.#running.restart();
  }

  /** Size of the blob `sha` in bytes; undefined if it is not known. */
  size(sha: string): number | undefined {
    return this.#sizes.get(sha);
  }

  setSize(sha: string, size: number): void {
    this.#sizes.set(sha, size);
  }

  /** As `size`, also from the cache or git. */
  async findSize(sha: string): Promise<number | undefined> {
    const size = this.size(sha) ?? (await this.#findCached(sha))?.length;
    if (size !== undefined) return size;
    const object = isSha(sha) ? await this.#objects.git?.stat(sha) : undefined;
    if (object?.kind !== 'blob') return undefined;
    this.#sizes.set(sha, object.size);
    return object.size;
  }

  /** The bytes of the blob `sha` from the cache or git, verified; undefined if neither has it. */
  async find(sha: string): Promise<Bytes | undefined> {
    const cached = await this.#findCached(sha);
    if (cached !== undefined) return cached;
    const object = isSha(sha) ? await this.#objects.git?.read(sha) : undefined;
    return object?.kind === 'blob' ? await this.#verified(sha, object.bytes) : undefined;
  }

  async #findCached(sha: string): Promise<Bytes | undefined> {
    const name = objectName('blob', sha);
    const bytes = await this.#objects.find(name);
    if (bytes === undefined) return undefined;
    const verified = await this.#verified(sha, bytes);
    if (verified === undefined) await this.#objects.forget(name);
    return verified;
  }

  async #verified(sha: string, bytes: Bytes): Promise<Bytes | undefined> {
    if (!this.#checked.has(sha)) {
      if ((await blobSha(bytes, sha)) !== sha) return undefined;
      this.#checked.set(sha, true);
    }
    this.#sizes.set(sha, bytes.length);
    return bytes;
  }

  /** The blob `sha` of `source`. GET …/git/blobs/{sha} if it is not cached. */
  async load(source: Source, sha: string, place: BlobLocation, reading: BlobOptions = {}): Promise<Bytes> {
    const mine = { running: false };
    // The cache is read inside the shared run. A read before it could miss a blob that is stored in between.
    const fetch = async (options: RequestOptions): Promise<Bytes> => {
      mine.running = true;
      return (await this.find(sha)) ?? (await this.#fetch(source, sha, place, { ...reading, ...options }));
    };
    try {
      return await this.#running.run(sha, fetch, reading);
    } catch (error) {
      if (mine.running || !(error instanceof TooLarge)) throw error;
      // The shared run had the smaller limit of another caller.
      return await this.load(source, sha, place, reading);
    }
  }

  /** Caches local bytes, for example of a commit, so that they are not fetched. Returns their sha. */
  async addLocal(bytes: Bytes, like: string | undefined): Promise<string> {
    return await this.#keep(bytes, await blobSha(bytes, like));
  }

  /** Undefined if the service left the content out. */
  async take(content: FileContent): Promise<{ readonly sha: string; readonly bytes: Bytes } | undefined> {
    const bytes = decoded(content);
    if (bytes === undefined) return undefined;
    const sha = await this.#keep(bytes, content.sha);
    return { sha, bytes };
  }

  async #fetch(source: Source, sha: string, place: BlobLocation, reading: BlobOptions): Promise<Bytes> {
    const { api } = await source.connect();
    const blob = await limited(reading, (options) => api.files.blob({ ...inApi(source), sha }, options));
    const bytes = decoded(blob) ?? (await this.#fetchByPath(source, place, reading));
    await this.#keep(bytes, sha);
    return bytes;
  }

  /** Reads a large file whose blob has no content: the reply by path has the content or an address. */
  async #fetchByPath(source: Source, { path, ref }: BlobLocation, reading: BlobOptions): Promise<Bytes> {
    const { api } = await source.connect();
    const answer = await limited(reading, (options) => api.files.content({ ...inApi(source), path, ref }, options));
    const file = 'path' in answer ? answer : undefined;
    const bytes = file && decoded(file);
    if (bytes !== undefined) return bytes;
    if (file?.download_url !== undefined) return await fetchRaw(api, file.download_url, file.size, reading);
    throw new Failure('unreadable', `the service sent ${path} without its content`, {
      reason: 'noContent',
      about: [path],
    });
  }

  async #keep(bytes: Bytes, expected: string | undefined): Promise<string> {
    const sha = await blobSha(bytes, expected);
    if (expected !== undefined && isSha(expected) && expected !== sha) {
      throw new Failure('unreadable', `bytes named ${expected} are ${sha}`, { reason: 'damaged' });
    }
    this.#checked.set(sha, true);
    this.#sizes.set(sha, bytes.length);
    this.#objects.keep(objectName('blob', sha), bytes);
    return sha;
  }
}

/** Sends a request with a size limit. @throws TooLarge at once, without a retry */
export async function limited<T>(reading: BlobOptions, ask: (options: CallOptions) => Promise<T>): Promise<T> {
  const { limit, signal, priority, onProgress } = reading;
  const most = new AbortController();
  try {
    return await ask({
      priority,
      limit: mostBytes,
      signal: signal === undefined ? most.signal : AbortSignal.any([signal, most.signal]),
      onProgress: (received, total) => {
        if (limit !== undefined && received > limit) most.abort();
        else onProgress?.(received, total);
      },
    });
  } catch (error) {
    if (most.signal.aborted && signal?.aborted !== true) throw new TooLarge(limit ?? mostBytes);
    throw error;
  }
}

/** The bytes at an address from the service. `size`: the stated number of bytes. */
async function fetchRaw(api: Api, address: string, size: number | undefined, reading: BlobOptions): Promise<Bytes> {
  const { signal, priority, limit = mostBytes, onProgress } = reading;
  if ((size ?? 0) > limit) throw new TooLarge(limit);
  const { body, size: total, doubt } = await api.download(address, { signal, priority });
  if (doubt !== undefined && doubt.size !== size) throw doubt.failure;
  const parts: Bytes[] = [];
  let received = 0;
  for await (const part of body) {
    received += part.length;
    if (received > limit) throw new TooLarge(limit);
    parts.push(part);
    onProgress?.(received, total ?? size);
  }
  return joinBytes(parts);
}

/** Undefined if the service left the content out. @throws Failure `unreadable` if the content is not valid Base64 */
function decoded({ content, encoding, size }: Pick<FileContent, 'content' | 'encoding' | 'size'>): Bytes | undefined {
  if (content === undefined || (content === '' && (size ?? 0) > 0)) return undefined;
  if (encoding !== undefined && encoding !== 'base64') return new TextEncoder().encode(content);
  const bytes = fromBase64(content);
  if (bytes !== undefined) return bytes;
  throw new Failure('unreadable', 'the content is not Base64', { reason: 'damaged' });
}
