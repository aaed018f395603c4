import type { Problem, Span } from './problem.ts';

export const marker = '<!-- comments below are not saved -->';

/** Offsets of front matter, body and comments in the text of a record. */
export interface Sections {
  readonly front: Span;
  readonly body: Span;
  /** From the marker to the end; undefined if the text has no comments. */
  readonly comments: Span | undefined;
}

/** With `hasComments` the comments begin at the last marker. A Problem if the front matter or the marker is missing. */
export function findSections(text: string, hasComments: boolean): Sections | Problem {
  const front = findFrontMatter(text);
  if ('code' in front) return front;
  const bodyFrom = lineAt(text, front.end).text === '' ? lineAt(text, front.end).next : front.end;
  if (!hasComments) return { front, body: { from: bodyFrom, to: text.length }, comments: undefined };
  const markerOffset = lastMarker(text, bodyFrom);
  if (markerOffset === undefined)
    return { code: 'noMarker', at: { from: Math.max(bodyFrom, text.length - 1), to: text.length } };
  // The line ending before the marker and the blank line above it do not belong to the body.
  const gap =
    /(?:\r\n|\r|\n){0,2}$/.exec(text.slice(Math.max(bodyFrom, markerOffset - 4), markerOffset))?.[0].length ?? 0;
  return { front, body: { from: bodyFrom, to: markerOffset - gap }, comments: { from: markerOffset, to: text.length } };
}

/** The line endings between body and marker. They differ from the end of the body, so that it can be cut exactly. */
export function gapBelow(body: string): string {
  return body.endsWith('\r') ? '\r\r' : '\n\n';
}

function findFrontMatter(text: string): (Span & { readonly end: number }) | Problem {
  const opening = lineAt(text, 0);
  if (!isFence(opening.text)) return { code: 'noFrontMatter', at: { from: 0, to: Math.max(1, opening.text.length) } };
  for (let at = opening.next; at < text.length;) {
    const line = lineAt(text, at);
    if (isFence(line.text)) return { from: opening.next, to: at, end: line.next };
    at = line.next;
  }
  return { code: 'endless', at: { from: 0, to: opening.text.length } };
}

const isFence = (line: string): boolean => line.trimEnd() === '---';

function lineAt(text: string, from: number): { readonly text: string; readonly next: number } {
  const pattern = /[^\r\n]*(\r\n|\r|\n)?/y;
  pattern.lastIndex = from;
  const [whole = '', ending = ''] = pattern.exec(text) ?? [];
  return { text: whole.slice(0, whole.length - ending.length), next: from + whole.length };
}

function lastMarker(text: string, from: number): number | undefined {
  // A body never begins at 0, because the front matter is above it.
  for (let offset = text.lastIndexOf(marker); offset >= from; offset = text.lastIndexOf(marker, offset - 1)) {
    const beginsLine = offset === from || /[\r\n]/.test(text.charAt(offset - 1));
    if (beginsLine && lineAt(text, offset).text.trimEnd() === marker) return offset;
  }
  return undefined;
}
