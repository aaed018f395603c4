import { linePreviewLength } from '../../domain/search/lineMatches.ts';
import type { FileMatches, LineMatch } from '../../domain/search/textQuery.ts';

/** UTF-16 units of a line that are shown, and of them before a match that is further right. */
const shownLength = 240;
const shownBefore = 40;
/** UTF-16 units after which a row begins again with the path, so that no part of a result is without one. */
const longestRow = 1_500;

/** The lines of a file, without their endings; undefined if tools do not read it. */
export type ReadLines = (path: string) => Promise<readonly string[] | undefined>;

/**
 * The path, then `12: text` for a match and `13- text` for `context` around it, with `--` where lines are left out.
 * One text for each file, several for a long one, made as they are consumed.
 */
export async function* foundRows(
  files: readonly FileMatches[],
  context: number,
  read: ReadLines,
): AsyncGenerator<string, void, void> {
  for (const { path, lines } of files) {
    const all = context === 0 ? undefined : await read(path);
    let row = path;
    for (const line of all === undefined ? lines.map(matchLine) : withContext(lines, all, context)) {
      if (row.length > longestRow) {
        yield row;
        row = path;
      }
      row += `\n${line}`;
    }
    yield row;
  }
}

const numberOf = ({ ranges }: LineMatch): number => ranges[0]?.line ?? 0;

const matchLine = (match: LineMatch): string => `${numberOf(match)}: ${shownMatch(match)}`;

function shownMatch({ ranges, preview, around }: LineMatch): string {
  const { column = 1, length = 0 } = ranges[0] ?? {};
  const isCut = preview.length >= linePreviewLength;
  if (column - 1 + length <= shownLength) return cut(preview, isCut);
  const from = Math.max(0, column - 1 - shownBefore);
  return `…${cut(around?.text ?? preview.slice(from), isCut)}`;
}

const cut = (text: string, isCut = false): string =>
  isCut || text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;

function* withContext(
  matches: readonly LineMatch[],
  all: readonly string[],
  context: number,
): Generator<string, void, void> {
  const byNumber = new Map(matches.map((match) => [numberOf(match), match]));
  let last = 0;
  for (const number of byNumber.keys()) {
    const [from, to] = [Math.max(last + 1, number - context), Math.min(all.length, number + context)];
    if (last > 0 && from > last + 1) yield '--';
    for (let at = from; at <= to; at += 1) {
      const match = byNumber.get(at);
      yield match === undefined ? `${at}- ${cut(all[at - 1] ?? '')}` : matchLine(match);
    }
    last = Math.max(last, to);
  }
}
