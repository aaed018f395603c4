import { encodeGb18030 } from '../text/gb18030.ts';
import { lineExpression } from './lineMatches.ts';
import { readExpression, type ExpressionPart } from './expressionParts.ts';
import type { TextQuery } from './textQuery.ts';

const mostLiterals = 64;
/** Combinations of alternatives that are multiplied out. */
const mostCombinations = 16;
/** A longer literal is cut: its beginning finds the same lines. */
const longest = 32;

interface Literals {
  readonly exact: readonly string[] | undefined;
  readonly required: readonly string[] | undefined;
}

const nothing: Literals = { exact: undefined, required: undefined };

/** Each matching line has at least one, in UTF-8 and in GB18030; empty: every line can match. Git finds them fast. */
export function requiredLiterals(query: TextQuery): readonly Uint8Array<ArrayBuffer>[] {
  const { source, flags } = lineExpression(query);
  const parts: readonly ExpressionPart[] = query.isRegex
    ? readExpression(source, flags.includes('u'))
    : Array.from(query.query, (text) => ({ kind: 'text', text }));
  const { required } = sequence(parts, { ignoreCase: flags.includes('i'), unicode: flags.includes('u') });
  const texts = new Set(
    required?.map((text) => text.slice(0, longest)).map((text) => text.replace(/[\ud800-\udbff]$/, '')),
  );
  if (texts.size > mostLiterals || texts.has('')) return [];
  return [...texts].flatMap((text) => {
    const utf8 = new TextEncoder().encode(text);
    const gb18030 = utf8.length === text.length ? undefined : encodeGb18030(text);
    return gb18030 === undefined ? [utf8] : [utf8, gb18030];
  });
}

interface Folding {
  readonly ignoreCase: boolean;
  readonly unicode: boolean;
}

function literalsOf(part: ExpressionPart, folding: Folding): Literals {
  switch (part.kind) {
    case 'text': {
      const exact = variants(part.text, folding);
      return { exact, required: exact };
    }
    case 'empty':
      return { exact: [''], required: undefined };
    case 'sequence':
      return sequence(part.parts, folding);
    case 'alternatives':
      return alternatives(part.parts.map((one) => literalsOf(one, folding)));
    case 'optional': {
      const { exact } = literalsOf(part.part, folding);
      return exact === undefined ? nothing : { exact: ['', ...exact], required: undefined };
    }
    case 'unknown':
      return nothing;
  }
}

function sequence(parts: readonly ExpressionPart[], folding: Folding): Literals {
  let run: readonly string[] = [''];
  let best: readonly string[] | undefined;
  let isExact = true;
  for (const part of parts) {
    const { exact, required } = literalsOf(part, folding);
    if (exact !== undefined && run.length * exact.length <= mostCombinations) {
      run = run.flatMap((begin) => exact.map((end) => begin + end));
      continue;
    }
    isExact = false;
    best = better(best, better(run, required));
    run = exact !== undefined && exact.length <= mostCombinations ? exact : [''];
  }
  return { exact: isExact ? run : undefined, required: better(best, run) };
}

function alternatives(all: readonly Literals[]): Literals {
  const exact = all.flatMap((one) => one.exact ?? []);
  const required = all.flatMap((one) => better(one.required, one.exact) ?? ['']);
  const isExact = all.every((one) => one.exact !== undefined) && exact.length <= mostCombinations;
  return { exact: isExact ? exact : undefined, required: better(required, undefined) };
}

function better(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  const [first, second] = [worth(one), worth(other)];
  if (first === 0 && second === 0) return undefined;
  return first >= second ? one : other;
}

const worth = (texts: readonly string[] | undefined): number =>
  texts === undefined || texts.length === 0 || texts.length > mostLiterals
    ? 0
    : texts.reduce((least, { length }) => Math.min(least, length), longest);

/** Characters that are not looked for: they end a line or a text, or several byte sequences of GB18030 mean them. */
const excluded = /^[\0\n\ufeff\ufffd\ud800-\udfff\u20ac\u3000\u9fb4-\u9fbb\ufe10-\ufe19]$/;

/** Of one character; undefined if they cannot be told. Git ignores the case of ASCII letters only. */
function variants(character: string, { ignoreCase, unicode }: Folding): readonly string[] | undefined {
  if (excluded.test(character)) return undefined;
  if (!ignoreCase) return [character];
  if ((character.codePointAt(0) ?? 0) > 0x7f) {
    const hasCase = character.toLowerCase() !== character || character.toUpperCase() !== character;
    return hasCase ? undefined : [character];
  }
  // With the flag `u`, two letters match a character outside ASCII.
  if (unicode && /s/i.test(character)) return ['s', '\u017f'];
  return unicode && /k/i.test(character) ? ['k', '\u212a'] : [character];
}
