import { nameSegment, type Storage } from '../../core/storage.ts';
import { isObject, parseJson } from '../../core/text.ts';
import { blobSha } from '../objects/gitSha.ts';
import type { ResolvedRef } from './refs.ts';

export interface Stamp {
  readonly sha: string;
  /** Milliseconds since 1970. */
  readonly mtime: number;
  /** The commit at which the file had this sha. */
  readonly commit: string | undefined;
}

export interface RefRecord {
  readonly head: ResolvedRef;
  /** Time of the last reply of the service about the ref, in milliseconds since 1970. */
  readonly checked: number;
  /** When this computer first resolved the ref, in milliseconds since 1970: the mtime of files unchanged since then. */
  readonly since: number;
  readonly stamps: readonly (readonly [path: string, stamp: Stamp])[];
}

export const refsFolder = (host: string): string => `refs/${nameSegment(host)}`;

export async function recordName(host: string, key: string): Promise<string> {
  return `${refsFolder(host)}/${await blobSha(new TextEncoder().encode(key))}`;
}

export async function readRefRecord(storage: Storage, name: string): Promise<RefRecord | undefined> {
  const bytes = await storage.read(name);
  return bytes && decode(parseJson(new TextDecoder().decode(bytes)));
}

export async function writeRefRecord(storage: Storage, name: string, record: RefRecord): Promise<void> {
  await storage.write(name, new TextEncoder().encode(JSON.stringify(record)), { durable: false });
}

function decode(value: unknown): RefRecord | undefined {
  if (!isObject(value) || !isObject(value.head)) return undefined;
  const { kind, name, commit, byName, canPush } = value.head;
  const { checked, since, stamps } = value;
  if (kind !== 'branch' && kind !== 'tag' && kind !== 'commit') return undefined;
  if (typeof name !== 'string' || typeof checked !== 'number' || typeof since !== 'number') return undefined;
  const head: ResolvedRef = {
    kind,
    name,
    commit: typeof commit === 'string' ? commit : undefined,
    ...decodeByName(byName),
    ...(typeof canPush === 'boolean' ? { canPush } : {}),
  };
  const list: readonly unknown[] = Array.isArray(stamps) ? stamps : [];
  return { head, checked, since, stamps: list.flatMap(decodeStamp) };
}

function decodeByName(value: unknown): Pick<ResolvedRef, 'byName'> {
  if (!isObject(value)) return {};
  const { tree, ref } = value;
  return typeof tree === 'string' && typeof ref === 'string' ? { byName: { tree, ref } } : {};
}

function decodeStamp(value: unknown): (readonly [string, Stamp])[] {
  if (!Array.isArray(value)) return [];
  const parts: readonly unknown[] = value;
  const [path, stamp] = parts;
  if (typeof path !== 'string' || !isObject(stamp)) return [];
  const { sha, mtime, commit } = stamp;
  if (typeof sha !== 'string' || typeof mtime !== 'number') return [];
  return [[path, { sha, mtime, commit: typeof commit === 'string' ? commit : undefined }]];
}
