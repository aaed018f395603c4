import { matchesAll } from '../text/wildcards.ts';

/** Tests one byte of a name, or `*`: any number of bytes. */
type Token = '*' | ((byte: number) => boolean);
type Segment = '**' | readonly Token[];

/** A pattern of gitignore or gitattributes, relative to the folder of its file. */
export interface PathPattern {
  /** The pattern ends with `/`: it matches folders only. */
  readonly isFolder: boolean;
  /** `path`: relative to the folder of the file with the pattern. */
  readonly matches: (path: string) => boolean;
}

/**
 * Reads a pattern as git does (`wildmatch`): it compares bytes, and one without a slash compares the last name of a path.
 * Undefined: it matches nothing. No regular expression is made of it: a hostile one would occupy the thread.
 */
export function readPattern(text: string): PathPattern | undefined {
  const isFolder = text.endsWith('/');
  const pattern = isFolder ? text.slice(0, -1) : text;
  if (pattern === '') return undefined;
  if (!pattern.includes('/')) {
    const [only] = readSegments(bytesOf(pattern)) ?? [];
    if (only === undefined) return undefined;
    const name = only === '**' ? (['*'] as const) : only;
    return { isFolder, matches: (path) => matchesName(name, path.slice(path.lastIndexOf('/') + 1)) };
  }
  const whole = pattern.replace(/^\//, '');
  // Git compares the text before the first special character by itself: `a**/b` means `a`, and then `**/b`.
  const literal = whole.slice(0, whole.search(/[*?[\\]|$/));
  const segments = readSegments(bytesOf(whole.slice(literal.length)));
  if (segments === undefined) return undefined;
  const parts = segments.at(-1) === '**' ? [...segments.slice(0, -1), ['*'] as const, '**' as const] : segments;
  const matchesRest = (rest: string): boolean => matchesAll(parts, rest.split('/'), matchesName);
  return { isFolder, matches: (path) => path.startsWith(literal) && matchesRest(path.slice(literal.length)) };
}

const matchesName = (segment: Exclude<Segment, '**'>, name: string): boolean =>
  matchesAll(segment, bytesOf(name), (test, byte) => test(byte));

const bytesOf = (text: string): readonly number[] => Array.from(new TextEncoder().encode(text));

/** Undefined: a class is not closed, or a backslash ends the pattern. Git then matches nothing. */
function readSegments(pattern: readonly number[]): readonly Segment[] | undefined {
  // Two or more stars alone in a segment stand for folders.
  let last: { tokens: Token[]; stars: number } = { tokens: [], stars: 0 };
  const segments = [last];
  for (let at = 0; at < pattern.length; at += 1) {
    const { tokens } = last;
    let byte = pattern[at];
    if (byte === sign.star) {
      last.stars += 1;
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (byte === sign.question) tokens.push(() => true);
    else if (byte === sign.open) {
      const read = readClass(pattern, at + 1);
      if (read === undefined) return undefined;
      tokens.push(read.test);
      at = read.end;
    } else {
      const isEscaped = byte === sign.backslash;
      if (isEscaped) byte = pattern[(at += 1)];
      if (byte === undefined) return undefined;
      const same = byte;
      if (byte !== sign.slash) tokens.push((other) => other === same);
      else {
        // Git lets `**` before an escaped slash stand for one folder or more, and before a plain slash also for none.
        if (isEscaped && tokens.length === 1 && last.stars > 1) segments.splice(-1, 0, { tokens: ['*'], stars: 1 });
        last = { tokens: [], stars: 0 };
        segments.push(last);
      }
    }
  }
  return segments.map(({ tokens, stars }) => (tokens.length === 1 && stars > 1 ? '**' : tokens));
}

/** The class whose first byte is at `start`; `end`: the position of its `]`. */
function readClass(
  pattern: readonly number[],
  start: number,
): { readonly test: (byte: number) => boolean; readonly end: number } | undefined {
  const isNegated = pattern[start] === sign.not || pattern[start] === sign.caret;
  const tests: ((byte: number) => boolean)[] = [];
  let at = isNegated ? start + 1 : start;
  let previous: number | undefined;
  do {
    const byte = pattern[at];
    if (byte === undefined) return undefined;
    const named = byte === sign.open && pattern[at + 1] === sign.colon ? readNamedClass(pattern, at + 2) : undefined;
    if (named === 'unknown') return undefined;
    const next = pattern[at + 1];
    if (named !== undefined) {
      tests.push(named.test);
      at = named.end;
      previous = undefined;
    } else if (byte === sign.dash && previous !== undefined && next !== undefined && next !== sign.close) {
      at += next === sign.backslash ? 2 : 1;
      const [first, last] = [previous, pattern[at]];
      if (last === undefined) return undefined;
      tests.push((other) => first <= other && other <= last);
      previous = undefined;
    } else {
      if (byte === sign.backslash) at += 1;
      const same = pattern[at];
      if (same === undefined) return undefined;
      tests.push((other) => other === same);
      previous = same;
    }
    at += 1;
  } while (pattern[at] !== sign.close);
  return { test: (byte) => tests.some((test) => test(byte)) !== isNegated, end: at };
}

/** A class as `[:alpha:]`; undefined: it does not end with `:]`, and is an ordinary class. */
function readNamedClass(
  pattern: readonly number[],
  start: number,
): { readonly test: (byte: number) => boolean; readonly end: number } | 'unknown' | undefined {
  const end = pattern.indexOf(sign.close, start);
  if (end === -1) return 'unknown';
  if (end === start || pattern[end - 1] !== sign.colon) return undefined;
  const members = namedClasses.get(String.fromCharCode(...pattern.slice(start, end - 1)));
  return members === undefined ? 'unknown' : { test: (byte) => members.test(String.fromCharCode(byte)), end };
}

const codeOf = (character: string): number => character.charCodeAt(0);
const sign = {
  slash: codeOf('/'),
  backslash: codeOf('\\'),
  star: codeOf('*'),
  question: codeOf('?'),
  open: codeOf('['),
  close: codeOf(']'),
  not: codeOf('!'),
  caret: codeOf('^'),
  dash: codeOf('-'),
  colon: codeOf(':'),
} as const;

/** The classes of POSIX, for the characters of ASCII. */
const namedClasses: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[A-Za-z\d]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /[^ -~\x80-\xff]/],
  ['digit', /\d/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\v\f\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[A-Fa-f\d]/],
]);
