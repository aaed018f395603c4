import * as v from 'valibot';
import { nameSegment, parseStored, storedList, type Storage } from '../../core/storage.ts';
import { blobSha } from '../objects/gitSha.ts';
import type { ResolvedRef } from './refs.ts';

const optionalText = v.fallback(v.optional(v.string()), undefined);

const Stamp = v.object({
  sha: v.string(),
  /** Milliseconds since 1970. */
  mtime: v.number(),
  /** The commit at which the file had this sha. */
  commit: optionalText,
});
export type Stamp = Readonly<v.InferOutput<typeof Stamp>>;

const Stored = v.object({
  head: v.object({
    kind: v.picklist(['branch', 'tag', 'commit']),
    name: v.string(),
    commit: optionalText,
    isListed: v.optional(v.boolean()),
    canPush: v.optional(v.boolean()),
  }),
  checked: v.number(),
  since: v.number(),
  stamps: v.fallback(storedList(v.tuple([v.string(), Stamp])), []),
});

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
  const stored = parseStored(Stored, await storage.read(name));
  // Earlier versions stored tags without their commit.
  if (stored === undefined || (stored.head.kind !== 'branch' && stored.head.commit === undefined)) return undefined;
  return { ...stored, head: { ...stored.head, commit: stored.head.commit } };
}

export async function writeRefRecord(storage: Storage, name: string, record: RefRecord): Promise<void> {
  await storage.write(name, new TextEncoder().encode(JSON.stringify(record)), { durable: false });
}
