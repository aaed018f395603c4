import { commands, l10n } from 'vscode';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { RowEntry } from '../../kit/tree/listing.ts';
import { fixed, rootNode, type Children, type Node } from '../../kit/tree/node.ts';
import type { View } from '../../kit/tree/view.ts';
import { registerChangeMarks } from '../../kit/rows/changes/changedFile.ts';
import { rowsTo } from '../../kit/rows/changes/comparedFiles.ts';
import type { FilesLayout } from '../../kit/rows/changes/filesLayout.ts';
import { Comparison, type ComparisonParts } from './comparison.ts';
import { comparedList, comparisonNode, historyNode } from './comparisonRows.ts';

/** What the view History shows: comparisons, and the commits of a branch, folder or file. The view is hidden without them. */
export class HistoryContent {
  readonly #view: View;
  readonly #layout: FilesLayout;
  readonly #hasHistory = new ContextKey<boolean>('sourcehost.hasHistory');
  readonly #hasComparisons = new ContextKey<boolean>('sourcehost.hasComparisons');
  #history: { readonly id: string; readonly children: Children; readonly subject: string } | undefined;
  #lastId = 0;
  #comparisons: readonly Comparison[] = [];
  #isGrouped = false;
  /** The editor reports the selection of a revealed row late: it is known before. */
  #selected: Comparison | undefined;

  constructor(view: View, layout: FilesLayout, connections: Pick<Connections, 'onDidChange'>) {
    this.#view = view;
    this.#layout = layout;
    view.add(
      connections.onDidChange((hosts) => {
        if ([...hosts.values()].some((login) => login !== undefined)) void this.#clear();
      }),
    );
    view.onDidSelect(([row]) => (this.#selected = this.#comparisonOf(row)));
  }

  /** The newest first. */
  get comparisons(): readonly Comparison[] {
    return this.#comparisons;
  }

  /** The comparison of the selected row. */
  get selected(): Comparison | undefined {
    return this.#comparisons.find((one) => one === this.#selected);
  }

  /** Shows the commits `children`. `subject`: a file, folder or branch, and its repository. */
  async show(children: Children, subject: string): Promise<void> {
    const id = `history:${(this.#lastId += 1)}`;
    this.#history = { id, children, subject };
    await this.#draw();
    if (this.#isGrouped) await this.#view.reveal([id], true);
    else await commands.executeCommand('sourcehost.history.focus');
  }

  /** Shows a comparison above the others, in place of one of the same refs. Resolves when its rows are shown. */
  async showComparison(parts: ComparisonParts): Promise<void> {
    const comparison = new Comparison(`comparison:${(this.#lastId += 1)}`, parts);
    this.#comparisons = [comparison, ...this.#comparisons.filter(({ key }) => key !== comparison.key)];
    await this.#draw();
    await this.#view.reveal([comparison.id], true, true);
    this.#selected = comparison;
  }

  async closeComparison(comparison: Comparison): Promise<void> {
    this.#comparisons = this.#comparisons.filter((one) => one !== comparison);
    await this.#draw();
  }

  /** Shows the files of all comparisons in their folders, or as one list. The selected file stays selected. */
  async arrangeComparisons(asTree: boolean): Promise<void> {
    if (asTree === this.#layout.isTree) return;
    const { selected } = this;
    const path = this.#view.selection[0]?.node.target?.path;
    await this.#layout.set(asTree);
    for (const comparison of this.#comparisons) comparison.reuse();
    this.#view.refreshList(comparedList);
    if (selected === undefined || typeof path !== 'string' || !this.#view.visible) return;
    await this.#view.reveal([selected.id, ...rowsTo(selected.result, path, asTree)], true);
  }

  /** The account changed: commits that another account read are not shown. */
  async #clear(): Promise<void> {
    this.#history = undefined;
    this.#comparisons = [];
    this.#selected = undefined;
    await this.#draw();
  }

  #comparisonOf(row: RowEntry | undefined): Comparison | undefined {
    let top = row;
    while (top?.parent?.parent !== undefined) top = top.parent;
    return this.#comparisons.find(({ id }) => id === top?.node.id);
  }

  async #draw(): Promise<void> {
    const wasGrouped = this.#isGrouped;
    this.#isGrouped = this.#comparisons.length > 0;
    if (!this.#isGrouped) {
      const { children, subject = '' } = this.#history ?? {};
      this.#view.show(rootNode(subject, children, undefined, l10n.t('history of {0}', subject)));
      this.#view.description = subject;
    } else if (wasGrouped) {
      this.#view.refresh(undefined, 'children');
    } else {
      const groups = fixed(() => this.#groups());
      this.#view.show(rootNode('comparisons', groups));
      this.#view.description = undefined;
    }
    await this.#layout.show(registerChangeMarks);
    await this.#hasComparisons.set(this.#isGrouped);
    await this.#hasHistory.set(this.#isGrouped || this.#history !== undefined);
  }

  #groups(): readonly Node[] {
    const nodes = this.#comparisons.map((one) =>
      comparisonNode(
        one,
        () => this.#layout.isTree,
        () => this.#view.redraw(({ id }) => id === one.id),
      ),
    );
    if (this.#history === undefined) return nodes;
    const { id, subject, children } = this.#history;
    return [...nodes, historyNode(id, subject, children)];
  }
}
