import type { MarkdownString } from 'vscode';
import { inOrder, visible } from '../../../core/text.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import { messageParts } from '../../../domain/history/commitMessage.ts';
import { formatAgo, formatTime } from './format.ts';
import { commandLink, markdown, markdownLines, withCommands } from './markdown.ts';

/** Characters of a message in a hover. */
const mostCharacters = 5_000;
const shortSha = 10;

/** The repository of a commit, as the commands take it. */
interface RepositoryArguments {
  readonly host: string;
  readonly account?: string | undefined;
  /** `owner/repo` */
  readonly repository: string;
}

/**
 * The author, the date, the whole message with links to its issues, and the sha; before the sha `show`, links that show
 * the commit. The author wrote all texts of the commit: they have no markup.
 */
export function commitMarkdown(
  { sha, message, authorName, authorEmail, authoredDate }: HistoryCommit,
  repository: RepositoryArguments,
  show?: MarkdownString,
): MarkdownString {
  const email = authorEmail === '' ? undefined : `<${authorEmail}>`;
  const author = authorName === '' ? email : authorName;
  const dates = [formatAgo(authoredDate), formatTime(authoredDate)].filter(Boolean).join(' · ');
  const parts = [
    ...(author === undefined ? [] : [markdown`**${author}** ${authorName === '' ? undefined : email}\n\n`]),
    markdown`${dates}\n\n`,
    ...messageMarkdown(message, repository),
    markdown`\n\n${show && markdown`${show} · `}${sha.slice(0, shortSha)}`,
  ];
  // No other command runs from this hover, whatever the message contains.
  return withCommands(parts, ['sourcehost.blame.showCommit', 'sourcehost.history.show', 'sourcehost.issue.open']);
}

function messageMarkdown(message: string, repository: RepositoryArguments): MarkdownString[] {
  const isLong = message.length > mostCharacters;
  const shown = isLong ? `${message.slice(0, mostCharacters).toWellFormed()}…` : message;
  const lines = shown.split('\n').map((line) => inOrder(visible(line)));
  return messageParts(lines.join('\n')).map(({ text, issue }) => {
    if (issue === undefined || issue === 0) return markdownLines(text);
    return commandLink('sourcehost.issue.open', text, { ...repository, number: issue });
  });
}
