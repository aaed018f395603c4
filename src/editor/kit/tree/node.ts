import type { MarkdownString, Uri } from 'vscode';
import { delay } from '../../../core/async.ts';
import { isFailure, type Failure, type FailureKind } from '../../../core/errors.ts';
import type { ListPage, Pages } from '../../../api/client/pages.ts';

/** The content of a row: texts, and names of icons and colours of the editor. */
export interface Row {
  readonly label: string;
  /** The parts of `label` that stand out, in UTF-16 units from 0. `label` is one visible line then, and shown as it is. */
  readonly highlights?: readonly (readonly [from: number, to: number])[];
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  /** The text for a screen reader if label and description are not enough. */
  readonly spoken?: string | undefined;
  /** The context value for menus: the kind of row and its true flags, joined by `+` (`branch+protected`). */
  readonly context: string;
  /** The command that runs on click or Enter. Without arguments it gets the row, as a command of its menu does. */
  readonly open?: { readonly command: string; readonly title: string; readonly arguments?: readonly unknown[] };
  /** The row gets the icon and the decorations of this file or folder; `icon` is `file` or `folder` then. */
  readonly resource?: Uri;
  readonly expanded?: boolean;
}

/** The tooltip of a row: always plain text. */
export interface Tooltip {
  readonly title: string;
  readonly text?: string | undefined;
  /** Names and values. An undefined value is omitted; for `true` only the name is shown. */
  readonly facts?: readonly (readonly [name: string, value: string | true | undefined])[];
}

export interface Checkbox {
  readonly isChecked: () => boolean;
  readonly check: (checked: boolean) => Promise<void>;
  /** What the checkbox says, for the pointer and for screen readers. */
  readonly label: (checked: boolean) => string;
}

/** A part of a list of children; it costs one request at most. */
export interface Batch {
  readonly nodes: readonly Node[];
  /** Errors of records in this part that could not be read. */
  readonly unreadable: readonly string[];
  readonly more: boolean;
  /** Shows all nodes without `Load more`, so that the editor finds each of them by typing. */
  readonly whole?: boolean;
  /** Groups of all parts so far. They replace the earlier groups below the nodes. Their children cost no request. */
  readonly groups?: readonly Node[];
  /** The part could not be read: the nodes are shown with this error, until it is requested again. */
  readonly error?: Failure;
}

/** Reads the children lazily. A part that failed can be requested again. */
export type Children = (signal: AbortSignal) => AsyncIterator<Batch, undefined, undefined>;

export interface Node {
  /** Unique among its siblings and stable across refreshes. */
  readonly id: string;
  readonly row: Row;
  /** The place among its siblings: before or after those without a value. */
  readonly order?: 'first' | 'last' | undefined;
  /** The key of the filter of the children. A change of this filter reloads them. */
  readonly list?: string;
  /** Undefined: the row cannot be expanded. */
  readonly children?: Children;
  /** Called when the pointer or the keyboard focus rests on the row. */
  readonly tooltip?: (signal: AbortSignal) => Promise<Tooltip> | Tooltip;
  /** A tooltip with links of its own, instead of `tooltip`. Its texts from the service have no markup. */
  readonly hover?: () => MarkdownString;
  /** Arguments for commands, by their public names, such as `{ host, repository, number }`. */
  readonly target?: Readonly<Record<string, unknown>>;
  /** The address of the file or folder of this row. */
  readonly uri?: Uri;
  readonly checkbox?: Checkbox;
}

/** The root of a view; only its children are visible. `subject`: what it shows, for the row of a failure. */
export function rootNode(id: string, children: Children | undefined, list?: string, subject?: string): Node {
  return {
    id,
    row: { label: subject ?? '', context: 'root' },
    ...(children === undefined ? {} : { children }),
    ...(list === undefined ? {} : { list }),
  };
}

/** Children that are read part by part. `start` is called when the first part is requested. */
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

/** Children whose source is determined when the row is expanded. */
export function deferred(start: (signal: AbortSignal) => Promise<Children>): Children {
  return lazyChildren((signal) => {
    let batches: ReturnType<Children> | undefined;
    return async () => {
      batches ??= (await start(signal))(signal);
      return (await batches.next()).value;
    };
  });
}

