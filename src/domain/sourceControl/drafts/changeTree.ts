import { isGone, type Change } from './draft.ts';

/** One path in a tree of changes: a changed file or folder, or a folder above changes. */
export interface ChangeNode {
  /** Undefined if only paths below it changed. */
  readonly change: Change | undefined;
  /** Number of changes below this path that leave something there, without this path. */
  readonly present: number;
  readonly children: ReadonlyMap<string, ChangeNode>;
}

interface Node extends ChangeNode {
  change: Change | undefined;
  present: number;
  readonly children: Map<string, Node>;
}

const emptyNode = (): Node => ({ change: undefined, present: 0, children: new Map() });

/** At most one change for each path, as a tree: a query for a folder does not visit changes in other folders. */
export class ChangeTree {
  readonly #changes = new Map<string, Change>();
  readonly #root = emptyNode();

  get size(): number {
    return this.#changes.size;
  }

  get(path: string): Change | undefined {
    return this.#changes.get(path);
  }

  /** The node at `path` (`''`: the root); undefined if there is no change at `path` or below. */
  at(path: string): ChangeNode | undefined {
    let node: Node | undefined = this.#root;
    if (path === '') return this.size === 0 ? undefined : node;
    for (const name of path.split('/')) {
      node = node.children.get(name);
      if (node === undefined) return undefined;
    }
    return node;
  }

  /** Every change below `folder` (`''`: all changes), without the change at `folder` itself. */
  *below(folder: string): Iterable<Change> {
    if (folder === '') yield* this.#changes.values();
    else yield* changesIn(this.at(folder));
  }

  set(path: string, change: Change | undefined): void {
    const names = path.split('/');
    const before = this.#changes.get(path);
    if (change === undefined) this.#changes.delete(path);
    else this.#changes.set(path, change);
    let node = this.#root;
    const above: Node[] = [];
    for (const name of names) {
      above.push(node);
      let next = node.children.get(name);
      if (next === undefined) node.children.set(name, (next = emptyNode()));
      node = next;
    }
    node.change = change;
    for (const folder of above) {
      count(folder, before, -1);
      count(folder, change, 1);
    }
    if (change === undefined) removeEmptyNodes(above, names);
  }
}

/** The parent folders of `path`, the nearest first, without the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    folders.push(path.slice(0, slash));
  return folders;
}

function count(folder: Node, change: Change | undefined, by: number): void {
  if (change !== undefined && !isGone(change)) folder.present += by;
}

function removeEmptyNodes(above: readonly Node[], names: readonly string[]): void {
  for (let depth = names.length - 1; depth >= 0; depth -= 1) {
    const name = names[depth] ?? '';
    const node = above[depth]?.children.get(name);
    if (node === undefined || node.change !== undefined || node.children.size > 0) return;
    above[depth]?.children.delete(name);
  }
}

function* changesIn(node: ChangeNode | undefined): Iterable<Change> {
  for (const child of node?.children.values() ?? []) {
    if (child.change !== undefined) yield child.change;
    yield* changesIn(child);
  }
}
