import { LRUCache } from 'lru-cache';
import { Emitter } from '../../core/emitter.ts';
import type { Repository } from '../../api/record/repository.ts';
import { parseFullName, repositoryKey, type RepositoryName } from './address.ts';

/** Facts about a repository from its records; they save a request. A missing fact is undefined. */
export interface KnownFacts {
  readonly defaultBranch?: string | undefined;
  readonly webUrl?: string | undefined;
  /** For the account that read the record last. */
  readonly canPush?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** Permissions of an account in a repository. A permission is true unless a record denies it: the service decides. */
export interface RepositoryPermissions {
  /** Any write: an account is signed in, and the repository is not archived. */
  readonly contribute: boolean;
  readonly push: boolean;
  /** Does not depend on the archived state: an administrator can unarchive the repository. */
  readonly administer: boolean;
}

export type SeenKind = 'labels' | 'people' | 'milestones';

/** Facts about the repositories that this window has read. */
export class KnownRepositories {
  readonly #facts = new LRUCache<string, KnownFacts>({ max: 2000 });
  readonly #permissions = new LRUCache<string, Permission>({ max: 2000 });
  readonly #seen = new LRUCache<string, Readonly<Record<SeenKind, Set<string>>>>({ max: 50 });
  readonly #changed = new Emitter<RepositoryName>();
  readonly #enterprises = new Emitter<{ readonly host: string; readonly enterprise: string }>();

  /** Fires when a fact or a permission of a repository becomes known or changes. */
  readonly onDidChange = this.#changed.event;

  /** Fires when a record names an enterprise; the API has no list of enterprises. */
  readonly onDidMeetEnterprise = this.#enterprises.event;

  get(name: RepositoryName): KnownFacts {
    return this.#facts.get(repositoryKey(name)) ?? {};
  }

  note(name: RepositoryName, facts: KnownFacts): void {
    const known = this.get(name);
    const merged: KnownFacts = {
      defaultBranch: facts.defaultBranch ?? known.defaultBranch,
      webUrl: facts.webUrl ?? known.webUrl,
      canPush: facts.canPush ?? known.canPush,
      archived: facts.archived ?? known.archived,
    };
    this.#facts.set(repositoryKey(name), merged);
    if (JSON.stringify(merged) !== JSON.stringify(known)) this.#changed.fire(name);
  }

  /** The permissions of `login`; undefined: signed out. */
  rights(name: RepositoryName, login: string | undefined): RepositoryPermissions {
    const contribute = login !== undefined && this.get(name).archived !== true;
    const { push, admin } = this.#permissions.get(permissionKey(name, login)) ?? {};
    return { contribute, push: contribute && push !== false, administer: login !== undefined && admin !== false };
  }

  /** Drops the facts that depend on the account, after the account changed. */
  forgetPermissions(): void {
    // Iterate over a copy: `set` moves an entry to the front of the cache, so the loop would not end.
    for (const [key, { defaultBranch, webUrl }] of [...this.#facts.entries()])
      this.#facts.set(key, { defaultBranch, webUrl });
  }

  /** Names from records of the repository, for completion. The order is that of the first record. */
  seen(name: RepositoryName, kind: SeenKind): readonly string[] {
    return [...(this.#seen.get(repositoryKey(name))?.[kind] ?? [])];
  }

  noteSeen(name: RepositoryName, kind: SeenKind, names: readonly string[]): void {
    const key = repositoryKey(name);
    const seen = this.#seen.get(key) ?? { labels: new Set(), people: new Set(), milestones: new Set() };
    for (const one of names) seen[kind].add(one);
    this.#seen.set(key, seen);
  }

  /** Stores the facts of a repository record (from a list or a single read), and the permissions of `login`. */
  noteRecord(host: string, repository: Repository, login?: string): void {
    const named = parseFullName(repository.full_name);
    if (named === undefined) return;
    const { permission, default_branch, enterprise } = repository;
    if (enterprise?.path !== undefined) this.#enterprises.fire({ host, enterprise: enterprise.path });
    const name = { host, ...named };
    this.note(name, {
      defaultBranch: default_branch,
      webUrl: webUrlOf(repository),
      canPush: permission?.push,
      archived: repository.status === undefined ? undefined : isArchived(repository),
    });
    if (permission !== undefined && login !== undefined) this.#permit(name, login, permission);
  }

  #permit(name: RepositoryName, login: string, permission: Permission): void {
    const key = permissionKey(name, login);
    const before = this.#permissions.get(key);
    this.#permissions.set(key, permission);
    const same = before?.push === permission.push && before?.admin === permission.admin;
    if (!same) this.#changed.fire(name);
  }
}

type Permission = NonNullable<Repository['permission']>;

const permissionKey = (name: RepositoryName, login = ''): string => `${login}@${repositoryKey(name)}`;

/** The web address in a repository record; undefined if the record has none. */
export function webUrlOf(repository: Repository): string | undefined {
  return repository.html_url ?? repository.web_url ?? repository.http_url_to_repo?.replace(/\.git$/, '');
}

/** Whether the repository is archived, that is read-only: `status` is a word or the number 2. */
export function isArchived({ status }: Pick<Repository, 'status'>): boolean {
  return status === '2' || status === '关闭' || status === '已关闭' || status?.toLowerCase() === 'archived';
}
