import { visible } from '../../core/text.ts';
import type { ResultOpening, ResultFile } from '../../domain/search/viewMessages.ts';
import { keyOf, resultRows, lineText, type ResultRow } from './lines.ts';
import { rowElement, type RowLook } from './row.ts';
import { element } from './updates.ts';

const rowHeight = 22;
/** Rows above and below the visible ones that are in the document. */
const overscan = 10;

interface TreeEvents {
  readonly open: (path: string, line: number, mode: ResultOpening) => void;
  readonly replace: (path: string, line: number | undefined) => void;
  readonly copy: (text: string) => void;
  /** What is collapsed or focused, or the scroll position changed. */
  readonly moved: () => void;
}

export interface TreeMemory {
  readonly collapsed: readonly string[];
  readonly active: string;
  readonly top: number;
}

/** The results as a tree. Only the visible rows are in the document. */
export class ResultTree {
  readonly #tree = element('tree');
  readonly #canvas = element('canvas');
  readonly #events: TreeEvents;
  readonly #look: () => RowLook;
  #files = new Map<string, ResultFile>();
  #collapsed = new Set<string>();
  #rows: readonly ResultRow[] = [];
  #active = '';
  #isAsked = false;
  #top: number | undefined;

  constructor(events: TreeEvents, look: () => RowLook) {
    this.#events = events;
    this.#look = look;
    this.#tree.addEventListener('scroll', () => this.redraw(), { passive: true });
    this.#tree.addEventListener('keydown', (event) => this.#key(event));
    this.#tree.addEventListener('click', (event) => this.#click(event));
    this.#tree.addEventListener('dblclick', (event) => this.#click(event));
    this.#tree.addEventListener('focus', () => this.#focused());
    window.addEventListener('resize', () => this.redraw());
  }

  get memory(): TreeMemory {
    return { collapsed: [...this.#collapsed], active: this.#active, top: this.#tree.scrollTop };
  }

  remember({ collapsed, active, top }: TreeMemory): void {
    this.#collapsed = new Set(collapsed);
    this.#active = active;
    this.#top = top;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Adds results, or replaces all of them. The place of the user stays, unless it is another search. */
  show(files: readonly ResultFile[], isNew: boolean, isOther: boolean): void {
    const anchor = isNew && !isOther ? this.#anchor() : undefined;
    if (isNew) this.#files = new Map();
    if (isOther) {
      this.#collapsed.clear();
      this.#active = '';
      this.#tree.scrollTop = 0;
    }
    for (const file of files) this.#files.set(file.path, file);
    this.#update();
    if (anchor !== undefined) this.#restore(anchor);
    if (this.#top !== undefined && this.#rows.length > 0) {
      this.#tree.scrollTop = this.#top;
      this.#top = undefined;
    }
    this.redraw();
  }

  /** Collapses all files, or expands them if all are collapsed. */
  toggleAll(): void {
    const isCollapsed = this.#collapsed.size < this.#files.size;
    this.#collapsed = new Set(isCollapsed ? this.#files.keys() : []);
    if (isCollapsed) this.#active = keyOf(this.#row()?.file.path ?? '');
    this.#update();
    this.redraw();
  }

  reveal(path: string, line: number): void {
    if (this.#collapsed.delete(path)) this.#update();
    this.#activate(this.#rows.findIndex(({ key }) => key === keyOf(path, line)));
  }

  redraw(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#draw();
      this.#events.moved();
    });
  }

  #update(): void {
    this.#rows = resultRows(this.#files, this.#collapsed);
    this.#tree.hidden = this.#rows.length === 0;
    this.#canvas.style.height = `${this.#rows.length * rowHeight}px`;
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.#tree;
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
    const to = Math.ceil((scrollTop + clientHeight) / rowHeight) + overscan;
    const look = this.#look();
    const elements = this.#rows.slice(from, to).map((row, index) => {
      const state = { isActive: row.key === this.#active, isCollapsed: this.#collapsed.has(row.file.path) };
      const part = rowElement(row, state, look);
      part.style.top = `${(from + index) * rowHeight}px`;
      part.dataset.index = String(from + index);
      return part;
    });
    this.#canvas.replaceChildren(...elements);
    const active = elements.find(({ ariaSelected }) => ariaSelected === 'true');
    if (active === undefined) this.#tree.removeAttribute('aria-activedescendant');
    else this.#tree.setAttribute('aria-activedescendant', active.id);
  }

