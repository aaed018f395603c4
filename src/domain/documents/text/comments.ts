import { endingOf, splitLines } from '../../text/lines.ts';
import { oneLine } from '../../../core/text.ts';
import { marker } from './sections.ts';

export interface DocumentComment {
  readonly id: string;
  readonly isOwn: boolean;
  readonly author: string | undefined;
  /** ISO 8601 */
  readonly created: string | undefined;
  readonly edited: boolean;
  readonly text: string;
}

/** The marker and the comments below it, to the end of the document. */
export function writeComments(comments: readonly DocumentComment[]): string {
  return [`${marker}\n`, ...comments.map(blockOf)].join('');
}

const blockOf = (comment: DocumentComment): string => `\n## ${headingOf(comment)}\n\n${tamed(comment.text)}`;

/** The lines of the headings of comments in the text of a record, from 0. A comment whose text was changed has none. */
export function headingLines(text: string, comments: readonly DocumentComment[]): ReadonlyMap<DocumentComment, number> {
  const lines = new Map<DocumentComment, number>();
  const plain = unifyEndings(text);
  let [from, line] = [0, 0];
  for (const comment of comments) {
    const block = unifyEndings(blockOf(comment));
    const at = plain.indexOf(block, from);
    if (at < 0) continue;
    line += countLines(plain.slice(from, at));
    // The line ending before the heading belongs to its block.
    lines.set(comment, line + 1);
    from = at + block.length;
    line += countLines(block);
  }
  return lines;
}

const unifyEndings = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
const countLines = (text: string): number => text.split('\n').length - 1;

function headingOf({ author, created, edited }: DocumentComment): string {
  const parts = [
    oneLine(author ?? '?', 100),
    created === undefined ? undefined : readableTime(created),
    edited ? 'edited' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** `2026-01-31 09:30 +08:00` */
export function readableTime(iso: string): string {
  const [, day = iso, minute, zone = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})[^Z+-]*(.*)/.exec(iso) ?? [];
  return minute === undefined ? day : `${day} ${minute} ${zone === 'Z' ? 'UTC' : zone}`.trimEnd();
}

/** A text that ends with a line ending and has no line that looks like the marker. */
function tamed(text: string): string {
  const lines = splitLines(text).map((line) => (line.startsWith(marker) ? ` ${line}` : line));
  const last = lines.at(-1) ?? '';
  return lines.join('') + (endingOf(last) === '' ? '\n' : '');
}

/** The first line that the user typed below the marker. Only letters are compared: formatting does not count. */
export function typedBelow(
  original: string,
  now: string,
): { readonly line: string; readonly offset: number } | undefined {
  const letters = (line: string): string => line.toWellFormed().replaceAll(/[^\p{L}\p{N}\p{So}]+/gu, '');
  const originalLines = new Set(splitLines(original).map(letters));
  let offset = 0;
  for (const line of splitLines(now)) {
    const written = letters(line);
    if (written !== '' && !originalLines.has(written)) return { line, offset };
    offset += line.length;
  }
  return undefined;
}
