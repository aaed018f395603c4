import { LRUCache } from 'lru-cache';
import { Emitter } from '../../core/emitter.ts';
import type { Renaming } from '../../api/http/renaming.ts';
import type { Repository } from '../../api/record/repository.ts';
import { told } from '../../core/list.ts';
import { withoutEnd, foldCase } from '../../core/text.ts';
import { parseFullName, repositoryKey, type RepositoryName } from './address.ts';
import type { Host } from './hosts.ts';
import { ProtectedBranches } from './protectedBranches.ts';
import { pageAddressOrNone, webAddress } from './webAddress.ts';

/** How many commits a branch of a fork and `other` of its parent have that the other one lacks. */
export interface ForkDistance {
  /** The commit of the branch that was counted from. */
  readonly sha: string;
  readonly other: string;
  readonly ahead: number;
  readonly behind: number;
}

/** Facts about a repository from its records; they save a request. A missing fact is undefined. */
export interface RepositoryFacts {
  readonly defaultBranch?: string | undefined;
  readonly webUrl?: string | undefined;
  /** The address of its record for git; not checked. */
  readonly gitUrl?: string | undefined;
  /** For the account that read the record last; undefined if the service did not tell it. */
  readonly canPush?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
  readonly offline?: readonly string[] | undefined;
  /** The full name of its parent. */
  readonly forkOf?: string | undefined;
  /** Of the branches of a fork, by name. */
  readonly distances?: Readonly<Record<string, ForkDistance>> | undefined;
}

/** What the service told about the permissions of an account. An undefined permission was not told. */
export interface AccountPermissions {
  readonly push?: boolean | undefined;
  readonly admin?: boolean | undefined;
}

export interface RepositoryPermissions {
  /** Any write: an account is signed in, and the repository is not archived. */
  readonly contribute: boolean;
  /** False if the service told that the account may not push; otherwise the service decides. */
  readonly push: boolean;
  /** True only if the service told it. Also in an archived repository, which an administrator can unarchive. */
  readonly administer: boolean;
}

interface Permissions extends AccountPermissions {
  readonly isOwnAnswer?: boolean | undefined;
}

export interface RepositoryMove {
  readonly from: RepositoryName;
  readonly to: RepositoryName;
}

export type NameKind = 'branches' | 'tags';

/** Facts about the repositories that this window has read. */
export class KnownRepositories {
  readonly #facts = new LRUCache<string, RepositoryFacts>({ max: 2000 });
  readonly #permissions = new LRUCache<string, Permissions>({ max: 2000 });
  readonly #names = new LRUCache<string, Readonly<Record<NameKind, Set<string>>>>({ max: 50 });
  readonly #changed = new Emitter<RepositoryName>();
  readonly #moved = new Emitter<RepositoryMove>();
  readonly #formerNames = new Set<string>();
  readonly #enterprises = new Emitter<{ readonly account: string; readonly enterprise: string }>();

  readonly protectedBranches = new ProtectedBranches();

  readonly onDidChange = this.#changed.event;

  /** Fires when a host leads from a former name of a repository to its name: once for each former name. */
  readonly onDidMove = this.#moved.event;

  /** Fires when a record or the user names an enterprise; the API has no list of enterprises. */
  readonly onDidMeetEnterprise = this.#enterprises.event;

  get(name: RepositoryName): RepositoryFacts {
    return this.#facts.get(repositoryKey(name)) ?? {};
  }

  /** The distance of a branch of a fork from its parent; undefined if it was counted at another commit than `sha`. */
  distance(name: RepositoryName, branch: string, sha?: string): ForkDistance | undefined {
    const { distances = {} } = this.get(name);
    const distance = Object.hasOwn(distances, branch) ? distances[branch] : undefined;
    return sha === undefined || distance?.sha === sha ? distance : undefined;
  }

  /** The web page of a repository: the one that the host names, if it did. */
  page(host: Pick<Host, 'webUrl'>, name: RepositoryName): string {
    return pageAddressOrNone(this.get(name).webUrl) ?? webAddress(host, name);
  }