  #row(): ResultRow | undefined {
    return this.#rows.find(({ key }) => key === this.#active);
  }

  get #index(): number {
    return this.#rows.findIndex(({ key }) => key === this.#active);
  }

  #activate(index: number): void {
    const row = this.#rows[index];
    if (row === undefined) return;
    this.#active = row.key;
    const top = index * rowHeight;
    const { scrollTop, clientHeight } = this.#tree;
    if (top < scrollTop) this.#tree.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) this.#tree.scrollTop = top + rowHeight - clientHeight;
    this.redraw();
  }

  #focused(): void {
    if (this.#row() === undefined) this.#activate(Math.ceil(this.#tree.scrollTop / rowHeight));
  }

  #setCollapsed(path: string, isCollapsed: boolean): void {
    if (isCollapsed) this.#collapsed.add(path);
    else this.#collapsed.delete(path);
    this.#update();
    this.redraw();
  }

  #open({ file, line }: ResultRow, mode: ResultOpening): void {
    if (line === undefined) this.#setCollapsed(file.path, !this.#collapsed.has(file.path));
    else this.#events.open(file.path, line.line, mode);
  }

  #click(event: MouseEvent): void {
    const part = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const index = part instanceof HTMLElement ? Number(part.dataset.index) : -1;
    const row = this.#rows[index];
    if (row === undefined) return;
    if (event.target instanceof Element && event.target.closest('button') !== null) {
      if (event.type === 'click') this.#events.replace(row.file.path, row.line?.line);
      return;
    }
    this.#activate(index);
    const isDouble = event.type === 'dblclick';
    if (isDouble && row.line === undefined) return;
    this.#open(row, event.ctrlKey || event.metaKey ? 'side' : isDouble ? 'focus' : 'preview');
  }

  #key(event: KeyboardEvent): void {
    const row = this.#row();
    const page = Math.max(1, Math.floor(this.#tree.clientHeight / rowHeight) - 1);
    const isCommand = event.ctrlKey || event.metaKey;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.#rows.length,
      End: this.#rows.length,
    };
    const step = event.altKey || isCommand ? undefined : steps[event.key];
    if (step !== undefined) this.#activate(Math.max(0, Math.min(this.#index + step, this.#rows.length - 1)));
    else if (row !== undefined && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      this.#turn(row, event.key === 'ArrowLeft');
    else if (row !== undefined && event.key === 'Enter') this.#open(row, isCommand ? 'side' : 'focus');
    else if (row !== undefined && event.key === ' ') this.#open(row, 'preview');
    else if (row !== undefined && isCommand && event.shiftKey && event.code === 'Digit1')
      this.#events.replace(row.file.path, row.line?.line);
    else if (row !== undefined && isCommand && event.code === 'KeyC')
      this.#events.copy(row.line === undefined ? row.file.path : visible(lineText(row.line)));
    else return;
    event.preventDefault();
  }

  /** Left: to the file, or collapses it. Right: expands it, or to its first line. */
  #turn({ file, line }: ResultRow, isLeft: boolean): void {
    const isCollapsed = this.#collapsed.has(file.path);
    if (line !== undefined) {
      if (isLeft) this.#activate(this.#rows.findIndex(({ key }) => key === keyOf(file.path)));
    } else if (isLeft !== isCollapsed) {
      if (isLeft || isCollapsed) this.#setCollapsed(file.path, isLeft);
    } else if (!isLeft) this.#activate(this.#index + 1);
  }

  #anchor(): { readonly row: ResultRow; readonly distance: number } | undefined {
    const index = Math.floor(this.#tree.scrollTop / rowHeight);
    const row = this.#rows[index];
    return row && { row, distance: this.#tree.scrollTop - index * rowHeight };
  }

  #restore({ row, distance }: { readonly row: ResultRow; readonly distance: number }): void {
    const same = this.#rows.findIndex(({ key }) => key === row.key);
    const near = same >= 0 ? same : this.#rows.findIndex(({ file }) => file.path === row.file.path);
    if (near >= 0) this.#tree.scrollTop = near * rowHeight + distance;
  }
}
