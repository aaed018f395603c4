import { l10n, type Memento } from 'vscode';
import type { Services } from '../services/services.ts';
import type { Counts } from '../../api/contract/reply.ts';
import { sameRepository, type RepositoryAt } from '../../domain/hosts/activeRepository.ts';
import { fullName, repositoryKey } from '../../domain/hosts/address.ts';
import type { SubjectChange, Subject } from '../kit/changes.ts';
import { ContextKey } from '../kit/contextKey.ts';
import type { ViewId } from '../kit/contributions.ts';
import { formatCount } from '../kit/messages/format.ts';
import { Lifetime } from '../kit/lifetime.ts';
import type { DefaultBranches } from '../features/branches/defaultBranches.ts';
import type { OwnRights } from '../kit/rows/ownRights.ts';
import { issueLine } from '../../domain/issues/queries.ts';
import { runLine, RunQuery } from '../../domain/runs/runQueries.ts';
import { queryText } from '../../domain/queries/queryLine.ts';
import {
  currentQuery,
  filterSummary,
  issuesList,
  milestoneFilter,
  milestonesList,
  pullRequestsList,
  runsList,
  usualQuery,
} from '../kit/rows/filters.ts';
import { filesList, type FilesLayout } from '../kit/rows/changes/filesLayout.ts';
import type { IssuesSource } from '../features/issues/issueRows.ts';
import type { PullRequestsSource, PullRequestViewState } from '../features/pullRequests/pullRequestRows.ts';
import type { RunsSource } from '../features/runs/runRows.ts';
import { deferred, followed, rootNode, type Children, type Node } from '../kit/tree/node.ts';
import type { RepositoryPlace } from '../kit/rows/place.ts';
import { ProtectedTags } from '../features/tags/protectedTags.ts';
import { View, type ViewOptions } from '../kit/tree/view.ts';
import { viewSubject } from './viewSubjects.ts';

export interface RepositoryViewsParts extends Pick<
  Services,
  'connections' | 'filters' | 'knownRepositories' | 'load' | 'loadHostFeatures' | 'log' | 'pinned' | 'settings'
> {
  readonly queries: IssuesSource['queries'];
  readonly defaultBranches: DefaultBranches;
  readonly rights: OwnRights;
  readonly loadPullRequests: PullRequestsSource['load'];
  readonly loadRuns: RunsSource['load'];
  readonly loadCi: PullRequestsSource['details']['loadCi'];
  readonly loadComparison: PullRequestsSource['details']['loadComparison'];
  readonly loadConversations: PullRequestsSource['details']['loadConversations'];
  readonly layout: FilesLayout;
  /** The memory of all windows. */
  readonly memory: Memento;
  readonly options: Partial<Record<Subject, ViewOptions>>;
}

interface Kind {
  readonly id: ViewId;
  readonly subject: Subject;
  readonly list?: string;
  /** The context key for an empty view. Without it the editor would say so while the view is still loading. */
  readonly nothing: `sourcehost.${string}`;
  readonly children: (place: RepositoryPlace) => Promise<Children>;
}

/** The views of the active repository: branches, tags, issues, pull requests, milestones, releases, runs, members, webhooks. */
export class RepositoryViews extends Lifetime {
  readonly #parts: RepositoryViewsParts;
  readonly #views: readonly { readonly view: View; readonly kind: Kind }[];
  readonly #assigned = new Map<string, number>();
  readonly #filtered = new ContextKey<boolean>('sourcehost.issuesFiltered');
  readonly #pullRequestsFiltered = new ContextKey<boolean>('sourcehost.pullRequestsFiltered');
  readonly #pullRequestSource = new ContextKey<string>('sourcehost.pullRequestSource');
  #repository: RepositoryAt | undefined;
  #locked = false;
  #counts: Counts = noCounts;
  /** Number of issues that the query matches; undefined while it is unknown. */
  #matchCount: number | undefined;

