import { LRUCache } from 'lru-cache';
import type { ListPage } from '../../../api/client/pages.ts';
import type { Issue, Milestone } from '../../../api/record/issue.ts';
import type { IssueTypeSetting } from '../../../api/record/organization.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { User } from '../../../api/record/user.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { SharedPriority } from '../../../api/throttle/sharedPriority.ts';
import { colorOf } from '../../text/color.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { foldCase } from '../../../core/text.ts';
import { orCancelled } from '../../../core/async.ts';
import { repositoryKey, type RepositoryName } from '../../hosts/address.ts';
import type { Connection, Connections } from '../../hosts/connections.ts';
import { inApi } from '../../hosts/source.ts';
import { readRepository } from '../../hosts/repositoryRecord.ts';

export interface LabelUsage {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string | undefined;
  readonly description: string;
  readonly issues: number;
}

export interface Assignee {
  readonly login: string;
  readonly name: string | undefined;
  /** Whether the person is a member of the repository; undefined: not known. Other people are known from its issues. */
  readonly member: boolean | undefined;
}

export interface NamedRef {
  readonly name: string;
  readonly kind: 'branch' | 'tag';
}

type MilestonePage = Pick<ListPage<Milestone>, 'items' | 'more'>;

export interface Branches {
  /** The branches that changed last are first. */
  readonly names: readonly string[];
  readonly isWhole: boolean;
  readonly main: string | undefined;
}

type Read<T> = (connection: Connection, name: RepositoryName, number: string, options: CallOptions) => Promise<T>;

/** Reads pull requests; both reject as `missing` or `unsupported`. */
export interface PullRequestReader {
  readonly find: Read<PullRequest>;
  readonly ofIssue: Read<readonly PullRequest[]>;
}

const fresh = 5 * 60_000;

