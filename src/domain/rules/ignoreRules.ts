import { readPattern, type PathPattern } from './pathPattern.ts';

interface IgnoreRule extends PathPattern {
  /** The rule begins with `!`. */
  readonly isNegated: boolean;
}

/** The rules of one `.gitignore`, the last one first: it wins. */
export type IgnoreRules = readonly IgnoreRule[];

/** gitignore(5) */
export function readIgnoreRules(text: string): IgnoreRules {
  const rules: IgnoreRule[] = [];
  for (const line of text.split('\n').map((whole) => whole.replace(/\r$/, ''))) {
    if (line.startsWith('#')) continue;
    const isNegated = line.startsWith('!');
    const pattern = readPattern(withoutBlanks(isNegated ? line.slice(1) : line));
    if (pattern !== undefined) rules.unshift({ ...pattern, isNegated });
  }
  return rules;
}

/** Whether the rules ignore `path`, relative to their folder; undefined: they do not say. */
export function judgeIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean | undefined {
  const rule = rules.find((one) => (isFolder || !one.isFolder) && one.matches(path));
  return rule === undefined ? undefined : !rule.isNegated;
}

/** Without blanks at the end; a backslash keeps the one after it. */
function withoutBlanks(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === ' ') continue;
    end = at + 1;
  }
  return line.slice(0, end);
}