  note(name: RepositoryName, facts: RepositoryFacts): void {
    const before = this.get(name);
    const merged: RepositoryFacts = { ...before, ...told(facts) };
    this.#facts.set(repositoryKey(name), merged);
    if (JSON.stringify(merged) !== JSON.stringify(before)) this.#changed.fire(name);
  }

  rights(name: RepositoryName, login: string | undefined): RepositoryPermissions {
    const contribute = login !== undefined && this.get(name).archived !== true;
    const { push, admin } = this.permissionsOf(name, login);
    return { contribute, push: contribute && (admin === true || push !== false), administer: admin === true };
  }

  /** What the service told about the permissions of `login`. The owner of a personal repository administers it. */
  permissionsOf(name: RepositoryName, login: string | undefined): AccountPermissions {
    const permissions = login === undefined ? undefined : this.#permissions.get(permissionKey(name, login));
    const owns = login !== undefined && foldCase(login) === foldCase(name.owner);
    return { push: permissions?.push ?? (owns || undefined), admin: permissions?.admin ?? (owns || undefined) };
  }

  /** Whether the permissions of `login` are not known, and were not requested yet. */
  needsPermissionRequest(name: RepositoryName, login: string): boolean {
    const { push, admin } = this.permissionsOf(name, login);
    if (admin === true || (admin === false && push !== undefined)) return false;
    return this.#permissions.get(permissionKey(name, login))?.isOwnAnswer !== true;
  }

  hasRecord(name: RepositoryName, login: string): boolean {
    return this.#permissions.has(permissionKey(name, login));
  }

  /** Stores the answer of the service about the account itself. It is truer than the record of the repository. */
  noteOwnPermission(name: RepositoryName, login: string, permissions: AccountPermissions): void {
    this.#permit(name, login, { ...permissions, isOwnAnswer: true });
    const now = this.permissionsOf(name, login);
    this.note(name, { canPush: now.admin === true ? true : now.push });
  }

