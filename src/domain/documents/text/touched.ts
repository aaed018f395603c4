import { itemAt } from '../../../core/list.ts';
import { endingOf, matchLines, splitLines, withoutEnding } from '../../text/lines.ts';

const separators = /[\u2028\u2029]/g;

/** What the editor removes or adds by itself when it saves a text. */
export interface Trimming {
  /** The editor trims the ends of lines when it saves. */
  readonly trimsLines: boolean;
  /** The editor adds or trims the end of the text when it saves. */
  readonly trimsEnd: boolean;
}

/**
 * `edited` without the changes that the editor makes by itself: line endings (one kind for each document), trimmed
 * blanks and unpaired surrogates. Lines that the user did not change are equal to `original`.
 */
export function restoreUntouched(original: string, edited: string, { trimsLines, trimsEnd }: Trimming): string {
  if (original === edited) return edited;
  const trimmed = (line: string): string =>
    (trimsLines ? withoutEnding(line).trimEnd() : withoutEnding(line)).toWellFormed();
  // Line separators are removed as well, because the editor offers to remove all of them.
  const content = (line: string): string => trimmed(line).replaceAll(separators, '');
  const before = splitLines(original);
  const after = splitLines(edited);
  const matches = matchLines(before.map(content), after.map(content));
  const endings = newEndings(before, matches);
  const origins = withMoved(before.map(content), after.map(content), matches);
  const lines = after.map((line, at) => {
    const own = before[itemAt(origins, at)];
    const ending = endingOf(line);
    // The user changed the line if it still has separators, but differs from the original line.
    const isTouched = own === undefined || (trimmed(line) !== trimmed(own) && line.search(separators) >= 0);
    const text = withoutEnding(isTouched ? line : own);
    if (ending === '') return text;
    const ownEnding = own === undefined ? '' : endingOf(own);
    return text + (ownEnding === '' ? (endings[at] ?? ending) : ownEnding);
  });
  // An empty line after a line that ends with a single return would become a part of that ending.
  const restored = lines
    .map((line, at) => (line === '\n' && lines[at - 1]?.endsWith('\r') === true ? '\r\n' : line))
    .join('');
  return trimsEnd && restored.trimEnd() === original.trimEnd() ? original : restored;
}

function withMoved(before: readonly string[], after: readonly string[], matches: readonly number[]): readonly number[] {
  const stayed = new Set(matches);
  const gone = new Map<string, number[]>();
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const line = itemAt(before, at);
    if (stayed.has(at)) continue;
    const same = gone.get(line);
    if (same === undefined) gone.set(line, [at]);
    else same.push(at);
  }
  return gone.size === 0
    ? matches
    : matches.map((match, at) => (match >= 0 ? match : (gone.get(itemAt(after, at))?.pop() ?? -1)));
}

/** The ending of each new line: the ending of the line that it replaces, otherwise the most frequent one. */
function newEndings(before: readonly string[], matches: readonly number[]): (string | undefined)[] {
  const usual = usualEnding(before);
  // For each line, the end of its possible positions in `before`: the position of the next matched line.
  const until = matches.map(() => before.length);
  for (let at = matches.length - 2; at >= 0; at -= 1) {
    const next = itemAt(matches, at + 1);
    until[at] = next >= 0 ? next : itemAt(until, at + 1);
  }
  let place = 0;
  return matches.map((match, at) => {
    const replaced = match < 0 && place < itemAt(until, at) ? before[place] : undefined;
    place = match < 0 ? place + 1 : match + 1;
    return (replaced === undefined ? '' : endingOf(replaced)) || usual;
  });
}

function usualEnding(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const ending = endingOf(line);
    if (ending !== '') counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
