import { LRUCache } from 'lru-cache';
import { Emitter } from '../../core/emitter.ts';
import type { Repository } from '../../api/record/repository.ts';
import { parseFullName, repositoryKey, type RepositoryName } from './address.ts';

/** What records told of a repository, so that nobody asks again just to know it. */
export interface KnownFacts {
  readonly defaultBranch?: string | undefined;
  readonly webUrl?: string | undefined;
  /** Of the account that looked last. */
  readonly canPush?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** What an account may do in a repository. What no record denies counts as allowed: the service decides. */
export interface RepositoryPermissions {
  /** Write anything at all: somebody is signed in, and the repository is not archived. */
  readonly contribute: boolean;
  readonly push: boolean;
  /** Archiving takes this from nobody: who may archive may take it back. */
  readonly administer: boolean;
}

export type SeenKind = 'labels' | 'people' | 'milestones';

/** The repositories that were seen in this window. */
export class KnownRepositories {
  readonly #facts = new LRUCache<string, KnownFacts>({ max: 2000 });
  readonly #permissions = new LRUCache<string, Permission>({ max: 2000 });
  readonly #seen = new LRUCache<string, Readonly<Record<SeenKind, Set<string>>>>({ max: 50 });
  readonly #learned = new Emitter<RepositoryName>();
  readonly #enterprises = new Emitter<{ readonly host: string; readonly enterprise: string }>();

  /** Something became known of a repository that was not, or is no longer as it was. */
  readonly onDidLearn = this.#learned.event;

  /** A record named an enterprise; the API lists none. */
  readonly onDidMeetEnterprise = this.#enterprises.event;

  get(name: RepositoryName): KnownFacts {
    return this.#facts.get(repositoryKey(name)) ?? {};
  }

  note(name: RepositoryName, facts: KnownFacts): void {
    const known = this.get(name);
    const told: KnownFacts = {
      defaultBranch: facts.defaultBranch ?? known.defaultBranch,
      webUrl: facts.webUrl ?? known.webUrl,
      canPush: facts.canPush ?? known.canPush,
      archived: facts.archived ?? known.archived,
    };
    this.#facts.set(repositoryKey(name), told);
    if (JSON.stringify(told) !== JSON.stringify(known)) this.#learned.fire(name);
  }

  /** What `login` may do; undefined: nobody is signed in. */
  rights(name: RepositoryName, login: string | undefined): RepositoryPermissions {
    const contribute = login !== undefined && this.get(name).archived !== true;
    const { push, admin } = this.#permissions.get(permissionKey(name, login)) ?? {};
    return { contribute, push: contribute && push !== false, administer: login !== undefined && admin !== false };
  }

  /** Somebody else may look at the repositories now. */
  forgetRights(): void {
    // A copy: setting what is gone through would put it in front again, without end.
    for (const [key, { defaultBranch, webUrl }] of [...this.#facts.entries()])
      this.#facts.set(key, { defaultBranch, webUrl });
  }

  /** Names that records of the repository held, to choose from: what was seen last comes last. */
  seen(name: RepositoryName, kind: SeenKind): readonly string[] {
    return [...(this.#seen.get(repositoryKey(name))?.[kind] ?? [])];
  }

  noteSeen(name: RepositoryName, kind: SeenKind, names: readonly string[]): void {
    const key = repositoryKey(name);
    const seen = this.#seen.get(key) ?? { labels: new Set(), people: new Set(), milestones: new Set() };
    for (const one of names) seen[kind].add(one);
    this.#seen.set(key, seen);
  }

  /** Notes what a record of a list or of the repository itself says, and what it says of the rights of `login`. */
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
    if (!same) this.#learned.fire(name);
  }
}

type Permission = NonNullable<Repository['permission']>;

const permissionKey = (name: RepositoryName, login = ''): string => `${login}@${repositoryKey(name)}`;

/** The web address of a repository by its record; some records lack one. */
export function webUrlOf(repository: Repository): string | undefined {
  return repository.html_url ?? repository.web_url ?? repository.http_url_to_repo?.replace(/\.git$/, '');
}

/** Whether nothing can be pushed any more: `status` is one of two words, or a number. */
export function isArchived({ status }: Pick<Repository, 'status'>): boolean {
  return status === '2' || status === '关闭' || status === '已关闭' || status?.toLowerCase() === 'archived';
}
