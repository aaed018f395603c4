import { l10n, MarkdownString } from 'vscode';
import type { Issue, Milestone } from '../../api/record/issue.ts';
import type { IssueTypeSetting } from '../../api/record/organization.ts';
import type { User } from '../../api/record/user.ts';
import { oneLine } from '../../core/text.ts';
import { issueState } from '../../domain/recordKinds/issue.ts';
import { milestoneState } from '../../domain/recordKinds/milestone.ts';
import { colorOf, type SeenLabel } from '../../domain/records/vocabulary.ts';

/** What a key, or one of its values, is for. */
export function describeField(key: string, value?: string): string {
  const words: Readonly<Record<string, () => string>> = {
    title: () => l10n.t('the title, on one line'),
    state: () => l10n.t('whether it is open or closed'),
    'state=opened': () => l10n.t('open; saving reopens a closed issue'),
    'state=open': () => l10n.t('open; saving reopens a closed milestone'),
    'state=closed': () => l10n.t('done; saving closes it'),
    labels: () => l10n.t('names of labels, none with a comma'),
    assignee: () => l10n.t('the login of a member'),
    milestone: () => l10n.t('the title of a milestone'),
    private: () => l10n.t('whether only members see it'),
    'private=true': () => l10n.t('only members see it'),
    'private=false': () => l10n.t('everybody who sees the repository sees it'),
    due_on: () => l10n.t('the day when it is due, as 2026-01-31'),
    name: () => l10n.t('the name of the release'),
    tag_name: () => l10n.t('the tag; a new one is made at the target'),
    target_commitish: () => l10n.t('branch or commit for a new tag; empty: the default branch'),
    release_status: () => l10n.t('whether it is a pre-release or the latest release'),
    'release_status=pre': () => l10n.t('pre-release'),
    'release_status=latest': () => l10n.t('the latest release'),
  };
  return words[value === undefined ? key : `${key}=${value}`]?.() ?? '';
}

/** Text of the service as Markdown that is only text. */
export function plain(text: string, length = 300): MarkdownString {
  return new MarkdownString().appendText(oneLine(text, length));
}

export function describeLabel({ name, color, issues }: SeenLabel): MarkdownString {
  const markdown = new MarkdownString();
  markdown.supportHtml = true;
  if (color !== undefined)
    markdown.appendMarkdown(`<span style="background-color:${color};">&nbsp;&nbsp;&nbsp;</span> `);
  markdown.appendText(oneLine(name, 200));
  return markdown.appendMarkdown('\n\n').appendText(l10n.t('on {0} of the newest issues', issues));
}

export function describeMilestone({ state, due_on, open_issues = 0, closed_issues = 0 }: Milestone): string {
  const parts = [
    milestoneState(state) === 'closed' ? l10n.t('closed') : l10n.t('open'),
    due_on === undefined ? undefined : l10n.t('due {0}', due_on),
    open_issues + closed_issues === 0
      ? undefined
      : l10n.t('{0} of {1} done', closed_issues, open_issues + closed_issues),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** An issue in a few lines. */
export function describeIssue({ number, title = '', state, labels, assignee, user, body = '' }: Issue): MarkdownString {
  const markdown = new MarkdownString();
  markdown.supportHtml = true;
  markdown
    .appendMarkdown('**')
    .appendText(`${oneLine(title, 200)} #${number}`)
    .appendMarkdown('**\n\n');
  const closed = issueState(state) === 'closed';
  const facts = [
    closed ? l10n.t('closed') : l10n.t('open'),
    user === undefined ? undefined : l10n.t('by {0}', user.login),
    assignee === undefined ? undefined : l10n.t('assigned to {0}', assignee.login),
  ];
  markdown.appendText(facts.filter((fact) => fact !== undefined).join(' · '));
  for (const { name, color } of labels.slice(0, 10)) {
    const hex = colorOf(color);
    const swatch = hex === undefined ? '' : `<span style="color:${hex};">■</span> `;
    markdown.appendMarkdown(` · ${swatch}`).appendText(oneLine(name, 60));
  }
  const beginning = oneLine(body.slice(0, 1_000), 300);
  return beginning === '' ? markdown : markdown.appendMarkdown('\n\n').appendText(beginning);
}

export function describePerson({ login, name, bio, company }: User): MarkdownString {
  const markdown = new MarkdownString()
    .appendMarkdown('**')
    .appendText(oneLine(name ?? login, 100))
    .appendMarkdown('** ');
  markdown.appendText(`@${login}`);
  for (const more of [company, bio])
    if (more !== undefined && more !== '') markdown.appendMarkdown('\n\n').appendText(oneLine(more, 200));
  return markdown;
}

/** An issue type of the organization, with its states. */
export function describeType({ type_name, type_desc = '', status }: IssueTypeSetting): MarkdownString {
  const markdown = new MarkdownString()
    .appendMarkdown('**')
    .appendText(oneLine(type_name, 100))
    .appendMarkdown('**\n\n');
  if (type_desc !== '') markdown.appendText(oneLine(type_desc, 300)).appendMarkdown('\n\n');
  for (const { status_name, status_desc = '' } of status) {
    markdown.appendMarkdown('- ').appendText(oneLine(status_name, 100));
    if (status_desc !== '') markdown.appendText(`: ${oneLine(status_desc, 200)}`);
    markdown.appendMarkdown('\n');
  }
  return markdown;
}

/** The states of an organization's issue types. */
export function describeStates(types: readonly IssueTypeSetting[]): MarkdownString {
  const markdown = new MarkdownString().appendText(l10n.t('States in this organization:')).appendMarkdown('\n\n');
  for (const { type_name, status } of types) {
    const states = status.map(({ status_name }) => status_name).join(', ');
    markdown
      .appendMarkdown('- ')
      .appendText(`${oneLine(type_name, 100)}: ${oneLine(states, 300)}`)
      .appendMarkdown('\n');
  }
  return markdown;
}
