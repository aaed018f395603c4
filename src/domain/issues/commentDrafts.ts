import { isObject, parseJson } from '../../core/text.ts';
import type { Storage } from '../../core/storage.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';

/** A comment that is being written: a new one of an issue, or a changed one with its `id`. */
export interface DraftPlace {
  readonly account: string;
  readonly name: RepositoryName;
  readonly number: string;
  readonly id?: string | undefined;
}

/** The typed texts of comments that the host does not have yet, on this computer. */
export class CommentDrafts {
  readonly #storage: Storage;
  /** Ends when the last write has ended: writes of one text must not overtake each other. */
  #written: Promise<void> = Promise.resolve();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async get(place: DraftPlace): Promise<string | undefined> {
    await this.#written;
    const bytes = await this.#storage.read(await nameOf(place)).catch(() => undefined);
    const stored = bytes && parseJson(new TextDecoder().decode(bytes));
    return isObject(stored) && typeof stored.text === 'string' ? stored.text : undefined;
  }

  /** An empty text removes the draft. @throws Failure `refused` if the disk is full or read-only */
  async set(place: DraftPlace, text: string): Promise<void> {
    const write = async (): Promise<void> => {
      const name = await nameOf(place);
      if (text.trim() === '') await this.#storage.remove(name);
      else await this.#storage.write(name, new TextEncoder().encode(JSON.stringify({ text })));
    };
    const written = this.#written.then(write);
    this.#written = written.catch(() => undefined);
    await written;
  }
}

async function nameOf({ account, name, number, id = '' }: DraftPlace): Promise<string> {
  const key = [account, repositoryKey(name), number, id].join('\n');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return `comments/drafts/${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
