import { commands, l10n, window, type Memento } from 'vscode';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { readStored, storedTexts } from '../../../core/storage.ts';
import type { GitProblem } from '../../../domain/git/gitRepositories.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { ReadOnlyReason } from '../../../domain/permissions/writeAccess.ts';
import type { TextQuery } from '../../../domain/search/textQuery.ts';
import {
  emptyForm,
  type SearchForm,
  type SearchState,
  type SearchUpdate,
  type ViewRequest,
} from '../../../domain/search/viewMessages.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { described } from '../../kit/rows/group.ts';
import type { View } from '../../kit/tree/view.ts';
import type { ResultOpening } from './opening.ts';
import { ResultNavigator, type NavigatorParts } from './resultNavigator.ts';
import { formOf, queryOf } from './query.ts';
import { ResultReplacer, type ReplacerParts, type ReplaceScope } from './resultReplacer.ts';
import { ResultsView } from './resultsView.ts';
import type { RunningSearch } from './runningSearch.ts';
import { Searches, type SearchesChange, type SearchesParts, type SearchTarget } from './searches.ts';
import { searchNotes } from './notes.ts';
import { progressOf, questionOf, summaryOf, wrongQuery } from './texts.ts';

export interface SearchModelParts extends SearchesParts, NavigatorParts, ReplacerParts {
  /** What a search of the user searches now; undefined without a repository. */
  readonly target: () => SearchTarget | undefined;
  readonly onDidChangeTarget: Event<void>;
  readonly connections: Pick<Connections, 'onDidChange'>;
  readonly gitProblem: (host: string) => Promise<GitProblem | undefined>;
  readonly memory: Pick<Memento, 'get' | 'update'>;
  /** The view of the results. */
  readonly view: View;
}

const historyKey = 'textSearch.history';
const mostRemembered = 30;
/** Milliseconds before the first update of a running search; each further one doubles them: all rows are drawn again. */
const soon = 100;
const late = 1_000;

/** All that the form and the results show. It outlives the form, which is created anew each time that it is shown. */
export class SearchModel extends Lifetime {
  readonly #parts: SearchModelParts;
  readonly #searches: Searches;
  readonly #navigator: ResultNavigator;
  readonly #replacer: ResultReplacer;
  readonly #results: ResultsView;
  readonly #updated = this.add(new Emitter<SearchUpdate>());
  #form: SearchForm = emptyForm;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = soon;
  /** The results are those of another query than the shown ones. */
  #isOther = false;
  /** How the next row is opened: the key that opens the focused row names it. */
  #mode: ResultOpening | undefined;
  readonly #canReplace = new ContextKey<boolean>('sourcehost.canReplaceText');
  #gitProblem: GitProblem | undefined;
  /** Why the files of the search cannot be changed. */
  #blocked: ReadOnlyReason | undefined;

