import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { unmetConditions } from '../../../domain/pullRequests/mergeConditions.ts';
import { pullRequestStates } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { hindrances, peopleIn, type Role } from '../../../domain/pullRequests/roles.ts';
import { pullRequestReports } from '../../../domain/runs/ciReports.ts';
import { webAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { formatAgo, formatAgoAt, formatCount } from '../messages/format.ts';
import { conditionText, missingWords, pullRequestBranches, pullRequestState } from './pullRequestTexts.ts';
import { context, described } from './group.ts';
import { denied, repositoryTarget, webPage, type RepositoryPlace } from './place.ts';
import { ciText, type RowRuns } from './runTexts.ts';
import type { Children, Node, Row, Tooltip } from '../tree/node.ts';

interface PullRequestRow {
  /** The one whose head is its base. */
  readonly lower?: string | undefined;
  readonly ci?: RowRuns | undefined;
  readonly children?: Children;
}

/** The row of a pull request that the host lists. */
export function pullRequestNode(
  place: RepositoryPlace,
  pull: PullRequest,
  { lower, ci, children }: PullRequestRow = {},
): Node {
  const { number, title = '', user } = pull;
  const { state = 'open' } = pull;
  const draft = pull.draft === true && state === 'open';
  const flags = draft ? l10n.t('draft') : state === 'open' ? undefined : pullRequestState(pull);
  const on = lower === undefined ? undefined : l10n.t('on !{0}', lower);
  const missing = missingText(pull);
  const age = formatAgo(pull.created_at);
  const comments = commentsText(pull);
  const runs = (): string | undefined =>
    state === 'open' ? ciText(pullRequestReports(ci?.known ?? [], pull)) : undefined;
  const spoken = (): readonly (string | undefined)[] => [
    l10n.t('Pull request {0}, {1}', number, draft ? l10n.t('draft') : pullRequestState(pull)),
    title,
    user === undefined ? undefined : l10n.t('by {0}', user.login),
    age,
    on,
    runs(),
    missing,
    comments,
  ];
  return {
    id: `pullRequest:${number}`,
    get row() {
      return {
        label: `!${number} ${title}`,
        description: described(flags, on, user?.login, age, runs(), missing, comments),
        ...iconOf(state, draft),
        spoken: spoken().filter(Boolean).join(', '),
        context: context('pullRequest', {
          ...Object.fromEntries(pullRequestStates.map((one) => [one, one === state])),
          draft,
          decided: hindrances(pull, 'approvers', { login: place.connection.account?.login, may: undefined }).length > 0,
          ...denied(place),
        }),
        open: { command: 'sourcehost.pullRequest.show', title: l10n.t('Show Pull Request') },
      };
    },
    ...(children && { children }),
    tooltip: () => tooltipOf(pull),
    target: pullRequestTarget(place, number, pull.html_url),
  };
}

/** The label is what “Copy Name” copies. */
export const pullRequestTarget = (place: RepositoryPlace, number: string, page?: string) => ({
  ...repositoryTarget(place),
  number,
  label: `!${number}`,
  url: webAddressOrNone(page) ?? webPage(place, 'merge_requests', number),
});

function iconOf(state: string, draft: boolean): Pick<Row, 'icon' | 'color'> {
  if (draft) return { icon: 'git-pull-request-draft', color: 'descriptionForeground' };
  if (state === 'merged') return { icon: 'git-merge', color: 'charts.purple' };
  if (state === 'closed') return { icon: 'git-pull-request-closed', color: 'charts.red' };
  if (state === 'locked') return { icon: 'lock', color: 'charts.yellow' };
  return { icon: 'git-pull-request', color: 'charts.green' };
}

/** The row says that it is a draft; the right to merge is about the reader. */
const saidElsewhere = ['work_in_progress', 'merged_by_user'];

function missingText(pull: PullRequest): string | undefined {
  const missing = missingWords(pull, saidElsewhere);
  return missing.length === 0 ? undefined : l10n.t('missing: {0}', missing.join(', '));
}

function commentsText({ comments }: PullRequest): string | undefined {
  if (comments === undefined || comments === 0) return undefined;
  return comments === 1 ? l10n.t('1 comment') : l10n.t('{0} comments', formatCount(comments));
}

function tooltipOf(pull: PullRequest): Tooltip {
  const missing = (unmetConditions(pull) ?? []).map(conditionText);
  return {
    title: `!${pull.number} ${pull.title ?? ''}`,
    text: pull.body,
    facts: [
      [l10n.t('State'), pullRequestState(pull)],
      [l10n.t('Draft'), pull.draft === true ? true : undefined],
      [l10n.t('Author'), pull.user?.login],
      [l10n.t('Branches'), pullRequestBranches(pull)],
      [l10n.t('Approvers'), peopleText(pull, 'approvers')],
      [l10n.t('Reviewers'), peopleText(pull, 'reviewers')],
      [l10n.t('Testers'), peopleText(pull, 'testers')],
      [l10n.t('Labels'), listOf(pull.labels.map(({ name }) => name))],
      [l10n.t('Milestone'), pull.milestone?.title],
      [l10n.t('Missing'), missing.length === 0 ? undefined : missing.join('; ')],
      [l10n.t('Comments'), pull.comments === undefined ? undefined : formatCount(pull.comments)],
      [l10n.t('Created'), formatAgoAt(pull.created_at)],
      [l10n.t('Updated'), formatAgoAt(pull.updated_at)],
    ],
  };
}

const listOf = (texts: readonly string[]): string | undefined => (texts.length === 0 ? undefined : texts.join(', '));

/** Logins, with a check mark for those who agreed. */
const peopleText = (pull: PullRequest, role: Role): string | undefined =>
  listOf(peopleIn(pull, role).map(({ login, accept }) => (accept === true ? `${login} ✓` : login)));
