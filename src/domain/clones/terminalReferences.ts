export interface LineReference {
  readonly kind: 'issue' | 'pullRequest' | 'commit';
  /** The number, without its sign, or the sha: a full one, or at least its first 7 characters. */
  readonly name: string;
  /** Characters `[from, to)`, the sign included. */
  readonly from: number;
  readonly to: number;
}

const longestLine = 5_000;
/** Between the shas of `a1b2c3d..e4f5a6b`, two or three dots precede the second one. */
const reference =
  /(?:(?<![\p{L}\p{N}_&/#!@.$-])|(?<=[\da-f]{7}\.{2,3}))(?:([#!])([1-9]\d{0,8})|([\da-f]{7,40}|[\da-f]{64}))(?![\p{L}\p{N}_])/gu;
/** What follows a part of a path or of a name. */
const nameGoesOn = /^(?:[/\\]|[.-][\p{L}\p{N}])/u;

/** `#12`, `!45` and what may be a sha: only git knows. Empty for a line of more than 5,000 characters. */
export function terminalReferences(line: string): LineReference[] {
  if (line.length > longestLine) return [];
  return [...line.matchAll(reference)].flatMap(({ index: from, 0: whole, 1: sign, 2: number, 3: sha }) => {
    const to = from + whole.length;
    if (sha !== undefined && sha.length < 40 && nameGoesOn.test(line.slice(to, to + 2))) return [];
    const kind = sha !== undefined ? 'commit' : sign === '#' ? 'issue' : 'pullRequest';
    return [{ kind, name: sha ?? number ?? '', from, to }];
  });
}