  constructor(parts: SearchModelParts) {
    super();
    this.#parts = parts;
    this.#searches = this.add(new Searches(parts));
    this.#navigator = new ResultNavigator(this.#searches, parts);
    this.#replacer = this.add(new ResultReplacer(parts));
    this.#results = this.add(new ResultsView(parts.view));
    this.#searches.setVisible(parts.view.visible);
    this.add(parts.view.onDidChangeVisibility((isVisible) => this.#searches.setVisible(isVisible)));
    this.add(this.#replacer.onDidChange(() => this.#flush()));
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
      this.add(changes(() => (this.#timer ??= setTimeout(() => this.#flush(), soon))));
  }

  readonly onDidUpdate = this.#updated.event;

  get form(): SearchForm {
    return this.#form;
  }

  fill(change: Partial<SearchForm>): void {
    this.#enter({ ...this.#form, ...change });
    this.#updated.fire({ type: 'form', form: this.#form });
  }

  /** Searches for a program, and shows the results in the view too. */
  searchAt(target: SearchTarget, query: TextQuery, account: string | undefined): RunningSearch {
    this.fill(formOf(query, this.#form));
    return this.#searches.start(target, query, { isShared: true, account });
  }

  search(): void {
    const target = this.#parts.target();
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

  async go(step: 1 | -1): Promise<void> {
    const place = await this.#navigator.go(step);
    // Nobody waits for the row, which may be gone: the editor shows the place.
    if (place !== undefined)
      void this.#parts.view.reveal([place.path, `${place.range.line}`], false).catch(() => undefined);
  }

  /** Opens the line of a row. */
  async open(path: string, line: number, mode = this.#mode): Promise<void> {
    this.#mode = undefined;
    await this.#navigator.open(path, line, mode);
  }

  /** Opens the row with the focus. The editor tells only which row is selected, and selecting a line opens it. */
  async openFocused(mode: ResultOpening): Promise<void> {
    this.#mode = mode;
    await commands.executeCommand('list.select');
    if (this.#parts.view.selection[0]?.node.row.open === undefined) this.#mode = undefined;
  }

  async replace(scope: ReplaceScope): Promise<void> {
    const { run } = this.#searches;
    if (run !== undefined) await this.#replacer.replace(run, this.#form.replacement, scope);
  }

  async handle(request: ViewRequest): Promise<void> {
    switch (request.type) {
      case 'ready':
        this.#updated.fire({ type: 'form', form: this.#form });
        this.#flush();
        break;
      case 'form':
        this.#enter(request.form);
        break;
      case 'search':
        this.#enter(request.form);
        this.#remember(request.form.query);
        this.search();
        break;
      case 'cancel':
        this.cancel();
        break;
      case 'showResults':
        await commands.executeCommand('sourcehost.textResults.focus');
        break;
      case 'replaceAll':
        await this.replace({});
        break;
      case 'confirm':
        await this.#replacer.confirm();
        break;
      case 'discard':
        await this.#replacer.discard();
    }
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  #enter(form: SearchForm): void {
    const before = this.#form;
    this.#form = form;
    if (form.showsReplacement !== before.showsReplacement) this.#flush();
  }

  #show({ results, isNew, isOther }: SearchesChange): void {
    const { run, isBusy } = this.#searches;
    this.#isOther ||= isOther;
    if (isNew) {
      if (run !== undefined) void this.#askGit();
      // It was computed from the results before.
      void this.#replacer.discard();
    }
    const isFirst = results.length > 0 && run?.count === results.length;
    if (isNew || isFirst) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#wait = soon;
    }
    if (isBusy) this.#timer ??= setTimeout(() => this.#flush(), this.#wait);
    else this.#flush();
  }

  async #askGit(): Promise<void> {
    const host = this.#searches.target?.host;
    const problem = host === undefined ? undefined : await this.#parts.gitProblem(host);
    if (this.#searches.target?.host !== host || problem === this.#gitProblem) return;
    this.#gitProblem = problem;
    this.#flush();
  }

  async #askBlocked(): Promise<void> {
    const { run } = this.#searches;
    const blocked = await this.#replacer.blocked(run);
    if (this.#searches.run !== run || blocked === this.#blocked) return;
    this.#blocked = blocked;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wait = Math.min(2 * this.#wait, late);
    const { run, isBusy, outdated, target: searched } = this.#searches;
    const { pending } = this.#replacer;
    const target = this.#parts.target();
    const [names, searchedNames] = [target && this.#nameOf(target), searched && this.#nameOf(searched)];
    const wrong = wrongQuery(run?.failure);
    const summary = run === undefined || wrong !== '' ? '' : summaryOf(run);
    void this.#askBlocked();
    const canReplace = run !== undefined && run.count > 0 && this.#blocked === undefined;
    const notes = searchNotes({
      target: target && names && { ...target, ...names },
      searched: searched && searchedNames && { ...searched, ...searchedNames },
      run,
      outdated,
      gitProblem: this.#gitProblem,
      blocked: this.#form.showsReplacement ? this.#blocked : undefined,
    });
    // The rows of another query stay for a moment: most searches have results by then, and the editor draws only once.
    const isEmpty = isBusy && run?.count === 0 && this.#wait < late;
    const rows = this.#isOther ? (isEmpty ? 'before' : 'new') : 'same';
    this.#results.show({ run, isBusy, summary: described(summary, progressOf(run)) ?? '', notes }, rows);
    if (rows === 'new') this.#isOther = false;
    void this.#canReplace.set(canReplace && this.#form.showsReplacement);
    const at = names === undefined ? l10n.t('No active repository') : `${names.repository} · ${names.shownRef}`;
    const question = pending === undefined ? '' : questionOf(pending);
    const state: SearchState = { at, summary, wrong, question, canReplace, history: this.#history };
    this.#updated.fire({ type: 'state', state });
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
