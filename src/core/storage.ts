import * as v from 'valibot';
import { hexOf } from './bytes.ts';
import { sha256 } from './digest.ts';
import { Failure } from './errors.ts';
import { baseName, parentOf } from './path.ts';
import { parseJson } from './text.ts';

/**
 * Small local files by name, shared by all windows and processes of the same profile.
 * A name is a path like `objects/ab/cdef`: see `isName`.
 * @throws Failure `invalid` (bad name), `refused` with a `reason` (full or read-only disk) or `cancelled`
 */
export interface Storage {
  /** The bytes last written under `name`; undefined if there are none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Atomic: after a crash `name` has either the old bytes or the new bytes. */
  write(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Succeeds also if `name` does not exist. */
  remove(name: string): Promise<void>;
  /** Sets the modification time of `name` to now; does nothing if `name` does not exist. */
  touch(name: string): Promise<void>;
  /** All files below `folder` (`objects`, `drafts/abc`; `''` for all) at any depth, in no defined order. */
  list(folder: string): Promise<readonly StoredEntry[]>;
  /** Runs `work` while no other window or process runs work under a lock of the same name. Not re-entrant. */
  lock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T>;
}

export interface WriteOptions {
  /** False: faster, but a power failure can lose the file; for data that can be fetched again. Default: true. */
  readonly durable?: boolean;
}

export interface StoredEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the last write or touch, in milliseconds since 1970. */
  readonly modified: number;
}

export interface LockOptions {
  /** Cancels the wait for the lock, not `work`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a heartbeat after which the holder of the lock is taken as crashed. Default: 10,000. */
  readonly staleAfter?: number;
}

const segment = /^[a-z0-9_%-][a-z0-9_%.-]{0,199}$/;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * Whether `name` is a safe path on every operating system: segments of `a-z 0-9 _ % - .` joined by `/`. No segment
 * begins or ends with a dot or is a device name of Windows.
 */
export function isName(name: string): boolean {
  return name.split('/').every((part) => segment.test(part) && !part.endsWith('.') && !reservedOnWindows.test(part));
}

export interface DiskStorage extends Storage {
  /** Creates the folder `name`, so that it can be watched while it is empty. */
  makeFolder(name: string): Promise<void>;
}

/** @throws Failure `invalid` unless `isName` */
export function checkName(name: string): void {
  if (!isName(name))
    throw new Failure('invalid', `not a name for storage: ${JSON.stringify(name)}`, {
      field: 'name',
      reason: 'unusableName',
      about: [name],
    });
}

/** Stored JSON as `schema` describes it; undefined if there is none, or if it is damaged or of another version. */
export function parseStored<S extends v.GenericSchema>(
  schema: S,
  stored: string | Uint8Array | undefined,
): v.InferOutput<S> | undefined {
  if (stored === undefined) return undefined;
  return readStored(schema, parseJson(typeof stored === 'string' ? stored : utf8(stored)));
}

/** Empty, which is no JSON, if `bytes` are not UTF-8. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** As `parseStored`, for a value that the editor has parsed. */
export function readStored<S extends v.GenericSchema>(schema: S, stored: unknown): v.InferOutput<S> | undefined {
  const read = v.safeParse(schema, stored);
  return read.success ? read.output : undefined;
}

/** The schema of a stored list. Items that do not fit `item` are left out. */
export function storedList<T>(item: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((items): readonly T[] => items.flatMap((one) => fitting(item, one))),
  );
}

/** The schema of a stored list of strings. Other items are left out. */
export const storedTexts = storedList(v.string());

/** The schema of a stored object with any keys, in their order. Values that do not fit `value` are left out. */
export function storedMap<T>(value: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform(
      (values): ReadonlyMap<string, T> =>
        new Map(
          Object.entries(values).flatMap(([key, one]) => fitting(value, one).map((fits) => [key, fits] as const)),
        ),
    ),
  );
}

function fitting<T>(schema: v.GenericSchema<unknown, T>, value: unknown): readonly T[] {
  const read = v.safeParse(schema, value);
  return read.success ? [read.output] : [];
}

/**
 * Encodes a non-empty text as one segment of a name; `decodeURIComponent` decodes it. A long text has several segments, of
 * which all but the last end with `%`: so the folder of a text is never inside of that of another.
 */
export function nameSegment(text: string): string {
  const encode = (char: string): string =>
    Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const parts = text.replaceAll(/[^a-z0-9_-]/gu, encode).match(/.{1,199}/g) ?? [];
  return parts.map((part) => (reservedOnWindows.test(part) ? encode(part.charAt(0)) + part.slice(1) : part)).join('%/');
}

/** Moves the damaged file `name` out of its folder, so that nothing replaces its bytes. Resolves with its new name. */
export async function moveDamaged(storage: Storage, name: string, bytes: Uint8Array): Promise<string> {
  const digest = await sha256(hexOf(bytes));
  const damagedName = `damaged-${parentOf(name)}/${baseName(name).slice(0, 100)}-${digest.slice(0, 8)}`;
  await storage.write(damagedName, bytes);
  await storage.remove(name);
  return damagedName;
}
