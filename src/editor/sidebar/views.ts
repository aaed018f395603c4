import { commands } from 'vscode';
import { messageOf } from '../../core/errors.ts';
import { Gathering } from '../../core/gathering.ts';
import { sameRepository, type RepositoryAt } from '../../domain/hosts/activeRepository.ts';
import { issueLine, type IssueQuery } from '../../domain/issues/queries.ts';
import { readQueries, type NamedQuery } from '../../domain/queries/queryLine.ts';
import { fullName, repositoryKey, type RepositoryName } from '../../domain/hosts/address.ts';
import type { SubjectChange } from '../kit/changes.ts';
import { ContextKey } from '../kit/contextKey.ts';
import type { ViewId } from '../kit/contributions.ts';
import { Lifetime } from '../kit/lifetime.ts';
import type { ToolChanges } from '../features/tools/toolChanges.ts';
import type { AccountsSource } from './accountRows.ts';
import type { SearchRequest } from '../features/repositories/searchResultRows.ts';
import type { RowEntry } from '../kit/tree/listing.ts';
import { deferred, rootNode } from '../kit/tree/node.ts';
import { repositoryOf } from '../kit/rows/place.ts';
import type { HistoryView } from '../features/history/historyView.ts';
import type { InboxView } from '../features/inbox/inboxView.ts';
import { RepositoryViews, type RepositoryViewsParts } from './repositoryViews.ts';
import { ToolChangesView } from '../features/tools/toolChangesView.ts';
import { View } from '../kit/tree/view.ts';
import type { Services } from '../services/services.ts';

export const viewIds = [
  'sourcehost.repositories',
  'sourcehost.inbox',
  'sourcehost.drafts',
  'sourcehost.branches',
  'sourcehost.tags',
  'sourcehost.issues',
  'sourcehost.pullRequests',
  'sourcehost.milestones',
  'sourcehost.releases',
  'sourcehost.runs',
  'sourcehost.members',
  'sourcehost.webhooks',
  'sourcehost.searchResults',
  'sourcehost.history',
] as const satisfies readonly ViewId[];

export interface ViewsParts
  extends AccountsSource, Omit<RepositoryViewsParts, 'queries'>, Pick<Services, 'active' | 'changes' | 'checkouts'> {
  readonly history: HistoryView;
  readonly inbox: InboxView;
  /** The results of the search for text. */
  readonly results: View;
  readonly toolChanges: ToolChanges;
}

/** Changes of drafts within this time (milliseconds) are shown together. */
const gatherDrafts = 50;
const gathering = { wait: gatherDrafts, pause: () => gatherDrafts * 5 };

