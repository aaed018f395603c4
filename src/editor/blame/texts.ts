import { l10n, type MarkdownString, type Uri } from 'vscode';
import { inOrder, oneLine, visible } from '../../core/text.ts';
import type { HistoryCommit } from '../../domain/git/gitHistory.ts';
import { messageParts, subjectOf } from '../../domain/history/commitMessage.ts';
import { fullName } from '../../domain/hosting/address.ts';
import { formatAgo, formatTime } from '../kit/messages/format.ts';
import { commandLink, markdown, markdownLines, withCommands } from '../kit/messages/markdown.ts';
import { fileAddressOf } from '../kit/uri.ts';

/** Characters of a message in a hover. */
const mostCharacters = 5_000;
const shortSha = 10;

/** The author and the age of a commit: `Alice Winter, 3 months ago`. Undefined: the line is not committed. */
export function describeAuthor(commit: HistoryCommit | undefined): string {
  if (commit === undefined) return l10n.t('You, not committed');
  const author = oneLine(commit.authorName, 100);
  const ago = formatAgo(commit.authoredDate);
  return ago === undefined || author === '' ? (ago ?? author) : l10n.t('{0}, {1}', author, ago);
}

/** The commit of a line on one line: `Alice Winter, 3 months ago · Fix the menu (#12)`. */
export function describeLine(commit: HistoryCommit | undefined): string {
  const subject = commit && oneLine(subjectOf(commit.message), 100);
  return inOrder([describeAuthor(commit), subject].filter(Boolean).join(' · '));
}

/**
 * The author, the whole message with links to its issues, and a link that shows the commit of `line` (from 1). The
 * author wrote all texts of the commit: they have no markup.
 */
export function commitHover(commit: HistoryCommit | undefined, uri: Uri, line: number): MarkdownString {
  if (commit === undefined) return markdown`${describeAuthor(undefined)}`;
  const { sha, message, authorName, authorEmail, authoredDate } = commit;
  const email = authorEmail === '' ? undefined : `<${authorEmail}>`;
  const dates = [formatAgo(authoredDate), formatTime(authoredDate)].filter(Boolean).join(' · ');
  const show = commandLink('sourcehost.blame.showCommit', l10n.t('Show Commit'), { uri: uri.toString(), line });
  const parts = [
    markdown`**${authorName === '' ? email : authorName}** ${authorName === '' ? undefined : email}\n\n`,
    markdown`${dates}\n\n`,
    ...messageMarkdown(message, uri),
    markdown`\n\n${show} · ${sha.slice(0, shortSha)}`,
  ];
  // No other command runs from this hover, whatever the message contains.
  return withCommands(parts, ['sourcehost.blame.showCommit', 'sourcehost.issue.open']);
}

function messageMarkdown(message: string, uri: Uri): MarkdownString[] {
  const address = fileAddressOf(uri);
  const isLong = message.length > mostCharacters;
  const shown = isLong ? `${message.slice(0, mostCharacters).toWellFormed()}…` : message;
  const lines = shown.split('\n').map((line) => inOrder(visible(line)));
  return messageParts(lines.join('\n')).map(({ text, issue }) => {
    if (issue === undefined || issue === 0 || address === undefined) return markdownLines(text);
    const given = { host: address.host, repository: fullName(address), number: issue };
    return commandLink('sourcehost.issue.open', text, given);
  });
}
