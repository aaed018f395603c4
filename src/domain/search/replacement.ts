/** A replacement in a text: `length` UTF-16 units at `offset` become `text`. */
export interface Replacement {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** A part of a replacement text: fixed text, or a group of the match (0: the whole match, or the name of a group). */
type ReplacementPart = { readonly text: string } | { readonly group: number | string };

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

/** The parts of `pattern`: `$1`, `$&`, `$0`, `$<name>`, `$$`, `\n`, `\t` and `\\` as in the editor. */
function parsePattern(pattern: string): ReplacementPart[] {
  return Array.from(pattern.matchAll(/\$(?:(\d{1,2})|<([^>]+)>|([&$]))|\\([nt\\])|[^$\\]+|[$\\]/gu), (found) => {
    const [text, number, name, sign, escaped] = found;
    if (number !== undefined) return { group: Number(number) };
    if (name !== undefined) return { group: name };
    if (sign === '&') return { group: 0 };
    if (sign === '$') return { text: '$' };
    return { text: escaped === undefined ? text : (escapes[escaped] ?? text) };
  });
}

/** The pattern of a replacement by `text` as it is. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[$\\]/g, (sign) => (sign === '$' ? '$$' : '\\\\'));
}

/**
 * The text that replaces the match of `expression` at `column` (from 1) of `line`. Undefined if the expression does not
 * match `length` UTF-16 units there: the line has changed.
 */
export function replacementFor(
  expression: RegExp,
  line: string,
  { column, length }: { readonly column: number; readonly length: number },
  pattern: string,
): string | undefined {
  const sticky = new RegExp(expression.source, `${expression.flags.replaceAll(/[gy]/g, '')}y`);
  sticky.lastIndex = column - 1;
  const match = sticky.exec(line);
  if (match?.[0].length !== length) return undefined;
  const groupOf = (group: number | string): string => {
    if (typeof group === 'string') return match.groups?.[group] ?? '';
    // `$12` is group 1 and the digit 2 if there are fewer than 12 groups.
    if (group < match.length) return match[group] ?? '';
    const first = Math.floor(group / 10);
    return group > 9 && first < match.length ? `${match[first] ?? ''}${group % 10}` : `$${group}`;
  };
  return parsePattern(pattern)
    .map((part) => ('text' in part ? part.text : groupOf(part.group)))
    .join('');
}

/** `text` with `replacements`, which are sorted by offset and do not overlap. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { offset, length, text: written } of replacements) {
    parts.push(text.slice(at, offset), written);
    at = offset + length;
  }
  return parts.join('') + text.slice(at);
}