export class Views extends Lifetime {
  readonly #parts: ViewsParts;
  readonly #accounts: View;
  readonly #repository: RepositoryViews;
  readonly #searchResults: View;
  readonly #toolChanges: ToolChangesView;
  readonly inbox: InboxView;
  readonly #drafts: View;
  readonly #draftsChanging = new Gathering(() => this.#draftsChanged(), gathering);
  #selection: readonly RowEntry[] = [];
  #turn = 0;
  /** Until this key is set, no view says that no account is signed in. */
  readonly #accountsKnown = new ContextKey<boolean>('sourcehost.accountsKnown');
  readonly #signedIn = new ContextKey<boolean>('sourcehost.signedIn');
  readonly #hasRepository = new ContextKey<boolean>('sourcehost.hasRepository');
  readonly #hasSearchResults = new ContextKey<boolean>('sourcehost.hasSearchResults');
  readonly #hasDrafts = new ContextKey<boolean>('sourcehost.hasDrafts');
  readonly #rowSelected = new ContextKey<boolean>('sourcehost.rowSelected');
  readonly #repositoryLocked = new ContextKey<boolean>('sourcehost.repositoryLocked');
  readonly #rights = {
    contribute: new ContextKey<boolean>('sourcehost.canContribute'),
    push: new ContextKey<boolean>('sourcehost.canPush'),
    administer: new ContextKey<boolean>('sourcehost.canAdminister'),
  };

  readonly #remember = (selected: readonly RowEntry[]): void => {
    this.#selection = selected;
    void this.#rowSelected.set(selected.length > 0);
  };

  constructor(parts: ViewsParts) {
    super();
    this.#parts = parts;
    this.inbox = parts.inbox;
    const { active, changes, connections, enterprises, filters, knownRepositories, pinned, recent, settings } = parts;
    const accounts = deferred(async () => (await parts.load()).accountsOf(parts));
    this.#accounts = this.add(
      new View('sourcehost.repositories', rootNode('accounts', accounts), parts.options.repositories),
    );
    this.#searchResults = this.add(new View('sourcehost.searchResults', rootNode('', undefined), parts.options.issues));
    this.#toolChanges = this.add(new ToolChangesView(parts.toolChanges, (id) => connections.host(id), parts.load));
    const hostName = (id: string): string => connections.host(id)?.name ?? id;
    const drafts = deferred(async () => (await parts.load()).draftsOf(() => parts.checkouts.stored(), hostName));
    this.#drafts = this.add(new View('sourcehost.drafts', rootNode('drafts', drafts)));
    this.#repository = this.add(new RepositoryViews({ ...parts, queries: () => queriesOf(parts) }));
    for (const listening of [
      ...this.all.filter((view) => view !== this.#drafts).map((view) => view.onDidSelect(this.#remember)),
      this.#accounts.onDidSelect((selected) => void this.#choose(selected)),
      connections.onDidChange(() => this.#accountsChanged()),
      connections.onDidReturn((host) => this.all.forEach((view) => view.retryOffline(host))),
      active.onDidChange(() => this.#repositoryChanged()),
      filters.onDidChange((list) => {
        this.#accounts.refreshList(list);
        this.#repository.filtered(list);
      }),
      pinned.onDidChange(() => {
        this.#accounts.refresh(undefined, 'children');
        this.#accounts.redraw();
        this.#repository.refreshIssues();
      }),
      recent.onDidChange(() => this.#accounts.refresh(undefined, 'children')),
      changes.onDidChange((changed) => void this.#changed(changed)),
      settings.onDidChange((affects) => {
        if (affects('issues.queries')) this.#repository.refreshIssues();
        if (affects('pullRequests.queries')) this.#repository.refresh('pullRequests');
      }),
      this.#draftsChanging,
      parts.checkouts.onDidChangeStored(() => this.#draftsChanging.ask()),
      knownRepositories.onDidChange((name) => this.#factsChanged(name)),
      knownRepositories.onDidMeetEnterprise(({ account, enterprise }) => void enterprises.add(account, enterprise)),
      enterprises.onDidChange(() => this.#accounts.refresh(undefined, 'children')),
    ])
      this.add(listening);
  }

  start(): void {
    void this.#updateAccountKeys();
    void this.#draftsChanged();
    this.#repositoryChanged();
    this.inbox.start();
  }

  view(id: ViewId): View | undefined {
    return this.all.find((view) => view.id === id);
  }

  get all(): readonly View[] {
    const last = [this.#parts.results, this.#searchResults, this.#parts.history.view, this.#toolChanges.view];
    return [this.#accounts, this.inbox.view, this.#drafts, ...this.#repository.all, ...last];
  }

  get selection(): readonly RowEntry[] {
    return this.#selection;
  }

  async showResults(request: SearchRequest): Promise<void> {
    const { connections, knownRepositories, pinned } = this.#parts;
    const children = deferred(async () => {
      const [{ resultsOf }, connection] = await Promise.all([this.#parts.load(), connections.connect(request.host)]);
      return resultsOf({ connection, knownRepositories, pinned }, request);
    });
    this.#searchResults.show(rootNode(JSON.stringify(request), children));
    this.#searchResults.description = typeof request.query.q === 'string' ? request.query.q : undefined;
    await this.#hasSearchResults.set(true);
    await commands.executeCommand('sourcehost.searchResults.focus');
  }

  of(entry: RowEntry): View | undefined {
    return this.all.find((view) => view.owns(entry));
  }

  async #changed(changed: SubjectChange): Promise<void> {
    try {
      if (changed.subject === 'repositories' || changed.subject === 'organizations') {
        this.#accounts.refresh();
        if (changed.opens === true) await this.#accounts.reveal(changed.reveal ?? [], true);
      }
      await this.#repository.changed(changed);
    } catch (error) {
      this.#parts.log.warn(`what was changed cannot be shown: ${messageOf(error)}`);
    }
  }

  #accountsChanged(): void {
    this.#remember([]);
    this.#repository.forget();
    for (const view of this.all) view.empty();
    void this.#updateAccountKeys();
  }

  async #updateAccountKeys(): Promise<void> {
    const turn = (this.#turn += 1);
    const accounts = await this.#parts.connections.accounts();
    // A later call has a newer answer.
    if (turn !== this.#turn) return;
    await this.#signedIn.set(accounts.length > 0);
    await this.#showRights();
    await this.#accountsKnown.set(true);
    this.#toolChanges.start();
  }

  async #draftsChanged(): Promise<void> {
    try {
      await this.#hasDrafts.set(await this.#parts.checkouts.hasStored());
    } catch (error) {
      this.#parts.log.warn(`drafts cannot be listed: ${messageOf(error)}`);
    }
    this.#drafts.refresh();
  }

  #repositoryChanged(): void {
    const { active, defaultBranches, recent } = this.#parts;
    const { current } = active;
    void this.#hasRepository.set(current !== undefined);
    void this.#repositoryLocked.set(active.locked !== undefined);
    void this.#showRights();
    this.#repository.show(current, active.locked !== undefined);
    if (current === undefined) return;
    if (active.opened && !sameRepository(current, recent.all()[0])) void this.#addRecent(current);
    defaultBranches.recall(current);
  }

  /** With the account that reads it: it is not offered to another account. */
  async #addRecent({ name, account }: RepositoryAt): Promise<void> {
    const { connections, recent } = this.#parts;
    const connection = await connections.connect(name.host, account).catch(() => undefined);
    await recent.add({ name, account: connection?.account?.login });
  }

  /** Updates the default branch and the context keys of menus after new facts about the active repository. */
  #factsChanged(name: RepositoryName): void {
    const { active, defaultBranches, knownRepositories } = this.#parts;
    const isActive = active.current !== undefined && repositoryKey(active.current.name) === repositoryKey(name);
    if (isActive) {
      void defaultBranches.keep(name);
      void this.#showRights();
      this.#repository.redraw();
    }
    const { offline, distances } = knownRepositories.get(name);
    // Each listed record is a fact, and its row is new; only these appear later on other rows.
    if (!isActive && offline === undefined && distances === undefined) return;
    this.#accounts.redraw(({ target }) => target?.host === name.host && target.repository === fullName(name));
  }

  async #showRights(): Promise<void> {
    const { active, connections, knownRepositories } = this.#parts;
    const { current } = active;
    // A signed-out account has no permissions.
    const connection =
      current && (await connections.connect(current.name.host, current.account).catch(() => undefined));
    if (current !== active.current) return;
    const rights = current && knownRepositories.rights(current.name, connection?.account?.login);
    await this.#rights.contribute.set(rights?.contribute ?? false);
    await this.#rights.push.set(rights?.push ?? false);
    await this.#rights.administer.set(rights !== undefined && rights.contribute && rights.administer);
  }

  /** Makes a selected repository the active one unless an editor or a folder determines it. */
  async #choose(selected: readonly RowEntry[]): Promise<void> {
    const [entry] = selected;
    const repository = entry === undefined || selected.length > 1 ? undefined : repositoryOf(entry.node);
    if (repository !== undefined) await this.#parts.active.choose(repository);
  }
}

function queriesOf({ settings, log }: Pick<ViewsParts, 'settings' | 'log'>): readonly NamedQuery<IssueQuery>[] {
  const { queries, problems } = readQueries(issueLine, settings.get('issues.queries'));
  for (const problem of problems) log.warn(`sourcehost.issues.queries${problem}`);
  return queries;
}
