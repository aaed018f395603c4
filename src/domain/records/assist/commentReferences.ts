import { referencesIn, type Reference } from './references.ts';

/** Languages that are text as a whole. */
const texts: ReadonlySet<string> = new Set(['plaintext', 'markdown', 'restructuredtext', 'asciidoc', 'git-commit']);

/** The start of a comment in most languages. */
const opening = /(?:^|\s)(?:\/\/|\/\*|<!--|#{1,6}!?(?=\s)|--(?=\s))|^(?:\*|;|%|--|"""|''')/;

/**
 * The issue that a comment mentions at a character of its line; undefined for code. The line alone tells what is a
 * comment, so a line in the middle of a long comment counts only if it begins with `*`.
 */
export function issueInComment(line: string, character: number, language: string): Reference | undefined {
  const found = referencesIn(line).find(
    ({ kind, from, to }) => kind === 'issue' && character >= from && character <= to,
  );
  if (found === undefined || texts.has(language)) return found;
  return opening.test(line.slice(0, found.from).trimStart()) ? found : undefined;
}
