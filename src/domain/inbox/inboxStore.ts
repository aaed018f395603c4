import { isObject, parseJson } from '../../core/text.ts';
import { nameSegment, type Storage } from '../../core/storage.ts';
import type { Account } from '../hosting/hosts.ts';
import { inboxReasons, type Inbox, type InboxIssue } from './inbox.ts';
import { mergeMarks, readMarks, type InboxMarks } from './inboxMarks.ts';

interface StoredInbox {
  readonly marks: InboxMarks | undefined;
  readonly issues: readonly InboxIssue[];
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
    const value = text === '' ? undefined : parseJson(text);
    if (!isObject(value)) return { marks: undefined, issues: [] };
    const issues: readonly unknown[] = Array.isArray(value.issues) ? value.issues : [];
    return { marks: readMarks(value.marks), issues: issues.flatMap((one) => issueOf(one) ?? []) };
  }

  /** Stores the inbox, and takes the decisions that another window stored meanwhile. */
  async save(inbox: Inbox): Promise<void> {
    await this.#storage.lock(lockOf(this.#name), {}, async () => {
      const current = await this.#read();
      const { marks: stored } = this.#decode(current);
      const marks = stored === undefined ? inbox.marks : mergeMarks(inbox.marks, stored);
      const text = JSON.stringify({ marks, issues: inbox.issues });
      if (text !== current) await this.#storage.write(this.#name, new TextEncoder().encode(text), { durable: false });
      if (stored !== undefined) inbox.merge(stored);
    });
  }

  /** Removes everything that is stored for accounts other than these. */
  static async removeOthers(storage: Storage, accounts: readonly Pick<Account, 'host' | 'login'>[]): Promise<void> {
    const own = accounts.map(nameOf);
    for (const { name } of await storage.list('inbox'))
      if (!own.some((one) => name === one || name === lockOf(one))) await storage.remove(name);
  }
}

function nameOf({ host, login }: Pick<Account, 'host' | 'login'>): string {
  return `inbox/${nameSegment(host)}/${nameSegment(login.toLowerCase())}`;
}

const lockOf = (name: string): string => `${name}.lock`;

function issueOf(value: unknown): InboxIssue | undefined {
  if (!isObject(value) || !isObject(value.repository)) return undefined;
  const { key, number, title, closed, updated } = value;
  const { host, owner, repo } = value.repository;
  const isText = typeof key === 'string' && typeof number === 'string' && typeof title === 'string';
  const isNamed = typeof host === 'string' && typeof owner === 'string' && typeof repo === 'string';
  if (!isText || !isNamed || typeof closed !== 'boolean' || typeof updated !== 'number') return undefined;
  const told: readonly unknown[] = Array.isArray(value.reasons) ? value.reasons : [];
  const reasons = inboxReasons.filter((reason) => told.includes(reason));
  return { key, repository: { host, owner, repo }, number, title, closed, updated, reasons };
}
