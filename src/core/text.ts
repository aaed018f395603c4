/** Parses JSON that this extension stored itself; undefined where it is damaged. Replies are decoded in api/reply.ts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `text` without any of `characters` at its end. A pattern would take a time that grows with the square of their number. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Joiners (U+200C, U+200D) stay: words and pictures are made with them.
// eslint-disable-next-line no-control-regex -- control characters are what this finds
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** `text` for a message of the editor, which would make a link of `[x](command:y)` that runs y when it is clicked. */
export function unlinked(text: string): string {
  return text.replaceAll('](', '] (');
}

/**
 * `text` as Markdown that shows these characters and nothing else: no markup, HTML, link, picture or icon. Its lines
 * stay lines.
 */
export function markdownText(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** At most `length` characters on one line, without control characters: for logs, rows and messages. */
export function oneLine(text: string, length = 200): string {
  const line = text.replaceAll(unseen, ' ').trim();
  if (line.length <= length) return line;
  const begin = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${begin.toWellFormed()}…`;
}
