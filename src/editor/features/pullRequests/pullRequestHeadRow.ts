import { l10n } from 'vscode';
import { oneLine } from '../../../core/text.ts';
import type { HistoryCommit } from '../../../domain/git/gitHistory.ts';
import type { PullRequestHead } from '../../../domain/git/gitRepositories.ts';
import { formatAgo } from '../../kit/messages/format.ts';
import { context, described } from '../../kit/rows/group.ts';
import { denied, type RepositoryPlace } from '../../kit/rows/place.ts';
import { pullRequestTarget } from '../../kit/rows/pullRequestRow.ts';
import type { Node, Row } from '../../kit/tree/node.ts';
import { pullRequestDetails, type PullRequestDetails } from './pullRequestDetailRows.ts';

/** The row of a head by git. `commit`: its commit, once it is known. */
export function pullRequestHeadNode(
  place: RepositoryPlace,
  { number, sha }: PullRequestHead,
  commit: () => HistoryCommit | undefined,
  details: PullRequestDetails,
): Node {
  const subject = (): string => oneLine(commit()?.message.split('\n', 1)[0] ?? '', 200);
  return {
    id: `pullRequest:${number}`,
    get row(): Row {
      const { authorName, authoredDate } = commit() ?? {};
      return {
        label: `!${number} ${subject()}`.trimEnd(),
        description: described(authorName, formatAgo(authoredDate === '' ? undefined : authoredDate)),
        icon: 'git-pull-request',
        spoken: [l10n.t('Pull request {0}', number), subject(), authorName].filter(Boolean).join(', '),
        context: context('pullRequest', denied(place)),
      };
    },
    tooltip: () => ({
      title: `!${number}`,
      text: commit()?.message,
      facts: [
        [l10n.t('Newest commit'), sha.slice(0, 10)],
        [l10n.t('Author of the commit'), commit()?.authorName],
      ],
    }),
    target: { ...pullRequestTarget(place, number), sha },
    children: pullRequestDetails(place, number, { head: sha }, details),
  };
}
