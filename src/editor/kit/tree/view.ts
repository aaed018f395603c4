import {
  commands,
  EventEmitter,
  l10n,
  TreeItemCheckboxState,
  window,
  type CancellationToken,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
  type TreeView,
  type ViewBadge,
} from 'vscode';
import { delay } from '../../../core/async.ts';
import type { Disposable } from '../../../core/emitter.ts';
import type { ViewId } from '../contributions.ts';
import { toFailure } from '../../../core/errors.ts';
import { explain } from '../messages/explain.ts';
import { Lifetime } from '../lifetime.ts';
import { signalOf } from '../signal.ts';
import { itemOf, tooltipOf } from './item.ts';
import type { RowEntry } from './listing.ts';
import type { Node } from './node.ts';
import { ownRows } from './ownRows.ts';
import { RowTree } from './rowTree.ts';
import { showProgress } from '../messages/show.ts';
import { shownText, visible } from '../../../core/text.ts';

export interface ViewOptions {
  readonly many?: boolean;
  readonly dragAndDrop?: TreeDragAndDropController<RowEntry>;
  /** Called when it is known whether the view has rows; not called during the first load. */
  readonly onEmpty?: (empty: boolean) => void;
}

/** Milliseconds in which further changes are collected. A commit of many files changes each of them. */
const swarm = 100;
/** Milliseconds before the progress of a load is shown. */
const quick = 300;
/** Pages that are read to find a row. */
const mostPages = 5;

export class View extends Lifetime {
  readonly id: ViewId;
  readonly #tree: RowTree;
  readonly #view: TreeView<RowEntry>;
  readonly #onEmpty: (empty: boolean) => void;
  /** Entries to reload; undefined stands for the whole view. */
  readonly #outdated = new Set<RowEntry | undefined>();
  #drawing: NodeJS.Timeout | undefined;

