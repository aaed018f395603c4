import * as v from 'valibot';
import { parseStored, type Storage } from '../../../core/storage.ts';
import type { Change, DraftBranch } from './draft.ts';
import { branchHash } from './draftStorage.ts';

const Entry = v.object({
  path: v.string(),
  /** Blob sha on the server before the push; undefined: no file. */
  base: v.optional(v.string()),
  /** Blob sha on the server after the push; undefined: removed. */
  sha: v.optional(v.string()),
  /** Time at which the server was known to have `sha`, in milliseconds since 1970. */
  arrived: v.optional(v.number()),
});
type Entry = v.InferOutput<typeof Entry>;
const Stored = v.object({ version: v.literal(1), entries: v.array(Entry) });

const keyOf = ({ path, base, sha }: Pick<Entry, 'path' | 'base' | 'sha'>): string => JSON.stringify([path, base, sha]);

const mostEntries = 300;
/** Milliseconds after which every window has seen a commit. */
const seenAfter = 60_000;

/**
 * The pushes of this computer (all windows), which tell own commits from others', also if an answer was lost.
 * Without them, the user only sees an unnecessary conflict.
 */
export class PushLedger {
  readonly #storage: Storage;
  readonly #branch: DraftBranch;

  constructor(storage: Storage, branch: DraftBranch) {
    this.#storage = storage;
    this.#branch = branch;
  }

  async add(changes: readonly Change[]): Promise<void> {
    const keys = new Set(changes.map(keyOf));
    const others = (await this.#read()).filter((entry) => !keys.has(keyOf(entry)));
    const added = changes.map(({ path, base, sha }) => ({ path, base, sha }));
    await this.#write([...others, ...added].slice(-mostEntries));
  }

  async arrived(path: string, sha: string | undefined): Promise<void> {
    const entries = await this.#read();
    const isArriving = (entry: Entry): boolean =>
      entry.path === path && entry.sha === sha && entry.arrived === undefined;
    const now = Date.now();
    if (entries.some(isArriving))
      await this.#write(entries.map((entry) => (isArriving(entry) ? { ...entry, arrived: now } : entry)));
  }

  /** Whether a chain of own pushes leads from `base` to `sha` at `path`. */
  async leads(path: string, base: string | undefined, sha: string | undefined): Promise<boolean> {
    const reached = new Set([base]);
    for (const entry of await this.#read()) if (entry.path === path && reached.has(entry.base)) reached.add(entry.sha);
    return reached.has(sha);
  }

  /** Whether `base` was superseded by our own push less than `seenAfter` ago; other windows may not know yet. */
  async isPast(path: string, base: string | undefined): Promise<boolean> {
    const there = (await this.#read()).filter((entry) => entry.path === path && entry.arrived !== undefined);
    const { sha, arrived = 0 } = there.at(-1) ?? {};
    return there.some((entry) => entry.base === base) && sha !== base && Date.now() - arrived < seenAfter;
  }

  async #read(): Promise<readonly Entry[]> {
    return parseStored(Stored, await this.#storage.read(await this.#name()))?.entries ?? [];
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const text = JSON.stringify({ version: 1, entries });
    await this.#storage.write(await this.#name(), new TextEncoder().encode(text), { durable: false });
  }

  async #name(): Promise<string> {
    return `sent/${await branchHash(this.#branch)}`;
  }
}