/** Calls `then` after the first part of `children` was read. */
export function followed(children: Children, then: () => void): Children {
  return lazyChildren((signal) => {
    const batches = children(signal);
    let first = true;
    return async () => {
      const { value } = await batches.next();
      if (first) then();
      first = false;
      return value;
    };
  });
}

/** Children that come in one part. `whole`: see `Batch`. */
export function fixed(
  nodes: (signal: AbortSignal) => readonly Node[] | Promise<readonly Node[]>,
  whole = false,
): Children {
  return lazyChildren((signal) => async () => ({ nodes: await nodes(signal), unreadable: [], more: false, whole }));
}

/** The only row of a list without items. */
export const emptyNode = (label: string, open?: Row['open']): Node => ({
  id: 'empty',
  row: { label, context: 'empty', ...(open && { open, icon: 'add' }) },
});

interface PagedRows<T> {
  readonly pages: (signal: AbortSignal) => Pages<T>;
  readonly node: (item: T) => Node | undefined;
  readonly order?: ((items: readonly T[]) => readonly T[]) | undefined;
  /** Rows above the list. With `alone` they are also shown if the list is empty. */
  readonly above?: () => readonly Node[];
  readonly alone?: boolean;
  /** Failures of the first page with which the rows above the list are shown too. */
  readonly aboveFailures?: readonly FailureKind[];
  readonly onPage?: (page: ListPage<T>) => void;
  readonly onNothing?: () => void;
  readonly emptyText?: () => string;
  /** What a click on the row `emptyText` does. */
  readonly emptyOpens?: Row['open'];
}

/** Children from a list of the API, one page at a time. */
export function paged<T>(list: PagedRows<T>): Children {
  const { above = () => [], alone = true, aboveFailures, emptyText } = list;
  return lazyChildren((signal) => {
    const pages = list.pages(signal).pages();
    let first = true;
    const next = async (): Promise<Page<T> | undefined> => {
      const { value: page } = await pages.next();
      const isEmpty = first && page === undefined;
      const lead = first && (alone || !isEmpty) ? [...above()] : [];
      first = false;
      if (isEmpty) {
        list.onNothing?.();
        if (emptyText !== undefined) lead.push(emptyNode(emptyText(), list.emptyOpens));
      }
      if (page === undefined) return lead.length === 0 ? undefined : { lead, items: [], unreadable: [], more: false };
      list.onPage?.(page);
      return { lead, ...page, items: list.order?.(page.items) ?? page.items };
    };
    const read = portioned(next, list.node);
    return async () => {
      try {
        return await read();
      } catch (error) {
        if (!first || aboveFailures === undefined || !isFailure(error, ...aboveFailures)) throw error;
        return { nodes: above(), unreadable: [], more: true, error };
      }
    };
  });
}

interface Page<T> {
  readonly lead?: readonly Node[];
  readonly items: readonly T[];
  readonly unreadable: readonly string[];
  readonly more: boolean;
}

/** Number of items that become rows at once: the size of a page. */
const portion = 100;

/** Some lists come whole, and thousands of rows at once would block the editor. */
export function portioned<T>(
  next: () => Promise<Page<T> | undefined>,
  node: (item: T) => Node | undefined,
): () => Promise<Batch | undefined> {
  let remainder: Page<T> | undefined;
  return async () => {
    // Lets other work run between two portions.
    if (remainder !== undefined) await delay(0);
    const page = remainder ?? (await next());
    if (page === undefined) return undefined;
    const { lead = [], items, unreadable, more } = page;
    const rest = items.slice(portion);
    remainder = rest.length === 0 ? undefined : { items: rest, unreadable: [], more };
    const nodes = items.slice(0, portion).flatMap((item) => node(item) ?? []);
    return { nodes: [...lead, ...nodes], unreadable, more: more || rest.length > 0 };
  };
}

interface GroupedRows<T> extends Omit<PagedRows<T>, 'node'> {
  /** The groups of all items read so far. */
  readonly groups: (items: readonly T[]) => readonly Node[];
}

/** Groups from a list of the API. Each further page adds to the groups. */
export function grouped<T>({ groups, ...list }: GroupedRows<T>): Children {
  return lazyChildren((signal) => {
    const items: T[] = [];
    const batches = paged({ ...list, node: (item: T) => void items.push(item) })(signal);
    return async () => {
      const { value: batch } = await batches.next();
      return batch && { ...batch, groups: groups(items) };
    };
  });
}
