import { Emitter, type Event } from '../../../core/emitter.ts';
import { endsAccess, isFailure, isNetworkFailure, toFailure } from '../../../core/errors.ts';
import { RowEntry, Listing } from './listing.ts';
import type { Node, Row } from './node.ts';

export interface OwnRows {
  more(loading: boolean): Row;
  /** The row for the failed read of the children of `entry`. */
  failed(error: unknown, of: 'part' | 'refresh', entry: RowEntry): Pick<Node, 'row' | 'tooltip'>;
  unreadable(problems: readonly string[]): Row;
}

/** Milliseconds in which the editor takes over the rows that it asked for. */
const settling = 100;

export interface Showing {
  readonly isSelected?: (entry: RowEntry) => boolean;
  readonly inSight?: () => boolean;
}

/** Children are read when shown, one part at a time. Each node keeps one entry. Outdated responses are dropped. */
export class RowTree {
  readonly #rows: OwnRows;
  readonly #isSelected: (entry: RowEntry) => boolean;
  readonly #inSight: () => boolean;
  readonly #changed = new Emitter<RowEntry | undefined>();
  #root: RowEntry;
  /** The editor was not told yet that there are no rows. */
  #isEmptied = false;
  /** The rows below which the editor asks for now, each with whether it is to be drawn again. */
  readonly #drawing = new Map<RowEntry, boolean>();

  constructor(rows: OwnRows, root: Node, { isSelected = () => false, inSight = () => true }: Showing = {}) {
    this.#rows = rows;
    this.#isSelected = isSelected;
    this.#inSight = inSight;
    this.#root = new RowEntry(root.id, root, undefined);
  }

  /** The rows below the entry must be read again; undefined: all rows. */
  readonly onDidChange: Event<RowEntry | undefined> = this.#changed.event;

  get root(): RowEntry {
    return this.#root;
  }

  setRoot(node: Node): void {
    this.#root.dispose();
    this.#root = new RowEntry(node.id, node, undefined);
    this.#changed.fire(undefined);
  }

