import { Range, workspace, type Position, type TextDocument, type Uri } from 'vscode';
import { parseRecordAddress, recordScheme, type RecordAddress } from '../../../domain/hosts/address.ts';
import type { RecordField } from '../../../domain/documents/text/recordField.ts';
import { namesIn } from '../../../domain/documents/text/frontMatter.ts';
import type { Span } from '../../../domain/documents/text/problem.ts';

export const recordSelector = { scheme: recordScheme, language: 'markdown' } as const;

/** Query of the read-only document that shows the text of the service in a conflict. */
export const theirsQuery = 'theirs';

/** The address of an editable record document; undefined for any other document. */
export function addressOf({ scheme, authority, path, query }: Uri): RecordAddress | undefined {
  if (scheme !== recordScheme || query === theirsQuery) return undefined;
  try {
    return parseRecordAddress({ scheme, authority, path });
  } catch {
    return undefined;
  }
}

export function openDocument(uri: Uri): TextDocument | undefined {
  const text = uri.toString();
  return workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === text);
}

export function hasId(address: RecordAddress): address is RecordAddress & { readonly id: string } {
  return address.id !== undefined;
}

/** The range of a span. The span has been computed from the text with the line endings of the document. */
export function rangeOf(document: TextDocument, { from, to }: Span): Range {
  return new Range(document.positionAt(from), document.positionAt(to));
}

export interface FrontPlace {
  readonly on: 'key' | 'value';
  readonly key: string;
  readonly range: Range;
  /** Among other names on one line. */
  readonly inLine: boolean;
  /** Whether the blank before a value is missing. */
  readonly needsBlank: boolean;
}

/** Resolves `position` in the front matter; undefined on the `---` lines and below them. */
export function frontPlaceAt(
  document: TextDocument,
  position: Position,
  fields: readonly RecordField[],
): FrontPlace | undefined {
  if (position.line === 0 || !isFence(document, 0)) return undefined;
  for (let line = 1; line <= position.line; line += 1) if (isFence(document, line)) return undefined;
  const text = document.lineAt(position.line).text;
  const item = /^\s*-\s*/.exec(text);
  if (item !== null) {
    const key = keyAbove(document, position.line);
    const from = item[0].length;
    if (position.character < from || key === undefined) return undefined;
    return value(position.line, key, item[0], text.length);
  }
  const [head, key] = /^(\w*)\s*:\s*/.exec(text) ?? [];
  if (head === undefined || key === undefined || position.character < head.trimEnd().length) {
    if (/^\s*#/.test(text)) return undefined;
    const word = /^\w*/.exec(text)?.[0] ?? '';
    const range = new Range(position.line, 0, position.line, word.length);
    return { on: 'key', key: word, range, inLine: false, needsBlank: false };
  }
  const place = value(position.line, key, head, text.length);
  if (!fields.some((field) => field.key === key && field.type === 'names')) return place;
  const before = text.slice(head.length, position.character);
  if (before.trimEnd().endsWith(']')) return undefined;
  const start = namesIn(before, head.length).at(-1)?.at.from ?? head.length;
  const until = /[,\]]/.exec(text.slice(position.character))?.index ?? text.length - position.character;
  const range = place.range.with(
    position.with({ character: Math.min(start, position.character) }),
    position.translate(0, until),
  );
  return { ...place, range, inLine: true, needsBlank: place.needsBlank && start === head.length };
}

/** The value after `head`, up to the end of its line. */
function value(line: number, key: string, head: string, to: number): FrontPlace {
  const range = new Range(line, head.length, line, to);
  return { on: 'value', key, range, inLine: false, needsBlank: !/\s$/.test(head) };
}

function keyAbove(document: TextDocument, line: number): string | undefined {
  for (let above = line - 1; above > 0; above -= 1) {
    const key = /^(\w+)\s*:/.exec(document.lineAt(above).text)?.[1];
    if (key !== undefined) return key;
  }
  return undefined;
}

const isFence = (document: TextDocument, line: number): boolean => document.lineAt(line).text.trimEnd() === '---';

export function difference(before: string, after: string): Span & { readonly text: string } {
  let from = 0;
  const most = Math.min(before.length, after.length);
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let tail = 0;
  while (
    tail < most - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  // An edit must not start or end inside a surrogate pair.
  if (isHigh(before, from - 1)) from -= 1;
  if (tail > 0 && isHigh(before, before.length - tail - 1)) tail -= 1;
  return { from, to: before.length - tail, text: after.slice(from, after.length - tail) };
}

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
