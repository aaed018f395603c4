import type { CallOptions } from '../../api/http/send.ts';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { messageOf, wrongValue, type Failure } from '../../core/errors.ts';
import { Gathering } from '../../core/gathering.ts';
import type { Log } from '../../core/log.ts';
import { requires } from '../../core/requirement.ts';
import type { Storage } from '../../core/storage.ts';
import { isObject, foldCase } from '../../core/text.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { RepositoryAt } from '../hosts/activeRepository.ts';
import type { Connection, Connections } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import type { Account } from '../hosts/hosts.ts';
import { byNewestUpdate, Inbox, type InboxEntry } from './inbox.ts';
import { readMarks, type InboxMarks } from './inboxMarks.ts';
import { InboxReader } from './inboxReader.ts';
import { loadInbox, removeOtherInboxes, storeInbox } from './inboxStore.ts';

export interface InboxesParts {
  readonly connections: Connections;
  readonly features: HostFeatures;
  readonly pinned: () => readonly RepositoryAt[];
  readonly recent: () => readonly RepositoryAt[];
  readonly storage: Storage;
  /** Values that the editor carries to other computers. */
  readonly synced: { get(key: string): unknown; update(key: string, value: unknown): PromiseLike<void> };
  /** Nothing is requested in the background without the focus. */
  readonly window: { readonly isFocused: () => boolean; readonly onDidChangeFocus: Event<void> };
  readonly clock: InboxClock;
  readonly log: Log;
}

export interface InboxClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly after: (delay: number, run: () => void) => Disposable;
}

interface OfAccount {
  readonly account: Account;
  readonly connection: Connection;
}

/** `hidden`: the user marked it as done, or snoozed it until a day. */
export type AccountEntry = InboxEntry & OfAccount & { readonly hidden?: ReturnType<Inbox['hidden']> };

/** Which accounts a command is about; undefined: all. */
export interface Within {
  readonly host?: string | undefined;
  readonly account?: string | undefined;
}

interface AccountInbox extends OfAccount {
  readonly inbox: Inbox;
  readonly reader: InboxReader;
  readonly listener: Disposable;
}

/** The key of the synced value: the decisions by the id of the account. */
export const syncedInboxes = 'inbox';

/** Milliseconds between a change and its storing. */
const storeDelay = 1_000;
/** Milliseconds between two requests in the background. */
const minute = 60_000;
/** Milliseconds by which the clock of the service may be ahead of the one of this computer. */
const clockDifference = 2_000;
const background: CallOptions = { priority: 'background', once: true };

/** The inboxes of all signed-in accounts, and when they are read. */
export class Inboxes implements Disposable {
  readonly #parts: InboxesParts;
  readonly #changed = new Emitter<void>();
  readonly #listeners: readonly Disposable[];
  readonly #storing = new Gathering(() => this.#storeAll(), { wait: storeDelay, pause: () => storeDelay * 5 });
  #followed: readonly AccountInbox[] = [];
  #turn = 0;
  #ticks = 0;
  #ticked: number;
  #timer: Disposable | undefined;

