import { hiddenInText } from '../../../core/hidden.ts';
import { parseJson } from '../../../core/text.ts';
import type { RecordField } from './recordField.ts';
import type { LocatedText, Problem, Span } from './problem.ts';

/** Maximum length in characters; real front matter is shorter. */
const longest = 20_000;

export interface FrontMatterEntry {
  readonly key: LocatedText;
  /** The position of the value; an empty span if the value is missing. */
  readonly at: Span;
  /** Without quotes and without empty values. */
  readonly values: readonly LocatedText[];
  /** The values stand below the key, each behind a dash. */
  readonly isList: boolean;
}

export interface FrontMatter {
  readonly entries: readonly FrontMatterEntry[];
  readonly problems: readonly Problem[];
}

/**
 * Reads lines `key: value`. It looks like YAML, but a value is the text to the end of its line, as a person types it; only
 * a complete quoted scalar loses its quotes. Names stand in one line, with commas, or one in each line behind a dash.
 */
export function readFrontMatter(text: string, front: Span, fields: readonly RecordField[]): FrontMatter {
  if (front.to - front.from > longest) return { entries: [], problems: [{ code: 'tooLong', at: front }] };
  const names = new Set(fields.flatMap(({ key, type }) => (type === 'names' ? [key] : [])));
  const entries = new Map<string, FrontMatterEntry>();
  const problems: Problem[] = [];
  /** The entry that the next lines with a dash belong to. */
  let list: { at: Span; values: LocatedText[]; isList: boolean } | undefined;
  for (const { 0: line, index } of text.slice(front.from, front.to).matchAll(/[^\r\n]+/g)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const from = front.from + index;
    const at = spanOf(line, from);
    const [dash] = /^\s*-(?=\s|$)/.exec(line) ?? [];
    const [head, key = ''] = /^([^\s:]+)[ \t]*:[ \t]?/.exec(line) ?? [];
    if (dash !== undefined && list !== undefined) {
      const value = located(line.slice(dash.length), from + dash.length);
      if (value.text !== '') list.values.push(value);
      list.at = { from: list.isList ? list.at.from : at.from, to: at.to };
      list.isList = true;
    } else if (dash !== undefined || head === undefined) problems.push({ code: 'notFields', at });
    else {
      const value = located(line.slice(head.length), from + head.length);
      const isOpen = names.has(key) && /^\[(?!.*\]$)/.test(text.slice(value.at.from, value.at.to));
      if (isOpen) problems.push({ code: 'openList', at: value.at, key });
      const all = names.has(key) ? namesIn(line.slice(head.length), from + head.length) : [value];
      const entry = {
        key: { text: key, at: { from, to: from + key.length } },
        at: value.at,
        values: all.filter((one) => one.text !== ''),
        isList: false,
      };
      list = value.at.to === value.at.from ? entry : undefined;
      if (entries.has(key)) problems.push({ code: 'duplicateKey', at: entry.key.at, key });
      else entries.set(key, entry);
    }
  }
  return { entries: [...entries.values()], problems };
}

/** The names of `a, "b", c` or `[a, b]`, also the empty ones. The closing bracket may be missing. */
export function namesIn(line: string, offset: number): LocatedText[] {
  const [bracket = ''] = /^\s*\[/.exec(line) ?? [];
  const isClosed = bracket !== '' && line.trimEnd().endsWith(']');
  const inside = line.slice(bracket.length, isClosed ? line.lastIndexOf(']') : undefined);
  return [...`${inside},`.matchAll(/(\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*|[^,]*),/gy)].map(
    ({ 1: name = '', index }) => located(name, offset + bracket.length + index),
  );
}

const located = (written: string, offset: number): LocatedText => ({
  text: readScalar(written),
  at: spanOf(written, offset),
});

function spanOf(written: string, offset: number): Span {
  const from = offset + written.length - written.trimStart().length;
  return { from, to: from + written.trim().length };
}

/** `written` without its quotes, if it is a whole text in quotes: double ones as in JSON, or single ones as in YAML. */
export function readScalar(written: string): string {
  const text = written.trim();
  if (!/^["']/.test(text)) return text;
  const single = /^'((?:[^']|'')*)'$/.exec(text)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const isDouble = /^"(?:[^"\\\p{Cc}]|\t|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"$/u.test(text);
  return isDouble ? String(parseJson(text.replaceAll('\t', '\\t'))) : text;
}

/** `text` on one line, read as exactly this text: plain if possible, otherwise quoted. */
export function writeScalar(text: string): string {
  const isPlain =
    readScalar(text) === text && text.isWellFormed() && !/[\r\n]/.test(text) && text.search(hiddenInText) < 0;
  return isPlain ? text : quoted(text);
}

/** `name` among others on one line. */
export const writeName = (name: string): string => (/[[\],]/.test(name) ? quoted(name) : writeScalar(name));

const quoted = (text: string): string => JSON.stringify(text).replaceAll(hiddenInText, escaped);

/** As two units for a character outside of the first plane, as in JSON. */
const escaped = (character: string): string =>
  character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
