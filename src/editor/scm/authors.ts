import type { Memento } from 'vscode';
import { LRUCache } from 'lru-cache';
import { Emitter, type Event } from '../../core/emitter.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { isObject } from '../../core/text.ts';
import type { Connection } from '../../domain/hosting/connections.ts';
import type { Author } from '../../domain/commit/journal.ts';

const key = 'authors';

/** What an account says of its person. */
interface Person {
  readonly name: string;
  readonly email: string | undefined;
}

/** As whom each account commits: as the account says, or as the person chose instead. */
export class Authors {
  readonly #state: Memento;
  readonly #log: Log;
  readonly #people = new LRUCache<string, Promise<Person>>({ max: 50 });
  readonly #changed = new Emitter<void>();

  constructor(state: Memento, log: Log) {
    this.#state = state;
    this.#log = log;
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Whom the person chose for an account (`host id/login`). */
  chosen(account: string): Author | undefined {
    const all: unknown = this.#state.get(key);
    const found = isObject(all) ? all[account] : undefined;
    if (!isObject(found)) return undefined;
    const { name, email } = found;
    return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined;
  }

  /** Commits of `account` are made as `author` from now on; undefined: as the account says. */
  async choose(account: string, author: Author | undefined): Promise<void> {
    const all: unknown = this.#state.get(key);
    await this.#state.update(key, { ...(isObject(all) ? all : {}), [account]: author });
    this.#changed.fire();
  }

  /** As whom `connection` commits. At most two requests a session. Undefined where no e-mail address is known. */
  async of(connection: Connection): Promise<Author | undefined> {
    const { account } = connection;
    if (account === undefined) return undefined;
    const chosen = this.chosen(account.id);
    if (chosen !== undefined) return chosen;
    const { name, email } = await this.#personOf(connection, account);
    return email === undefined ? undefined : { name, email };
  }

  /** The addresses of an account, confirmed ones first. */
  async emails(connection: Connection, signal: AbortSignal): Promise<readonly string[]> {
    return await emailsOf(connection, signal);
  }

  /** What the account itself says. */
  async #personOf(connection: Connection, { id, login }: { readonly id: string; login: string }): Promise<Person> {
    const known = this.#people.get(id);
    if (known !== undefined) return await known;
    const asking = askPerson(connection, login);
    this.#people.set(id, asking);
    try {
      return await asking;
    } catch (error) {
      this.#people.delete(id);
      this.#log.info(`cannot tell who commits: ${messageOf(error)}`);
      return { name: login, email: undefined };
    }
  }
}

async function askPerson(connection: Connection, login: string): Promise<Person> {
  const user = await connection.api.users.self({}, { priority: 'background' });
  const name = user.name ?? login;
  if (user.email !== undefined) return { name, email: user.email };
  const [email] = await emailsOf(connection);
  return { name, email };
}

async function emailsOf({ api }: Connection, signal?: AbortSignal): Promise<string[]> {
  const { items } = await api.users.emails({}, { priority: 'background', signal });
  const rank = ({ state }: { readonly state?: string | undefined }): number => (state === 'confirmed' ? 0 : 1);
  return items.toSorted((one, other) => rank(one) - rank(other)).map(({ email }) => email);
}
