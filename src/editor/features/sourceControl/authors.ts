import * as v from 'valibot';
import type { Memento } from 'vscode';
import { LRUCache } from 'lru-cache';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { readStored, storedMap } from '../../../core/storage.ts';
import { authorProfile, type AuthorProfile } from '../../../domain/sourceControl/commit/accountAuthor.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import type { Author } from '../../../domain/sourceControl/commit/journal.ts';

const key = 'authors';
const Stored = storedMap(v.object({ name: v.string(), email: v.string() }));

/** The commit author of each account: from its profile, or as the user chose. */
export class Authors {
  readonly #state: Memento;
  readonly #log: Log;
  readonly #people = new LRUCache<string, Promise<AuthorProfile>>({ max: 50 });
  readonly #changed = new Emitter<void>();

  constructor(state: Memento, log: Log) {
    this.#state = state;
    this.#log = log;
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** The author that the user chose for an account (`host id/login`); undefined if none was chosen. */
  chosen(account: string): Author | undefined {
    return this.#all.get(account);
  }

  /** Sets the author for commits of `account`; undefined restores the author of the profile. */
  async choose(account: string, author: Author | undefined): Promise<void> {
    await this.#state.update(key, { ...Object.fromEntries(this.#all), [account]: author });
    this.#changed.fire();
  }

  /** At most two requests per session. Undefined if no e-mail address is known. */
  async of(connection: Connection): Promise<Author | undefined> {
    const { account } = connection;
    if (account === undefined) return undefined;
    const chosen = this.chosen(account.id);
    if (chosen !== undefined) return chosen;
    const { name, email } = await this.#personOf(connection, account);
    return email === undefined ? undefined : { name, email };
  }

  get #all(): ReadonlyMap<string, Author> {
    return readStored(Stored, this.#state.get(key)) ?? new Map();
  }

  async #personOf(
    connection: Connection,
    { id, login }: { readonly id: string; login: string },
  ): Promise<AuthorProfile> {
    const cached = this.#people.get(id);
    if (cached !== undefined) return await cached;
    const self = connection.api.users.self({}, { priority: 'background' });
    const request = self.then((user) => authorProfile(connection, user));
    this.#people.set(id, request);
    try {
      return await request;
    } catch (error) {
      this.#people.delete(id);
      this.#log.info(`cannot tell who commits: ${messageOf(error)}`);
      return { name: login, email: undefined };
    }
  }
}
