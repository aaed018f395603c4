import { isObject, parseJson, foldCase } from '../../core/text.ts';
import { nameSegment, type Storage } from '../../core/storage.ts';
import type { Account } from '../hosts/hosts.ts';
import { inboxReasons, type Inbox, type InboxIssue } from './inbox.ts';
import { readMarks, type InboxMarks } from './inboxMarks.ts';

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
    const value = text === '' ? undefined : parseJson(text);
    if (!isObject(value)) return { marks: undefined, issues: [], updates: new Map() };
    const issues: readonly unknown[] = Array.isArray(value.issues) ? value.issues : [];
    const updates = Object.entries(isObject(value.updates) ? value.updates : {}).filter(isTimed);
    return {
      marks: readMarks(value.marks),
      issues: issues.flatMap((one) => issueOf(one) ?? []),
      updates: new Map(updates),
    };
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

  /** Removes everything that is stored for accounts other than these. */
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

const isTimed = (entry: [string, unknown]): entry is [string, number] => Number.isFinite(entry[1]);

function issueOf(value: unknown): InboxIssue | undefined {
  if (!isObject(value) || !isObject(value.repository)) return undefined;
  const { key, number, title, closed, updated, fields, comments, ownComments, untouched } = value;
  const { host, owner, repo } = value.repository;
  const isText = typeof key === 'string' && typeof number === 'string' && typeof title === 'string';
  const isNamed = typeof host === 'string' && typeof owner === 'string' && typeof repo === 'string';
  if (!isText || !isNamed || typeof closed !== 'boolean' || typeof updated !== 'number') return undefined;
  const given: readonly unknown[] = Array.isArray(value.reasons) ? value.reasons : [];
  const reasons = inboxReasons.filter((reason) => given.includes(reason));
  const told = {
    ...(typeof fields === 'string' ? { fields } : {}),
    ...(typeof comments === 'number' ? { comments } : {}),
    ...(typeof ownComments === 'number' ? { ownComments } : {}),
    ...(untouched === true ? ({ untouched: true } as const) : {}),
  };
  return { key, repository: { host, owner, repo }, number, title, closed, updated, ...told, reasons };
}
