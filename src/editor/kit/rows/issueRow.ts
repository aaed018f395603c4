import { l10n } from 'vscode';
import type { Issue } from '../../../api/record/issue.ts';
import { assigneesOf, issueTitles } from '../../../domain/documents/kinds/issue.ts';
import { webAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { formatAgoAt } from '../messages/format.ts';
import { recordUri } from '../uri.ts';
import type { Node, Tooltip } from '../tree/node.ts';
import { denied, repositoryTarget, webPage, type RepositoryPlace } from './place.ts';
import { context, described } from './group.ts';

export function isClosed(issue: Issue): boolean {
  return issue.state === 'closed';
}

export function issueNode(place: RepositoryPlace, issue: Issue): Node {
  const { number, title = '' } = issue;
  const closed = isClosed(issue);
  const names = namesOf(issue);
  const people = assigneesOf(issue).join(', ');
  const state = stateOf(issue);
  const spoken = [
    l10n.t('Issue {0}, {1}', number, state),
    title,
    names === '' ? undefined : l10n.t('labels: {0}', names),
    people === '' ? undefined : l10n.t('assigned to {0}', people),
  ];
  return {
    id: `issue:${number}`,
    row: {
      label: `#${number} ${title}`,
      description: described(closed ? state : undefined, names, people),
      icon: closed ? 'issue-closed' : 'issues',
      color: closed ? 'charts.purple' : 'charts.green',
      spoken: spoken.filter(Boolean).join(', '),
      context: context('issue', { closed, open: !closed, ...denied(place) }),
      open: { command: 'sourcehost.issue.show', title: l10n.t('Show Issue') },
    },
    tooltip: () => tooltipOf(issue),
    uri: recordUri({ ...place.name, kind: 'issues', id: number }),
    target: {
      ...repositoryTarget(place),
      number,
      numbers: number,
      label: `#${number} ${title}`,
      url: webAddressOrNone(issue.html_url) ?? webPage(place, 'issues', number),
    },
  };
}

function tooltipOf(issue: Issue): Tooltip {
  const { type, stage, priority } = issueTitles(issue);
  return {
    title: `#${issue.number} ${issue.title ?? ''}`,
    text: issue.body,
    facts: [
      [l10n.t('State'), stage ?? stateOf(issue)],
      [l10n.t('Type'), type],
      [l10n.t('Priority'), priority],
      [l10n.t('Author'), issue.user?.login],
      [l10n.t('Milestone'), issue.milestone?.title],
      [l10n.t('Updated'), formatAgoAt(issue.updated_at ?? issue.created_at)],
    ],
  };
}

const stateOf = (issue: Issue): string => (isClosed(issue) ? l10n.t('closed') : l10n.t('open'));

const namesOf = ({ labels }: Issue): string => labels.map(({ name }) => name).join(', ');
