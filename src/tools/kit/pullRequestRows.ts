import type { PullRequest } from '../../api/record/pullRequest.ts';

const missingOf = ({ mergeable_state: conditions }: PullRequest): string =>
  Object.entries(conditions)
    .flatMap(([name, isMet]) => (isMet ? [] : [name.replace(/_passed$/, '').replaceAll('_', ' ')]))
    .join(', ');

const branchOf = ({ label, ref, repo }: PullRequest['head'], base: PullRequest['base']): string =>
  repo?.full_name === undefined || repo.full_name === base.repo?.full_name
    ? (ref ?? label ?? '')
    : `${repo.full_name}:${ref ?? ''}`;

export function pullRequestFields(
  pull: PullRequest,
): Readonly<Record<'title' | 'state' | 'head' | 'base' | 'author' | 'labels' | 'reviewers' | 'missing', string>> {
  const { title = '', state = '', draft, head, base, user, labels, assignees } = pull;
  return {
    title,
    state: draft === true ? `${state}, draft` : state,
    head: branchOf(head, base),
    base: base.ref ?? '',
    author: user?.login ?? '',
    labels: labels.map(({ name }) => name).join(', '),
    reviewers: assignees.map(({ login, accept }) => (accept === true ? `${login} (approved)` : login)).join(', '),
    missing: state === 'open' ? missingOf(pull) : '',
  };
}

export function pullRequestRow(pull: PullRequest): string {
  const { title, state, head, base, author, labels, missing } = pullRequestFields(pull);
  const more = [
    `${head} into ${base}`,
    author === '' ? '' : `author: ${author}`,
    labels === '' ? '' : `labels: ${labels}`,
    missing === '' ? '' : `missing: ${missing}`,
    pull.updated_at === undefined ? '' : `updated ${pull.updated_at}`,
  ];
  return [`!${pull.number} ${state} ${title}`, ...more.filter((part) => part !== '')].join('; ');
}
