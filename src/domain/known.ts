import { LRUCache } from 'lru-cache';
import { Emitter } from '../core/emitter.ts';
import type { Repository } from '../api/record/repository.ts';
import { parseFullName, repositoryKey, type RepositoryName } from './address.ts';

/** What records told of a repository, so that nobody asks again just to know it. */
export interface KnownFacts {
  readonly defaultBranch?: string | undefined;
  readonly webUrl?: string | undefined;
  readonly canPush?: boolean | undefined;
  readonly canAdmin?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

export type SeenKind = 'labels' | 'people' | 'milestones';

/** The repositories that were seen in this window. */
export class KnownRepositories {
  readonly #facts = new LRUCache<string, KnownFacts>({ max: 2000 });
  readonly #seen = new LRUCache<string, Readonly<Record<SeenKind, Set<string>>>>({ max: 50 });
  readonly #enterprises = new Emitter<{ readonly host: string; readonly enterprise: string }>();

  /** A record named an enterprise; the API lists none. */
  readonly onDidMeetEnterprise = this.#enterprises.event;

  get(name: RepositoryName): KnownFacts {
    return this.#facts.get(repositoryKey(name)) ?? {};
  }

  note(name: RepositoryName, facts: KnownFacts): void {
    const told = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
    this.#facts.set(repositoryKey(name), { ...this.get(name), ...told });
  }

  /** Somebody else may look at the repositories now. */
  forgetRights(): void {
    for (const [key, { defaultBranch, webUrl }] of this.#facts.entries())
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

  /** Notes what a record of a list or of the repository itself says. */
  noteRecord(host: string, repository: Repository): void {
    const named = parseFullName(repository.full_name);
    if (named === undefined) return;
    const { permission, default_branch, enterprise } = repository;
    if (enterprise?.path !== undefined) this.#enterprises.fire({ host, enterprise: enterprise.path });
    this.note(
      { host, ...named },
      {
        defaultBranch: default_branch,
        webUrl: webUrlOf(repository),
        canPush: permission?.push,
        canAdmin: permission?.admin,
        archived: isArchived(repository),
      },
    );
  }
}

/** The web address of a repository by its record; some records lack one. */
export function webUrlOf(repository: Repository): string | undefined {
  return repository.html_url ?? repository.web_url ?? repository.http_url_to_repo?.replace(/\.git$/, '');
}

/** Whether nothing can be pushed any more: `status` is one of two words, or a number. */
export function isArchived({ status }: Pick<Repository, 'status'>): boolean {
  return status === '2' || status === '关闭' || status === '已关闭' || status?.toLowerCase() === 'archived';
}
