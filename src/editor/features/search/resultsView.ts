import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { showProgress } from '../../kit/messages/show.ts';
import { described } from '../../kit/rows/group.ts';
import { rootNode, type Children } from '../../kit/tree/node.ts';
import type { View } from '../../kit/tree/view.ts';
import type { SearchNote } from './notes.ts';
import { noteNode, ResultRows } from './resultRows.ts';
import type { RunningSearch } from './runningSearch.ts';

export interface ShownResults {
  readonly run: RunningSearch | undefined;
  readonly isBusy: boolean;
  readonly summary: string;
  readonly notes: readonly SearchNote[];
}

/** Shows a search in the view of the results: rows, the message above them, and the progress. */
export class ResultsView extends Lifetime {
  readonly #view: View;
  readonly #busy = new ContextKey<boolean>('sourcehost.textSearchBusy');
  #rows = new ResultRows();
  #searches = 0;
  #shown: ShownResults = { run: undefined, isBusy: false, summary: '', notes: [] };
  /** What the drawn rows depend on. */
  #drawn = '';
  #endProgress: (() => void) | undefined;

  constructor(view: View) {
    super();
    this.#view = view;
  }

  /** `rows`: those of another query (`new`), of the same (`same`), or still those before. */
  show(results: ShownResults, rows: 'new' | 'same' | 'before'): void {
    const { run, isBusy, summary, notes } = results;
    const texts = notes.filter(({ files }) => files === undefined).map(({ text }) => text);
    this.#view.message = described(summary, ...texts);
    this.#showBusy(isBusy);
    if (rows === 'before') return;
    const isSameRun = run === this.#shown.run;
    const drawn = JSON.stringify([run?.count, run?.at === undefined, notes]);
    const isSame = isSameRun && drawn === this.#drawn;
    this.#shown = results;
    this.#drawn = drawn;
    if (!isSameRun) this.#rows = new ResultRows();
    if (rows === 'new') {
      this.#searches += 1;
      this.#view.show(rootNode(`search ${this.#searches}`, (signal) => this.#children(signal)));
    } else if (!isSame) this.#view.refresh(undefined, isSameRun ? 'children' : 'all');
  }

  override dispose(): void {
    this.#endProgress?.();
    super.dispose();
  }

  get #children(): Children {
    const { run, notes } = this.#shown;
    const rows = notes.filter(({ action, files }) => action !== undefined || files !== undefined);
    return this.#rows.children(
      run,
      rows.map((note) => noteNode(note, run)),
    );
  }

  #showBusy(isBusy: boolean): void {
    void this.#busy.set(isBusy);
    if (isBusy === (this.#endProgress !== undefined)) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    if (!isBusy) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#endProgress = () => resolve(undefined);
    void showProgress({ location: { viewId: this.#view.id } }, () => promise);
  }
}
