import { matchesAll } from '../text/wildcards.ts';

/** More combinations of braces in all globs are not distinguished: each takes time for each path. */
const mostExpansions = 64;
/** Git compares each path with each of them. */
const mostPathspecs = 64;

/**
 * As in the search of VS Code: `*`, `?`, `**`, `[a-z]`, `[!a]` and `{a,b}`, at any depth unless it begins with `/` or
 * `./`; a folder matches all below it. The case counts.
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = expandAll(globs)
    .map(readGlob)
    .filter(({ length }) => length > 0);
  if (patterns.length === 0) return () => false;
  return (path) => {
    const names = path.split('/');
    return patterns.some((pattern) => matchesAll(pattern, names, matchesSegment));
  };
}

/** Globs as people write them in one line: separated by commas that are not in braces. */
export function splitGlobs(text: string): string[] {
  return splitByComma(text)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
}

/** Pathspecs of git for at least the paths which `globs` match; empty: all paths. */
export function pathspecsOf(globs: readonly string[]): readonly string[] {
  const patterns = expandAll(globs).map((glob) => {
    const names = glob.split('/').filter((name) => name !== '' && name !== '.');
    // For git, `a/**` does not match `a`. The second pathspec matches what is below.
    while (names.length > 1 && names.at(-1) === '**') names.pop();
    const loose = names.map((name) => (name === '**' ? name : loosened(name)));
    return names.length === 0 ? undefined : [...(isAnchored(glob) ? [] : ['**']), ...loose].join('/');
  });
  if (patterns.length > mostPathspecs) return [];
  const nonEmpty = patterns.filter((pattern) => pattern !== undefined);
  return nonEmpty.flatMap((pattern) => [`:(glob)${pattern}`, `:(glob)${pattern}/**`]);
}

/** For git, `?` is one byte, and a class has other rules: both become `*`, which matches more. */
function loosened(name: string): string {
  const [open, close] = [name.indexOf('['), name.lastIndexOf(']')];
  const withoutClasses = open !== -1 && close > open ? `${name.slice(0, open)}*${name.slice(close + 1)}` : name;
  return withoutClasses.replace(/[?[\]\\*]+/g, '*');
}

const isAnchored = (glob: string): boolean => /^\.?\//.test(glob);

/** A segment of a glob: `**`, or tests of characters; `*` is a text of any length. */
type Segment = '**' | readonly Token[];
type Token = '*' | ((character: string) => boolean);

function readGlob(glob: string): readonly Segment[] {
  const names = glob.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length === 0) return [];
  const segments = names.map((name) => (name === '**' ? '**' : readSegment(name)));
  return [...(isAnchored(glob) ? [] : ['**' as const]), ...segments, '**'];
}

function readSegment(name: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(name);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (character === '?') tokens.push(() => true);
    else if (end > 0) {
      tokens.push(characterClass(characters.slice(at + 1, end)));
      at = end;
    } else tokens.push((other) => other === character);
  }
  return tokens;
}

/** `[a-z_]`, or `[!a]` and `[^a]` for all others. */
function characterClass(content: readonly string[]): (character: string) => boolean {
  const isNegated = content[0] === '!' || content[0] === '^';
  const members = isNegated ? content.slice(1) : content;
  const contains = (character: string): boolean => {
    for (let at = 0; at < members.length; at += 1) {
      const [first = '', dash, last] = members.slice(at, at + 3);
      if (dash === '-' && last !== undefined) {
        if (first <= character && character <= last) return true;
        at += 2;
      } else if (first === character) return true;
    }
    return false;
  };
  return (character) => contains(character) !== isNegated;
}

const matchesSegment = (segment: readonly Token[], name: string): boolean =>
  matchesAll(segment, Array.from(name), (test, character) => test(character));

function expandAll(globs: readonly string[]): string[] {
  let left = mostExpansions;
  return globs.flatMap((glob) => {
    const expanded = expandBraces(glob.trim(), left);
    left = Math.max(1, left - expanded.length);
    return expanded;
  });
}

/** Expands the braces of a glob, to at most `most` globs. Braces that are not closed are characters. */
function expandBraces(glob: string, most: number): string[] {
  let expanded = [''];
  let at = 0;
  while (at < glob.length) {
    const end = glob[at] === '{' ? closingBrace(glob, at) : -1;
    const inner = end < 0 ? undefined : splitByComma(glob.slice(at + 1, end));
    const choices = inner === undefined ? [glob.charAt(at)] : inner.flatMap((choice) => expandBraces(choice, most));
    if (expanded.length * choices.length > most) choices.length = 1;
    expanded = expanded.flatMap((begin) => choices.map((choice) => begin + choice));
    at = end < 0 ? at + 1 : end + 1;
  }
  return expanded;
}

function closingBrace(glob: string, open: number): number {
  let depth = 0;
  for (let at = open; at < glob.length; at += 1) {
    if (glob[at] === '{') depth += 1;
    if (glob[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function splitByComma(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ',' && depth <= 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

/** The glob of all files below `folder`, a path of the repository; empty for its root. Its special characters match any. */
export function globBelow(folder: string): string {
  return folder === '' ? '' : `./${folder.replaceAll(/[*?[\]{},]/g, '?')}`;
}
