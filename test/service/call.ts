import { Refusal, missing } from './answer.ts';
import type { Habits } from './habits.ts';
import type { Host } from './host.ts';
import { demand, findRepository, type Right } from './rights.ts';
import type { Account, Organization, Repository, State } from './state.ts';

/** One request of an operation, checked and signed. */
export class Call {
  readonly host: Host;
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The account of the token; undefined without a token. */
  readonly account: Account | undefined;
  readonly habits: Habits;
  /** The `Range` header of a download. */
  readonly range: string | undefined;
  readonly #path: string;

  constructor(
    host: Host,
    operation: string,
    params: Readonly<Record<string, unknown>>,
    account: Account | undefined,
    request: { readonly path: string; readonly range?: string | undefined } = { path: '' },
  ) {
    this.range = request.range;
    this.#path = request.path;
    this.host = host;
    this.operation = operation;
    this.params = params;
    this.account = account;
    this.habits = host.habits(operation);
  }

  get state(): State {
    return this.host.state;
  }

  /** A text input; empty if it was not sent. */
  text(name: string): string {
    return this.optionalText(name) ?? '';
  }

  optionalText(name: string): string | undefined {
    const value = this.params[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }

  number(name: string): number | undefined {
    const value = Number(this.params[name] ?? Number.NaN);
    return Number.isNaN(value) ? undefined : value;
  }

  flag(name: string): boolean | undefined {
    const value = this.params[name];
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Names that were sent as one text; undefined if they were not sent. */
  names(name: string): string[] | undefined {
    return this.optionalText(name)
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  }

  has(name: string): boolean {
    return this.params[name] !== undefined;
  }

  /** The account of the token; refuses without a token. */
  get user(): Account {
    if (this.account === undefined) throw new Refusal(401, '401 Unauthorized');
    return this.account;
  }

  /** The repository of the path (of the body, where the path has none), for one who has `right` there. */
  repository(right: Right = 'pull'): Repository {
    const given = this.text('repo');
    const full = given.includes('/');
    const { repoName } = this.habits;
    const inPayload = this.operation === 'issues.create' || this.operation === 'issues.edit';
    if (inPayload && repoName !== 'either' && full !== (repoName === 'owner/path'))
      throw missing('404 Project Not Found');
    const path = full ? given.slice(given.indexOf('/') + 1) : given;
    const repository = findRepository(this.state, this.text('owner'), path);
    const { forkDelay, freshRepository } = this.habits;
    const delay = repository.parent === undefined ? freshRepository : forkDelay;
    if (Date.now() - repository.created < delay) throw missing('404 Project Not Found');
    demand(this.state, repository, this.account, right);
    return repository;
  }

  /** The same, to change it: refuses for an archived one. */
  writable(right: Right = 'push'): Repository {
    const repository = this.repository(right);
    if (repository.archived) throw new Refusal(this.habits.archivedWrite, 'The repository is archived and read-only');
    return repository;
  }

  organization(name = 'org'): Organization {
    const organization = this.state.organizations.get(this.text(name));
    if (organization === undefined) throw missing('404 Group Not Found');
    return organization;
  }

  accountNamed(login: string): Account {
    const account = this.state.accounts.get(login);
    if (account === undefined) throw missing('404 User Not Found');
    return account;
  }

  /** The requested page of a list. */
  page<T>(items: readonly T[], most = 100): T[] {
    const wanted = Math.min(Math.max(this.number('per_page') ?? 20, 1), most);
    const size = this.habits.shortPages ? Math.max(1, wanted - 1) : wanted;
    const asked = Math.max(this.number('page') ?? 1, 1);
    if (this.habits.paging === 'ignored') return [...items];
    const from = (this.habits.paging === 'repeated' ? 0 : asked - 1) * size;
    const overlap = this.habits.paging === 'overlapping' && from > 0 ? 1 : 0;
    return items.slice(from - overlap, from + size - overlap);
  }

  violate(words: string): void {
    this.host.violate(this.operation, this.#path, words);
  }
}
