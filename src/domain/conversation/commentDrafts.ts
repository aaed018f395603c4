import * as v from 'valibot';
import { SerialQueue } from '../../core/async.ts';
import { randomHex, sha256 } from '../../core/digest.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { moveDamaged, parseStored, type Storage } from '../../core/storage.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';

const Stored = v.object({ id: v.string(), text: v.string() });

export interface DraftIssue {
  readonly account: string;
  readonly name: RepositoryName;
  readonly number: string;
}

/** A comment that is being written: a new one of an issue, or a changed one with its `id`. */
export interface DraftPlace extends DraftIssue {
  readonly id?: string | undefined;
}

/** The texts of an issue by the ids of the comments that are changed; `''`: a new comment. */
export type DraftTexts = ReadonlyMap<string, string>;

/** What this window knows of an issue. `files`: the text of each file of an id, by the name of the file. */
interface Known {
  readonly texts: Map<string, string>;
  readonly files: Map<string, Map<string, string>>;
}

/**
 * The typed texts of comments that the host does not have yet, on this computer. Each window writes files of its own, which
 * name their ids: so none replaces the text of another one. Texts that windows left for one id are read as one.
 */
export class CommentDrafts {
  readonly #storage: Storage;
  readonly #changed = new Emitter<void>();
  readonly #damaged = new Emitter<string>();
  readonly #failed = new Emitter<unknown>();
  readonly #read = new Map<string, Promise<Known>>();
  /** The names of the files of this window. */
  readonly #own = new Set<string>();
  /** Texts must not overtake each other. */
  readonly #writes = new SerialQueue();
  #isFailing = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  readonly onDidChange: Event<void> = this.#changed.event;
  /** Fires with the name in the storage under which a damaged file is kept. */
  readonly onDidKeepDamaged: Event<string> = this.#damaged.event;
  /** Fires with the error if a text cannot be stored; again only after one could be. */
  readonly onDidFail: Event<unknown> = this.#failed.event;

  /** All texts of an issue. Texts that another window writes later are not in it. */
  async of(issue: DraftIssue): Promise<DraftTexts> {
    return (await this.#known(await folderOf(issue))).texts;
  }

  async get(place: DraftPlace): Promise<string | undefined> {
    return (await this.of(place)).get(place.id ?? '');
  }

  /** An empty text removes the draft. Never throws: see `onDidFail`. */
  async set(place: DraftPlace, text: string): Promise<void> {
    await this.#writes.run(async () => {
      try {
        await this.#write(place, text.trim() === '' ? undefined : text);
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) this.#failed.fire(error);
        this.#isFailing = true;
      }
    });
  }

  async #write(place: DraftPlace, text: string | undefined): Promise<void> {
    const { id = '' } = place;
    const folder = await folderOf(place);
    const { texts, files } = await this.#known(folder);
    if (text === undefined) texts.delete(id);
    else texts.set(id, text);
    this.#changed.fire();
    const known = files.get(id) ?? new Map<string, string>();
    files.set(id, known);
    const own = [...known.keys()].find((name) => this.#own.has(name)) ?? `${folder}/${randomHex(16)}`;
    if (text !== undefined) {
      await this.#storage.write(own, new TextEncoder().encode(JSON.stringify({ id, text })));
      this.#own.add(own);
      known.set(own, text);
    }
    for (const [name, seen] of [...known]) {
      if (name === own && text !== undefined) continue;
      // Another window may have written a newer text since.
      if (parseStored(Stored, await this.#storage.read(name))?.text === seen) await this.#storage.remove(name);
      known.delete(name);
    }
  }

  async #known(folder: string): Promise<Known> {
    const known = this.#read.get(folder) ?? this.#readAll(folder);
    this.#read.set(folder, known);
    return await known;
  }

  async #readAll(folder: string): Promise<Known> {
    const files = new Map<string, Map<string, string>>();
    for (const { name } of await this.#storage.list(folder).catch(() => [])) {
      const bytes = await this.#storage.read(name).catch(() => undefined);
      const stored = parseStored(Stored, bytes);
      if (stored !== undefined)
        files.set(stored.id, (files.get(stored.id) ?? new Map<string, string>()).set(name, stored.text));
      // On a disk that is full or read-only the file stays where it is: no text replaces it.
      else if (bytes !== undefined) this.#damaged.fire(await moveDamaged(this.#storage, name, bytes).catch(() => name));
    }
    const texts = new Map([...files].map(([id, of]) => [id, [...new Set(of.values())].join('\n\n')]));
    return { texts, files };
  }
}

async function folderOf({ account, name, number }: DraftIssue): Promise<string> {
  return `comments/drafts/${await sha256([account, repositoryKey(name), number].join('\n'))}`;
}
