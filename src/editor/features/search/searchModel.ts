import { commands, env, l10n, window, type Memento } from 'vscode';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { readStored, storedTexts } from '../../../core/storage.ts';
import type { GitProblem } from '../../../domain/git/gitRepositories.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { FileMatches, TextQuery } from '../../../domain/search/textQuery.ts';
import {
  emptyForm,
  type SearchAction,
  type SearchForm,
  type ViewRequest,
  type SearchState,
  type SearchUpdate,
} from '../../../domain/search/viewMessages.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { ResultNavigator, type NavigatorParts } from './resultNavigator.ts';
import { formOf, queryOf } from './query.ts';
import { ResultReplacer, type ReplacerParts } from './resultReplacer.ts';
import { shownFile } from './rows.ts';
import type { RunningSearch } from './runningSearch.ts';
import { Searches, type SearchesChange, type SearchesParts, type SearchTarget } from './searches.ts';
import { searchNotes } from './notes.ts';
import { progressOf, summaryOf, wrongQuery } from './texts.ts';

export interface SearchModelParts extends SearchesParts, NavigatorParts, ReplacerParts {
  /** What a search of the user searches now; undefined without a repository. */
  readonly target: () => SearchTarget | undefined;
  readonly onDidChangeTarget: Event<void>;
  readonly connections: Pick<Connections, 'onDidChange'>;
  readonly gitProblem: (host: string) => Promise<GitProblem | undefined>;
  readonly memory: Pick<Memento, 'get' | 'update'>;
}

const historyKey = 'textSearch.history';
const mostRemembered = 30;
/** Milliseconds between two updates of a running search. */
const updateEvery = 60;

/** All that the search view shows. It outlives the web view, which is created anew each time the view is shown. */
export class SearchModel extends Lifetime {
  readonly #parts: SearchModelParts;
  readonly #searches: Searches;
  readonly #navigator: ResultNavigator;
  readonly #replacer: ResultReplacer;
  readonly #updated = this.add(new Emitter<SearchUpdate>());
  #form: SearchForm = emptyForm;
  #seesSkipped = false;
  /** Results that are not shown yet: they are sent together. */
  #unsentFiles: FileMatches[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gitProblem: GitProblem | undefined;

