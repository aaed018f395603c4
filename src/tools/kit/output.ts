import type { FailedToolChange, ToolChange } from './change.ts';
import { fenced, fenceNote, readableLines } from './fence.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { isSha } from '../../domain/objects/gitSha.ts';

/** An entry as a program reads it; empty: the field has no value. */
export type ToolRecord = Readonly<Record<string, string>>;

export interface ToolOutput {
  /** Sentences of this extension. They contain no text of the service, only numbers. */
  readonly summary: string;
  /** Texts of the service or of files, from the entry of the cursor on. They are fenced and cut. */
  readonly entries: readonly string[];
  /** One for each of `entries`. */
  readonly records?: readonly ToolRecord[] | undefined;
  /** Index of the entry after `entries`; undefined if there is none. */
  readonly next?: number | undefined;
  readonly commit?: string | undefined;
  readonly changes?: readonly ToolChange[];
  readonly failed?: readonly FailedToolChange[];
}

export interface ToolResult {
  readonly text: string;
  /** Where the next call goes on; undefined if there is no more, or if the tool takes no cursor. It is also in the text. */
  readonly cursor: string | undefined;
  /** Those whose entries begin in `text`. */
  readonly records?: readonly ToolRecord[] | undefined;
  /** What the tool changed on the service; undefined for a tool that changes nothing there. */
  readonly changes?: readonly ToolChange[];
  readonly failed?: readonly FailedToolChange[];
}

/** Bytes of a result in UTF-8. */
export const resultLimit = 8_000;
/** Bytes for the sentence with the cursor. */
const cursorSpace = 200;

const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(text).length;

/** The entries from the one of `cursor` on, enough for one result. Stops reading `all` then. */
export async function gather(
  all: AsyncIterable<string> | Iterable<string>,
  cursor: string | undefined,
): Promise<Pick<ToolOutput, 'entries' | 'next'>> {
  const { index } = parseCursor(cursor);
  const entries: string[] = [];
  let at = 0;
  let length = 0;
  for await (const entry of all) {
    if (at >= index) {
      // Each unit has at least one byte, so this is enough.
      if (length > resultLimit) return { entries, next: at };
      entries.push(entry);
      length += entry.length + 1;
    }
    at += 1;
  }
  return { entries, next: undefined };
}

/** As `gather`, with a record for each entry. */
export async function gatherRecords<T>(
  items: readonly T[],
  cursor: string | undefined,
  { row, record }: { readonly row: (item: T) => string; readonly record: (item: T) => ToolRecord },
): Promise<Pick<ToolOutput, 'entries' | 'records' | 'next'>> {
  const page = await gather(items.map(row), cursor);
  const { index } = parseCursor(cursor);
  return { ...page, records: items.slice(index, index + page.entries.length).map(record) };
}

/** `output` from the entry of `start` in `resultLimit` bytes. `start` undefined: the rest is only mentioned. */
export function cutOutput(output: ToolOutput, start: Cursor | undefined): ToolResult {
  const { summary, entries, next, commit, records } = output;
  const { index, offset } = start ?? { index: 0, offset: 0 };
  const lines = entries.length === 0 ? [summary] : [summary, fenceNote];
  // The rest of a text must not look like the beginning of another one.
  if (offset > 0) lines.push('The next line goes on where the result before ended.');
  let left = resultLimit - cursorSpace - sizeOf(lines.join('\n'));
  let end: { readonly index: number; readonly offset: number } | undefined;
  for (const [count, entry] of entries.entries()) {
    const from = count === 0 ? offset : 0;
    const rest = entry.slice(from, from + resultLimit);
    const isWhole = from + rest.length >= entry.length;
    const line = fenced(rest);
    const size = sizeOf(line) + 1;
    if (size <= left && isWhole) {
      lines.push(line);
      left -= size;
      continue;
    }
    end = { index: index + count, offset: from };
    if (count > 0) break;
    const part = beginning(rest, left);
    lines.push(fenced(part));
    end = { index, offset: from + part.length };
    break;
  }
  const begun = end === undefined ? undefined : end.index - index + (end.offset > 0 ? 1 : 0);
  const shown = records && { records: records.slice(offset > 0 ? 1 : 0, begun).map(readableRecord) };
  end ??= next === undefined ? undefined : { index: next, offset: 0 };
  if (start === undefined) {
    if (end !== undefined) lines.push('The rest is left out.');
    return { text: lines.join('\n'), cursor: undefined, ...shown };
  }
  const cursor = end && formatCursor({ ...end, commit });
  if (cursor !== undefined)
    lines.push(`There is more: call the tool again with the same inputs and the cursor ${cursor}`);
  return { text: lines.join('\n'), cursor, ...shown };
}

const readableRecord = (record: ToolRecord): ToolRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, readableLines(value).join(' ')]));

function beginning(text: string, limit: number): string {
  let part = text;
  for (let size = sizeOf(fenced(part)) + 1; size > limit && part.length > 2; size = sizeOf(fenced(part)) + 1)
    part = part.slice(0, Math.min(part.length - 1, Math.max(2, Math.floor((part.length * limit) / size))));
  const whole = part.replace(/[\ud800-\udbff]$/, '');
  return whole === '' ? part : whole;
}

export interface Cursor {
  readonly index: number;
  /** UTF-16 units of this entry that the previous result had. */
  readonly offset: number;
  /** The commit that the result is read from, where the list would move with the branch. */
  readonly commit: string | undefined;
}

export function formatCursor({ index, offset, commit }: Cursor): string {
  return `${index}.${offset}${commit === undefined ? '' : `@${commit}`}`;
}

/** @throws Failure `invalid` (field `cursor`) */
export function parseCursor(text: string | undefined): Cursor {
  if (text === undefined) return { index: 0, offset: 0, commit: undefined };
  const [, index = '', offset = '', commit] = /^(\d{1,9})\.(\d{1,9})(?:@([\da-f]+))?$/.exec(text) ?? [];
  if (index === '' || (commit !== undefined && !isSha(commit))) throw wrongValue('cursor', requires('cursor'));
  return { index: Number(index), offset: Number(offset), commit };
}
