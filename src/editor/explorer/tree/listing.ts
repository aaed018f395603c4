import { target, type HasTarget } from '../../kit/prompts/target.ts';
import type { Batch, Node, Row } from './node.ts';

/** What an address says of itself only once somebody has had it written. */
const writtenLater: ReadonlySet<string> = new Set(['external', 'fsPath', '_sep']);

/** A node at its place in a tree: one object for one id for as long as it is there, whatever is read anew. */
export class RowEntry implements HasTarget {
  /** Unique in its tree: the ids of all nodes above it and its own. */
  readonly id: string;
  readonly parent: RowEntry | undefined;
  readonly #own = new Map<string, RowEntry>();
  #node: Node;
  /** Grows with every change of the node, so that what is made from it can be kept. */
  version = 0;
  /** The children read or being read last. */
  latest: Listing | undefined;
  /** The children that are shown. */
  shown: Listing | undefined;
  /** Whether the children are to be read again when they are looked at. */
  stale = false;
  /** Whether somebody looks at the children. */
  open = false;
  /** What the editor was given last: what the row showed, and the rows below it. */
  readonly drawn: { picture?: string | undefined; below?: readonly RowEntry[] } = {};

  constructor(id: string, node: Node, parent: RowEntry | undefined) {
    this.id = id;
    this.#node = node;
    this.parent = parent;
  }

  get node(): Node {
    return this.#node;
  }

  set node(node: Node) {
    this.#node = node;
    this.version += 1;
  }

  get [target](): Readonly<Record<string, unknown>> {
    return { ...this.node.target, entry: this };
  }

  /** All that the row shows, so that it can be told whether it would show something else now. */
  get picture(): string {
    const { row, children, uri } = this.node;
    return JSON.stringify([row, children !== undefined, uri], (key, value: unknown) =>
      writtenLater.has(key) ? undefined : value,
    );
  }

  /** The children are to be read again when they are looked at, and the row itself made anew. */
  renew(): void {
    this.version += 1;
    this.stale = this.latest !== undefined;
  }

  /** A row of the tree itself among the children, as `Load more`. */
  own(key: string, row: Row): RowEntry {
    const node = { id: `!${key}`, row };
    const known = this.#own.get(key);
    const entry = known ?? new RowEntry(`${this.id}/!${key}`, node, this);
    if (known === undefined) this.#own.set(key, entry);
    else known.node = node;
    return entry;
  }

  /** Ends everything that is being read below it. */
  dispose(): void {
    this.latest?.abort();
    for (const child of this.shown?.entries ?? []) child.dispose();
  }
}

/** Rows of one part: a page of the API with what stands above it, and not many more. */
const mostRows = 200;

/** The children of one entry, as far as they were read. */
export class Listing {
  readonly #owner: RowEntry;
  readonly #abort = new AbortController();
  readonly #batches: AsyncIterator<Batch, undefined, undefined>;
  readonly #byId = new Map<string, RowEntry>();
  readonly #before: Map<string, RowEntry>;
  #unread: Batch[] = [];
  /** What the service sent more than is shown at once. */
  #held: Batch | undefined;
  #parts: RowEntry[][] = [];
  #groups: readonly RowEntry[] = [];
  #unreadable: readonly string[] = [];
  /** Settles when the first parts are read; never rejects. */
  ready: Promise<void> = Promise.resolve();
  /** Whether another part may follow. */
  more = true;
  /** Why the part after the last one, or a newer listing instead of this one, could not be read. */
  failure: { readonly error: unknown; readonly of: 'part' | 'refresh' } | undefined;
  /** The reading of a further part. */
  busy: Promise<RowEntry | undefined> | undefined;

  constructor(owner: RowEntry, earlier: Listing | undefined) {
    this.#owner = owner;
    this.#before = earlier === undefined ? new Map<string, RowEntry>() : new Map(earlier.#byId);
    this.#batches = owner.node.children?.(this.#abort.signal) ?? none;
  }

  abort(): void {
    this.#abort.abort();
  }

  /** Entries by the part that they came with. */
  get parts(): readonly (readonly RowEntry[])[] {
    return this.#parts;
  }

  /** Groups of what all parts brought. */
  get groups(): readonly RowEntry[] {
    return this.#groups;
  }

  get entries(): readonly RowEntry[] {
    return [...this.#parts.flat(), ...this.#groups];
  }

  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** Whether anything was read at all. */
  get begun(): boolean {
    return this.#unread.length > 0 || this.#parts.length > 0 || !this.more;
  }

  /** Reads the next part; where that fails it can be called again. */
  async read(): Promise<void> {
    const batch = this.#held ?? (await this.#batches.next()).value;
    // Some lists come whole: thousands of rows at once would block whoever draws them.
    const rest = batch?.nodes.slice(mostRows) ?? [];
    this.#held = rest.length === 0 ? undefined : { nodes: rest, unreadable: [], more: batch?.more ?? false };
    this.more = rest.length > 0 || (batch?.more ?? false);
    if (batch !== undefined) this.#unread.push({ ...batch, nodes: batch.nodes.slice(0, mostRows) });
  }

  /** Turns what was read into entries: those of the listing before where they are the same things. */
  show(): void {
    for (const batch of this.#unread) {
      this.#unreadable = [...this.#unreadable, ...batch.unreadable];
      this.#parts.push(batch.nodes.map((node) => this.#adopt(node)));
      if (batch.groups !== undefined) this.#regroup(batch.groups);
    }
    this.#unread = [];
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
    const known = this.#before.get(id);
    const entry = known ?? new RowEntry(`${this.#owner.id}/${id}`, node, this.#owner);
    if (known !== undefined) known.node = node;
    this.#byId.set(id, entry);
    return entry;
  }

  /** A service may send one id twice; the editor must not get it twice. */
  #unique(id: string): string {
    if (!this.#byId.has(id)) return id;
    for (let copy = 2; ; copy += 1) {
      if (!this.#byId.has(`${id}~${copy}`)) return `${id}~${copy}`;
    }
  }
}

const none: AsyncIterator<Batch, undefined, undefined> = {
  next: () => Promise.resolve({ done: true, value: undefined }),
};
