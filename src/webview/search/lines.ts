import type { SearchForm, ResultFile, ResultLine } from '../../domain/search/viewMessages.ts';

export interface ResultRow {
  readonly key: string;
  readonly file: ResultFile;
  readonly line: ResultLine | undefined;
  /** From 1, among the rows of its level. */
  readonly position: number;
  readonly count: number;
}

/** All visible rows. `collapsed`: paths of files whose lines are hidden. */
export function resultRows(files: ReadonlyMap<string, ResultFile>, collapsed: ReadonlySet<string>): ResultRow[] {
  const rows: ResultRow[] = [];
  let position = 0;
  for (const file of files.values()) {
    position += 1;
    rows.push({ key: keyOf(file.path), file, line: undefined, position, count: files.size });
    if (collapsed.has(file.path)) continue;
    for (const [index, line] of file.lines.entries())
      rows.push({ key: keyOf(file.path, line.line), file, line, position: index + 1, count: file.lines.length });
  }
  return rows;
}

export const keyOf = (path: string, line = 0): string => `${line}:${path}`;

export const lineText = ({ parts }: ResultLine): string => parts.map(({ text }) => text).join('');

/** UTF-16 units of a replacement that are shown: a line shows it once for each match. */
const shownLength = 200;

/** What each match becomes, cut if it is long; undefined if it depends on the groups of a regular expression. */
export function replacementOf({ isRegex, replacement }: SearchForm): string | undefined {
  if (isRegex && /[$\\]/.test(replacement)) return undefined;
  return replacement.length > shownLength ? `${replacement.slice(0, shownLength - 1)}…` : replacement;
}
