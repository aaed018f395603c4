import * as v from 'valibot';
import { sha256 } from '../../core/digest.ts';
import { parseStored, type Storage } from '../../core/storage.ts';
import type { Attempt, Attempts } from '../hosts/creations.ts';

const Stored = v.object({
  since: v.number(),
  hostSince: v.optional(v.number()),
  isTold: v.optional(v.boolean()),
});

/** Stores when each comment without an answer was sent, so that it is looked for before it is sent again, also after a restart. */
export class SentComments implements Attempts {
  readonly created = new Set<string>();
  readonly #storage: Storage;
  /** Also those that the disk refuses. */
  readonly #attempts = new Map<string, Attempt>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async get(key: string): Promise<Attempt | undefined> {
    const cached = this.#attempts.get(key);
    return cached ?? parseStored(Stored, await this.#storage.read(await nameOf(key)).catch(() => undefined));
  }

  async set(key: string, attempt: Attempt): Promise<void> {
    this.#attempts.set(key, attempt);
    const text = JSON.stringify(attempt);
    await this.#storage.write(await nameOf(key), new TextEncoder().encode(text)).catch(() => undefined);
  }

  async delete(key: string): Promise<void> {
    this.#attempts.delete(key);
    await this.#storage.remove(await nameOf(key)).catch(() => undefined);
  }
}

const nameOf = async (key: string): Promise<string> => `comments/sent/${await sha256(key)}`;
