import type { Issue } from '../../api/record/issue.ts';
import { assigneesOf, issueState } from '../../domain/documents/kinds/issue.ts';

export function issueFields(
  issue: Issue,
): Readonly<Record<'title' | 'state' | 'labels' | 'assignee' | 'milestone', string>> {
  const { title = '', state, labels, milestone } = issue;
  return {
    title,
    // As the inputs of tools write it.
    state: issueState(state) === issueState('open') ? 'open' : (issueState(state) ?? ''),
    labels: labels.map((label) => label.name).join(', '),
    // A host can have several; an edit replaces all of them.
    assignee: assigneesOf(issue).join(', '),
    milestone: milestone === undefined ? '' : `${milestone.number} ${milestone.title ?? ''}`.trim(),
  };
}

export const issueRecord = (issue: Issue) => ({
  number: issue.number,
  ...issueFields(issue),
  updated: issue.updated_at ?? '',
});

export function issueRow(issue: Issue): string {
  const { number, title, state, labels, assignee, milestone, updated } = issueRecord(issue);
  const more = [
    labels === '' ? '' : `labels: ${labels}`,
    assignee === '' ? '' : `assignee: ${assignee}`,
    milestone === '' ? '' : `milestone: ${milestone}`,
    updated === '' ? '' : `updated ${updated}`,
  ];
  const row = [`#${number} ${state} ${title}`, ...more.filter((part) => part !== '')].join('; ');
  // A name with line breaks would look like several rows.
  return row.replaceAll(/[\r\n]+/g, ' ');
}
