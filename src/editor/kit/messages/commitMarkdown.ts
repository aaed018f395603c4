import type { MarkdownString } from 'vscode';
import { inOrder, visible } from '../../../core/text.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import { messageParts } from '../../../domain/history/commitMessage.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { formatAgoAt } from './format.ts';
import { markdown, markdownLines, referenceCommands, referenceLink, withCommands } from './markdown.ts';
import { shortSha } from '../../../domain/objects/gitSha.ts';

/** Characters of a message in a hover. */
const mostCharacters = 5_000;

/**
 * Before the sha `show`: links that show the commit; after it `facts`, one a line. Its author wrote all texts: they have no
 * markup.
 */
export function commitMarkdown(
  { sha, message, authorName, authorEmail, authoredDate }: HistoryCommit,
  name: RepositoryName,
  show?: MarkdownString,
  facts: readonly (readonly [name: string, value: string | undefined])[] = [],
): MarkdownString {
  const email = authorEmail === '' ? undefined : `<${authorEmail}>`;
  const author = authorName === '' ? email : authorName;
  const dates = formatAgoAt(authoredDate) ?? '';
  const parts = [
    ...(author === undefined ? [] : [markdown`**${author}** ${authorName === '' ? undefined : email}\n\n`]),
    markdown`${dates}\n\n`,
    ...messageMarkdown(message, name),
    markdown`\n\n${show && markdown`${show} · `}${shortSha(sha)}`,
    ...facts.map(([fact, value]) => markdown`\n\n${fact}: ${value}`),
  ];
  // No other command runs from this hover, whatever the message contains.
  return withCommands(parts, [
    'sourcehost.blame.showCommit',
    'sourcehost.history.show',
    ...Object.values(referenceCommands),
  ]);
}

function messageMarkdown(message: string, name: RepositoryName): MarkdownString[] {
  const isLong = message.length > mostCharacters;
  const excerpt = isLong ? `${message.slice(0, mostCharacters).toWellFormed()}…` : message;
  const lines = excerpt.split('\n').map((line) => inOrder(visible(line)));
  return messageParts(lines.join('\n')).map(({ text, reference }) => {
    if (reference === undefined || reference.number === '0') return markdownLines(text);
    return referenceLink(text, name, reference);
  });
}
