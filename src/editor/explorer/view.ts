import {
  EventEmitter,
  window,
  type CancellationToken,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
  type TreeView,
  type ViewBadge,
} from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { ViewId } from '../kit/contributions.ts';
import { explain, toFailure } from '../kit/failures.ts';
import { Lifetime } from '../kit/lifetime.ts';
import { signalOf } from '../kit/signal.ts';
import { itemOf, tooltipOf } from './item.ts';
import type { Entry } from './listing.ts';
import type { Node } from './node.ts';
import { ownRows } from './ownRows.ts';
import { Tree } from './tree.ts';

export interface ViewOptions {
  readonly many?: boolean;
  readonly dragAndDrop?: TreeDragAndDropController<Entry>;
  readonly onSelect?: (selected: readonly Entry[]) => void;
}

/** One view of the sidebar: shows the children of a node. */
export class View implements Disposable {
  readonly id: ViewId;
  readonly #tree: Tree;
  readonly #view: TreeView<Entry>;
  readonly #lifetime = new Lifetime();

  constructor(id: ViewId, root: Node, options: ViewOptions = {}) {
    this.id = id;
    this.#tree = this.#lifetime.add(new Tree(ownRows, root, (entry) => this.#view.selection.includes(entry)));
    const changed = this.#lifetime.add(new EventEmitter<Entry | undefined>());
    this.#lifetime.add(this.#tree.onDidChange((entry) => changed.fire(entry)));
    this.#view = this.#lifetime.add(
      window.createTreeView<Entry>(id, {
        treeDataProvider: provide(this.#tree, changed),
        showCollapseAll: true,
        canSelectMany: options.many ?? false,
        ...(options.dragAndDrop === undefined ? {} : { dragAndDropController: options.dragAndDrop }),
      }),
    );
    this.#lifetime.add(this.#view.onDidCollapseElement(({ element }) => this.#tree.closed(element)));
    this.#lifetime.add(this.#view.onDidChangeSelection(({ selection }) => options.onSelect?.(selection)));
  }

  /** Shows the children of another node. */
  show(root: Node): void {
    this.#tree.setRoot(root);
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get selection(): readonly Entry[] {
    return this.#view.selection;
  }

  /** The text beside the title. */
  set description(text: string | undefined) {
    this.#view.description = text ?? '';
  }

  /** The text above the rows. */
  set message(text: string | undefined) {
    this.#view.message = text ?? '';
  }

  set badge(badge: ViewBadge | undefined) {
    this.#view.badge = badge;
  }

  owns(entry: Entry): boolean {
    let top = entry;
    while (top.parent !== undefined) top = top.parent;
    return top === this.#tree.root;
  }

  /** Reads again what is looked at below `entry`, or all of it. */
  refresh(entry?: Entry, depth?: 'all' | 'children'): void {
    this.#tree.refresh(entry, depth);
  }

  /** Makes rows anew without reading anything. */
  redraw(which?: (node: Node) => boolean): void {
    this.#tree.redraw(which);
  }

  /** Shows what became of something, without reading anything: see `Tree.replace`. */
  replace(id: string, become: (node: Node) => Node): Node | undefined {
    return this.#tree.replace(id, become);
  }

  /** Goes to the row of what has this identity in the view's list, where it is on a page that was read. */
  async reveal(identity: string): Promise<void> {
    if (!this.#view.visible) return;
    const entries = await this.#tree.children();
    const entry = entries.find(({ node }) => node.id.slice(node.id.indexOf(':') + 1) === identity);
    if (entry !== undefined) await this.#view.reveal(entry, { select: true, focus: false });
  }

  /** Reads again what the filter `list` narrows. */
  refreshList(list: string): void {
    if (this.#tree.root.node.list === list) this.#tree.refresh();
    for (const entry of [...this.#tree.entries()]) if (entry.node.list === list) this.#tree.refresh(entry);
  }

  /** Goes on with the list that a `Load more` row ends, and goes to what is new. */
  async more(row: Entry): Promise<void> {
    if (row.parent === undefined) return;
    const first = await this.#tree.more(row.parent);
    if (first !== undefined && this.#view.visible) await this.#view.reveal(first, { select: true, focus: true });
  }

  async retry(row: Entry): Promise<void> {
    if (row.parent !== undefined) await this.#tree.retry(row.parent);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function provide(tree: Tree, changed: EventEmitter<Entry | undefined>): TreeDataProvider<Entry> {
  const made = new WeakMap<Entry, { readonly version: number; readonly item: TreeItem }>();
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (entry) => [...(await tree.children(entry))],
    getParent: (entry) => tree.parent(entry),
    getTreeItem: (entry) => {
      const known = made.get(entry);
      if (known?.version === entry.version) return known.item;
      const item = itemOf(entry);
      made.set(entry, { version: entry.version, item });
      return item;
    },
    resolveTreeItem: (item, entry, token) => resolve(item, entry, token),
  };
}

async function resolve(item: TreeItem, entry: Entry, token: CancellationToken): Promise<TreeItem> {
  const { tooltip, row } = entry.node;
  if (tooltip === undefined || item.tooltip !== undefined) return item;
  try {
    item.tooltip = tooltipOf(await tooltip(signalOf(token)));
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind !== 'cancelled') item.tooltip = tooltipOf({ title: row.label, text: explain(failure) });
  }
  return item;
}
