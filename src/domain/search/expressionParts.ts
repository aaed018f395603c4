/** A part of an expression, as the search for literals needs it. Assertions are empty. */
export type ExpressionPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sequence' | 'alternatives'; readonly parts: readonly ExpressionPart[] }
  | { readonly kind: 'optional'; readonly part: ExpressionPart }
  | { readonly kind: 'empty' | 'unknown' };

const unknown: ExpressionPart = { kind: 'unknown' };
const empty: ExpressionPart = { kind: 'empty' };

/** A longer expression is not read: its groups can be nested deeply. */
const longest = 1_000;

/** Parts of a valid regular expression. What is not understood is `unknown`, never wrong. */
export function readExpression(source: string, isUnicode: boolean): readonly ExpressionPart[] {
  if (source.length > longest) return [unknown];
  const reader = new ExpressionReader(source, isUnicode);
  const part = reader.alternatives();
  // A bracket that this reader counts otherwise than JavaScript does.
  return reader.isAtEnd && !reader.isUnsure ? [part] : [unknown];
}

class ExpressionReader {
  readonly #source: string;
  readonly #isUnicode: boolean;
  #at = 0;
  /** Whether a construct was read that can change the meaning of the rest. */
  isUnsure = false;

  constructor(source: string, isUnicode: boolean) {
    this.#source = source;
    this.#isUnicode = isUnicode;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  alternatives(): ExpressionPart {
    const parts: ExpressionPart[] = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] ?? empty) : { kind: 'alternatives', parts };
  }

  #sequence(): ExpressionPart {
    const parts: ExpressionPart[] = [];
    while (!this.isAtEnd && !this.#sees('|') && !this.#sees(')')) {
      const part = this.#atom();
      parts.push(...this.#quantified(part));
    }
    return { kind: 'sequence', parts };
  }

  #atom(): ExpressionPart {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return this.#characters();
    if (this.#take('\\')) return this.#escape();
    if (this.#take('.')) return unknown;
    if (this.#take('^') || this.#take('$')) return empty;
    return { kind: 'text', text: this.#next() };
  }

  #group(): ExpressionPart {
    const begin = this.#match(/\?(?:[:=!]|<[=!]|<[^>]*>)/y);
    // A modifier, as in `(?i:…)`.
    if (begin === undefined && this.#sees('?')) this.isUnsure = true;
    const part = this.alternatives();
    if (!this.#take(')')) this.isUnsure = true;
    return begin !== undefined && /[=!]$/.test(begin) ? empty : part;
  }

  /** A class. `[ab]` is one of few characters; all others are unknown. */
  #characters(): ExpressionPart {
    const content = this.#match(/(?:[^\]\\]|\\[^])*/y) ?? '';
    if (!this.#take(']')) this.isUnsure = true;
    const characters = Array.from(content);
    if (characters.length === 0 || characters.length > 4 || /[\\^-]/.test(content)) return unknown;
    return { kind: 'alternatives', parts: characters.map((text) => ({ kind: 'text', text })) };
  }

  #escape(): ExpressionPart {
    if (this.#match(/[bB]/y) !== undefined) return empty;
    const code = this.#match(this.#isUnicode ? /u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}/iy : /u[\da-f]{4}|x[\da-f]{2}/iy);
    if (code !== undefined) {
      const text = String.fromCodePoint(Number.parseInt(code.replace(/[^\da-f]/gi, ''), 16));
      return { kind: 'text', text };
    }
    // A reference to a group, a control character, a property of characters.
    if (this.#match(/\d+|k<[^>]*>|c[A-Za-z]/y) !== undefined) return unknown;
    if (this.#isUnicode && this.#match(/p\{[^}]*\}/iy) !== undefined) return unknown;
    const character = this.#next();
    if (character === 't') return { kind: 'text', text: '\t' };
    return /[A-Za-z]/.test(character) ? unknown : { kind: 'text', text: character };
  }

  #quantified(part: ExpressionPart): readonly ExpressionPart[] {
    const quantifier = this.#match(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (quantifier === undefined) return [part];
    if (/^(?:\?|\{0,1\})/.test(quantifier)) return [{ kind: 'optional', part }];
    if (/^\*|^\{0+\D/.test(quantifier)) return [unknown];
    return [part, unknown];
  }

  #sees(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [text] = expression.exec(this.#source) ?? [];
    this.#at += text?.length ?? 0;
    return text;
  }

  #next(): string {
    const code = this.#source.codePointAt(this.#at) ?? 0;
    const text = this.#isUnicode ? String.fromCodePoint(code) : this.#source.charAt(this.#at);
    this.#at += Math.max(1, text.length);
    return text;
  }
}
