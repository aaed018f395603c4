import { LRUCache } from 'lru-cache';
import type { Api } from '../../api/client/client.ts';
import type { FileContent } from '../../api/record/content.ts';
import type { CallOptions } from '../../api/http/send.ts';
import { SharedRequests } from '../../api/throttle/sharedPriority.ts';
import { fromBase64 } from '../../core/base64.ts';
import { Failure } from '../../core/errors.ts';
import { blobSha, isSha } from './gitSha.ts';
import { objectName, type HostObjects } from './objectStore.ts';
import { inApi, type RequestOptions, type Source } from '../hosting/source.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The largest answer that is read at all. */
const mostBytes = 1024 * 1024 * 1024;

export interface BlobOptions extends RequestOptions {
  /** Gives up with `tooLarge` once more than this many bytes have arrived. */
  readonly limit?: number | undefined;
  readonly onProgress?: CallOptions['onProgress'];
}

/** Where a blob can also be found, should the service leave its content out. */
export interface BlobLocation {
  readonly path: string;
  readonly ref: string | undefined;
}

/** Thrown where more arrived than the caller was ready to take; `unreadable` for whoever does not know it. */
export class TooLarge extends Failure {
  constructor(limit: number) {
    const about = [(limit / 1e6).toFixed(0)];
    super('unreadable', `the file is larger than ${limit} bytes`, { reason: 'tooLarge', about });
  }
}

/** The bytes of files by their sha: from memory or disk, else by one request. What does not match its sha is refused. */
export class Blobs {
  readonly #objects: HostObjects;
  readonly #running = new SharedRequests<string, Bytes>();
  readonly #checked = new LRUCache<string, true>({ max: 20_000 });
  readonly #sizes = new LRUCache<string, number>({ max: 50_000 });

  constructor(objects: HostObjects) {
    this.#objects = objects;
  }

  /** Bytes of the blob `sha` where anybody said how many. */
  size(sha: string): number | undefined {
    return this.#sizes.get(sha);
  }

  learnSize(sha: string, size: number): void {
    this.#sizes.set(sha, size);
  }

  /** What is kept on this computer, or undefined. */
  async find(sha: string): Promise<Bytes | undefined> {
    const name = objectName('blob', sha);
    const bytes = await this.#objects.find(name);
    if (bytes === undefined) return undefined;
    if (!this.#checked.has(sha)) {
      if ((await blobSha(bytes, sha)) !== sha) {
        await this.#objects.forget(name);
        return undefined;
      }
      this.#checked.set(sha, true);
    }
    this.#sizes.set(sha, bytes.length);
    return bytes;
  }

  /** The blob `sha` of `source`: GET …/git/blobs/{sha} where it is not kept. */
  async load(source: Source, sha: string, place: BlobLocation, reading: BlobOptions = {}): Promise<Bytes> {
    const mine = { running: false };
    // What is kept is looked for in the shared run: whoever looked a moment too early would fetch it again.
    const fetch = async (shared: RequestOptions): Promise<Bytes> => {
      mine.running = true;
      return (await this.find(sha)) ?? (await this.#fetch(source, sha, place, { ...reading, ...shared }));
    };
    try {
      return await this.#running.run(sha, fetch, reading);
    } catch (error) {
      if (mine.running || !(error instanceof TooLarge)) throw error;
      // Whoever came first wanted less of it.
      return await this.load(source, sha, place, reading);
    }
  }

  /** Keeps bytes that this computer made itself, so that nobody fetches them. */
  async learn(bytes: Bytes, like: string | undefined): Promise<string> {
    return await this.#keep(bytes, await blobSha(bytes, like));
  }

  /** The bytes that came with `content`; undefined where the service left them out. Keeps them. */
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

  /** Large files come without content in one form of answer and with it, or with an address, in another. */
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

/** Asks with a limit that ends the transfer instead of repeating it. */
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

/** The bytes at an address that the service gave. `size`: how many it said there are. */
async function fetchRaw(api: Api, address: string, size: number | undefined, reading: BlobOptions): Promise<Bytes> {
  const { signal, priority, limit = mostBytes, onProgress } = reading;
  if ((size ?? 0) > limit) throw new TooLarge(limit);
  const { body, size: total } = await api.download(address, { signal, priority });
  const parts: Bytes[] = [];
  let received = 0;
  for await (const part of body) {
    received += part.length;
    if (received > limit) throw new TooLarge(limit);
    parts.push(part);
    onProgress?.(received, total ?? size);
  }
  return joined(parts, received);
}

function joined(parts: readonly Bytes[], size: number): Bytes {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Throws `unreadable` for what claims to be Base64 and is not. */
function decoded({ content, encoding, size }: Pick<FileContent, 'content' | 'encoding' | 'size'>): Bytes | undefined {
  if (content === undefined || (content === '' && (size ?? 0) > 0)) return undefined;
  if (encoding !== undefined && encoding !== 'base64') return new TextEncoder().encode(content);
  const bytes = fromBase64(content);
  if (bytes !== undefined) return bytes;
  throw new Failure('unreadable', 'the content is not Base64', { reason: 'damaged' });
}
