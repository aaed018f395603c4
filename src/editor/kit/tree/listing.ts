import { target, type HasTarget } from '../prompts/target.ts';
import type { Batch, Node } from './node.ts';

/** Properties that a Uri gets only after a conversion to text. */
const writtenLater: ReadonlySet<string> = new Set(['external', 'fsPath', '_sep']);

/** A node at its place in a tree. The object of an id stays the same through reloads, as long as the node exists. */
export class RowEntry implements HasTarget {
  /** Unique in its tree: the ids of all nodes above it and its own id. */
  readonly id: string;
  readonly parent: RowEntry | undefined;
  readonly #own = new Map<string, RowEntry>();
  #node: Node;
  /** Increases with every change of the node, so that derived values can be cached. */
  version = 0;
  /** The newest listing of the children; it may still be loading. */
  latest: Listing | undefined;
  /** The listing that is shown. */
  current: Listing | undefined;
  /** Whether the children must be reloaded when they are shown next. */
  stale = false;
  /** Whether the children are visible. */
  open = false;
  /** The last values given to the editor: the content of the row and the rows below it. */
  readonly drawn: { content?: string | undefined; below?: readonly RowEntry[] } = {};

  constructor(id: string, node: Node, parent: RowEntry | undefined) {
    this.id = id;
    this.#node = node;
    this.parent = parent;
  }

  get node(): Node {
    return this.#node;
  }

  set node(node: Node) {
    if (node === this.#node) return;
    this.#node = node;
    this.version += 1;
  }

  get [target](): Readonly<Record<string, unknown>> {
    return { entry: this, ...this.node.target };
  }

  /** The whole content of the row as text, to detect a change of what is drawn. */
  get content(): string {
    const { row, children, uri, checkbox } = this.node;
    return JSON.stringify([row, children !== undefined, uri, checkbox?.isChecked()], (key, value: unknown) =>
      writtenLater.has(key) ? undefined : value,
    );
  }

  /** Marks the children for a reload and the row for another rendering. */
  renew(): void {
    this.version += 1;
    this.stale = this.latest !== undefined;
  }

  /** A row that the tree itself adds to the children, such as `Load more`. */
  own(key: string, content: Pick<Node, 'row' | 'tooltip'>): RowEntry {
    const node = { id: `!${key}`, ...content };
    const existing = this.#own.get(key);
    const entry = existing ?? new RowEntry(`${this.id}/!${key}`, node, this);
    if (existing === undefined) this.#own.set(key, entry);
    else existing.node = node;
    return entry;
  }

  /** Aborts all loading below this entry. */
  dispose(): void {
    this.latest?.abort();
    for (const child of this.current?.entries ?? []) child.dispose();
  }
}

/** Rows of one part: one page of the API and the rows above it. */
const mostRows = 200;

/** The children of one entry that were read so far. */
export class Listing {
  readonly #owner: RowEntry;
  readonly #abort = new AbortController();
  readonly #batches: AsyncIterator<Batch, undefined, undefined>;
  readonly #byId = new Map<string, RowEntry>();
  readonly #before: Map<string, RowEntry>;
  #unread: Batch[] = [];
  /** Nodes that the service sent beyond the rows of one part. */
  #remainder: Batch | undefined;
  #parts: RowEntry[][] = [];
  #groups: readonly RowEntry[] = [];
  /** Nodes to show while the first part cannot be read. */
  #instead: readonly Node[] = [];
  #shownInstead: readonly RowEntry[] = [];
  #unreadable: readonly string[] = [];
  /** Settles after the first parts are read; never rejects. */
  ready: Promise<void> = Promise.resolve();
  /** Whether another part may follow. */
  more = true;
  /** The error of the next part (`part`), or of a newer listing that should have replaced this one (`refresh`). */
  failure: { readonly error: unknown; readonly of: 'part' | 'refresh' } | undefined;
  /** The pending read of a further part. */
  busy: Promise<RowEntry | undefined> | undefined;

  constructor(owner: RowEntry, earlier: Listing | undefined) {
    this.#owner = owner;
    this.#before = earlier === undefined ? new Map<string, RowEntry>() : new Map(earlier.#byId);
    this.#batches = owner.node.children?.(this.#abort.signal) ?? none;
  }

  abort(): void {
    this.#abort.abort();
  }

  get parts(): readonly (readonly RowEntry[])[] {
    return this.#parts;
  }

  get groups(): readonly RowEntry[] {
    return this.#groups;
  }

  get entries(): readonly RowEntry[] {
    const entries = [...this.#shownInstead, ...this.#parts.flat(), ...this.#groups];
    return entries.some(({ node }) => node.order !== undefined) ? entries.toSorted(byOrder) : entries;
  }

  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  get begun(): boolean {
    return this.#unread.length > 0 || this.#parts.length > 0 || !this.more;
  }

  /** Reads the next part. After an error it can be called again. */
  async read(): Promise<void> {
    const batch = this.#remainder ?? (await this.#batches.next()).value;
    if (batch?.error !== undefined) {
      this.#instead = batch.nodes;
      throw batch.error;
    }
    // Some lists come whole. Thousands of rows at once would block the editor.
    const most = batch?.whole === true ? batch.nodes.length : mostRows;
    const rest = batch?.nodes.slice(most) ?? [];
    this.#remainder = rest.length === 0 ? undefined : { nodes: rest, unreadable: [], more: batch?.more ?? false };
    this.more = rest.length > 0 || (batch?.more ?? false);
    if (batch !== undefined) this.#unread.push({ ...batch, nodes: batch.nodes.slice(0, most) });
  }

  /** Turns the read nodes into entries. The entry of the previous listing is reused for the same id. */
  show(): void {
    for (const batch of this.#unread) {
      this.#unreadable = [...this.#unreadable, ...batch.unreadable];
      this.#parts.push(batch.nodes.map((node) => this.#adopt(node)));
      if (batch.groups !== undefined) this.#regroup(batch.groups);
    }
    this.#unread = [];
    if (!this.begun) this.#shownInstead = this.#instead.map((node) => this.#adopt(node));
  }

  #regroup(groups: readonly Node[]): void {
    for (const [id, entry] of this.#byId) {
      if (!this.#groups.includes(entry)) continue;
      this.#byId.delete(id);
      this.#before.set(id, entry);
    }
    this.#groups = groups.map((node) => this.#adopt(node));
    for (const entry of this.#groups) entry.renew();
  }

  #adopt(node: Node): RowEntry {
    const id = this.#unique(node.id.replaceAll('/', '\\'));
    const previous = this.#before.get(id);
    const entry = previous ?? new RowEntry(`${this.#owner.id}/${id}`, node, this.#owner);
    if (previous !== undefined) previous.node = node;
    this.#byId.set(id, entry);
    return entry;
  }

  /** A service may send an id twice; ids in the editor must be unique. */
  #unique(id: string): string {
    if (!this.#byId.has(id)) return id;
    for (let copy = 2; ; copy += 1) {
      if (!this.#byId.has(`${id}~${copy}`)) return `${id}~${copy}`;
    }
  }
}

const byOrder = (one: RowEntry, two: RowEntry): number => placeOf(one) - placeOf(two);

const placeOf = ({ node: { order } }: RowEntry): number => (order === 'first' ? -1 : order === 'last' ? 1 : 0);

const none: AsyncIterator<Batch, undefined, undefined> = {
  next: () => Promise.resolve({ done: true, value: undefined }),
};