  constructor(parts: RepositoryViewsParts) {
    super();
    this.#parts = parts;
    this.#views = this.#kinds().map((kind) => {
      const nothing = new ContextKey<boolean>(kind.nothing);
      const view = new View(kind.id, rootNode('', undefined), {
        onEmpty: (empty) => void nothing.set(empty),
        ...parts.options[kind.subject],
      });
      return { kind, view: this.add(view) };
    });
    this.add(parts.layout.onDidChange(() => this.#of('pullRequests')?.refreshList(filesList)));
  }

  get all(): readonly View[] {
    return this.#views.map(({ view }) => view);
  }

  show(repository: RepositoryAt | undefined, locked: boolean): void {
    const same = sameRepository(repository, this.#repository) && repository?.account === this.#repository?.account;
    this.#repository = repository;
    this.#locked = locked;
    if (!same) {
      this.#counts = noCounts;
      this.#matchCount = undefined;
      this.#showPullRequestState({ message: undefined, isFiltered: false, source: 'host' });
      for (const { kind, view } of this.#views) {
        view.show(this.#rootOf(kind, repository));
        if (kind.subject === 'webhooks') view.badge = undefined;
      }
    }
    for (const { kind } of this.#views) this.#describe(kind.subject);
    this.#sayFilters();
  }

  /** The account changed: a number that another account read is not shown. */
  forget(): void {
    this.#counts = noCounts;
    this.#matchCount = undefined;
    this.#assigned.clear();
    this.#showPullRequestState({ message: undefined, isFiltered: false, source: 'host' });
    for (const { kind } of this.#views) this.#describe(kind.subject);
    this.#sayFilters();
  }

  /** Reloads the visible rows that were changed on the service. */
  async changed({ subject, host, repository, reveal = [], opens = false, answer }: SubjectChange): Promise<void> {
    const name = this.#repository?.name;
    if (name === undefined || repository === undefined || host !== name.host) return;
    if (repositoryKey(repository) !== repositoryKey(name)) return;
    const view = this.#of(subject);
    if (answer === undefined || !(await this.#follow(answer))) view?.refresh();
    if (reveal.length > 0) await view?.reveal(reveal, opens);
  }

  /** Shows a record from a response. A closed or reopened issue stays in its place. False: the list must be reloaded. */
  async #follow(answer: NonNullable<SubjectChange['answer']>): Promise<boolean> {
    const { connections, knownRepositories, pinned, filters } = this.#parts;
    const repository = this.#repository;
    if (repository === undefined || currentQuery(filters).groupBy !== undefined) return false;
    const connection = await connections.connect(repository.name.host, repository.account);
    const place = { connection, knownRepositories, pinned, name: repository.name };
    const { answeredNode } = await this.#parts.load();
    const now = answeredNode(place, answer, undefined);
    const before = this.#of(answer.kind)?.replace(now.id, (node) => answeredNode(place, answer, node));
    if (before === undefined) return !answer.stateChanged;
    const isClosed = ({ row }: Node): number => Number(row.context.split('+').includes('closed'));
    if (answer.kind === 'issues') this.#count(isClosed(now) - isClosed(before));
    return true;
  }

  /** `closed`: the number of closed issues, negative for reopened ones. */
  #count(closed: number): void {
    const { open_issues, close_issues } = this.#counts;
    if (closed === 0 || open_issues === undefined || close_issues === undefined) return;
    this.#counts = { ...this.#counts, open_issues: open_issues - closed, close_issues: close_issues + closed };
    this.#describe('issues');
  }

  filtered(list: string): void {
    for (const view of this.all) view.refreshList(list);
    if (list === issuesList) this.#matchCount = undefined;
    this.#sayFilters();
  }

  refreshIssues(): void {
    this.#assigned.clear();
    this.#sayAssigned();
    this.#of('issues')?.refresh();
  }

  refresh(subject: Subject): void {
    this.#of(subject)?.refresh();
  }

  redraw(): void {
    for (const view of this.all) view.redraw();
  }

  #showPullRequestState({ message, isFiltered, source }: PullRequestViewState): void {
    this.#say('pullRequests', message);
    void this.#pullRequestsFiltered.set(isFiltered);
    void this.#pullRequestSource.set(source);
  }

  #kinds(): Kind[] {
    const { filters, connections, queries, pinned, settings, log, loadPullRequests: load } = this.#parts;
    const { loadComparison, loadConversations, loadHostFeatures, loadCi, layout, memory } = this.#parts;
    const pullRequests: PullRequestsSource = {
      load,
      filters,
      log,
      queries: () => settings.get('pullRequests.queries'),
      onState: (state) => this.#showPullRequestState(state),
      details: {
        ...{ loadComparison, loadConversations, loadCi, layout, memory, log },
        redraw: (which) => this.#of('pullRequests')?.redraw(which),
      },
      onKnown: (ids) => this.#of('pullRequests')?.redraw(({ id }) => ids.includes(id)),
    };
    const issues: IssuesSource = {
      connections,
      filters,
      queries,
      pinned,
      loadHostFeatures,
      onCounts: (counts) => {
        this.#counts = counts;
        this.#describe('issues');
      },
      onMatchCount: (count) => {
        this.#matchCount = count;
        this.#sayFilters();
      },
      onCounted: (row) => this.#of('issues')?.redraw(({ id }) => id === row),
      onAssigned: (repository, count) => {
        this.#assigned.set(repository, count);
        this.#sayAssigned();
      },
    };
    return kindsOf(this.#parts, issues, pullRequests, {
      branches: () => this.#of('branches')?.redraw(({ id }) => id.startsWith('branch:')),
      pullRequests: () => this.#of('pullRequests')?.redraw(({ id }) => id.startsWith('pullRequest:')),
      tags: () => this.#of('tags')?.redraw(({ id }) => id.startsWith('tag:')),
      webhooks: (failing) => this.#sayHealth(failing),
    });
  }

  #of(subject: Subject): View | undefined {
    return this.#views.find(({ kind }) => kind.subject === subject)?.view;
  }

  #rootOf(kind: Kind, repository: RepositoryAt | undefined): Node {
    if (repository === undefined) return rootNode('', undefined);
    const { connections, knownRepositories, pinned, rights } = this.#parts;
    const { name, account } = repository;
    const children = deferred(async () => {
      const connection = await connections.connect(name.host, account);
      const place = { connection, knownRepositories, pinned, name };
      // The list may tell the permissions.
      return followed(await kind.children(place), () => void rights.ask(place));
    });
    const root = rootNode(repositoryKey(name), children, kind.list, viewSubject(kind.subject, fullName(name)));
    return { ...root, target: { host: name.host } };
  }

  #describe(subject: Subject): void {
    const view = this.#of(subject);
    if (view === undefined) return;
    const name = this.#repository === undefined ? undefined : fullName(this.#repository.name);
    const title = name !== undefined && this.#locked ? l10n.t('{0} (locked)', name) : name;
    const counts = subject === 'issues' ? countText(this.#counts) : '';
    view.description = [title ?? '', counts].filter((part) => part !== '').join(' · ');
  }

  /** Shows active filters, but not the default one. Without a repository a text would hide the welcome view. */
  #sayFilters(): void {
    const { filters } = this.#parts;
    const query = currentQuery(filters);
    const { state } = milestoneFilter(filters);
    void this.#filtered.set(query !== usualQuery);
    this.#say(
      'issues',
      query === usualQuery ? undefined : filterSummary(queryText(issueLine, query), this.#matchCount, noIssues),
    );
    this.#say(
      'milestones',
      state === 'open' ? undefined : state === 'closed' ? l10n.t('closed') : l10n.t('open and closed'),
    );
    this.#say('runs', queryText(runLine, filters.get(runsList, RunQuery) ?? {}) || undefined);
  }

  #say(subject: Subject, text: string | undefined): void {
    const view = this.#of(subject);
    if (view !== undefined) view.message = this.#repository === undefined ? undefined : text;
  }

  #sayAssigned(): void {
    const view = this.#of('issues');
    const value = [...this.#assigned.values()].reduce((sum, count) => sum + count, 0);
    if (view === undefined) return;
    view.badge = value === 0 ? undefined : { value, tooltip: l10n.t('{0} open issues are assigned to you', value) };
  }

  #sayHealth(failing: number): void {
    const view = this.#of('webhooks');
    if (view === undefined) return;
    const tooltip =
      failing === 1
        ? l10n.t('1 webhook failed its last delivery')
        : l10n.t('{0} webhooks failed their last delivery', failing);
    view.badge = failing === 0 ? undefined : { value: failing, tooltip };
  }
}

