import { l10n, type MarkdownString } from 'vscode';
import type { CallOptions } from '../../../api/http/send.ts';
import type { Issue, Milestone } from '../../../api/record/issue.ts';
import type { IssueTypeSetting } from '../../../api/record/organization.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { User } from '../../../api/record/user.ts';
import { colorOf } from '../../../domain/text/color.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { oneLine } from '../../../core/text.ts';
import { issueState, type issueTable } from '../../../domain/documents/kinds/issue.ts';
import { milestoneState, type milestoneTable } from '../../../domain/documents/kinds/milestone.ts';
import type { releaseTable } from '../../../domain/documents/kinds/release.ts';
import type { pullRequestTable } from '../../../domain/pullRequests/pullRequestFields.ts';
import type { LabelUsage, Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import {
  joinMarkdown,
  markdown,
  referenceCommands,
  referenceLink,
  swatch,
  withCommands,
} from '../../kit/messages/markdown.ts';
import { formatDay } from '../../kit/messages/format.ts';
import { missingWords, pullRequestBranches, pullRequestState } from '../../kit/rows/pullRequestTexts.ts';

const mostPullRequests = 20;

type FieldKey = Exclude<
  keyof typeof issueTable | keyof typeof milestoneTable | keyof typeof pullRequestTable | keyof typeof releaseTable,
  'body'
>;

const fieldTexts: Readonly<Record<FieldKey, () => string>> = {
  title: () => l10n.t('the title, on one line'),
  state: () => l10n.t('whether it is open or closed'),
  labels: () => l10n.t('names of labels, none with a comma'),
  assignee: () => l10n.t('the login of a member'),
  milestone: () => l10n.t('the title of a milestone'),
  draft: () => l10n.t('whether it is a draft, which cannot be merged yet'),
  assignees: () => l10n.t('the logins of the approvers'),
  reviewers: () => l10n.t('the logins of the reviewers'),
  testers: () => l10n.t('the logins of the testers'),
  head: () => l10n.t('the branch that is merged; of a fork: OWNER:branch'),
  base: () => l10n.t('the branch that it is merged into; empty: the default branch'),
  issue: () => l10n.t('the number of an issue that it is linked to'),
  private: () => l10n.t('whether only members see it'),
  due_on: () => l10n.t('the day when it is due, as 2026-01-31'),
  name: () => l10n.t('the name of the release'),
  tag_name: () => l10n.t('the tag; a new one is made at the target'),
  target_commitish: () => l10n.t('branch or commit for a new tag; empty: the default branch'),
  release_status: () => l10n.t('whether it is a pre-release or the latest release'),
};

/** By key and value of a choice. */
const choiceTexts: Readonly<Record<string, () => string>> = {
  'state=opened': () => l10n.t('open; saving reopens a closed issue'),
  'state=open': () => l10n.t('open; saving reopens it if it is closed'),
  'state=closed': () => l10n.t('done; saving closes it'),
  'draft=true': () => l10n.t('not ready to be merged'),
  'draft=false': () => l10n.t('ready for review and merging'),
  'private=true': () => l10n.t('only members see it'),
  'private=false': () => l10n.t('visible to everyone who can see the repository'),
  'release_status=pre': () => l10n.t('pre-release'),
  'release_status=latest': () => l10n.t('the latest release'),
};

export function describeField(key: string, value?: string): string {
  const texts: Readonly<Record<string, () => string>> = value === undefined ? fieldTexts : choiceTexts;
  return texts[value === undefined ? key : `${key}=${value}`]?.() ?? '';
}

export function describeLabel({ name, color, description, issues }: LabelUsage): MarkdownString {
  return paragraphs(
    markdown`${swatch(color)}${oneLine(name, 200)}`,
    textOf(description, 300),
    markdown`${l10n.t('Used by {0} recent issues', issues)}`,
  );
}

export function describeMilestone({ state, due_on, open_issues = 0, closed_issues = 0 }: Milestone): string {
  const parts = [
    milestoneState(state) === 'closed' ? l10n.t('closed') : l10n.t('open'),
    due_on === undefined ? undefined : l10n.t('due {0}', formatDay(due_on) ?? due_on),
    open_issues + closed_issues === 0
      ? undefined
      : l10n.t('{0} of {1} done', closed_issues, open_issues + closed_issues),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

export function describeIssue(issue: Issue): MarkdownString {
  const { state, assignee, user } = issue;
  return describeNumbered(issue, '#', [
    issueState(state) === 'closed' ? l10n.t('closed') : l10n.t('open'),
    user === undefined ? undefined : l10n.t('by {0}', user.login),
    assignee === undefined ? undefined : l10n.t('assigned to {0}', assignee.login),
  ]);
}

export function describePullRequest(pull: PullRequest): MarkdownString {
  const { user, draft } = pull;
  const missing = missingWords(pull);
  return describeNumbered(
    pull,
    '!',
    [
      pullRequestState(pull),
      draft === true ? l10n.t('draft') : undefined,
      user === undefined ? undefined : l10n.t('by {0}', user.login),
      pullRequestBranches(pull),
    ],
    missing.length === 0 ? undefined : markdown`${l10n.t('missing: {0}', missing.join(', '))}`,
  );
}

function describeNumbered(
  { number, title = '', labels, body = '' }: Pick<Issue, 'number' | 'title' | 'labels' | 'body'>,
  sign: '#' | '!',
  facts: readonly (string | undefined)[],
  more?: MarkdownString,
): MarkdownString {
  const line = [
    ...facts.flatMap((fact) => (fact === undefined ? [] : markdown`${oneLine(fact, 200)}`)),
    ...labels.slice(0, 10).map(({ name, color }) => markdown`${swatch(colorOf(color))}${oneLine(name, 60)}`),
  ];
  return paragraphs(
    markdown`**${oneLine(title, 200)} ${sign}${number}**`,
    joinMarkdown(line, ' · '),
    more,
    textOf(body.slice(0, 1_000), 300),
  );
}

/** One line for each pull request of an issue, with links that show their changes. */
export function describePullRequests(repository: RepositoryName, pulls: readonly PullRequest[]): MarkdownString {
  const lines = pulls.slice(0, mostPullRequests).map((pull) => {
    const { number, title = '', user } = pull;
    const link = referenceLink(`!${number}`, repository, { kind: 'pullRequest', number });
    const author = user === undefined ? undefined : markdown` · ${l10n.t('by {0}', user.login)}`;
    return markdown`- ${link} ${oneLine(title, 200)} · ${pullRequestState(pull)}${author}`;
  });
  const more =
    pulls.length > lines.length
      ? [
          markdown`
- …
          `,
        ]
      : [];
  return withCommands(
    [paragraphs(markdown`${l10n.t('Pull requests')}`, joinMarkdown([...lines, ...more], '\n'))],
    [referenceCommands.pullRequest],
  );
}

export function describePerson({ login, name, bio, company }: User): MarkdownString {
  return paragraphs(
    markdown`**${oneLine(name ?? login, 100)}** ${`@${oneLine(login, 100)}`}`,
    textOf(company, 200),
    textOf(bio, 200),
  );
}

/** Empty if the owner is a user, or an organization that does not return its types. */
export async function typesIn(
  vocabulary: Vocabulary,
  repository: RepositoryName,
  options: CallOptions,
): Promise<readonly IssueTypeSetting[]> {
  return await vocabulary.issueTypes(repository, options).catch(() => []);
}

export function describeType({ type_name, type_desc, status }: IssueTypeSetting): MarkdownString {
  const states = status.map(({ status_name, status_desc = '' }) => {
    const description = status_desc === '' ? '' : `: ${oneLine(status_desc, 200)}`;
    return markdown`- ${oneLine(status_name, 100)}${description}`;
  });
  return paragraphs(markdown`**${oneLine(type_name, 100)}**`, textOf(type_desc, 300), joinMarkdown(states, '\n'));
}

export function describeStates(types: readonly IssueTypeSetting[]): MarkdownString {
  const lines = types.map(({ type_name, status }) => {
    const states = status.map(({ status_name }) => status_name).join(', ');
    return markdown`- ${oneLine(type_name, 100)}: ${oneLine(states, 300)}`;
  });
  return paragraphs(markdown`${l10n.t('States in this organization:')}`, joinMarkdown(lines, '\n'));
}

const paragraphs = (...parts: readonly (MarkdownString | undefined)[]): MarkdownString =>
  joinMarkdown(
    parts.filter((part) => part !== undefined).filter(({ value }) => value !== ''),
    '\n\n',
  );

/** The first `length` characters of a text of the service; undefined for an empty text. */
function textOf(text: string | undefined, length: number): MarkdownString | undefined {
  const line = oneLine(text ?? '', length);
  return line === '' ? undefined : markdown`${line}`;
}
