import { referencesIn } from '../documents/assist/references.ts';
import { terminalReferences, type LineReference } from './terminalReferences.ts';

const textLanguages: ReadonlySet<string> = new Set([
  'plaintext',
  'markdown',
  'restructuredtext',
  'asciidoc',
  'git-commit',
  'git-rebase',
]);

const opening = /(?:^|\s)(?:\/\/|\/\*|<!--|#{1,6}!?(?=\s)|--(?=\s))|^(?:\*|;|%|--|"""|''')/;

/**
 * The issue, pull request or commit that a comment mentions at a character of its line; undefined for code. The line
 * alone tells what is a comment, so a line in the middle of a long comment counts only if it begins with `*`.
 */
export function referenceInComment(line: string, character: number, language: string): LineReference | undefined {
  const reference = all(line).find(({ from, to }) => character >= from && character <= to);
  if (reference === undefined || textLanguages.has(language)) return reference;
  return opening.test(line.slice(0, reference.from).trimStart()) ? reference : undefined;
}

/** Shas count also between backticks: only git tells which of them are commits. */
function all(line: string): LineReference[] {
  const numbered = referencesIn(line).flatMap(({ kind, ...place }): LineReference[] =>
    kind === 'person' ? [] : [{ kind, ...place }],
  );
  return [...numbered, ...terminalReferences(line).filter(({ kind }) => kind === 'commit')];
}