/** The views in their order. `tell` is called with what their rows find out later. */
function kindsOf(
  { filters, defaultBranches, load, loadCi, loadRuns }: RepositoryViewsParts,
  issues: IssuesSource,
  pullRequests: PullRequestsSource,
  tell: Readonly<Record<'branches' | 'pullRequests' | 'tags', () => void>> & {
    readonly webhooks: (failing: number) => void;
  },
): Kind[] {
  const protectedTags = new ProtectedTags();
  const kind = (
    subject:
      'branches' | 'issues' | 'members' | 'milestones' | 'pullRequests' | 'releases' | 'runs' | 'tags' | 'webhooks',
    nothing: Kind['nothing'],
    rows: (code: Awaited<ReturnType<Services['load']>>, place: RepositoryPlace) => Children,
    list?: string,
  ): Kind => ({
    id: `sourcehost.${subject}`,
    subject,
    nothing,
    children: async (place) => rows(await load(), place),
    ...(list === undefined ? {} : { list }),
  });
  return [
    kind('branches', 'sourcehost.noBranches', ({ branchesOf, RowRuns }, place) =>
      branchesOf(place, () => void defaultBranches.ask(place), new RowRuns(place, loadCi, tell.branches)),
    ),
    kind('tags', 'sourcehost.noTags', ({ tagsOf }, place) => tagsOf(place, protectedTags, tell.tags)),
    kind('issues', 'sourcehost.noIssues', ({ issuesOf }, place) => issuesOf(place, issues), issuesList),
    kind(
      'pullRequests',
      'sourcehost.noPullRequests',
      ({ pullRequestsOf, RowRuns }, place) =>
        pullRequestsOf(place, pullRequests, new RowRuns(place, loadCi, tell.pullRequests)),
      pullRequestsList,
    ),
    kind(
      'milestones',
      'sourcehost.noMilestones',
      ({ milestonesOf }, place) => milestonesOf(place, filters),
      milestonesList,
    ),
    kind('releases', 'sourcehost.noReleases', ({ releasesOf }, place) => releasesOf(place)),
    kind('runs', 'sourcehost.noRuns', ({ runsOf }, place) => runsOf(place, { load: loadRuns, filters }), runsList),
    kind('members', 'sourcehost.noMembers', ({ collaboratorsOf }, place) => collaboratorsOf(place)),
    kind('webhooks', 'sourcehost.noWebhooks', ({ webhooksOf }, place) => webhooksOf(place, tell.webhooks)),
  ];
}

const noCounts: Counts = {};

const noIssues = (filter: string): string =>
  filter === '' ? l10n.t('There are no issues.') : l10n.t('No issues: {0}', filter);

function countText({ open_issues, close_issues, total_count }: Counts): string {
  if (open_issues !== undefined && close_issues !== undefined) {
    return l10n.t('{0} open, {1} closed', formatCount(open_issues), formatCount(close_issues));
  }
  return total_count === undefined ? '' : formatCount(total_count);
}