  constructor(parts: SearchModelParts) {
    super();
    this.#parts = parts;
    this.#searches = this.add(new Searches(parts));
    this.#navigator = new ResultNavigator(this.#searches, parts);
    this.#replacer = this.add(new ResultReplacer(parts));
    this.add(this.#replacer.onDidChange(() => this.#fireState()));
    this.add(this.#searches.onDidChange((change) => this.#show(change)));
    this.add(
      parts.connections.onDidChange((hosts) => {
        if (!hosts.has(this.#searches.target?.host ?? '')) return;
        this.#searches.clear();
        void this.#replacer.discard();
      }),
    );
    for (const changes of [
      parts.onDidChangeTarget,
      window.onDidChangeActiveTextEditor,
      parts.repositories.onDidChangeState,
    ])
      this.add(changes(() => (this.#timer ??= setTimeout(() => this.#flush(), updateEvery))));
  }

  readonly onDidUpdate = this.#updated.event;

  get form(): SearchForm {
    return this.#form;
  }

  fill(change: Partial<SearchForm>): void {
    this.#form = { ...this.#form, ...change };
    this.#updated.fire({ type: 'form', form: this.#form });
  }

  /** Searches for a program, and shows the results in the view too. */
  searchAt(target: SearchTarget, query: TextQuery, account: string | undefined): RunningSearch {
    this.fill(formOf(query, this.#form));
    this.#seesSkipped = false;
    return this.#searches.start(target, query, { isShared: true, account });
  }

  search(): void {
    const target = this.#parts.target();
    this.#seesSkipped = false;
    if (target === undefined || this.#form.query === '') this.#searches.clear();
    else this.#searches.start(target, queryOf(this.#form));
  }

  refresh(): void {
    if (this.#searches.run === undefined) this.search();
    else void this.#searches.again(this.#parts.target() ?? this.#searches.target);
  }

  cancel(): void {
    this.#searches.cancel();
  }

  clear(): void {
    this.fill({ ...emptyForm, showsReplacement: this.#form.showsReplacement, showsGlobs: this.#form.showsGlobs });
    this.#searches.clear();
  }

  collapse(): void {
    this.#updated.fire({ type: 'collapse' });
  }

  setVisible(isVisible: boolean): void {
    this.#searches.setVisible(isVisible);
  }

  async go(step: 1 | -1): Promise<void> {
    const place = await this.#navigator.go(step);
    if (place !== undefined) this.#updated.fire({ type: 'reveal', path: place.path, line: place.range.line });
  }

  async handle(request: ViewRequest): Promise<void> {
    switch (request.type) {
      case 'ready':
        this.#showAll();
        break;
      case 'form':
        this.#form = request.form;
        break;
      case 'search':
        this.#form = request.form;
        this.#remember(request.form.query);
        this.search();
        break;
      case 'cancel':
        this.cancel();
        break;
      case 'open':
        await this.#navigator.open(request.path, request.line, request.mode);
        break;
      case 'replace':
        if (this.#searches.run !== undefined)
          await this.#replacer.replace(this.#searches.run, this.#form.replacement, request);
        break;
      case 'copy':
        await env.clipboard.writeText(request.text);
        break;
      case 'action':
        await this.#act(request.id);
    }
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  async #act(id: SearchAction): Promise<void> {
    switch (id) {
      case 'again':
        this.refresh();
        break;
      case 'replace':
        await this.#replacer.confirm();
        break;
      case 'discard':
        await this.#replacer.discard();
        break;
      case 'skipped':
        this.#seesSkipped = !this.#seesSkipped;
        this.#fireState();
        break;
      case 'local':
        await commands.executeCommand('sourcehost.search.localFolders');
        break;
      case 'signIn':
        await commands.executeCommand('sourcehost.account.signIn');
        break;
      case 'openRepository':
        await commands.executeCommand('sourcehost.repository.open');
    }
  }

  #show({ results, isNew, isOther }: SearchesChange): void {
    if (isNew && this.#searches.run !== undefined) void this.#askGit();
    if (!isNew) {
      this.#unsentFiles.push(...results);
      this.#timer ??= setTimeout(() => this.#flush(), updateEvery);
      return;
    }
    this.#unsentFiles = [];
    // It was computed from the results before.
    void this.#replacer.discard();
    this.#updated.fire({ type: 'files', isNew, isOtherSearch: isOther, files: results.map(shownFile) });
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const files = this.#unsentFiles.map(shownFile);
    this.#unsentFiles = [];
    if (files.length > 0) this.#updated.fire({ type: 'files', isNew: false, isOtherSearch: false, files });
    this.#fireState();
  }

  #showAll(): void {
    this.#unsentFiles = [];
    this.#updated.fire({ type: 'form', form: this.#form });
    const files = this.#searches.run?.files.map(shownFile) ?? [];
    this.#updated.fire({ type: 'files', isNew: true, isOtherSearch: false, files });
    this.#fireState();
  }

  async #askGit(): Promise<void> {
    const host = this.#searches.target?.host;
    const problem = host === undefined ? undefined : await this.#parts.gitProblem(host);
    if (this.#searches.target?.host !== host || problem === this.#gitProblem) return;
    this.#gitProblem = problem;
    this.#fireState();
  }

  #fireState(): void {
    this.#updated.fire({ type: 'state', state: this.#state() });
  }

  #state(): SearchState {
    const { run, isBusy, outdated, target: searched } = this.#searches;
    const target = this.#parts.target();
    const wrong = wrongQuery(run?.failure);
    return {
      at: target && this.#nameOf(target),
      isBusy,
      summary:
        target === undefined && run === undefined ? l10n.t('No active repository') : wrong === '' ? summaryOf(run) : '',
      progress: progressOf(run),
      wrong,
      notes: searchNotes({
        target: target && { ...target, ...this.#nameOf(target) },
        searched: searched && { ...searched, ...this.#nameOf(searched) },
        run,
        outdated,
        seesSkipped: this.#seesSkipped,
        gitProblem: this.#gitProblem,
        pending: this.#replacer.pending,
        blocked: this.#form.showsReplacement ? this.#replacer.blocked(run) : undefined,
      }),
      skipped: this.#seesSkipped ? (run?.coverage?.skippedPaths ?? []) : [],
      canReplace: run !== undefined && run.count > 0 && this.#replacer.blocked(run) === undefined,
      history: this.#history,
    };
  }

  #nameOf(target: SearchTarget): { readonly repository: string; readonly shownRef: string } {
    const head = this.#parts.repositories.at(target).state?.head;
    const ref = head?.name ?? target.ref ?? l10n.t('default branch');
    const shownRef = plainLabel(head?.kind === 'commit' ? ref.slice(0, 10) : ref);
    return { repository: plainLabel(fullName(target)), shownRef };
  }

  get #history(): readonly string[] {
    return readStored(storedTexts, this.#parts.memory.get(historyKey)) ?? [];
  }

  #remember(query: string): void {
    if (query === '' || this.#history[0] === query) return;
    const history = [query, ...this.#history.filter((one) => one !== query)].slice(0, mostRemembered);
    void this.#parts.memory.update(historyKey, history);
  }
}
