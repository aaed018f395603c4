import type { Uri } from 'vscode';
import { delay } from '../../../core/async.ts';
import type { ListPage, Pages } from '../../../api/client/pages.ts';

/** What a row shows, as text and names of the editor's icons and colours. */
export interface Row {
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  /** What a screen reader says where label and description do not say it all. */
  readonly spoken?: string | undefined;
  /** What menus are chosen by: the kind of row, then what is true of it, joined by `+` (`branch+protected`). */
  readonly context: string;
  /** The command of a click or Enter. */
  readonly open?: { readonly command: string; readonly title: string; readonly arguments: readonly unknown[] };
  /** Whether the children show at first. */
  readonly expanded?: boolean;
}

/** What a row says when one rests on it: plain text, whoever wrote it. */
export interface Tooltip {
  readonly title: string;
  readonly text?: string | undefined;
  /** Names and values; what has no value is left out. */
  readonly facts?: readonly (readonly [name: string, value: string | undefined])[];
}

/** A part of a list of children, one request at most. */
export interface Batch {
  readonly nodes: readonly Node[];
  /** Why records of this part could not be read. */
  readonly unreadable: readonly string[];
  readonly more: boolean;
  /** Groups of all parts so far, shown below their nodes instead of those before; their children cost nothing. */
  readonly groups?: readonly Node[];
}

/** Children as they are looked at. A part that failed can be asked for again. */
export type Children = (signal: AbortSignal) => AsyncIterator<Batch, undefined, undefined>;

/** A kind of row: what it is, what it shows, what is below it. */
export interface Node {
  /** Unique among its siblings, and the same for the same thing after a refresh. */
  readonly id: string;
  readonly row: Row;
  /** The name of the filter that narrows the children: a change of it reads them again. */
  readonly list?: string;
  /** Without it the row cannot be expanded. */
  readonly children?: Children;
  /** Asked for when the pointer or the keyboard rests on the row. */
  readonly tooltip?: (signal: AbortSignal) => Promise<Tooltip> | Tooltip;
  /** What commands act on: argument names of surface commands, as `{ host, repository, number }`. */
  readonly target?: Readonly<Record<string, unknown>>;
  /** The address of what it is, a file or a folder. */
  readonly uri?: Uri;
}

/** What a view shows: only its children are seen. */
export function rootNode(id: string, children: Children | undefined, list?: string): Node {
  return {
    id,
    row: { label: '', context: 'root' },
    ...(children === undefined ? {} : { children }),
    ...(list === undefined ? {} : { list }),
  };
}

/** Children that `start` reads part by part, begun when the first part is asked for. */
export function lazyChildren(start: (signal: AbortSignal) => () => Promise<Batch | undefined>): Children {
  return (signal) => {
    let read: (() => Promise<Batch | undefined>) | undefined;
    return {
      next: async () => {
        const value = await (read ??= start(signal))();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
    };
  };
}

/** Children that are found out when they are looked at. */
export function deferred(start: (signal: AbortSignal) => Promise<Children>): Children {
  return lazyChildren((signal) => {
    let batches: ReturnType<Children> | undefined;
    return async () => {
      batches ??= (await start(signal))(signal);
      return (await batches.next()).value;
    };
  });
}

/** Children that are known without a request. */
export function fixed(nodes: () => readonly Node[] | Promise<readonly Node[]>): Children {
  return lazyChildren(() => async () => ({ nodes: await nodes(), unreadable: [], more: false }));
}

interface Paged<T> {
  readonly pages: (signal: AbortSignal) => Pages<T>;
  readonly node: (item: T) => Node | undefined;
  /** Rows above the list; `alone`: also where the list is empty. */
  readonly above?: () => readonly Node[];
  readonly alone?: boolean;
  readonly onPage?: (page: ListPage<T>) => void;
  /** The list holds nothing at all. */
  readonly onNothing?: () => void;
}

/** Children read from a list of the API, a page at a time. */
export function paged<T>({ pages, node, above = () => [], alone = true, onPage, onNothing }: Paged<T>): Children {
  return lazyChildren((signal) => {
    const list = pages(signal).pages();
    let first = true;
    const next = async (): Promise<Page<T> | undefined> => {
      const { value: page } = await list.next();
      const lead = first && (alone || page !== undefined) ? above() : [];
      if (first && page === undefined) onNothing?.();
      first = false;
      if (page === undefined) return lead.length === 0 ? undefined : { lead, items: [], unreadable: [], more: false };
      onPage?.(page);
      return { lead, ...page };
    };
    return portioned(next, node);
  });
}

interface Page<T> {
  /** Rows above those of the items. */
  readonly lead?: readonly Node[];
  readonly items: readonly T[];
  readonly unreadable: readonly string[];
  readonly more: boolean;
}

/** Items that become rows at once: as many as a page has. */
const portion = 100;

/** Batches of what `next` reads. Some lists come whole: thousands of rows at once would block whoever makes and draws them. */
export function portioned<T>(
  next: () => Promise<Page<T> | undefined>,
  node: (item: T) => Node | undefined,
): () => Promise<Batch | undefined> {
  let held: Page<T> | undefined;
  return async () => {
    // What else is to be done goes on between portions.
    if (held !== undefined) await delay(0);
    const page = held ?? (await next());
    if (page === undefined) return undefined;
    const { lead = [], items, unreadable, more } = page;
    const rest = items.slice(portion);
    held = rest.length === 0 ? undefined : { items: rest, unreadable: [], more };
    const nodes = items.slice(0, portion).flatMap((item) => node(item) ?? []);
    return { nodes: [...lead, ...nodes], unreadable, more: more || rest.length > 0 };
  };
}

interface Grouped<T> extends Omit<Paged<T>, 'node'> {
  /** The groups of everything read so far. */
  readonly groups: (items: readonly T[]) => readonly Node[];
}

/** Groups made from a list of the API as it is read; a further page fills them up. */
export function grouped<T>({ groups, ...list }: Grouped<T>): Children {
  return lazyChildren((signal) => {
    const items: T[] = [];
    const batches = paged({ ...list, node: (item: T) => void items.push(item) })(signal);
    return async () => {
      const { value: batch } = await batches.next();
      return batch && { ...batch, groups: groups(items) };
    };
  });
}