  constructor(id: ViewId, root: Node, options: ViewOptions = {}) {
    super();
    this.id = id;
    this.#onEmpty = options.onEmpty ?? (() => {});
    const showing = {
      isSelected: (entry: RowEntry) => this.#view.selection.includes(entry),
      inSight: () => this.#view.visible,
    };
    this.#tree = this.add(new RowTree(ownRows, root, showing));
    const changed = this.add(new EventEmitter<RowEntry | undefined>());
    this.add(this.#tree.onDidChange((entry) => changed.fire(entry)));
    this.#view = this.add(
      window.createTreeView<RowEntry>(id, {
        treeDataProvider: provide(this.#tree, changed, this.#onEmpty),
        showCollapseAll: true,
        canSelectMany: options.many ?? false,
        manageCheckboxStateManually: true,
        ...(options.dragAndDrop === undefined ? {} : { dragAndDropController: options.dragAndDrop }),
      }),
    );
    this.add(window.onDidChangeWindowState(({ focused }) => focused && this.retryOffline()));
    this.add(this.#view.onDidCollapseElement(({ element }) => this.#tree.closed(element)));
    this.add(this.#view.onDidChangeCheckboxState(({ items }) => void checkRows(items)));
  }

  show(root: Node): void {
    this.#onEmpty(false);
    this.#tree.setRoot(root);
  }

  /** The account changed: nothing that another one read is shown while the rows are read again. */
  empty(): void {
    this.#onEmpty(false);
    this.badge = undefined;
    this.#tree.empty();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get selection(): readonly RowEntry[] {
    return this.#view.selection;
  }

  onDidChangeVisibility(listener: (isVisible: boolean) => void): Disposable {
    return this.#view.onDidChangeVisibility(({ visible: isVisible }) => listener(isVisible));
  }

  onDidSelect(listener: (selected: readonly RowEntry[]) => void): Disposable {
    return this.#view.onDidChangeSelection(({ selection }) => listener(selection));
  }

  set description(text: string | undefined) {
    this.#view.description = visible(text ?? '');
  }

  set message(text: string | undefined) {
    this.#view.message = shownText(text ?? '');
  }

  set badge(badge: ViewBadge | undefined) {
    this.#view.badge = badge;
  }

  owns(entry: RowEntry): boolean {
    let top = entry;
    while (top.parent !== undefined) top = top.parent;
    return top === this.#tree.root;
  }

  /** Reloads the visible rows below `entry`, or the whole view. */
  refresh(entry?: RowEntry, depth?: 'all' | 'children'): void {
    if (!this.#view.visible) {
      this.#tree.refresh(entry, depth);
      return;
    }
    this.#tree.outdate(entry, depth);
    this.#outdated.add(entry);
    this.#drawing ??= setTimeout(() => void this.#drawChanges(), swarm);
  }

  redraw(which?: (node: Node) => boolean): void {
    this.#tree.redraw(which);
  }

  /** Replaces a node without a request; see `RowTree.replace`. */
  replace(id: string, become: (node: Node) => Node): Node | undefined {
    return this.#tree.replace(id, become);
  }

  /**
   * Reveals a row by the ids of the rows down to it. `opens`: shows a hidden view and reads further pages.
   * `expands`: resolves when the rows below are shown too.
   */
  async reveal(path: readonly string[], opens: boolean, expands = false): Promise<void> {
    if (!opens && !this.#view.visible) return;
    // The editor can reveal only rows that it has drawn.
    if (this.#drawing !== undefined) await this.#drawChanges();
    this.#tree.endEmpty();
    let row: RowEntry | undefined;
    for (const identity of path) {
      const next = await this.#find(identity, row, opens ? mostPages : 0);
      if (next === undefined) break;
      row = next;
    }
    if (row !== undefined) await this.#revealDrawn(row, { select: true, focus: opens, expand: expands });
    else if (opens) await commands.executeCommand(`${this.id}.focus`);
  }

  /** A view that was just shown may not have drawn its rows: the editor then rejects. */
  async #revealDrawn(entry: RowEntry, how: { select: boolean; focus: boolean; expand: boolean }): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#view.reveal(entry, how);
        return;
      } catch (error) {
        if (attempt === 5) throw error;
        await delay(50 * attempt);
      }
    }
  }

  /** The row of the same kind that follows `rows`, else the one before them. */
  rowAfter(rows: readonly RowEntry[]): RowEntry | undefined {
    const kindOf = ({ node }: RowEntry): string | undefined => node.row.context.split('+')[0];
    const all = [...this.#tree.entries()].filter(
      (entry) =>
        rows.includes(entry) || (entry.parent?.open === true && rows.some((row) => kindOf(row) === kindOf(entry))),
    );
    const after = all.slice(all.findLastIndex((entry) => rows.includes(entry)) + 1);
    return after[0] ?? all.findLast((entry) => !rows.includes(entry));
  }

  /** Moves the focus to `next` if none of `rows` is shown any more. */
  async focusInstead(rows: readonly RowEntry[], next: RowEntry): Promise<void> {
    if (!this.#view.visible) return;
    if (this.#drawing !== undefined) await this.#drawChanges();
    const entries = new Set(this.#tree.entries());
    if (rows.some((row) => entries.has(row)) || !entries.has(next)) return;
    await this.#view.reveal(next, { select: true, focus: true });
  }

  refreshList(list: string): void {
    if (this.#tree.root.node.list === list) this.#tree.refresh();
    for (const entry of [...this.#tree.entries()]) if (entry.node.list === list) this.#tree.refresh(entry);
  }

  /** Loads the part after a `Load more` row and reveals the first new row. */
  async more(row: RowEntry): Promise<void> {
    if (row.parent === undefined) return;
    const first = await this.#tree.more(row.parent);
    if (first !== undefined && this.#view.visible) await this.#view.reveal(first, { select: true, focus: true });
  }

  /** Reads the rows again that the network failed to bring: all, or those of a host that answers again. */
  retryOffline(host?: string): void {
    for (const entry of [...this.#tree.offline()])
      if (host === undefined || [host, undefined].includes(hostOf(entry))) void this.#tree.retry(entry);
  }

  async retry(row: RowEntry): Promise<void> {
    if (row.parent !== undefined) await this.#tree.retry(row.parent);
  }

  override dispose(): void {
    clearTimeout(this.#drawing);
    super.dispose();
  }

  async #drawChanges(): Promise<void> {
    const outdated = this.#outdated.has(undefined) ? [undefined] : [...this.#outdated];
    this.#outdated.clear();
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    const work = Promise.all(outdated.map((entry) => this.#tree.drawChanges(entry)));
    const isQuick = await Promise.race([work.then(() => true), delay(quick).then(() => false)]);
    if (!isQuick) await showProgress({ location: { viewId: this.id } }, () => work);
  }

  async #find(identity: string, below: RowEntry | undefined, pages: number): Promise<RowEntry | undefined> {
    const entries = await this.#tree.children(below);
    const match =
      entries.find(({ node: { id } }) => id === identity) ??
      entries.find(({ node: { id } }) => id.slice(id.indexOf(':') + 1) === identity);
    if (match !== undefined) return match;
    for (const group of this.#tree.groups(below)) {
      const inGroup = await this.#find(identity, group, 0);
      if (inGroup !== undefined) return inGroup;
    }
    if (pages === 0) return undefined;
    const more = await this.#tree.more(below ?? this.#tree.root);
    return more === undefined ? undefined : await this.#find(identity, below, pages - 1);
  }
}

/** Undefined: unknown. */
function hostOf({ node: { target }, parent }: RowEntry): string | undefined {
  if (typeof target?.host === 'string') return target.host;
  return parent && hostOf(parent);
}

async function checkRows(items: readonly (readonly [RowEntry, TreeItemCheckboxState])[]): Promise<void> {
  for (const [{ node }, state] of items) await node.checkbox?.check(state === TreeItemCheckboxState.Checked);
}

function provide(
  tree: RowTree,
  changed: EventEmitter<RowEntry | undefined>,
  onEmpty: (empty: boolean) => void,
): TreeDataProvider<RowEntry> {
  const items = new WeakMap<RowEntry, { readonly version: number; readonly item: TreeItem }>();
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (entry) => {
      const rows = await tree.draw(entry);
      if (entry === undefined && tree.root.current !== undefined) onEmpty(rows.length === 0);
      return [...rows];
    },
    getParent: (entry) => tree.parent(entry),
    getTreeItem: (entry) => {
      entry.drawn.content = entry.content;
      const cacheEntry = items.get(entry);
      if (cacheEntry?.version === entry.version) return cacheEntry.item;
      const item = itemOf(entry);
      items.set(entry, { version: entry.version, item });
      return item;
    },
    resolveTreeItem: (item, entry, token) => resolve(item, entry, token),
  };
}

async function resolve(item: TreeItem, entry: RowEntry, token: CancellationToken): Promise<TreeItem> {
  const { tooltip, hover, row } = entry.node;
  if (item.tooltip !== undefined) return item;
  item.tooltip = hover?.();
  if (tooltip === undefined) return item;
  // The content may differ after the row is read again.
  entry.drawn.content = undefined;
  try {
    item.tooltip = tooltipOf(await tooltip(signalOf(token)));
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind !== 'cancelled')
      item.tooltip = tooltipOf({ title: row.label, text: explain(failure, l10n.t('Details not loaded')) });
  }
  return item;
}
