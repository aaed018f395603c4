import { Failure } from '../../core/errors.ts';

/** A replacement in a text: `length` UTF-16 units at `offset` become `text`. */
export interface Replacement {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** A part of a replacement text: fixed text, or a group of the match (0: the whole match, or the name of a group). */
type ReplacementPart = { readonly text: string } | { readonly group: number | string };

/** UTF-16 units of all new texts of one replacement: `$&` can write a line again and again. */
const longestTexts = 20 * 1024 * 1024;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

/** The parts of `pattern`: `$1`, `$&`, `$0`, `$<name>`, `$$`, `\n`, `\t` and `\\` as in the editor. */
function parsePattern(pattern: string): ReplacementPart[] {
  return Array.from(pattern.matchAll(/\$(?:(\d{1,2})|<([^>]+)>|([&$]))|\\([nt\\])|[^$\\]+|[$\\]/gu), (match) => {
    const [text, number, name, sign, escaped] = match;
    if (number !== undefined) return { group: Number(number) };
    if (name !== undefined) return { group: name };
    if (sign === '&') return { group: 0 };
    if (sign === '$') return { text: '$' };
    return { text: escaped === undefined ? text : (escapes[escaped] ?? text) };
  });
}

export function literalPattern(text: string): string {
  return text.replaceAll(/[$\\]/g, (sign) => (sign === '$' ? '$$' : '\\\\'));
}

/** Builds the texts that replace matches of `expression` by `pattern`. All of them together have a limit. */
export class MatchReplacer {
  readonly #expression: RegExp;
  readonly #parts: readonly ReplacementPart[];
  #length = 0;

  constructor(expression: RegExp, pattern: string) {
    this.#expression = new RegExp(expression.source, `${expression.flags.replaceAll(/[gy]/g, '')}y`);
    this.#parts = parsePattern(pattern);
  }

  /**
   * The text for the match at `column` (from 1); undefined if the expression does not match there: the line changed.
   * @throws Failure `refused` (reason `replacesTooMuch`)
   */
  textFor(line: string, { column, length }: { readonly column: number; readonly length: number }): string | undefined {
    this.#expression.lastIndex = column - 1;
    const match = this.#expression.exec(line);
    if (match?.[0].length !== length) return undefined;
    let text = '';
    for (const part of this.#parts) {
      const written = 'text' in part ? part.text : groupOf(match, part.group);
      this.#length += written.length;
      if (this.#length > longestTexts) throw replacesTooMuch(longestTexts);
      text += written;
    }
    return text;
  }
}

function groupOf(match: RegExpExecArray, group: number | string): string {
  if (typeof group === 'string') return match.groups?.[group] ?? '';
  // `$12` is group 1 and the digit 2 if there are fewer than 12 groups.
  if (group < match.length) return match[group] ?? '';
  const first = Math.floor(group / 10);
  return group > 9 && first < match.length ? `${match[first] ?? ''}${group % 10}` : `$${group}`;
}

/** Replacing would hold more than `limit` UTF-16 units of text. */
export function replacesTooMuch(limit: number): Failure {
  const about = [`${Math.round(limit / 1024 / 1024)}`];
  return new Failure('refused', `replacing needs more than ${limit} characters`, { reason: 'replacesTooMuch', about });
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
