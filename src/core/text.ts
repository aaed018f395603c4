/** Parses JSON that this extension stored itself; undefined where it is damaged. Replies are decoded in api/contract/reply.ts. */
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

/**
 * Control characters, and what nobody sees or what reorders other text. Joiners stay after letters that are not ASCII and
 * after emoji, variation selectors after emoji: words and pictures are made with them.
 */
const hidden =
  /(?:(?![\u200c-\u200d])(?![\ufe0e-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]|(?<!(?!\p{ASCII})[\p{L}\p{M}\p{Emoji}])[\u200c-\u200d]|(?<!\p{Emoji})[\ufe0e-\ufe0f])+/gu;

/** `text` on one line, without what is hidden or reorders text; each such run is a space, so that names stay different. */
export function visible(text: string): string {
  return text.replaceAll(hidden, ' ').trim();
}

/**
 * `text` as Markdown that shows these characters and nothing else: no markup, HTML, link, picture or icon. Its lines
 * stay lines.
 */
export function markdownText(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** `visible` for a message of the editor, which would make a link of `[x](command:y)` that runs y when it is clicked. */
export function shownText(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

/** `shownText` of each line. */
export function shownLines(text: string): string {
  return text.split('\n').map(shownText).join('\n');
}

/** At most `length` characters of `visible`: for logs, rows and messages. */
export function oneLine(text: string, length = 200): string {
  const line = visible(text);
  if (line.length <= length) return line;
  const begin = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${begin.toWellFormed()}…`;
}
