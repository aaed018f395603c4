/** A part of a line of a terminal that names something of a repository. */
export interface TerminalReference {
  readonly kind: 'issue' | 'mergeRequest' | 'commit';
  /** The number, without its sign, or the full sha. */
  readonly name: string;
  /** Characters `[from, to)`, the sign included. */
  readonly from: number;
  readonly to: number;
}

const longestLine = 5_000;
const reference = /(?<![\p{L}\p{N}_&/#!@.$-])(?:([#!])([1-9]\d{0,8})|([\da-f]{40}|[\da-f]{64}))(?![\p{L}\p{N}_])/gu;

/** `#12`, `!45` and full shas in a line of a terminal. Empty for a line of more than 5,000 characters. */
export function terminalReferences(line: string): TerminalReference[] {
  if (line.length > longestLine) return [];
  return [...line.matchAll(reference)].map(({ index, 0: whole, 1: sign, 2: number, 3: sha }) => ({
    kind: sha !== undefined ? 'commit' : sign === '#' ? 'issue' : 'mergeRequest',
    name: sha ?? number ?? '',
    from: index,
    to: index + whole.length,
  }));
}
