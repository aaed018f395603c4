import type { Change } from './draft.ts';

/** One path of a tree of changes: a file, a folder, or only a step on the way to what is below. */
export interface ChangeNode {
  /** The change at this path itself. */
  readonly change: Change | undefined;
  /** How many changes below, this path not counted, remove something. */
  readonly removed: number;
  /** How many changes below, this path not counted, put something there. */
  readonly present: number;
  /** By name. */
  readonly children: ReadonlyMap<string, ChangeNode>;
}

interface Node extends ChangeNode {
  change: Change | undefined;
  removed: number;
  present: number;
  readonly children: Map<string, Node>;
}

const emptyNode = (): Node => ({ change: undefined, removed: 0, present: 0, children: new Map() });

/** One change for each path, by folder: what a folder holds is told without a look at the changes elsewhere. */
export class ChangeTree {
  readonly #changes = new Map<string, Change>();
  readonly #root = emptyNode();

  get size(): number {
    return this.#changes.size;
  }

  get(path: string): Change | undefined {
    return this.#changes.get(path);
  }

  /** `''` is the root; undefined where there is no change at `path` or below. */
  at(path: string): ChangeNode | undefined {
    let node: Node | undefined = this.#root;
    if (path === '') return this.size === 0 ? undefined : node;
    for (const name of path.split('/')) {
      node = node.children.get(name);
      if (node === undefined) return undefined;
    }
    return node;
  }

  /** Every change below `folder` (`''`: all), without the one at `folder` itself. */
  *below(folder: string): Iterable<Change> {
    if (folder === '') yield* this.#changes.values();
    else yield* changesIn(this.at(folder));
  }

  /** Puts `change` at its path; undefined removes what is there. */
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
    if (change === undefined) prune(above, names);
  }
}

/** The folders in which `path` is, the nearest first, without the root. */
export function foldersAbove(path: string): string[] {
  const found: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    found.push(path.slice(0, slash));
  return found;
}

function count(folder: Node, change: Change | undefined, by: number): void {
  if (change === undefined) return;
  if (change.kind === 'removed') folder.removed += by;
  else folder.present += by;
}

/** Removes the nodes on the way to a path that hold nothing any more. */
function prune(above: readonly Node[], names: readonly string[]): void {
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