/** Completion values of a repository. Each list is requested at its first use, cached for five minutes and shared. */
export class Vocabulary {
  readonly #connections: Connections;
  readonly #reader: PullRequestReader;
  readonly #caches = {
    issues: new AnswerCache<readonly Issue[]>(),
    members: new AnswerCache<readonly Assignee[]>(),
    milestones: new AnswerCache<MilestonePage>(),
    refs: new AnswerCache<readonly NamedRef[]>(),
    branches: new AnswerCache<Branches>(),
    types: new AnswerCache<readonly IssueTypeSetting[]>(),
    issue: new AnswerCache<Issue | undefined>(),
    pullRequest: new AnswerCache<PullRequest | undefined>(),
    pullRequestsOfIssue: new AnswerCache<readonly PullRequest[] | undefined>(),
    user: new AnswerCache<User | undefined>(),
    isMember: new AnswerCache<boolean>(),
  };

  constructor(connections: Connections, reader: PullRequestReader) {
    this.#connections = connections;
    this.#reader = reader;
  }

  async issues(repository: RepositoryName, options: CallOptions = {}): Promise<readonly Issue[]> {
    return await this.#cached(this.#caches.issues, repository, '', options, async ({ api }, at, shared) => {
      const { items } = await api.issues.list({ ...at, state: 'all' }, shared);
      return items;
    });
  }

  /** Labels seen on the newest issues, the most frequent first; the API has no list of labels. */
  async labels(repository: RepositoryName, options?: CallOptions): Promise<readonly LabelUsage[]> {
    const seen = new Map<string, LabelUsage>();
    for (const { name, color, description = '' } of (await this.issues(repository, options)).flatMap(
      ({ labels }) => labels,
    )) {
      const label = seen.get(name);
      seen.set(name, {
        name,
        color: label?.color ?? colorOf(color),
        description: label?.description || description,
        issues: (label?.issues ?? 0) + 1,
      });
    }
    return [...seen.values()].sort((one, other) => other.issues - one.issues);
  }

  /** Colours (`#rrggbb`) of the labels of the newest issues, without a request: empty until they are loaded. */
  async loadedColors(repository: RepositoryName): Promise<ReadonlyMap<string, string | undefined>> {
    const issues = (await this.#caches.issues.peek(repositoryKey(repository))) ?? [];
    return new Map(issues.flatMap(({ labels }) => labels).map(({ name, color }) => [name, colorOf(color)]));
  }

  /**
   * The account, then the members, the owner, and other people of the newest issues if these are already loaded. One
   * request, and one more if neither the account nor a member is the owner.
   */
  async people(repository: RepositoryName, options: CallOptions = {}): Promise<readonly Assignee[]> {
    const members = await this.#cached(
      this.#caches.members,
      repository,
      '',
      options,
      async ({ api, account }, at, shared) => {
        const own = account === undefined ? [] : [{ login: account.login, name: undefined, member: undefined }];
        const { items } = await api.members.list(at, shared);
        const known = [...own, ...items.map(({ login, name }) => ({ login, name, member: true }))];
        const owner = foldCase(repository.owner);
        if (known.some(({ login }) => foldCase(login) === owner)) return known;
        const { namespace } = await readRepository(api, repository, shared);
        const isPerson = (namespace?.type ?? namespace?.kind) === 'user';
        return isPerson ? [...known, { login: repository.owner, name: namespace?.name, member: true }] : known;
      },
    );
    const people = new Map<string, Assignee>(members.map((person) => [person.login, person]));
    for (const { user, assignee } of (await this.#caches.issues.peek(repositoryKey(repository))) ?? []) {
      for (const one of [user, assignee]) {
        if (one !== undefined && !people.has(one.login)) {
          people.set(one.login, { login: one.login, name: one.name, member: false });
        }
      }
    }
    return [...people.values()];
  }

  /** Whether the account can be assigned, that is a member. One request, unless the list of members has the account. */
  async isMember(repository: RepositoryName, login: string, options: CallOptions = {}): Promise<boolean> {
    const people = await this.people(repository, options);
    if (people.some((person) => person.member === true && person.login === login)) return true;
    return await this.#cached(this.#caches.isMember, repository, `/${login}`, options, ({ api }, at, shared) =>
      api.members.check({ ...at, username: login }, shared),
    );
  }

  /** The first 100 milestones, by due date. */
  async milestones(repository: RepositoryName, options: CallOptions = {}): Promise<readonly Milestone[]> {
    return (await this.#milestonePage(repository, options)).items;
  }

  /** Whether a milestone has this title; undefined if there are more than the first 100, and none of these has it. */
  async hasMilestone(
    repository: RepositoryName,
    title: string,
    options: CallOptions = {},
  ): Promise<boolean | undefined> {
    const { items, more } = await this.#milestonePage(repository, options);
    return items.some((milestone) => milestone.title === title) || (more ? undefined : false);
  }

  async #milestonePage(repository: RepositoryName, options: CallOptions): Promise<MilestonePage> {
    return await this.#cached(this.#caches.milestones, repository, '', options, async ({ api }, at, shared) => {
      const { value } = await api.milestones.list
        .all({ ...at, state: 'all' }, shared)
        .pages()
        .next();
      return value ?? { items: [], more: false };
    });
  }

  /** The first 100 branches and tags each. Two requests. */
  async refs(repository: RepositoryName, options: CallOptions = {}): Promise<readonly NamedRef[]> {
    return await this.#cached(this.#caches.refs, repository, '', options, async ({ api }, at, shared) => {
      const [branches, tags] = await Promise.all([
        api.branches.list({ ...at, sort: 'updated', direction: 'desc' }, shared),
        api.tags.list(at, shared),
      ]);
      return [
        ...branches.items.map(({ name }): NamedRef => ({ name, kind: 'branch' })),
        ...tags.items.map(({ name }): NamedRef => ({ name, kind: 'tag' })),
      ];
    });
  }

  /** The first 100 branches. One request, and one more if they do not tell the default branch. */
  async branches(repository: RepositoryName, options: CallOptions = {}): Promise<Branches> {
    return await this.#cached(this.#caches.branches, repository, '', options, async ({ api }, at, shared) => {
      const newest = { ...at, sort: 'updated', direction: 'desc' } as const;
      const { value: page } = await api.branches.list.all(newest, shared).pages().next();
      const items = page?.items ?? [];
      const marked = items.find((branch) => branch.default === true)?.name;
      const main = marked ?? (await readRepository(api, repository, shared)).default_branch;
      return { names: items.map(({ name }) => name), isWhole: page?.more !== true, main };
    });
  }

  /** The issue types and states of the organization that owns the repository; empty if a user owns it. */
  async issueTypes({ host, owner }: RepositoryName, options: CallOptions = {}): Promise<readonly IssueTypeSetting[]> {
    return await this.#caches.types.get(`${host}/${owner}`, options, async (shared) => {
      const { api } = await this.#connections.connect(host);
      return (await unlessAbsent(api.organizations.issueSettings({ org: owner }, shared)))?.items ?? [];
    });
  }

  /** An issue by its number; undefined if it does not exist. No request if it is among the loaded newest issues. */
  async issue(repository: RepositoryName, number: string, options: CallOptions = {}): Promise<Issue | undefined> {
    const newest = await this.#caches.issues.peek(repositoryKey(repository));
    const cached = newest?.find((issue) => issue.number === number);
    if (cached !== undefined) return cached;
    return await this.#cached(this.#caches.issue, repository, `#${number}`, options, ({ api }, at, shared) =>
      unlessAbsent(api.issues.get({ ...at, number }, shared)),
    );
  }

  /** A pull request by its number; undefined if it does not exist, or the host has no pull requests. */
  async pullRequest(
    repository: RepositoryName,
    number: string,
    options: CallOptions = {},
  ): Promise<PullRequest | undefined> {
    return await this.#cached(this.#caches.pullRequest, repository, `!${number}`, options, (connection, _at, shared) =>
      unlessAbsent(this.#reader.find(connection, repository, number, shared)),
    );
  }

  /** Undefined if the host does not tell them. */
  async pullRequestsOfIssue(
    repository: RepositoryName,
    number: string,
    options: CallOptions = {},
  ): Promise<readonly PullRequest[] | undefined> {
    return await this.#cached(
      this.#caches.pullRequestsOfIssue,
      repository,
      `#${number}`,
      options,
      (connection, _at, shared) => unlessAbsent(this.#reader.ofIssue(connection, repository, number, shared)),
    );
  }

  async user(host: string, login: string, options: CallOptions = {}): Promise<User | undefined> {
    return await this.#caches.user.get(`${host}/${login}`, options, async (shared) => {
      const { api } = await this.#connections.connect(host);
      return await unlessAbsent(api.users.get({ username: login }, shared));
    });
  }

  /** The accounts changed. */
  forgetAll(): void {
    for (const cache of Object.values(this.#caches)) cache.clear();
  }

  forget(repository: RepositoryName, list: string): void {
    const key = repositoryKey(repository);
    switch (list) {
      case 'issues':
        this.#caches.issues.forget(key);
        this.#caches.issue.clear();
        break;
      case 'pullRequests':
        this.#caches.pullRequest.clear();
        this.#caches.pullRequestsOfIssue.clear();
        break;
      case 'members':
        this.#caches.members.forget(key);
        this.#caches.isMember.clear();
        break;
      case 'milestones':
        this.#caches.milestones.forget(key);
        break;
      case 'branches':
      case 'tags':
      case 'releases':
        this.#caches.refs.forget(key);
        this.#caches.branches.forget(key);
    }
  }

  /** `id`: of the value among those of the repository; empty if there is one. */
  async #cached<T>(
    cache: AnswerCache<T>,
    repository: RepositoryName,
    id: string,
    options: CallOptions,
    load: (connection: Connection, at: ReturnType<typeof inApi>, shared: CallOptions) => Promise<T>,
  ): Promise<T> {
    return await cache.get(`${repositoryKey(repository)}${id}`, options, async (shared) =>
      load(await this.#connections.connect(repository.host), inApi(repository), shared),
    );
  }
}

const unlessAbsent = async <T>(answer: Promise<T>): Promise<T | undefined> =>
  await unlessFailed(answer, 'missing', 'unsupported');

/** Values for five minutes. Failures are not cached. */
class AnswerCache<T> {
  readonly #answers = new LRUCache<string, { readonly answer: Promise<T>; readonly priority: SharedPriority }>({
    max: 200,
    ttl: fresh,
  });

  /** A caller that cancels does not cancel the shared request. The request has the highest priority of its callers. */
  async get(key: string, options: CallOptions, load: (shared: CallOptions) => Promise<T>): Promise<T> {
    const { signal } = options;
    const existing = this.#answers.get(key);
    existing?.priority.join(options.priority);
    if (existing !== undefined) return await orCancelled(existing.answer, signal);
    const priority = new SharedPriority();
    priority.join(options.priority);
    const entry = { answer: load({ priority }), priority };
    this.#answers.set(key, entry);
    entry.answer.catch(() => {
      if (this.#answers.peek(key) === entry) this.#answers.delete(key);
    });
    return await orCancelled(entry.answer, signal);
  }

  async peek(key: string): Promise<T | undefined> {
    return await this.#answers.get(key)?.answer.catch(() => undefined);
  }

  forget(key: string): void {
    this.#answers.delete(key);
  }

  clear(): void {
    this.#answers.clear();
  }
}
