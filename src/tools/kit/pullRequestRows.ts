import type { PullRequest } from '../../api/record/pullRequest.ts';
import { headName } from '../../domain/pullRequests/headName.ts';
import { unmetConditions } from '../../domain/pullRequests/mergeConditions.ts';
import { peopleIn, type Role } from '../../domain/pullRequests/roles.ts';

const missingOf = (pull: PullRequest): string =>
  (unmetConditions(pull) ?? [])
    .map(({ name, reason }) => `${name.replaceAll('_', ' ')}${reason === undefined ? '' : ` (${reason})`}`)
    .join(', ');

const peopleOf = (pull: PullRequest, role: Role, agreed: string): string =>
  peopleIn(pull, role)
    .map(({ login, accept }) => (accept === true ? `${login} (${agreed})` : login))
    .join(', ');

type PullRequestField = 'title' | 'state' | 'head' | 'base' | 'author' | 'labels' | Role | 'missing';

export function pullRequestFields(pull: PullRequest): Readonly<Record<PullRequestField, string>> {
  const { title = '', state = '', draft, base, user, labels } = pull;
  return {
    title,
    state: draft === true ? `${state}, draft` : state,
    head: headName(pull) ?? '',
    base: base.ref ?? '',
    author: user?.login ?? '',
    labels: labels.map(({ name }) => name).join(', '),
    approvers: peopleOf(pull, 'approvers', 'approved'),
    reviewers: peopleOf(pull, 'reviewers', 'agreed'),
    testers: peopleOf(pull, 'testers', 'tested'),
    missing: missingOf(pull),
  };
}

export const pullRequestRecord = (pull: PullRequest) => ({
  number: pull.number,
  ...pullRequestFields(pull),
  updated: pull.updated_at ?? '',
});

export function pullRequestRow(pull: PullRequest): string {
  const { number, title, state, head, base, author, labels, missing, updated } = pullRequestRecord(pull);
  const more = [
    `${head} into ${base}`,
    author === '' ? '' : `author: ${author}`,
    labels === '' ? '' : `labels: ${labels}`,
    missing === '' ? '' : `missing: ${missing}`,
    updated === '' ? '' : `updated ${updated}`,
  ];
  return [`!${number} ${state} ${title}`, ...more.filter((part) => part !== '')].join('; ');
}
