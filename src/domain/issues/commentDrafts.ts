import * as v from 'valibot';
import { SerialQueue } from '../../core/async.ts';
import { sha256 } from '../../core/digest.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { nameSegment, parseStored, type Storage } from '../../core/storage.ts';
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

/** The typed texts of comments that the host does not have yet, on this computer. */
export class CommentDrafts {
  readonly #storage: Storage;
  readonly #changed = new Emitter<void>();
  readonly #read = new Map<string, Promise<Map<string, string>>>();
  /** Texts must not overtake each other. */
  readonly #writes = new SerialQueue();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** All texts of an issue. Texts that another window writes later are not in it. */
  async of(issue: DraftIssue): Promise<DraftTexts> {
    const folder = await folderOf(issue);
    const texts = this.#read.get(folder) ?? this.#readAll(folder);
    this.#read.set(folder, texts);
    return await texts;
  }

  async get(place: DraftPlace): Promise<string | undefined> {
    return (await this.of(place)).get(place.id ?? '');
  }

  /** An empty text removes the draft. @throws Failure `refused` if the disk is full or read-only */
  async set(place: DraftPlace, text: string): Promise<void> {
    await this.#writes.run(() => this.#write(place, text));
  }

  async #write(place: DraftPlace, text: string): Promise<void> {
    const { id = '' } = place;
    const folder = await folderOf(place);
    await this.of(place);
    const texts = await this.#read.get(folder);
    if (text.trim() === '') texts?.delete(id);
    else texts?.set(id, text);
    this.#changed.fire();
    const name = `${folder}/${nameSegment(id === '' ? 'new' : `id-${id}`)}`;
    if (text.trim() === '') await this.#storage.remove(name);
    else await this.#storage.write(name, new TextEncoder().encode(JSON.stringify({ id, text })));
  }

  async #readAll(folder: string): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const { name } of await this.#storage.list(folder).catch(() => [])) {
      const stored = parseStored(Stored, await this.#storage.read(name).catch(() => undefined));
      if (stored !== undefined) texts.set(stored.id, stored.text);
    }
    return texts;
  }
}

async function folderOf({ account, name, number }: DraftIssue): Promise<string> {
  return `comments/drafts/${await sha256([account, repositoryKey(name), number].join('\n'))}`;
}
