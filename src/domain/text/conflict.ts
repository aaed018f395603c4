import { withoutEnd } from '../../core/text.ts';
import { splitLines } from './lines.ts';
import { mergeLines } from './merge.ts';

/** Bytes as text and back without loss for any encoding: one character for each byte. */
const textOf = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
};
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
/** A text of this extension (a marker label) in the same form. */
const inBytes = (text: string): string => textOf(new TextEncoder().encode(text));

const bytesInspected = 8000;

/** The rule of git for binary files: a NUL among the first 8000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, bytesInspected).includes(0);
}

export interface MergedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly conflict: boolean;
}

const opening = '<<<<<<< ';
const middle = '=======';
const closing = '>>>>>>> ';

/** Merges two versions of a file by lines; undefined if a version is binary. `labels` are written into the markers. */
export function mergeFiles(
  base: Uint8Array,
  mine: Uint8Array,
  theirs: Uint8Array,
  labels: { readonly mine: string; readonly theirs: string },
): MergedBytes | undefined {
  if (isBinary(base) || isBinary(mine) || isBinary(theirs)) return undefined;
  const parts = mergeLines(textOf(base), textOf(mine), textOf(theirs));
  const ending = textOf(mine).includes('\r\n') ? '\r\n' : '\n';
  const closed = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}${ending}`);
  const merged = parts.map((part) =>
    part.kind === 'settled'
      ? part.text
      : [
          `${opening}${inBytes(labels.mine)}${ending}`,
          closed(part.mine),
          `${middle}${ending}`,
          closed(part.theirs),
          `${closing}${inBytes(labels.theirs)}${ending}`,
        ].join(''),
  );
  return { bytes: bytesOf(merged.join('')), conflict: parts.some(({ kind }) => kind === 'conflict') };
}

/** One conflict of a text, in lines from 0: `<<<<<<<` at `from`, `=======` at `middle`, `>>>>>>>` at `to`. */
export interface MarkedConflict {
  readonly from: number;
  readonly middle: number;
  readonly to: number;
}

export function markedConflicts(text: string): MarkedConflict[] {
  const conflicts: MarkedConflict[] = [];
  let from: number | undefined;
  let at: number | undefined;
  for (const [line, content] of splitLines(text).entries()) {
    if (content.startsWith(opening)) [from, at] = [line, undefined];
    else if (from !== undefined && withoutEnd(content, '\r\n') === middle) at = line;
    else if (from !== undefined && at !== undefined && content.startsWith(closing)) {
      conflicts.push({ from, middle: at, to: line });
      from = undefined;
    }
  }
  return conflicts;
}

export function hasMarkers(bytes: Uint8Array): boolean {
  return markedConflicts(textOf(bytes)).length > 0;
}

/** `bytes` with each marked conflict replaced by `side`. */
export function settled(bytes: Uint8Array, side: Side): Uint8Array<ArrayBuffer> {
  return bytesOf(withSide(textOf(bytes), side));
}

export type Side = 'mine' | 'theirs' | 'both';

/** The text that replaces one conflict of `text` if the user chooses `side`. */
export function chosenText(text: string, { from, middle: at, to }: MarkedConflict, side: Side): string {
  const lines = splitLines(text);
  const [mine, theirs] = [lines.slice(from + 1, at), lines.slice(at + 1, to)];
  return (side === 'mine' ? mine : side === 'theirs' ? theirs : [...mine, ...theirs]).join('');
}

/** `text` with each marked conflict replaced by `side`. */
export function withSide(text: string, side: Side): string {
  const lines = splitLines(text);
  const parts: string[] = [];
  let at = 0;
  for (const conflict of markedConflicts(text)) {
    parts.push(...lines.slice(at, conflict.from), chosenText(text, conflict, side));
    at = conflict.to + 1;
  }
  return [...parts, ...lines.slice(at)].join('');
}
