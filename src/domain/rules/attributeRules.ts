import { readPattern, type PathPattern } from './pathPattern.ts';

/** `true`: set, `false`: unset (`-name`), a text: its value, undefined: unspecified (`!name`). */
export type AttributeState = string | boolean | undefined;
export type Attributes = ReadonlyMap<string, AttributeState>;

interface AttributeLine {
  /** `[attr]name`: the line defines this macro. */
  readonly macro: string | undefined;
  readonly pattern: PathPattern | undefined;
  /** The last one first: it wins. */
  readonly states: readonly (readonly [name: string, state: AttributeState])[];
}

/** The lines of one `.gitattributes`, the last one first. */
export type AttributeRules = readonly AttributeLine[];

/** Git ignores longer lines. */
const longestLine = 2048;
const macroStart = '[attr]';
const nameForm = /^[\w.][-\w.]*$/;

/** gitattributes(5). Only the file in the root of the repository may define macros: `isRoot`. */
export function readAttributeRules(text: string, isRoot: boolean): AttributeRules {
  const lines: AttributeLine[] = [];
  for (const line of text.split('\n')) {
    const read = line.length < longestLine ? readLine(line.replace(/^[ \t\r]+/, ''), isRoot) : undefined;
    if (read !== undefined) lines.unshift(read);
  }
  return lines;
}

function readLine(line: string, isRoot: boolean): AttributeLine | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const isMacro = line.startsWith(macroStart);
  const quoted = isMacro ? undefined : unquote(line);
  const [word = '', ...rest] = (isMacro ? line.slice(macroStart.length).trimStart() : line).split(blanks);
  const name = quoted?.text ?? word;
  const states = (quoted === undefined ? rest : quoted.rest.split(blanks))
    .filter((state) => state !== '')
    .map(readState);
  if (states.some(([attribute]) => !nameForm.test(attribute)) || (isMacro && !(isRoot && nameForm.test(name))))
    return undefined;
  // Git refuses patterns that begin with `!`.
  const pattern = isMacro || name.startsWith('!') ? undefined : readPattern(name);
  return { macro: isMacro ? name : undefined, pattern, states: states.reverse() };
}

const blanks = /[ \t\r]+/;

function readState(text: string): readonly [string, AttributeState] {
  if (text.startsWith('-')) return [nameIn(text.slice(1)), false];
  if (text.startsWith('!')) return [nameIn(text.slice(1)), undefined];
  const equals = text.indexOf('=');
  return equals === -1 ? [text, true] : [text.slice(0, equals), text.slice(equals + 1)];
}

const nameIn = (text: string): string => text.split('=', 1)[0] ?? '';

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', '"': '"' }),
);

/** A pattern in quotes, as in C. Undefined if `line` does not begin with one. */
function unquote(line: string): { readonly text: string; readonly rest: string } | undefined {
  const [whole, inner] = /^"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
  if (whole === undefined || inner === undefined) return undefined;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [part, escaped, octal] of inner.matchAll(/\\(?:([abfnrtv\\"])|([0-3][0-7]{2}))|[^\\]+|\\/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (part === '\\') return undefined;
    else bytes.push(...encoder.encode(escaped === undefined ? part : escapes.get(escaped)));
  }
  return { text: new TextDecoder().decode(new Uint8Array(bytes)), rest: line.slice(whole.length) };
}

/** What git knows without a file: `binary`. */
const builtIn = readAttributeRules(`${macroStart}binary -diff -merge -text`, true);

/** A file of rules, with the path of the entry relative to its folder. */
export interface AttributesAt {
  readonly rules: AttributeRules;
  readonly path: string;
}

/** The attributes of a file. `files`: those of its folder first, that of the root last. */
export function attributesOf(files: readonly AttributesAt[]): Attributes {
  const lines = [...files, { rules: builtIn, path: '' }];
  const macros = new Map<string, AttributeLine>();
  for (const { rules } of lines)
    for (const line of rules) if (line.macro !== undefined && !macros.has(line.macro)) macros.set(line.macro, line);
  const attributes = new Map<string, AttributeState>();
  const add = ({ states }: AttributeLine): void => {
    for (const [name, state] of states) {
      if (attributes.has(name)) continue;
      attributes.set(name, state);
      const macro = state === true ? macros.get(name) : undefined;
      if (macro !== undefined) add(macro);
    }
  };
  for (const { rules, path } of lines)
    for (const line of rules) if (line.pattern?.isFolder === false && line.pattern.matches(path)) add(line);
  return attributes;
}
