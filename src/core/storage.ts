import { Failure } from './errors.ts';

/**
 * Small files kept on this computer by name, shared by every window and process of the same profile.
 * Names are paths like `objects/ab/cdef`: see `isName`. Fails with a Failure of kind `invalid` (bad name),
 * `refused` with a `reason` (full or read-only disk) or `cancelled`.
 */
export interface Storage {
  /** The bytes last written under `name`, or undefined where there are none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Replaces all at once: after a crash `name` holds either the old bytes or the new ones, never a part. */
  write(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Removing what is not there succeeds. */
  remove(name: string): Promise<void>;
  /** Makes `name` the most recently used one; does nothing where it is not there. */
  touch(name: string): Promise<void>;
  /** Everything below the folder `folder` (`objects`, `drafts/abc`; `''` for all) at any depth, in no order. */
  list(folder: string): Promise<readonly StoredEntry[]>;
  /** Runs `work` while no other window or process runs work under a lock of the same name. Not re-entrant. */
  lock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T>;
}

export interface WriteOptions {
  /** False: may be lost by a power failure right afterwards, and is faster; for what can be fetched again. Default true. */
  readonly durable?: boolean;
}

export interface StoredEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was last written or touched, in milliseconds since 1970. */
  readonly modified: number;
}

export interface LockOptions {
  /** Gives up waiting for the lock; does not reach into `work`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a sign of life after which a holder counts as crashed. Default 10,000. */
  readonly staleAfter?: number;
}

const segment = /^[a-z0-9_%-][a-z0-9_%.-]{0,199}$/;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * Whether `name` is a path that is the same and safe on every system: segments of `a-z 0-9 _ % - .` joined by `/`,
 * none starting or ending with a dot, none of Windows' device names.
 */
export function isName(name: string): boolean {
  return name.split('/').every((part) => segment.test(part) && !part.endsWith('.') && !reservedOnWindows.test(part));
}

/** Throws an `invalid` Failure unless `isName`. */
export function checkName(name: string): void {
  if (!isName(name))
    throw new Failure('invalid', `not a name for storage: ${JSON.stringify(name)}`, {
      field: 'name',
      reason: 'unusableName',
      about: [name],
    });
}

/**
 * Any non-empty text as one segment of a name, reversible by `decodeURIComponent`. Texts of more than about 60
 * characters may not fit: use a hash for those.
 */
export function nameSegment(text: string): string {
  const encode = (char: string): string =>
    Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const encoded = text.replaceAll(/[^a-z0-9_-]/gu, encode);
  return reservedOnWindows.test(encoded) ? encode(encoded.charAt(0)) + encoded.slice(1) : encoded;
}
