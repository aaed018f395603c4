import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import type { LineMatch, TextQuery, TextRange } from './textQuery.ts';

/** UTF-16 units of `LineMatch.preview`, at most. */
export const linePreviewLength = 1_000;
/** UTF-16 units that are shown of a line if the preview ends before the match: those before the match, and all. */
const aroundBefore = 20;
const aroundLength = 300;
const mostRanges = 10_000;

/**
 * What matches, whoever finds the lines. Words are made of ASCII letters, digits and `_`, as in git.
 * @throws Failure `invalid` (field `query`): empty, or no regular expression
 */
export function lineExpression(query: Omit<TextQuery, 'include' | 'exclude' | 'limit'>): RegExp {
  if (query.query === '') throw wrongValue('query', requires('filled'));
  const escaped = query.isRegex ? query.query : query.query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const source = query.matchWholeWord ? `(?<!\\w)(?:${escaped})(?!\\w)` : escaped;
  const flags = query.isCaseSensitive ? 'g' : 'gi';
  // The query itself must be an expression, not only what is put around it.
  if (!query.isRegex) return new RegExp(source, flags);
  const unicode = compiled(query.query, 'u') && compiled(source, `${flags}u`);
  const expression = unicode ?? (compiled(query.query, '') && compiled(source, flags));
  if (expression === undefined) throw wrongValue('query', requires('expression'));
  return expression;
}

/** The matches in `text`, line `line` (from 1) of a file, without its line break; undefined if there are none. */
export function lineMatch(expression: RegExp, text: string, line: number): LineMatch | undefined {
  const ranges: TextRange[] = [];
  let empty: TextRange | undefined;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const range = { line, column: match.index + 1, length: match[0].length };
    if (range.length > 0) ranges.push(range);
    else {
      empty ??= range;
      expression.lastIndex += 1;
    }
    if (ranges.length === mostRanges) break;
  }
  // A match without characters counts only if the line has no other.
  if (ranges.length === 0 && empty !== undefined) ranges.push(empty);
  const [first] = ranges;
  if (first === undefined) return undefined;
  const preview = copyOf(text, 0, linePreviewLength);
  const begin = first.column - 1;
  if (begin + first.length <= linePreviewLength) return { ranges, preview };
  const from = Math.max(0, begin - aroundBefore);
  return { ranges, preview, around: { from, text: copyOf(text, from, aroundLength) } };
}

/** The matching lines of a whole text, at most `limit`. A line ends with a line feed, or with CR and line feed. */
export function textMatches(expression: RegExp, text: string, limit: number): LineMatch[] {
  const lines: LineMatch[] = [];
  let number = 1;
  for (let from = 0; from < text.length && lines.length < limit; number += 1) {
    const feed = text.indexOf('\n', from);
    const end = feed < 0 ? text.length : feed;
    const match = lineMatch(expression, withoutReturn(text.slice(from, end)), number);
    if (match !== undefined) lines.push(match);
    from = end + 1;
  }
  return lines;
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A copy of a part of a line: a slice would keep the whole file in memory. */
function copyOf(text: string, from: number, length: number): string {
  return text
    .slice(from, from + length)
    .split('')
    .join('');
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
