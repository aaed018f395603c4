import * as v from 'valibot';
import { nameSegment, parseStored, type Storage } from '../../core/storage.ts';
import { foldCase } from '../../core/text.ts';
import type { Account } from '../hosts/hosts.ts';
import { InboxIssue, type Inbox } from './inbox.ts';
import { readMarks, type InboxMarks } from './inboxMarks.ts';

/** The marks are decisions of the user: they are read apart, so that they stay if the rest is damaged. */
const Marks = v.object({ marks: v.unknown() });
const Rest = v.object({ issues: v.array(InboxIssue), updates: v.optional(v.record(v.string(), v.number()), {}) });

interface StoredInbox {
  readonly marks: InboxMarks | undefined;
  readonly issues: readonly InboxIssue[];
  /** The last known updates by the key of the repository, in milliseconds since 1970. */
  readonly updates: ReadonlyMap<string, number>;
}

/** Stores the inbox of one account on this computer, for all windows. */
export class InboxStore {
  readonly #storage: Storage;
  readonly #name: string;

  constructor(storage: Storage, account: Pick<Account, 'host' | 'login'>) {
    this.#storage = storage;
    this.#name = nameOf(account);
  }

  /** What was stored last; without marks if nothing readable is stored. */
  async load(): Promise<StoredInbox> {
    return this.#decode(await this.#read());
  }

  async #read(): Promise<string> {
    return new TextDecoder().decode(await this.#storage.read(this.#name));
  }

  #decode(text: string): StoredInbox {
    const { issues = [], updates = {} } = parseStored(Rest, text) ?? {};
    const marks = readMarks(parseStored(Marks, text)?.marks);
    return { marks, issues, updates: new Map(Object.entries(updates)) };
  }

  /** Stores the inbox, and takes the decisions that another window stored meanwhile. */
  async save(inbox: Inbox): Promise<void> {
    await this.#storage.lock(lockOf(this.#name), {}, async () => {
      const current = await this.#read();
      const { marks: stored } = this.#decode(current);
      if (stored !== undefined) inbox.merge(stored);
      const { marks, issues, lastUpdates } = inbox;
      const text = JSON.stringify({ marks, issues, updates: Object.fromEntries(lastUpdates) });
      if (text !== current) await this.#storage.write(this.#name, new TextEncoder().encode(text), { durable: false });
    });
  }

  static async removeOthers(storage: Storage, accounts: readonly Pick<Account, 'host' | 'login'>[]): Promise<void> {
    const own = accounts.map(nameOf);
    for (const { name } of await storage.list('inbox'))
      if (!own.some((one) => name === one || name === lockOf(one))) await storage.remove(name);
  }
}

function nameOf({ host, login }: Pick<Account, 'host' | 'login'>): string {
  return `inbox/${nameSegment(host)}/${nameSegment(foldCase(login))}`;
}

const lockOf = (name: string): string => `${name}.lock`;
