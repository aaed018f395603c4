import { hiddenInText } from './hidden.ts';

/** The value of the JSON `text`; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `text` without its percent-encoding; as it is if that is malformed. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `text` without any of `characters` at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * `text` with small letters for those of ASCII. It is the one way to compare names of hosts and repositories in any case:
 * other letters can have different meanings, such as `K` (U+212A) and `k`.
 */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const notInLine = new RegExp(`(?:${hiddenInText.source}|[\\t\\n\\r])+`, 'gu');

/** `text` on one line. Each run of hidden characters becomes one space, so that different names stay different. */
export function visible(text: string): string {
  return text.replaceAll(notInLine, ' ').trim();
}

/** `text` as Markdown that shows exactly these characters: no markup, HTML, link, picture or icon. Line breaks stay. */
export function markdownText(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function linkTarget(address: string): string {
  return address.replaceAll(/[()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** `visible` for a message of the editor. The editor would show `[x](command:y)` as a link that runs the command. */
export function shownText(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

/** `shownText` of each line. */
export function shownLines(text: string): string {
  return text.split('\n').map(shownText).join('\n');
}

/** A character of a script that is written from right to left, or a number that such a script orders. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Dots between the parts of a description, icons in the status bar, and the number before a title. */
const betweenParts = /( · |\$\([\w~-]+\) |^#[a-z\d]+ )/i;

/**
 * `line` with each part in its place: a part in a script that is written from right to left is isolated, because it
 * would reorder the parts around it.
 */
export function inOrder(line: string): string {
  if (!rightToLeft.test(line)) return line;
  const parts = line.split(betweenParts);
  return parts.map((part) => (rightToLeft.test(part) ? `\u2068${part}\u2069` : part)).join('');
}

/** A code fence: longer than any run of backticks in `text`. */
export function codeFence(text: string): string {
  let length = 3;
  for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}

/** The first `length` characters of `visible(text)`, for logs, rows and messages. */
export function oneLine(text: string, length = 200): string {
  const line = visible(text);
  if (line.length <= length) return line;
  const begin = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${begin.toWellFormed()}…`;
}

const beginsOfLines = /^[ \t]{0,9}(?:(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+)+/gm;

/** The first `length` characters of the words of a Markdown text, without the signs of its markup. */
export function gist(markdown: string, length: number): string {
  const words = markdown
    .slice(0, 1_000)
    .replaceAll(beginsOfLines, '')
    .replaceAll(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/`+|\*\*|~~/g, '');
  return oneLine(words, length);
}
