import { itemAt } from '../../../core/list.ts';
import { endingOf, matchLines, splitLines } from '../../text/lines.ts';

const separators = /[\u2028\u2029]/g;

export interface Habits {
  /** The editor trims the ends of lines when it saves. */
  readonly trimsLines: boolean;
  /** The editor adds or trims the end of the text when it saves. */
  readonly trimsEnd: boolean;
}

/**
 * `edited` without the changes that the editor makes by itself: line endings (one kind for each document), trimmed
 * blanks and unpaired surrogates. Lines that the user did not change are equal to `original`.
 */
export function restoreUntouched(original: string, edited: string, { trimsLines, trimsEnd }: Habits): string {
  if (original === edited) return edited;
  const bare = (line: string): string => line.slice(0, line.length - endingOf(line).length);
  const held = (line: string): string => (trimsLines ? bare(line).trimEnd() : bare(line)).toWellFormed();
  // Line separators too: the editor offers to remove them all, wherever they stand.
  const content = (line: string): string => held(line).replaceAll(separators, '');
  const before = splitLines(original);
  const after = splitLines(edited);
  const matches = matchLines(before.map(content), after.map(content));
  const endings = newEndings(before, matches);
  const origins = withMoved(before.map(content), after.map(content), matches);
  const lines = after.map((line, at) => {
    const own = before[itemAt(origins, at)];
    const ending = endingOf(line);
    // One that still has separators, and others than before, was touched.
    const isTouched = own === undefined || (held(line) !== held(own) && line.search(separators) >= 0);
    const text = bare(isTouched ? line : own);
    if (ending === '') return text;
    const kept = own === undefined ? '' : endingOf(own);
    return text + (kept === '' ? (endings[at] ?? ending) : kept);
  });
  // An empty line below one that ends with a return alone would become the rest of its ending.
  const restored = lines
    .map((line, at) => (line === '\n' && lines[at - 1]?.endsWith('\r') === true ? '\r\n' : line))
    .join('');
  return trimsEnd && restored.trimEnd() === original.trimEnd() ? original : restored;
}

/** Also matches moved lines. */
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

/**
 * For every line the ending that it gets where it is new: that of the line in whose place it stands, else the usual
 * one.
 */
function newEndings(before: readonly string[], matches: readonly number[]): (string | undefined)[] {
  const usual = usualEnding(before);
  // Up to where in `before` each line could stand: the next line that is matched.
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

/** The line ending that most lines have. */
function usualEnding(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const ending = endingOf(line);
    if (ending !== '') counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