  /** Drops what depends on the account, after the account changed. */
  forgetAccount(): void {
    this.#names.clear();
    // Iterate over a copy: `set` moves an entry to the front of the cache, so the loop would not end.
    for (const [key, { defaultBranch, webUrl, gitUrl, isPublic, offline, forkOf }] of [...this.#facts.entries()])
      this.#facts.set(key, { defaultBranch, webUrl, gitUrl, isPublic, offline, forkOf });
  }

  /** Branches or tags that lists showed. The order is that of the first list. */
  names(name: RepositoryName, kind: NameKind): readonly string[] {
    return [...(this.#names.get(repositoryKey(name))?.[kind] ?? [])];
  }

  noteNames(name: RepositoryName, kind: NameKind, names: readonly string[]): void {
    const key = repositoryKey(name);
    const seen = this.#names.get(key) ?? { branches: new Set(), tags: new Set() };
    for (const one of names) seen[kind].add(one);
    this.#names.set(key, seen);
  }

  forgetNames(name: RepositoryName, kind: NameKind): void {
    this.#names.get(repositoryKey(name))?.[kind].clear();
  }

  noteRenaming(host: string, renaming: Renaming): void {
    const [old, now] = [parseFullName(renaming.from), parseFullName(renaming.to)];
    if (old === undefined || now === undefined) return;
    const [from, to] = [
      { host, ...old },
      { host, ...now },
    ];
    const key = repositoryKey(from);
    if (key === repositoryKey(to) || this.#formerNames.has(key)) return;
    this.#formerNames.add(key);
    this.#moved.fire({ from, to });
  }

  has(name: RepositoryName): boolean {
    return this.#facts.has(repositoryKey(name));
  }

  forget(name: RepositoryName): void {
    this.#facts.delete(repositoryKey(name));
  }

  /** `account`: the id of the account that may see it. */
  meetEnterprise(account: string, enterprise: string): void {
    this.#enterprises.fire({ account, enterprise });
  }

  /** Stores the facts of a repository record (from a list or a single read), and the permissions of `login`. */
  noteRecord(host: string, repository: Repository, login?: string): void {
    const named = parseFullName(repository.full_name);
    if (named === undefined) return;
    const { permission, default_branch } = repository;
    const enterprise = enterpriseOf(repository);
    if (enterprise !== undefined && login !== undefined) this.meetEnterprise(`${host}/${login}`, enterprise);
    const name = { host, ...named };
    this.note(name, {
      defaultBranch: default_branch,
      webUrl: webUrlOf(repository),
      gitUrl: repository.http_url_to_repo,
      canPush: canPush(permission ?? {}),
      archived: repository.status === undefined ? undefined : isArchived(repository),
      isPublic: isPublic(repository),
      forkOf: parseFullName(repository.forked_from ?? '') && repository.forked_from,
    });
    if (login !== undefined) this.#noteRecordPermission(name, login, permission ?? {});
  }

  /** What the account was told about itself is truer than a record that does not tell everything. */
  #noteRecordPermission(name: RepositoryName, login: string, permissions: AccountPermissions): void {
    const { isOwnAnswer, push, admin } = this.#permissions.get(permissionKey(name, login)) ?? {};
    const isWhole = permissions.push !== undefined && permissions.admin !== undefined;
    const own = isOwnAnswer === true && !isWhole ? { push, admin } : {};
    this.#permit(name, login, { push: own.push ?? permissions.push, admin: own.admin ?? permissions.admin });
  }

  /** A permission that the host leaves out keeps its earlier value. */
  #permit(name: RepositoryName, login: string, permissions: Permissions): void {
    const key = permissionKey(name, login);
    const before = this.#permissions.get(key) ?? {};
    const now: Permissions = { ...before, ...told(permissions) };
    this.#permissions.set(key, now);
    if (before.push !== now.push || before.admin !== now.admin) this.#changed.fire(name);
  }
}

function isPublic({ private: isPrivate, visibility, public: flag }: Repository): boolean | undefined {
  if (isPrivate !== undefined) return !isPrivate;
  return visibility === undefined ? flag : visibility === 'public';
}

/** Whether an account may push. A denied push alone does not tell it: an administrator may push. */
function canPush({ push, admin }: AccountPermissions): boolean | undefined {
  if (admin === true || push === true) return true;
  return admin === false ? push : undefined;
}

const permissionKey = (name: RepositoryName, login: string): string => `${login}@${repositoryKey(name)}`;

/** The web address in a repository record; undefined if the record has none. */
export function webUrlOf(repository: Repository): string | undefined {
  return repository.html_url ?? repository.web_url ?? repository.http_url_to_repo?.replace(/\.git$/, '');
}

/** The path of the enterprise of a repository. A personal repository names its owner instead, with the type `user`. */
function enterpriseOf({ enterprise }: Repository): string | undefined {
  const type = enterprise?.type?.toLowerCase();
  return type === undefined || type === 'user' ? undefined : enterprise?.path;
}

/** The homepage of a repository; undefined if it is the repository itself. */
export function homepageOf(repository: Repository): string | undefined {
  const { homepage, web_url, html_url, http_url_to_repo } = repository;
  if (homepage === undefined) return undefined;
  const own = [web_url, html_url, http_url_to_repo].map((address) => address && plainAddress(address));
  return own.includes(plainAddress(homepage)) ? undefined : homepage;
}

/** An address without the differences that lead to the same page. */
const plainAddress = (address: string): string => {
  const lower = foldCase(address.trim());
  return withoutEnd(lower.replace(/^https?:\/\//, ''), '/').replace(/\.git$/, '');
};

/** Whether the repository is archived, that is read-only: `status` is a word or the number 2. */
export function isArchived({ status }: Pick<Repository, 'status'>): boolean {
  return status === '2' || status === '关闭' || status === '已关闭' || status?.toLowerCase() === 'archived';
}
