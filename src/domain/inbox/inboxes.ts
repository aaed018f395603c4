import type { Issue } from '../../api/record/issue.ts';
import { Emitter, type Disposable, type Event } from '../../core/emitter.ts';
import { messageOf, wrongValue } from '../../core/errors.ts';
import { Gathering } from '../../core/gathering.ts';
import type { Log } from '../../core/log.ts';
import { requires } from '../../core/requirement.ts';
import type { Storage } from '../../core/storage.ts';
import { isObject, foldCase } from '../../core/text.ts';
import { isSafeName, parseFullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { RepositoryAt } from '../hosts/activeRepository.ts';
import type { Connection, Connections } from '../hosts/connections.ts';
import type { Account } from '../hosts/hosts.ts';
import { byNewestUpdate, Inbox, inboxKey, type InboxEntry, type InboxIssue } from './inbox.ts';
import { readMarks, type InboxMarks } from './inboxMarks.ts';
import { InboxPoller, type InboxPollerParts, type InboxProgress } from './inboxPoller.ts';
import { InboxStore } from './inboxStore.ts';
import type { InboxAccount } from './inboxTurn.ts';
import type { InboxCount, ListedReason } from './unlistedIssues.ts';

export interface InboxesParts extends Pick<InboxPollerParts, 'window' | 'clock'> {
  readonly connections: Connections;
  readonly pinned: () => readonly RepositoryAt[];
  readonly recent: () => readonly RepositoryAt[];
  /** Further repositories: `owner/repo` of the first account, or `host/owner/repo`. */
  readonly chosen: () => readonly string[];
  readonly storage: Storage;
  /** Values that the editor carries to other computers. */
  readonly synced: { get(key: string): unknown; update(key: string, value: unknown): PromiseLike<void> };
  readonly log: Log;
}

interface OfAccount {
  readonly account: Account;
  readonly connection: Connection;
}

export type AccountEntry = InboxEntry & OfAccount;
/** `hidden`: the user marked it as done, or snoozed it until a day. */
export type AccountIssue = InboxIssue & OfAccount & { readonly hidden?: ReturnType<Inbox['hidden']> };

interface AccountInbox extends OfAccount {
  readonly inbox: Inbox;
  readonly store: InboxStore;
  readonly source: InboxAccount;
  readonly listener: Disposable;
}

/** The key of the synced value: the decisions by the id of the account. */
export const syncedInboxes = 'inbox';

const mostSyncedDecisions = 1_000;
const mostOwned = 30;
/** Milliseconds between a change and its storing. */
const storeDelay = 1_000;

/** The inboxes of all signed-in accounts. One poller keeps them current. */
export class Inboxes implements Disposable {
  readonly #parts: InboxesParts;
  readonly #poller: InboxPoller;
  readonly #changed = new Emitter<void>();
  readonly #listeners: readonly Disposable[];
  readonly #storing = new Gathering(() => this.#storeAll(), { wait: storeDelay, pause: () => storeDelay * 5 });
  #followed: readonly AccountInbox[] = [];
  #preferred: ReadonlyMap<string, string | undefined> = new Map();
  #sources: readonly InboxAccount[] = [];
  #turn = 0;

  constructor(parts: InboxesParts) {
    this.#parts = parts;
    const { connections, window, clock, log } = parts;
    this.#poller = new InboxPoller({ accounts: () => this.#sources, window, clock, log });
    this.#listeners = [
      connections.onDidChange(() => {
        this.#dropSignedOut();
        void this.update();
      }),
      window.onDidChangeFocus(() => {
        if (!window.isFocused()) return;
        // The day of a snoozed issue may have come.
        this.#changed.fire();
        void this.#takeDecisions();
      }),
      this.#poller.onDidChange(() => this.#changed.fire()),
    ];
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  get progress(): InboxProgress {
    return this.#poller.progress;
  }

  /** What is shown, of all accounts, the last updated first. */
  entries(): AccountEntry[] {
    return this.#followed
      .flatMap(({ inbox, account, connection }) => inbox.entries().map((entry) => ({ ...entry, account, connection })))
      .toSorted(byNewestUpdate);
  }

  /** All known issues, also those that are done or snoozed. */
  issues(): AccountIssue[] {
    return this.#followed
      .flatMap(({ inbox, account, connection }) =>
        inbox.issues.map((issue) => ({ ...issue, account, connection, hidden: inbox.hidden(issue) })),
      )
      .toSorted(byNewestUpdate);
  }

  /** The number of open issues of all followed repositories, also of those that are not listed. */
  total(reason: ListedReason): InboxCount {
    const totals = this.#followed.map(({ inbox }) => inbox.total(reason));
    return {
      count: totals.reduce((sum, { count }) => sum + count, 0),
      isExact: totals.every(({ isExact }) => isExact),
    };
  }

  /** Follows the signed-in accounts. What was stored for others is removed. */
  async update(): Promise<void> {
    const turn = (this.#turn += 1);
    const { connections, storage, log } = this.#parts;
    try {
      const accounts = await connections.accounts();
      const hosts = [...new Set(accounts.map(({ host }) => host))];
      const preferred = await Promise.all(
        hosts.map(async (host) => [host, (await connections.connect(host)).account?.login] as const),
      );
      const followed = await Promise.all(accounts.map((account) => this.#follow(account)));
      // A later call has a newer answer.
      if (turn !== this.#turn) return;
      for (const one of this.#followed) if (!followed.some(({ inbox }) => inbox === one.inbox)) one.listener.dispose();
      this.#followed = followed;
      this.#preferred = new Map(preferred);
      this.#sources = followed.map(({ source }) => source);
      await InboxStore.removeOthers(storage, accounts);
    } catch (error) {
      log.warn(`the inbox cannot be loaded: ${messageOf(error)}`);
    }
    this.follow();
    this.#changed.fire();
  }

  follow(): void {
    this.#poller.follow();
  }

  refresh(): void {
    this.#poller.refresh();
  }

  /**
   * Decides about issues, in every inbox that has them, and stores the decision. `within`: only in these inboxes.
   * @throws Failure `invalid` if one of the issues is in no inbox; then nothing is decided
   */
  async decide(
    keys: readonly string[],
    decide: (inbox: Inbox, keys: readonly string[]) => void,
    within: { readonly host?: string | undefined; readonly account?: string | undefined } = {},
  ): Promise<void> {
    const inboxes = this.#followed
      .filter(({ account }) => (within.host ?? account.host) === account.host)
      .filter(({ account }) => (within.account ?? account.login) === account.login)
      .map(({ inbox }) => inbox);
    const has = (inbox: Inbox, key: string): boolean => inbox.find(key) !== undefined;
    if (!keys.every((key) => inboxes.some((inbox) => has(inbox, key))))
      throw wrongValue('entry', requires('inboxIssues'));
    for (const inbox of inboxes) {
      const own = keys.filter((key) => has(inbox, key));
      if (own.length > 0) decide(inbox, own);
    }
    await this.#storeAll();
  }

  /** @throws Failure `invalid` if no inbox has the issue */
  issue(key: string): InboxIssue {
    const issue = this.#followed.flatMap(({ inbox }) => inbox.find(key) ?? [])[0];
    if (issue === undefined) throw wrongValue('entry', requires('inboxIssues'));
    return issue;
  }

  /** Takes issues that the user changed or created in this window. Unread issues stay unread, the others are read. */
  noteOwnChanges(repository: RepositoryName, issues: readonly Issue[]): void {
    for (const { inbox, source } of this.#followed) {
      if (!this.#poller.follows(source, repository)) continue;
      const seen = issues
        .map(({ number }) => inboxKey(repository, number))
        .filter((key) => (inbox.find(key)?.status ?? 'read') === 'read');
      inbox.update(repository, issues);
      inbox.markSeen(seen.filter((key) => inbox.find(key) !== undefined));
    }
  }

  noteOwnComment(repository: RepositoryName, number: string): void {
    for (const { inbox, source } of this.#followed)
      if (this.#poller.follows(source, repository)) inbox.noteOwnComment(inboxKey(repository, number));
  }

  dispose(): void {
    this.#poller.dispose();
    this.#storing.dispose();
    for (const listener of [...this.#listeners, ...this.#followed.map((one) => one.listener)]) listener.dispose();
    this.#changed.dispose();
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
    const { connections, storage, clock } = this.#parts;
    const connection = await connections.connect(account.host, account.login);
    const existing = this.#followed.find((one) => one.account.id === account.id);
    if (existing?.connection === connection) return existing;
    if (existing !== undefined)
      return { ...existing, connection, source: this.#sourceOf(existing.inbox, connection, account) };
    const store = new InboxStore(storage, account);
    const { marks, issues, updates } = await store.load();
    const synced = this.#syncedMarks(account);
    const inbox = new Inbox(account.login, clock.now, marks ?? synced);
    if (synced !== undefined) inbox.merge(synced);
    inbox.restore(issues, updates);
    const listener = inbox.onDidChange(() => {
      this.#changed.fire();
      this.#storing.ask();
    });
    return { account, connection, inbox, store, source: this.#sourceOf(inbox, connection, account), listener };
  }

  #sourceOf(inbox: Inbox, { api, host }: Connection, { login }: Account): InboxAccount {
    return {
      inbox,
      login,
      list: api.issues.list,
      chosen: () => this.#chosen(host.id, login),
      isRecent: (name) => this.#parts.recent().some((one) => repositoryKey(one.name) === repositoryKey(name)),
      listOwned: async (options) => {
        const newest = {
          affiliation: 'owner',
          sort: 'updated',
          direction: 'desc',
          page: 1,
          per_page: mostOwned,
        } as const;
        const { items } = await api.own.repositories(newest, options);
        return items
          .filter(({ has_issues }) => has_issues !== false)
          .slice(0, mostOwned)
          .flatMap(({ full_name }) => {
            const named = parseFullName(full_name);
            return named === undefined ? [] : { host: host.id, ...named };
          });
      },
    };
  }

  #chosen(host: string, login: string): RepositoryName[] {
    const isPreferred = this.#preferred.get(host) === login;
    const logins = this.#followed.filter(({ account }) => account.host === host).map(({ account }) => account.login);
    const pinned = this.#parts.pinned().filter(({ name, account }) => {
      const isSignedIn = account !== undefined && logins.includes(account);
      return name.host === host && (isSignedIn ? account === login : isPreferred);
    });
    const first = this.#followed[0]?.account.host;
    const chosen = this.#parts.chosen().flatMap((text) => {
      const name = chosenName(text, first);
      return isPreferred && name?.host === host ? name : [];
    });
    return [...pinned.map(({ name }) => name), ...chosen];
  }

  #syncedMarks({ id }: Account): InboxMarks | undefined {
    const value = this.#parts.synced.get(syncedInboxes);
    return isObject(value) ? readMarks(value[foldCase(id)]) : undefined;
  }

  async #takeDecisions(): Promise<void> {
    try {
      for (const { inbox, account, store } of this.#followed) {
        const { marks } = await store.load();
        for (const one of [marks, this.#syncedMarks(account)]) if (one !== undefined) inbox.merge(one);
      }
    } catch (error) {
      this.#parts.log.warn(`the inbox cannot be loaded: ${messageOf(error)}`);
    }
  }

  async #storeAll(): Promise<void> {
    const { synced, log } = this.#parts;
    try {
      for (const one of this.#followed) {
        const { inbox, account, store } = one;
        const others = this.#syncedMarks(account);
        if (others !== undefined) inbox.merge(others);
        // An account that signed out meanwhile has nothing stored any more.
        if (!this.#followed.includes(one)) continue;
        await store.save(inbox);
        const newest = inbox.newestMarks(mostSyncedDecisions);
        if (JSON.stringify(newest) === JSON.stringify(this.#syncedMarks(account))) continue;
        const value = synced.get(syncedInboxes);
        await synced.update(syncedInboxes, { ...(isObject(value) ? value : {}), [foldCase(account.id)]: newest });
      }
    } catch (error) {
      log.warn(`the inbox cannot be stored: ${messageOf(error)}`);
    }
  }
}

function chosenName(text: string, firstHost: string | undefined): RepositoryName | undefined {
  const parts = text.trim().split('/');
  const [repo = '', owner = '', host = firstHost] = parts.toReversed();
  const isName = parts.length >= 2 && parts.length <= 3 && isSafeName(owner) && isSafeName(repo);
  return isName && host !== undefined ? { host, owner, repo } : undefined;
}
