/** A part of a text that was replaced by `text`, in UTF-16 units. */
interface Replacement {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Where a link goes if `from` to `to` is selected: after it, and not into a link whose label is selected. */
export function insertPlace(text: string, from: number, to: number): number {
  const link = from === to ? null : /^\]\([^)\s]*\)/.exec(text.slice(to));
  return to + (link?.[0].length ?? 0);
}

/** Where a place of a text is after a replacement. What is typed at the place itself comes after it. */
export function movedPlace(place: number, { rangeOffset, rangeLength, text }: Replacement): number {
  if (rangeOffset >= place) return place;
  return rangeOffset + rangeLength <= place ? place + text.length - rangeLength : rangeOffset;
}

/** The smallest replacement that makes `after` of `before`. */
export function replacementIn(before: string, after: string): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    rangeOffset: start,
    rangeLength: before.length - end - start,
    text: after.slice(start, after.length - end),
  };
}
