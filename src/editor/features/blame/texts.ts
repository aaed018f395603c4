import { l10n, type MarkdownString, type Uri } from 'vscode';
import { inOrder, oneLine } from '../../../core/text.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import { subjectOf } from '../../../domain/history/commitMessage.ts';
import { parseFileAddress } from '../../../domain/hosts/address.ts';
import { commitMarkdown } from '../../kit/messages/commitMarkdown.ts';
import { formatAgo } from '../../kit/messages/format.ts';
import { commandLink, markdown } from '../../kit/messages/markdown.ts';

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

/** The commit of `line` (from 1) of the remote file at `uri`, with a link that compares it with its parent. */
export function commitHover(commit: HistoryCommit | undefined, uri: Uri, line: number): MarkdownString {
  if (commit === undefined) return markdown`${describeAuthor(undefined)}`;
  const { host, owner, repo } = parseFileAddress(uri);
  const show = commandLink('sourcehost.blame.showCommit', l10n.t('Show Commit'), { uri: uri.toString(), line });
  return commitMarkdown(commit, { host, owner, repo }, show);
}
