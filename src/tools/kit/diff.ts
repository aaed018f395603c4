import { endingOf, matchLines, splitLines } from '../../domain/text/lines.ts';
import { decodePart, encodingOf, type TextEncoding } from '../../domain/text/encoding.ts';
import { sameBytes } from '../../core/bytes.ts';

/** One line of both versions: removed (` before` only), added (`after` only), or equal. */
interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

const context = 3;

/** A version of a file; undefined: there is no such file. */
export type FileVersion = Uint8Array | undefined;

/**
 * The change of one file in the form of `diff -u`; a binary file is only named. Lines end with LF, unless a line that
 * begins with a backslash tells another ending. Such lines also tell a change of the encoding, and bytes that are no
 * text. `from`: the path before a move.
 */
export function fileDiff(path: string, before: FileVersion, after: FileVersion, from = path): string {
  const header = [
    `--- ${before === undefined ? '/dev/null' : from}`,
    `+++ ${after === undefined ? '/dev/null' : path}`,
  ];
  const [old, now] = [decodedText(before), decodedText(after)];
  if (old === undefined || now === undefined) return [...header, 'Binary file'].join('\n');
  return [...header, ...byteNotes(old, now), ...hunks(diffLines(splitLines(old.text), splitLines(now.text)))].join(
    '\n',
  );
}

interface DecodedText {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Whether the text shows all bytes. */
  readonly isExact: boolean;
}

function decodedText(bytes: FileVersion = new Uint8Array()): DecodedText | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  const text = decodePart(bytes, encoding);
  return { bytes, text, encoding, isExact: encoding !== 'utf-8' || sameBytes(new TextEncoder().encode(text), bytes) };
}

function byteNotes(old: DecodedText, now: DecodedText): readonly string[] {
  const isConverted = [old, now].every(({ bytes }) => bytes.length > 0) && old.encoding !== now.encoding;
  const isHidden = !isConverted && old.text === now.text && !sameBytes(old.bytes, now.bytes);
  return [
    ...(isConverted ? [`\\ The encoding changes from ${old.encoding} to ${now.encoding}`] : []),
    ...(old.isExact && now.isExact ? [] : ['\\ Bytes that are no text are shown as \ufffd']),
    ...(isHidden ? ['\\ Bytes that look the same change'] : []),
  ];
}

function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const add = (sign: DiffLine['sign'], texts: readonly string[]): void => {
    for (const text of texts) lines.push({ sign, text });
  };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [old, now] = [before, after].map((all) => all.slice(start, all.length - end));
  add(' ', before.slice(0, start));
  addChanges(add, old ?? [], now ?? []);
  add(' ', before.slice(before.length - end));
  return lines;
}

/** In each change, first the removed lines, then the added ones. */
function addChanges(
  add: (sign: DiffLine['sign'], texts: readonly string[]) => void,
  before: readonly string[],
  after: readonly string[],
): void {
  const matches = matchLines(before, after);
  let added: string[] = [];
  let next = 0;
  const closeChange = (end: number): void => {
    add('-', before.slice(next, end));
    add('+', added);
    added = [];
    next = end;
  };
  for (const [index, match] of matches.entries()) {
    const text = after[index] ?? '';
    if (match >= next) {
      closeChange(match);
      add(' ', [text]);
      next += 1;
    } else added.push(text);
  }
  closeChange(before.length);
}

/** Tells how `line` ends, if it is not LF; for equal ones only after the last line. Text of a file has another sign. */
function endingNote(line: DiffLine | undefined, next: DiffLine | undefined): string | undefined {
  const ending = endingOf(line?.text ?? '');
  if (ending === '') return '\\ No newline at end of file';
  const isLast = next === undefined || next.sign !== line?.sign || endingOf(next.text) !== ending;
  return ending === '\n' || !isLast ? undefined : `\\ The lines above end with ${ending === '\r' ? 'CR' : 'CRLF'}`;
}

function hunks(lines: readonly DiffLine[]): string[] {
  const visible = new Uint8Array(lines.length);
  for (const [index, { sign }] of lines.entries())
    if (sign !== ' ') visible.fill(1, Math.max(0, index - context), index + context + 1);
  const texts: string[] = [];
  let [old, now] = [0, 0];
  for (let index = 0; index < lines.length; index += 1) {
    const start = { at: texts.length, old, now };
    for (; visible[index] === 1; index += 1) {
      const { sign = ' ', text = '' } = lines[index] ?? {};
      texts.push(`${sign}${text.slice(0, text.length - endingOf(text).length)}`);
      const note = endingNote(lines[index], visible[index + 1] === 1 ? lines[index + 1] : undefined);
      if (note !== undefined) texts.push(note);
      if (sign !== '+') old += 1;
      if (sign !== '-') now += 1;
    }
    if (texts.length > start.at)
      texts.splice(start.at, 0, `@@ -${rangeOf(start.old, old)} +${rangeOf(start.now, now)} @@`);
    // The line after a hunk, or between two, is in both versions.
    old += 1;
    now += 1;
  }
  return texts;
}

/** The lines from `start` to before `end` (both from 0), as `diff -u` names them. */
function rangeOf(start: number, end: number): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`;
}
