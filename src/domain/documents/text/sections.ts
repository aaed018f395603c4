import type { Problem, Span } from './problem.ts';

/** Offsets of front matter and body in the text of a record. */
export interface Sections {
  readonly front: Span;
  readonly body: Span;
}

/** A Problem if the front matter is missing. */
export function findSections(text: string): Sections | Problem {
  const front = findFrontMatter(text);
  if ('code' in front) return front;
  const first = lineAt(text, front.end);
  return { front, body: { from: first.text === '' ? first.next : front.end, to: text.length } };
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
