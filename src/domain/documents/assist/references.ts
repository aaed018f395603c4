/** `#12`, `!45` or `@login` in a text. */
export interface Reference {
  readonly kind: 'issue' | 'pullRequest' | 'person';
  /** The number or login, without its sign. */
  readonly name: string;
  /** Characters `[from, to)`, the sign included. */
  readonly from: number;
  readonly to: number;
}

/** Before `!45` also no sign of shell syntax. */
const reference =
  /(?<![\p{L}\p{N}_&/#@.-])(?:(?:#(\d{1,12})|(?<![!$])!([1-9]\d{0,8}))(?![\p{L}\p{N}_])|@([\p{L}\p{N}](?:[\p{L}\p{N}_.-]{0,98}[\p{L}\p{N}_])?))/gu;

/** The references in one line of Markdown, not those in code. */
export function referencesIn(line: string): Reference[] {
  if (line.length > 20_000) return [];
  const code = codeIn(line);
  return [...line.matchAll(reference)].flatMap((match): Reference[] => {
    const { index, 0: whole, 1: issue, 2: pullRequest, 3: login } = match;
    if (code.some(([from, to]) => index >= from && index < to)) return [];
    const kind = issue !== undefined ? 'issue' : pullRequest !== undefined ? 'pullRequest' : 'person';
    return [{ kind, name: issue ?? pullRequest ?? login ?? '', from: index, to: index + whole.length }];
  });
}

/** The ranges of code in a line of Markdown: between runs of backticks of the same length. */
export function codeIn(line: string): [from: number, to: number][] {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({
    from: index,
    to: index + run.length,
    length: run.length,
  }));
  const code: [number, number][] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at];
    const closing = runs.findIndex((run, index) => index > at && run.length === opening?.length);
    if (opening === undefined || closing < 0) continue;
    code.push([opening.from, runs[closing]?.to ?? opening.to]);
    at = closing;
  }
  return code;
}
