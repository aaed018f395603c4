import { entryCache } from '../../core/entryCache.ts';
import { nameSegment, type Storage } from '../../core/storage.ts';
import { isObject, parseJson } from '../../core/text.ts';
import { blobSha } from '../objects/gitSha.ts';
import type { LocalCommit } from './predictedTrees.ts';
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

const mostStamps = 500;

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

/** Modification times of files: the time of a file changes exactly when its content changes. */
export class MtimeStore {
  readonly #stamps = entryCache<Stamp & { readonly keep: boolean }>(10_000);
  readonly #since: number;
  readonly #now: () => number;

  constructor(record: Pick<RefRecord, 'since' | 'stamps'>, now: () => number) {
    this.#since = record.since;
    this.#now = now;
    for (const [path, stamp] of record.stamps.toReversed()) this.#stamps.set(path, { ...stamp, keep: true });
  }

  /** Time since which the file at `path` has `sha`, in milliseconds since 1970. `keep`: persist it. */
  mtime(path: string, sha: string | undefined, commit: string | undefined, keep: boolean): number {
    if (sha === undefined) return this.#since;
    const stamp = this.#stamps.get(path);
    const same = stamp === undefined || stamp.sha === sha;
    const mtime = same ? (stamp?.mtime ?? this.#since) : Math.max(this.#now(), stamp.mtime + 1);
    this.#stamps.set(path, { sha, mtime, commit, keep: keep || stamp?.keep === true || !same });
    return mtime;
  }

  /** Moves the times from commit `from` to commit `to`, which differ only by `localCommits`. */
  carry(from: string | undefined, to: string, localCommits: readonly LocalCommit[]): void {
    const changed = new Set(localCommits.map(({ path }) => path));
    for (const [path, stamp] of [...this.#stamps.entries()].reverse())
      if (stamp.commit === from && !changed.has(path)) this.#stamps.set(path, { ...stamp, commit: to });
    for (const { path, sha } of localCommits) this.mtime(path, sha, to, true);
  }

  /** The stamps to persist, the latest first. */
  persistedStamps(): readonly (readonly [string, Stamp])[] {
    return [...this.#stamps.entries()]
      .filter(([, { keep }]) => keep)
      .slice(0, mostStamps)
      .map(([path, { sha, mtime, commit }]) => [path, { sha, mtime, commit }]);
  }

  at(commit: string | undefined): (readonly [string, string])[] {
    return this.persistedStamps().flatMap(([path, stamp]) =>
      stamp.commit === commit ? [[path, stamp.sha] as const] : [],
    );
  }
}
