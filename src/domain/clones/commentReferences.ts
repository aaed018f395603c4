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

/** What a comment mentions at a character of its line. In a long comment, only a line that begins with `*` counts. */
export function referenceInComment(line: string, character: number, language: string): LineReference | undefined {
  const reference = all(line).find(({ from, to }) => character >= from && character <= to);
  if (reference === undefined || textLanguages.has(language)) return reference;
  return opening.test(line.slice(0, reference.from).trimStart()) ? reference : undefined;
}

/** Shas between backticks are taken too: only git knows which of them are commits. */
function all(line: string): LineReference[] {
  const numbered = referencesIn(line).flatMap(({ kind, ...place }): LineReference[] =>
    kind === 'person' ? [] : [{ kind, ...place }],
  );
  return [...numbered, ...terminalReferences(line).filter(({ kind }) => kind === 'commit')];
}
