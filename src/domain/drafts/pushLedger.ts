import * as v from 'valibot';
import type { Storage } from '../../core/storage.ts';
import { parseJson } from '../../core/text.ts';
import type { Change, DraftBranch } from './draft.ts';
import { branchHash } from './draftStorage.ts';

const Entry = v.object({
  path: v.string(),
  /** Blob sha on the server before; undefined: none. */
  base: v.optional(v.string()),
  /** Blob sha on the server afterwards; undefined: removed. */
  sha: v.optional(v.string()),
  /** When the server was seen to have it, in milliseconds since 1970. */
  arrived: v.optional(v.number()),
});
type Entry = v.InferOutput<typeof Entry>;
const Stored = v.object({ version: v.literal(1), entries: v.array(Entry) });

/** What is remembered of a branch. */
const mostEntries = 300;
/** Milliseconds after which every window has seen what was committed. */
const seenAfter = 60_000;

/**
 * What was sent from here to one branch, by any window: tells one's own commits from those of others, also where the
 * answer never came, or the commit came after it had been given up. Losing this only asks a person needlessly.
 */
export class PushLedger {
  readonly #storage: Storage;
  readonly #branch: DraftBranch;

  constructor(storage: Storage, branch: DraftBranch) {
    this.#storage = storage;
    this.#branch = branch;
  }

  /** `change` is sent now. */
  async add({ path, base, sha }: Change): Promise<void> {
    const others = (await this.#read()).filter(
      (entry) => !(entry.path === path && entry.base === base && entry.sha === sha),
    );
    await this.#write([...others, { path, base, sha }].slice(-mostEntries));
  }

  /** The server has `sha` at `path`. */
  async arrived(path: string, sha: string | undefined): Promise<void> {
    const entries = await this.#read();
    const isNews = (entry: Entry): boolean => entry.path === path && entry.sha === sha && entry.arrived === undefined;
    const now = Date.now();
    if (entries.some(isNews))
      await this.#write(entries.map((entry) => (isNews(entry) ? { ...entry, arrived: now } : entry)));
  }

  /** Whether the server came from `base` to `sha` at `path` by what was sent from here alone. */
  async leads(path: string, base: string | undefined, sha: string | undefined): Promise<boolean> {
    const reached = new Set([base]);
    for (const entry of await this.#read()) if (entry.path === path && reached.has(entry.base)) reached.add(entry.sha);
    return reached.has(sha);
  }

  /** Whether the server has just moved on from `base` at `path` by what was sent from here: not every window knows yet. */
  async isPast(path: string, base: string | undefined): Promise<boolean> {
    const there = (await this.#read()).filter((entry) => entry.path === path && entry.arrived !== undefined);
    const { sha, arrived = 0 } = there.at(-1) ?? {};
    return there.some((entry) => entry.base === base) && sha !== base && Date.now() - arrived < seenAfter;
  }

  async #read(): Promise<readonly Entry[]> {
    const bytes = await this.#storage.read(await this.#name());
    const read = v.safeParse(Stored, bytes === undefined ? undefined : parseJson(new TextDecoder().decode(bytes)));
    return read.success ? read.output.entries : [];
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const text = JSON.stringify({ version: 1, entries });
    await this.#storage.write(await this.#name(), new TextEncoder().encode(text), { durable: false });
  }

  async #name(): Promise<string> {
    return `sent/${await branchHash(this.#branch)}`;
  }
}