  /**
   * Forgets all rows. The editor draws none at once, and then those that are read now. One that drew nothing before gets
   * these at once: it does not ask again after an empty answer to its first question.
   */
  empty(): void {
    this.#isEmptied ||= this.#root.drawn.below !== undefined;
    this.setRoot(this.#root.node);
  }

  /** Before a row is revealed: the editor can reveal only rows that it draws. */
  endEmpty(): void {
    this.#isEmptied = false;
  }

  parent(entry: RowEntry): RowEntry | undefined {
    return entry.parent === this.#root ? undefined : entry.parent;
  }

  /** The rows below `at`, or of the root. They are read at the first call. Never rejects: a failure becomes a row. */
  async children(at?: RowEntry, isDrawn = false): Promise<readonly RowEntry[]> {
    for (;;) {
      const entry = at ?? this.#root;
      entry.open = true;
      if (entry.latest === undefined || entry.stale) this.#begin(entry);
      const listing = entry.latest;
      if (listing === undefined) return [];
      await listing.ready;
      if (isDrawn && this.#isEmptied) return [];
      if (entry.latest === listing && entry === (at ?? this.#root)) return this.#visibleRows(entry, listing);
    }
  }

  /** The rows below `at`, or of the root, that group its items. Their children cost no request. */
  groups(at: RowEntry = this.#root): readonly RowEntry[] {
    return at.current?.groups ?? [];
  }

  /**
   * Like `children`, for the editor. It also records that the editor shows these rows. What `redraw` says of `at`
   * meanwhile is told afterwards: VS Code 1.103 loses the rows below a row that is drawn again while they are read.
   */
  async draw(at?: RowEntry): Promise<readonly RowEntry[]> {
    if (at !== undefined && !this.#drawing.has(at)) this.#drawing.set(at, false);
    const rows = this.#isEmptied ? [] : await this.children(at, true);
    if (at !== undefined) {
      if (this.#drawing.get(at) === true) setTimeout(() => this.#changed.fire(at), settling);
      this.#drawing.delete(at);
    }
    if (this.#isEmptied) {
      this.#isEmptied = at !== undefined;
      setImmediate(() => this.#changed.fire(undefined));
      return [];
    }
    (at ?? this.#root).drawn.below = rows;
    return rows;
  }

  closed(entry: RowEntry): void {
    entry.open = false;
  }

  /** Marks the content of `entry` for a reload at the next look: all levels, or only its direct children. */
  outdate(entry: RowEntry = this.#root, depth: 'all' | 'children' = 'all'): void {
    entry.renew();
    if (depth === 'all') for (const below of this.entries(entry)) below.renew();
  }

  /** Marks `entry` as outdated and lets the editor request it again. */
  refresh(entry: RowEntry = this.#root, depth: 'all' | 'children' = 'all'): void {
    this.outdate(entry, depth);
    this.#fireChange(entry);
  }

  /**
   * Redraws only changed rows: the editor keeps data for every row that it ever drew. An invisible view is not
   * reloaded: the editor requests its rows when it becomes visible.
   */
  async drawChanges(entry: RowEntry = this.#root): Promise<void> {
    if (entry === this.#root) await this.#drawRows(entry);
    else await this.#drawRow(entry);
  }

  /** Renders rows again without a request: the rows that match `which`, else all. */
  redraw(which?: (node: Node) => boolean): void {
    const entries = [...this.entries()].filter(({ node }) => which === undefined || which(node));
    for (const entry of entries) entry.version += 1;
    if (which === undefined) this.#changed.fire(undefined);
    else for (const entry of entries) this.#fireRow(entry);
  }

  /** Replaces a node wherever it is shown, without a request. Returns the node before, if the root lists it. */
  replace(id: string, become: (node: Node) => Node): Node | undefined {
    const before = this.#root.current?.entries.find(({ node }) => node.id === id)?.node;
    for (const entry of [...this.entries()].filter(({ node }) => node.id === id)) {
      entry.node = become(entry.node);
      this.#fireRow(entry);
    }
    return before;
  }

  /** All entries that were read and still exist. */
  *entries(below: RowEntry = this.#root): Iterable<RowEntry> {
    for (const entry of below.current?.entries ?? []) {
      yield entry;
      yield* this.entries(entry);
    }
  }

  /** Reads the next part of the children of `entry`. Resolves with the first new row. */
  more(entry: RowEntry): Promise<RowEntry | undefined> {
    const listing = entry.current;
    if (listing?.more !== true || entry.stale || entry.latest !== listing) return Promise.resolve(undefined);
    listing.busy ??= this.#more(entry, listing).finally(() => (listing.busy = undefined));
    return listing.busy;
  }

  /** The entries whose rows the network failed to bring. */
  *offline(below: RowEntry = this.#root): Iterable<RowEntry> {
    if (below.current === below.latest && isNetworkFailure(below.current?.failure?.error)) yield below;
    for (const entry of below.current?.entries ?? []) yield* this.offline(entry);
  }

  async retry(entry: RowEntry): Promise<void> {
    const listing = entry.current;
    if (listing?.failure?.of === 'part' && listing.begun) await this.more(entry);
    else this.refresh(entry);
  }

  dispose(): void {
    this.#root.dispose();
    this.#changed.dispose();
  }

  /** Lets the editor request `entry` and its children again. */
  #fireChange(entry: RowEntry): void {
    this.#changed.fire(entry === this.#root ? undefined : entry);
  }

  /** Lets the editor draw the row again, whose children are the same. */
  #fireRow(entry: RowEntry): void {
    if (this.#drawing.has(entry)) this.#drawing.set(entry, true);
    else this.#changed.fire(entry);
  }

  async #drawRows(entry: RowEntry): Promise<void> {
    if (!this.#inSight()) {
      this.#fireChange(entry);
      return;
    }
    const root = this.#root;
    const before = entry.drawn.below;
    const rows = await this.children(entry === root ? undefined : entry);
    // A new root is drawn anyway.
    if (root !== this.#root) return;
    if (rows.length !== before?.length || rows.some((row, at) => row !== before[at])) this.#fireChange(entry);
    else await Promise.all(rows.map((row) => this.#drawRow(row)));
  }

  async #drawRow(row: RowEntry): Promise<void> {
    const isSame = row.drawn.content === row.content;
    if (isSame && row.open) await this.#drawRows(row);
    // A collapsed row is drawn again only if it changed or if the editor must drop its outdated children.
    else if (!isSame || row.stale) this.#fireChange(row);
  }

  #begin(entry: RowEntry): void {
    const parts = partsInUse(entry, this.#isSelected);
    entry.stale = false;
    if (entry.latest !== entry.current) entry.latest?.abort();
    const listing = new Listing(entry, entry.current);
    entry.latest = listing;
    listing.ready = this.#fill(entry, listing, parts);
  }

  async #fill(entry: RowEntry, listing: Listing, parts: number): Promise<void> {
    try {
      for (let part = 0; part < parts && listing.more; part += 1) await listing.read();
    } catch (error) {
      listing.failure = { error, of: 'part' };
    }
    if (entry.latest !== listing) return;
    const before = entry.current;
    const failedFirst = listing.begun ? undefined : listing.failure;
    if (failedFirst !== undefined && before?.begun === true && staysTrue(failedFirst.error)) {
      // The shown rows stay.
      before.show();
      before.failure = { error: failedFirst.error, of: 'refresh' };
      entry.latest = before;
      return;
    }
    listing.show();
    entry.current = listing;
    before?.abort();
    const remaining = new Set(listing.entries);
    for (const gone of before?.entries ?? []) if (!remaining.has(gone)) gone.dispose();
  }

  async #more(entry: RowEntry, listing: Listing): Promise<RowEntry | undefined> {
    const existing = new Set(listing.entries);
    listing.failure = undefined;
    this.#changed.fire(entry.own('more', { row: this.#rows.more(true) }));
    try {
      await listing.read();
    } catch (error) {
      listing.failure = { error, of: 'part' };
    }
    if (entry.latest !== listing) return undefined;
    listing.show();
    this.#fireChange(entry);
    return listing.entries.find((one) => !existing.has(one));
  }

  #visibleRows(entry: RowEntry, { entries, unreadable, failure, more }: Listing): readonly RowEntry[] {
    const failed = failure && entry.own('failed', this.#rows.failed(failure.error, failure.of, entry));
    const above = failed !== undefined && failure?.of === 'refresh' ? [failed] : [];
    const below = failed !== undefined && failure?.of === 'part' ? [failed] : [];
    if (more && below.length === 0) below.push(entry.own('more', { row: this.#rows.more(false) }));
    const problems = unreadable.length > 0 ? [entry.own('unreadable', { row: this.#rows.unreadable(unreadable) })] : [];
    return [...above, ...entries, ...problems, ...below];
  }
}

/** Whether a failed refresh says nothing about the rows: the service did not answer, or has too much to do. */
function staysTrue(error: unknown): boolean {
  return !endsAccess(error) && (toFailure(error).status === undefined || isFailure(error, 'throttled', 'broken'));
}

/** Number of parts up to the last one with an expanded or selected row. Only these parts are reloaded at once. */
function partsInUse({ current }: RowEntry, isSelected: (entry: RowEntry) => boolean): number {
  const inUse = (entry: RowEntry): boolean => entry.open || isSelected(entry);
  const { parts = [], groups = [] } = current ?? {};
  if (groups.some(inUse)) return Math.max(1, parts.length);
  return Math.max(1, parts.findLastIndex((part) => part.some(inUse)) + 1);
}
