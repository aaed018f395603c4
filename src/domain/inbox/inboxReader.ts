import type { ListPage, Pages } from '../../api/client/pages.ts';
import type { ReplyPage } from '../../api/contract/reply.ts';
import type { CallOptions } from '../../api/http/send.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { mapLimited } from '../../core/async.ts';
import { isFailure, messageOf, toFailure, unlessFailed, type Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { fullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { pullRequestListCall } from '../pullRequests/findPullRequest.ts';
import { isSamePerson } from '../pullRequests/roles.ts';
import { byNewestUpdate, type Inbox, type InboxEntry } from './inbox.ts';
import { blockedBy, issueThing, noticeThings, plainPullThing, pullThing, type InboxThing } from './inboxThings.ts';

const scopes = {
  created: 'created_by_me',
  approve: 'need_my_approve',
  review: 'need_my_review',
  assigned: 'assigned_to_me',
} as const;
type PullList = keyof typeof scopes;
type List = PullList | 'issues';

/** The lists that are read first are enough for most users. */
const firstLists: readonly List[] = ['approve', 'created', 'issues'];
const allLists: readonly List[] = [...firstLists, 'review', 'assigned'];

/** The first page of a repository, where the host has no list of all. */
const newest = { state: 'open', direction: 'desc', page: 1 } as const;

/** Milliseconds for which a list or the state of a pull request counts as current. */
const lifetime = 300_000;
/** Milliseconds between two requests for the notifications of one repository. */
const noticeTime = 600_000;
/** The host takes no more ids of notifications at once. */
const mostIds = 50;
/** Repositories whose notifications are read: those of the entries that were updated last. */
const mostFollowed = 20;
/** Repositories that are read one by one where the host has no list of all. */
const mostPlain = 20;

interface InboxReaderParts {
  readonly inbox: Inbox;
  readonly login: string;
  readonly connection: Connection;
  readonly features: HostFeatures;
  /** The repositories that are read where the host has no list of all issues or pull requests. */
  readonly plain: () => readonly RepositoryName[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
}

/** Reads the inbox of one account. A list that the host refuses or lacks leaves the others. */
export class InboxReader {
  readonly #parts: InboxReaderParts;
  readonly #read = new Map<string, number>();
  readonly #failures = new Map<string, Failure>();
  readonly #running = new Map<string, Promise<void>>();
  /** How many pages of a list are read; one without a number. */
  readonly #depth = new Map<List, number>();
  /** The lists of which the host has more. */
  readonly #more = new Set<List>();
  /** Issues whose new comments may be all of the user, by repository. */
  readonly #commented = new Map<string, readonly InboxEntry[]>();

  constructor(parts: InboxReaderParts) {
    this.#parts = parts;
  }

  /** Whether the service was asked for the first lists. */
  get isRead(): boolean {
    return this.#read.size > 0;
  }

  get isReading(): boolean {
    return allLists.some((list) => this.#running.has(list));
  }

  /** Whether the host has entries beyond those that were read. */
  get hasMore(): boolean {
    return this.#more.size > 0;
  }

  /** Why the host cannot be reached; or the first refusal, if it refuses everything. */
  get failure(): Failure | undefined {
    const failures = [...this.#failures.values()];
    return failures.find(isHostFailure) ?? (failures.length === allLists.length ? failures[0] : undefined);
  }

  /** The first lists together; later only what a host without lists of all has, repository by repository. */
  async open(options: CallOptions): Promise<void> {
    await Promise.all(this.#running.values());
    const plain: List[] = [];
    if (await this.#lacks('inbox.issues')) plain.push('issues');
    if (await this.#lacks('inbox.pulls')) plain.push('created');
    await this.#readAll(this.isRead ? plain : firstLists, options);
  }

  /** Reads one page more of each list of which the host has more, from now on. */
  async readMore(options: CallOptions): Promise<void> {
    const lists = [...this.#more];
    for (const list of lists) this.#depth.set(list, (this.#depth.get(list) ?? 1) + 1);
    await this.#readAll(lists, options);
  }

  async complete(options: CallOptions): Promise<void> {
    await this.#readAll(allLists, options);
  }

  /** One request: who wrote new comments, or else what was read longest ago. Notifications have their own time. */
  async next(options: CallOptions): Promise<void> {
    const [commented] = this.#commented;
    if (!this.isRead) await this.open(options);
    else if (commented !== undefined) await this.#readComments(...commented, options);
    else await this.#readOldest(options);
    await this.#readNotices(options);
  }

  async #readOldest(options: CallOptions): Promise<void> {
    const hasList = !(await this.#lacks('inbox.pulls'));
    const own = hasList ? this.#parts.inbox.list('created').map(({ key }) => key) : [];
    const [oldest] = [...allLists, ...own]
      .filter((one) => this.#isOld(one))
      .toSorted((one, other) => (this.#read.get(one) ?? 0) - (this.#read.get(other) ?? 0));
    const list = allLists.find((one) => one === oldest);
    if (list !== undefined) await this.#readList(list, options);
    else if (oldest !== undefined) await this.#readState(oldest, options);
  }

  /** Reads the lists again that have one of these. */
  async readListsOf(things: readonly InboxThing[], options: CallOptions): Promise<void> {
    const has = (list: List): boolean =>
      this.#parts.inbox.list(list).some(({ key }) => things.some((one) => one.key === key));
    await Promise.all(allLists.filter(has).map((list) => this.#readList(list, options)));
  }

  /** Marks the notifications of things as read on the host, then reads them once. */
  async markRead(things: readonly InboxThing[], options: CallOptions): Promise<void> {
    const { connection } = this.#parts;
    for (const [name, own] of byRepository(things)) {
      const unread = own.flatMap(({ notices = [] }) => notices.flatMap(({ id, unread }) => (unread ? [id] : [])));
      if (unread.length === 0) continue;
      await this.#attempt(`read ${fullName(name)}`, async () => {
        for (let from = 0; from < unread.length; from += mostIds)
          await connection.api.inbox.markRead({ ...inApi(name), ids: unread.slice(from, from + mostIds) }, options);
      });
      await this.#readNoticesOf(name, options);
    }
  }

  async #readAll(lists: readonly List[], options: CallOptions): Promise<void> {
    await Promise.all(lists.map((list) => this.#readList(list, options)));
    await this.#readNotices(options);
  }

  /** True also for what is read at present, so that the caller waits for it. */
  #isOld(name: string, time = lifetime): boolean {
    return this.#running.has(name) || this.#parts.now() - (this.#read.get(name) ?? -Infinity) >= time;
  }

  /** Shares the work in flight for a name. */
  async #once(name: string, work: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name) ?? this.#attempt(name, work);
    this.#running.set(name, running);
    this.#read.set(name, this.#parts.now());
    await running.then(() => void this.#running.delete(name));
  }

  async #readList(list: List, options: CallOptions): Promise<void> {
    await this.#once(list, () => this.#takeList(list, options));
  }

  async #takeList(list: List, options: CallOptions): Promise<void> {
    const { inbox } = this.#parts;
    const before = new Map(inbox.all().map((one) => [one.key, one]));
    const things = list === 'issues' ? await this.#issues(options) : await this.#pulls(list, options);
    inbox.take(list, list === 'created' ? this.#withStates(things) : things);
    if (list === 'issues') this.#noteComments(before);
  }

  async #pulls(list: PullList, options: CallOptions): Promise<readonly InboxThing[]> {
    const { connection, features, login } = this.#parts;
    const { api, host } = connection;
    const operation = 'inbox.pulls';
    const page = host.webUrl;
    const scope = list === 'created' ? undefined : scopes[list];
    const pages = api.inbox.pulls.all({ scope, state: 'open', sort: 'updated', direction: 'desc' }, options);
    const read = () => this.#readPages(list, pages);
    const thing = (pull: PullRequest) => pullThing(host.id, pull, list, login) ?? [];
    // Only the plain list says whether the host has the operation: it may refuse a scope.
    if (list !== 'created') {
      await features.require(host, operation, page);
      return (await read()).flatMap(thing);
    }
    const find = (): Promise<unknown> => api.users.self({}, options);
    const items = await unlessFailed(features.call(connection, { operation, page, send: read, find }), 'unsupported');
    if (items !== undefined) return items.flatMap(thing);
    return await this.#plain(
      list,
      (name) => {
        const send = () => api.pullRequests.list({ ...inApi(name), ...newest, sort: 'updated' }, options);
        return features.call(connection, pullRequestListCall(name, { page: webAddress(host, name), send, options }));
      },
      (pull, name) => plainPullThing(pull, login, name),
      options,
    );
  }

  /** By one list, or repository by repository where the host has no such list. */
  async #issues(options: CallOptions): Promise<readonly InboxThing[]> {
    const { connection, features, login } = this.#parts;
    const { api, host } = connection;
    const { state, direction } = newest;
    const pages = api.inbox.issues.all({ filter: 'assigned', sort: 'updated_at', state, direction }, options);
    const found = features.call(connection, {
      operation: 'inbox.issues',
      page: host.webUrl,
      send: () => this.#readPages('issues', pages),
      find: () => api.users.self({}, options),
    });
    const items = await unlessFailed(found, 'unsupported');
    if (items !== undefined) return items.flatMap((issue) => issueThing(host.id, issue, login) ?? []);
    return await this.#plain(
      'issues',
      (name) => api.issues.list({ ...inApi(name), ...newest, sort: 'updated', assignee: login }, options),
      (issue, name) => issueThing(host.id, issue, login, name),
      options,
    );
  }

  /** As many pages of a list as the user asked for. */
  async #readPages<T>(list: List, all: Pages<T>): Promise<readonly T[]> {
    const pages = all.pages();
    const items: T[] = [];
    let last: ListPage<T> | undefined;
    for (let left = this.#depth.get(list) ?? 1; left > 0; left -= 1) {
      last = (await pages.next()).value;
      items.push(...(last?.items ?? []));
    }
    if (last?.more === true) this.#more.add(list);
    else this.#more.delete(list);
    return items;
  }

  /** Of the pinned and opened repositories. In the background nothing is read, and the list stays. */
  async #plain<T>(
    list: List,
    read: (name: RepositoryName) => Promise<ReplyPage<T>>,
    thing: (item: T, name: RepositoryName) => InboxThing | undefined,
    { priority }: CallOptions,
  ): Promise<readonly InboxThing[]> {
    const { inbox, plain } = this.#parts;
    if (priority === 'background') return inbox.list(list);
    const lists = await mapLimited(plain().slice(0, mostPlain), 4, async (name) => {
      const page = await this.#attempt(fullName(name), () => read(name));
      return page?.items.flatMap((item) => thing(item, name) ?? []) ?? [];
    });
    return lists.flat();
  }

  async #lacks(operation: 'inbox.issues' | 'inbox.pulls'): Promise<boolean> {
    return await this.#parts.features.lacks(this.#parts.connection.host, operation);
  }

  /** What a merge lacks is read one by one, for each new and changed pull request: the list does not tell it. */
  #withStates(things: readonly InboxThing[]): InboxThing[] {
    const before = new Map(this.#parts.inbox.list('created').map((one) => [one.key, one]));
    return things.map((one) => {
      const known = before.get(one.key);
      if (known?.updated === one.updated) return { ...one, blocked: known.blocked ?? one.blocked };
      this.#read.delete(one.key);
      return one;
    });
  }

  async #readState(key: string, options: CallOptions): Promise<void> {
    const { inbox, connection, now } = this.#parts;
    const thing = inbox.list('created').find((one) => one.key === key);
    this.#read.set(key, now());
    if (thing?.number === undefined) return;
    const at = { ...inApi(thing.repository), number: thing.number };
    const pull = await this.#attempt(key, () => connection.api.pullRequests.get(at, options));
    if (pull === undefined) return;
    const blocked = blockedBy(pull);
    inbox.take(
      'created',
      inbox.list('created').map((one) => (one.key === key ? { ...one, blocked } : one)),
    );
  }

  #noteComments(before: ReadonlyMap<string, InboxEntry>): void {
    for (const { key, comments = 0 } of this.#parts.inbox.list('issues')) {
      const known = before.get(key);
      if (known?.status !== 'read' || comments <= (known.comments ?? Infinity)) continue;
      const own = repositoryKey(known.repository);
      this.#commented.set(own, [...(this.#commented.get(own) ?? []), known]);
    }
  }

  /** Issues on which only the user commented are no news. */
  async #readComments(key: string, issues: readonly InboxEntry[], options: CallOptions): Promise<void> {
    const { inbox, connection, features, login } = this.#parts;
    this.#commented.delete(key);
    const [first] = issues;
    if (first === undefined) return;
    const since = new Date(Math.min(...issues.map(({ updated }) => updated)) + 1_000).toISOString();
    const page = await this.#attempt(`comments ${key}`, () =>
      features.callIn(
        { connection, name: first.repository },
        'inbox.comments',
        (api, at) => api.inbox.comments({ ...at, since, sort: 'created', direction: 'desc', page: 1 }, options),
        options,
        'issues',
      ),
    );
    for (const issue of issues) {
      const own = page?.items.filter(({ target }) => target?.issue?.number === issue.number) ?? [];
      const isOwn = own.length > 0 && own.every(({ user }) => isSamePerson(user, login));
      if (isOwn && inbox.find(issue.key) !== undefined) inbox.markSeen(issue.key);
    }
  }

  async #readNotices(options: CallOptions): Promise<void> {
    const { inbox } = this.#parts;
    const things = allLists.flatMap((list) => inbox.list(list)).toSorted(byNewestUpdate);
    const followed = new Map(
      [...byRepository(things).keys()].slice(0, mostFollowed).map((name) => [noticeList(name), name]),
    );
    for (const list of Object.keys(inbox.lists))
      if (list.startsWith('notices ') && !followed.has(list)) inbox.take(list, undefined);
    for (const [list, name] of followed) if (this.#isOld(list, noticeTime)) await this.#readNoticesOf(name, options);
  }

  async #readNoticesOf(name: RepositoryName, options: CallOptions): Promise<void> {
    const { inbox, connection, features, login, now } = this.#parts;
    const list = noticeList(name);
    await this.#once(list, async () => {
      const { items } = await features.callIn(
        { connection, name },
        'inbox.notifications',
        (api, at) => api.inbox.notifications({ ...at, unread: false, page: 1 }, { ...options, once: true }),
        options,
      );
      inbox.take(list, noticeThings(name, items, login, now()));
    });
  }

  /** Undefined after a failure. Only those of the lists are told to the user. */
  async #attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#failures.delete(name);
      return result;
    } catch (error) {
      const failure = toFailure(error);
      const isCancelled = failure.kind === 'cancelled';
      if (isCancelled || isHostFailure(failure)) this.#read.delete(name);
      if (!isCancelled && allLists.some((list) => list === name)) this.#failures.set(name, failure);
      this.#parts.log.debug(`inbox of ${this.#parts.login}, ${name}: ${messageOf(error)}`);
      return undefined;
    }
  }
}

const isHostFailure = (one: Failure): boolean => isFailure(one, 'unreachable', 'timeout', 'throttled', 'signedOut');

const noticeList = (name: RepositoryName): string => `notices ${repositoryKey(name)}`;

/** The things of each repository. */
function byRepository(things: readonly InboxThing[]): ReadonlyMap<RepositoryName, readonly InboxThing[]> {
  const names = new Map<string, RepositoryName>();
  for (const { repository } of things) names.set(repositoryKey(repository), repository);
  return new Map(
    [...names].map(([key, name]) => [name, things.filter(({ repository }) => repositoryKey(repository) === key)]),
  );
}
