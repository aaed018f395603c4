import type { LinePart } from '../../domain/search/viewMessages.ts';
import type { ResultRow } from './lines.ts';

export interface RowLook {
  /** The matches are shown as removed, with buttons that replace them. */
  readonly canReplace: boolean;
  readonly replacement: string | undefined;
  readonly labels: {
    readonly replace: string;
    readonly replaceFile: string;
    readonly match: string;
    /** `{0} matches` */
    readonly matches: string;
    /** `line {0} {1}` */
    readonly line: string;
  };
}

interface RowState {
  readonly isActive: boolean;
  readonly isCollapsed: boolean;
}

/** The element of a row. Every text of the service is a text node. */
export function rowElement(row: ResultRow, state: RowState, look: RowLook): HTMLElement {
  const { line, file, position, count } = row;
  const part = span(line === undefined ? 'result file' : 'result line');
  part.id = `row-${line === undefined ? 'file' : line.line}-${file.path}`;
  part.role = 'treeitem';
  part.ariaLevel = line === undefined ? '1' : '2';
  part.ariaPosInSet = String(position);
  part.ariaSetSize = String(count);
  part.ariaSelected = String(state.isActive);
  if (line === undefined) part.ariaExpanded = String(!state.isCollapsed);
  part.title = line === undefined ? file.path : '';
  if (line === undefined) {
    const chevron = span('chevron');
    chevron.append(iconElement('chevron'));
    // The blanks are not visible; they separate the words where the text is compared with the label.
    part.append(
      chevron,
      span('name', file.name),
      ' ',
      span('folder', file.folder),
      ' ',
      span('badge', String(file.count)),
    );
  } else {
    const text = span('text');
    text.append(...line.parts.flatMap((one) => matchParts(one, look)));
    part.append(span('number', String(line.line)), ' ', text);
  }
  part.ariaLabel = spokenRow(row, part.querySelector('.text')?.textContent ?? '', look);
  if (look.canReplace) part.append(replaceButton(line === undefined ? look.labels.replaceFile : look.labels.replace));
  return part;
}

/** For a screen reader. It contains the visible `text`, by which speech control names the row. */
function spokenRow({ line, file }: ResultRow, text: string, { labels }: RowLook): string {
  if (line !== undefined) return labels.line.replace('{0}', String(line.line)).replace('{1}', () => text);
  const count = file.count === 1 ? labels.match : labels.matches.replace('{0}', String(file.count));
  return [file.name, file.folder, count].filter(Boolean).join(' ');
}

function matchParts(part: LinePart, { canReplace, replacement }: RowLook): Node[] {
  if (part.index === undefined) return [document.createTextNode(part.text)];
  if (!canReplace) return [span('match', part.text)];
  const removed = span('match removed', part.text);
  return replacement === undefined || replacement === '' ? [removed] : [removed, span('inserted', replacement)];
}

function replaceButton(label: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = 'icon replace';
  button.title = label;
  button.ariaLabel = label;
  button.append(iconElement('replace'));
  return button;
}

function iconElement(name: string): SVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#icon-${name}`);
  icon.ariaHidden = 'true';
  icon.append(use);
  return icon;
}

function span(name: string, text = ''): HTMLElement {
  const part = document.createElement('span');
  part.className = name;
  part.textContent = text;
  return part;
}