  constructor(parts: InboxesParts) {
    this.#parts = parts;
    const { connections, window, clock } = parts;
    this.#ticked = clock.now();
    this.#listeners = [
      connections.onDidChange(() => {
        this.#dropSignedOut();
        void this.update();
      }),
      window.onDidChangeFocus(() => {
        if (!window.isFocused()) return;
        for (const { inbox, account } of this.#followed) inbox.merge(this.#marksOf(account));
        // The day of a snoozed entry may have come.
        this.#changed.fire();
        this.#schedule();
      }),
    ];
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Whether lists are read for the first time, whether a host has more, and why lists could not be read. */
  get progress(): { readonly isReading: boolean; readonly hasMore: boolean; readonly failure: Failure | undefined } {
    const readers = this.#followed.map(({ reader }) => reader);
    return {
      isReading: readers.some(({ isReading }) => isReading),
      hasMore: readers.some(({ hasMore }) => hasMore),
      failure: readers.flatMap(({ failure }) => failure ?? [])[0],
    };
  }

  /** What is shown, of all accounts, the last updated first. */
  entries(within: Within = {}): AccountEntry[] {
    return this.all(within).filter(({ hidden, reasons }) => hidden === undefined && reasons.length > 0);
  }

  /** All known entries, also those that are done or snoozed. */
  all(within: Within = {}): AccountEntry[] {
    return this.#of(within)
      .flatMap(({ inbox, account, connection }) =>
        inbox.all().map((entry) => ({ ...entry, account, connection, hidden: inbox.hidden(entry) })),
      )
      .toSorted(byNewestUpdate);
  }

  /** Follows the signed-in accounts. What was stored for others is removed. */
  async update(): Promise<void> {
    const turn = (this.#turn += 1);
    const { connections, storage, log } = this.#parts;
    try {
      const accounts = await connections.accounts();
      const followed = await Promise.all(accounts.map((account) => this.#follow(account)));
      // A later call has a newer answer.
      if (turn !== this.#turn) return;
      for (const one of this.#followed) if (!followed.some(({ inbox }) => inbox === one.inbox)) one.listener.dispose();
      this.#followed = followed;
      await removeOtherInboxes(storage, accounts);
    } catch (error) {
      log.warn(`the inbox cannot be loaded: ${messageOf(error)}`);
    }
    this.#changed.fire();
    this.#schedule();
  }

  /** Reads the first lists. */
  async open(options: CallOptions = {}): Promise<void> {
    this.#ticked = this.#parts.clock.now();
    this.#schedule();
    await this.#eachReader((reader) => reader.open(options));
  }

  /** Reads the next 100 entries of each list of which the host has more. */
  async readMore(options: CallOptions = {}): Promise<void> {
    await this.#eachReader((reader) => reader.readMore(options));
  }

  /** Reads all lists. */
  async refresh(options: CallOptions = {}, within: Within = {}): Promise<void> {
    await this.#eachReader((reader) => reader.complete(options), within);
  }

  /**
   * Decides about entries, in every inbox that has them, and stores the decision. Those that are not unread any more
   * are marked as read on the host too. @throws Failure `invalid` if no inbox has one of them; then nothing is decided
   */
  async decide(
    keys: readonly string[],
    decide: (inbox: Inbox, keys: readonly string[]) => void,
    within: Within = {},
  ): Promise<void> {
    const inboxes = this.#of(within).map((one) => ({
      ...one,
      own: keys.flatMap((key) => one.inbox.find(key) ?? []),
    }));
    for (const key of keys)
      if (!inboxes.some(({ own }) => own.some((one) => one.key === foldCase(key))))
        throw wrongValue('entry', requires('inboxEntries'));
    for (const { inbox, reader, own } of inboxes) {
      if (own.length === 0) continue;
      const names = own.map(({ key }) => key);
      decide(inbox, names);
      const read = names.flatMap((key) => inbox.find(key) ?? []).filter(({ status }) => status === 'read');
      void reader.markRead(read, background);
    }
    await this.#storeAll();
  }

  /** @throws Failure `invalid` if no inbox has the entry */
  find(key: string, within: Within = {}): AccountEntry {
    const entry = this.all(within).find((one) => one.key === foldCase(key));
    if (entry === undefined) throw wrongValue('entry', requires('inboxEntries'));
    return entry;
  }

  /** The user changed `#12` or `!12` in this window: that is no news. Its lists are read again, because it may leave. */
  noteOwnChange(repository: RepositoryName, names: readonly string[]): void {
    const now = this.#parts.clock.now();
    for (const { inbox, connection, reader } of this.#followed) {
      const own = names.flatMap((one) => inbox.find(`${repositoryKey(repository)}${one}`) ?? []);
      const read = own.filter(({ status }) => status === 'read').map(({ key }) => key);
      inbox.markSeen(read, (connection.api.hostTime(now) ?? now) + clockDifference);
      if (own.length > 0) void reader.readListsOf(own, background).then(() => this.#changed.fire());
    }
  }

  dispose(): void {
    this.#turn += 1;
    this.#timer?.dispose();
    this.#storing.dispose();
    for (const listener of [...this.#listeners, ...this.#followed.map((one) => one.listener)]) listener.dispose();
    this.#changed.dispose();
  }

  #of({ host, account: login }: Within): readonly AccountInbox[] {
    return this.#followed.filter(
      ({ account }) => (host ?? account.host) === account.host && (login ?? account.login) === account.login,
    );
  }

  async #eachReader(read: (reader: InboxReader) => Promise<void>, within: Within = {}): Promise<void> {
    const reading = Promise.all(this.#of(within).map(({ reader }) => read(reader)));
    this.#changed.fire();
    await reading;
    this.#changed.fire();
  }

  /** Once a minute, and only with the focus, one request, in turn by account. */
  #schedule(): void {
    this.#timer?.dispose();
    const { clock } = this.#parts;
    const wait = Math.max(0, this.#ticked + minute - clock.now());
    this.#timer = clock.after(wait, () => void this.#tick());
  }

  async #tick(): Promise<void> {
    const { window, clock } = this.#parts;
    if (!window.isFocused() || this.#followed.length === 0) return;
    this.#ticked = clock.now();
    const reader = this.#followed[(this.#ticks += 1) % this.#followed.length]?.reader;
    this.#schedule();
    await reader?.next(background);
    this.#changed.fire();
  }

  /** At once, before the new accounts are read. */
  #dropSignedOut(): void {
    const isGone = ({ account: { host, login } }: OfAccount): boolean =>
      this.#parts.connections.isSignedOut(host, login);
    for (const one of this.#followed) if (isGone(one)) one.listener.dispose();
    this.#followed = this.#followed.filter((one) => !isGone(one));
    this.#changed.fire();
  }

  async #follow(account: Account): Promise<AccountInbox> {
    const { connections, storage, clock, features, log } = this.#parts;
    const connection = await connections.connect(account.host, account.login);
    const existing = this.#followed.find((one) => one.account.id === account.id);
    if (existing?.connection === connection) return existing;
    const read = { connection, features, login: account.login, now: clock.now, log };
    const readerOf = (inbox: Inbox): InboxReader =>
      new InboxReader({ ...read, inbox, plain: () => this.#plain(account) });
    if (existing !== undefined) return { ...existing, connection, reader: readerOf(existing.inbox) };
    const { marks, lists } = await loadInbox(storage, account);
    const inbox = new Inbox(clock.now, marks ?? this.#marksOf(account));
    inbox.merge(this.#marksOf(account));
    for (const [name, things] of Object.entries(lists)) inbox.take(name, things);
    const listener = inbox.onDidChange(() => {
      this.#changed.fire();
      this.#storing.ask();
    });
    return { account, connection, inbox, reader: readerOf(inbox), listener };
  }

  /** The pinned and opened repositories of an account; those of no signed-in account are of the first one of the host. */
  #plain({ host, login }: Account): RepositoryName[] {
    const logins = this.#followed.filter(({ account }) => account.host === host).map(({ account }) => account.login);
    const ownerOf = (account: string | undefined): string | undefined =>
      account !== undefined && logins.includes(account) ? account : logins[0];
    const { pinned, recent } = this.#parts;
    const names = [...pinned(), ...recent()].filter(
      ({ name, account }) => name.host === host && ownerOf(account) === login,
    );
    return [...new Map(names.map(({ name }) => [repositoryKey(name), name])).values()];
  }

  /** The decisions that this computer or another one stored. */
  #marksOf({ id }: Account): InboxMarks | undefined {
    const value = this.#parts.synced.get(syncedInboxes);
    return isObject(value) ? readMarks(value[foldCase(id)]) : undefined;
  }

  async #storeAll(): Promise<void> {
    const { synced, storage, log } = this.#parts;
    try {
      for (const one of this.#followed) {
        const { inbox, account } = one;
        inbox.merge(this.#marksOf(account));
        // An account that signed out meanwhile has nothing stored any more.
        if (this.#followed.includes(one)) await storeInbox(storage, account, inbox.lists);
        if (JSON.stringify(inbox.marks) === JSON.stringify(this.#marksOf(account))) continue;
        const value = synced.get(syncedInboxes);
        await synced.update(syncedInboxes, { ...(isObject(value) ? value : {}), [foldCase(account.id)]: inbox.marks });
      }
    } catch (error) {
      log.warn(`the inbox cannot be stored: ${messageOf(error)}`);
    }
  }
}
