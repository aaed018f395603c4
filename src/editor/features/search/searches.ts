import { Emitter } from '../../../core/emitter.ts';
import { Gathering } from '../../../core/gathering.ts';
import type { FileAddress } from '../../../domain/hosts/address.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { FileMatches, TextQuery } from '../../../domain/search/textQuery.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { RunningSearch, type SearchedRef, type SearchText } from './runningSearch.ts';

/** A repository at a ref; without one, at the ref of the window. */
export type SearchTarget = Omit<FileAddress, 'path'>;

export interface SearchesParts {
  readonly repositories: Pick<RemoteRepositories, 'at' | 'isShown' | 'onDidChangeState'>;
  readonly checkouts: Pick<CheckoutRegistry, 'of' | 'as' | 'onDidChange'>;
  readonly search: SearchText;
}

/** What changed. `results`: the new ones. `isNew`: they replace all earlier ones. `isOther`: the query changed. */
export interface SearchesChange {
  readonly results: readonly FileMatches[];
  readonly isNew: boolean;
  readonly isOther: boolean;
}

/** Why the results are not current: the branch moved, or another branch or repository is shown now. */
export type Outdated = 'moved' | 'switched';

/** Milliseconds between a saved draft and the next search, and between two of them. */
const wait = 200;
const pause = 1_000;

/** The search with results, and the one that replaces it when it ends, so that results stay in place meanwhile. */
export class Searches extends Lifetime {
  readonly #parts: SearchesParts;
  readonly #changed = this.add(new Emitter<SearchesChange>());
  readonly #gathering = this.add(new Gathering(() => this.#searchDrafts(), { wait, pause: () => pause }));
  #run: RunningSearch | undefined;
  #next: RunningSearch | undefined;
  #target: SearchTarget | undefined;
  #commit: string | undefined;
  #outdated: Outdated | undefined;
  #isVisible = false;
  /** Drafts changed after the newest search began. */
  #isStale = false;

  constructor(parts: SearchesParts) {
    super();
    this.#parts = parts;
    const { checkouts, repositories } = parts;
    this.add(
      checkouts.onDidChange(({ checkout }) => {
        if (checkout.remote === this.#run?.at?.remote) this.#changedDrafts();
      }),
    );
    this.add(repositories.onDidChangeState(() => this.#look()));
  }

  readonly onDidChange = this.#changed.event;

  get run(): RunningSearch | undefined {
    return this.#run;
  }

  get target(): SearchTarget | undefined {
    return this.#target;
  }

  get outdated(): Outdated | undefined {
    return this.#outdated;
  }

  get isBusy(): boolean {
    return this.#run?.isRunning === true || this.#next !== undefined;
  }

  /** Searches, and shows the results. `account`: the login whose drafts count, else the active account. */
  start(target: SearchTarget, query: TextQuery, { isShared = false, account }: SearchOptions = {}): RunningSearch {
    this.#end();
    this.#isStale = false;
    const run = this.#create(target, query, isShared, account);
    this.#target = target;
    this.#show(run, true);
    run.onDidChange((results) => {
      if (run === this.#run) this.#changed.fire({ results, isNew: false, isOther: false });
    });
    void run.ended.then(() => this.#note(run));
    return run;
  }

  /** Searches again. The results stay until the new ones are complete. */
  async again(target = this.#target): Promise<void> {
    const before = this.#run;
    if (before === undefined || target === undefined) return;
    if (!this.#isVisible) {
      this.#isStale = true;
      return;
    }
    this.#isStale = false;
    if (before.failure !== undefined || before.isRunning) {
      await this.start(target, before.query).ended;
      return;
    }
    this.#next?.cancel();
    const next = this.#create(target, before.query, false);
    this.#next = next;
    this.#changed.fire({ results: [], isNew: false, isOther: false });
    await next.ended;
    if (this.#next !== next) return;
    this.#next = undefined;
    this.#target = target;
    this.#show(next, false);
    this.#note(next);
  }

  /** Ends the running search. Its results stay. */
  cancel(): void {
    this.#run?.cancel();
    this.#next?.cancel();
    this.#next = undefined;
    this.#changed.fire({ results: [], isNew: false, isOther: false });
  }

  clear(): void {
    this.#end();
    this.#run = undefined;
    this.#target = undefined;
    this.#outdated = undefined;
    this.#changed.fire({ results: [], isNew: true, isOther: true });
  }

  /** Drafts that change while the view is hidden are searched when it is visible. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible && this.#isStale) this.#gathering.ask();
  }

  override dispose(): void {
    this.#end();
    super.dispose();
  }

  #create(target: SearchTarget, query: TextQuery, isShared: boolean, account?: string): RunningSearch {
    const { search } = this.#parts;
    return new RunningSearch({ resolve: () => this.#resolve(target, account), query, search, isShared });
  }

  async #resolve(target: SearchTarget, account: string | undefined): Promise<SearchedRef> {
    const { repositories, checkouts } = this.#parts;
    const remote = repositories.at(target);
    const checkout = await checkouts.of(remote);
    const isOther = checkout !== undefined && account !== undefined && checkout.branch.account !== account;
    return { remote, checkout: isOther ? await checkouts.as(account, target) : checkout };
  }

  #show(run: RunningSearch, isOther: boolean): void {
    this.#run = run;
    this.#outdated = undefined;
    this.#commit = undefined;
    this.#changed.fire({ results: run.files, isNew: true, isOther });
  }

  #note(run: RunningSearch): void {
    if (run !== this.#run) return;
    this.#commit = run.at?.remote.state?.head.commit;
    this.#look();
  }

  #changedDrafts(): void {
    this.#isStale = true;
    if (this.#isVisible) this.#gathering.ask();
  }

  async #searchDrafts(): Promise<void> {
    if (this.#isStale) await this.again();
  }

  /** Whether the ref of the results moved, or the window shows another ref. */
  #look(): void {
    const at = this.#run?.at;
    if (at === undefined || this.#run?.isRunning === true) return;
    const isSwitched = !this.#parts.repositories.isShown(at.remote);
    const isMoved = this.#commit !== undefined && at.remote.state?.head.commit !== this.#commit;
    const outdated = isSwitched ? 'switched' : isMoved ? 'moved' : undefined;
    if (outdated === this.#outdated) return;
    this.#outdated = outdated;
    this.#changed.fire({ results: [], isNew: false, isOther: false });
    // The same folder shows another branch: its results are expected.
    if (outdated === 'switched') this.#changedDrafts();
  }

  #end(): void {
    if (this.#run?.isShared !== true) this.#run?.cancel();
    this.#next?.cancel();
    this.#next = undefined;
  }
}

interface SearchOptions {
  readonly isShared?: boolean;
  readonly account?: string | undefined;
}
