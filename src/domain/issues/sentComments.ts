import * as v from 'valibot';
import { sha256 } from '../../core/digest.ts';
import { parseStored, type Storage } from '../../core/storage.ts';

const Stored = v.object({ sent: v.number() });

/** Stores when each comment without an answer was sent, so that it is looked for before it is sent again, also after a restart. */
export class SentComments {
  readonly #storage: Storage;
  /** Milliseconds since 1970, also of those that the disk refuses. */
  readonly #times = new Map<string, number>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** `key`: account, place and text of a comment. */
  async get(key: string): Promise<number | undefined> {
    const cached = this.#times.get(key);
    if (cached !== undefined) return cached;
    return parseStored(Stored, await this.#storage.read(await nameOf(key)).catch(() => undefined))?.sent;
  }

  async set(key: string, sent: number): Promise<void> {
    this.#times.set(key, sent);
    const text = JSON.stringify({ sent });
    await this.#storage.write(await nameOf(key), new TextEncoder().encode(text)).catch(() => undefined);
  }

  async delete(key: string): Promise<void> {
    this.#times.delete(key);
    await this.#storage.remove(await nameOf(key)).catch(() => undefined);
  }
}

const nameOf = async (key: string): Promise<string> => `comments/sent/${await sha256(key)}`;
