import { l10n } from 'vscode';
import type { Milestone } from '../../../api/record/issue.ts';
import { milestoneStanding } from '../../../domain/milestones/milestones.ts';
import { pageAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { formatAgoAt, formatDay, formatPercent } from '../messages/format.ts';
import { recordUri } from '../uri.ts';
import { paged, type Children, type Node } from '../tree/node.ts';
import { apiName, denied, repositoryTarget, webPage, type RepositoryPlace } from './place.ts';
import { context, described } from './group.ts';
import { issueNode } from './issueRow.ts';

export function milestoneNode(place: RepositoryPlace, milestone: Milestone): Node {
  const { number, title = '' } = milestone;
  const { closed, overdue, done, total, percent } = milestoneStanding(milestone);
  const due = formatDay(milestone.due_on);
  const progress = total === 0 ? undefined : l10n.t('{0} of {1} closed ({2})', done, total, formatPercent(percent));
  return {
    id: `milestone:${number}`,
    row: {
      label: title === '' ? number : title,
      description: described(
        overdue ? l10n.t('overdue') : closed ? l10n.t('closed') : undefined,
        progress,
        due === undefined ? undefined : l10n.t('due {0}', due),
      ),
      icon: closed ? 'pass' : overdue ? 'warning' : 'milestone',
      color: overdue ? 'list.warningForeground' : undefined,
      context: context('milestone', { closed, open: !closed, overdue, ...denied(place) }),
      open: {
        command: 'vscode.open',
        title: l10n.t('Open Milestone'),
        arguments: [recordUri({ ...place.name, kind: 'milestones', id: number })],
      },
    },
    tooltip: () => ({
      title,
      text: milestone.description,
      facts: [
        [l10n.t('Progress'), progress],
        [l10n.t('Due'), due],
        [l10n.t('Updated'), formatAgoAt(milestone.updated_at)],
      ],
    }),
    uri: recordUri({ ...place.name, kind: 'milestones', id: number }),
    target: {
      ...repositoryTarget(place),
      number: Number(number),
      label: title,
      url: pageAddressOrNone(milestone.url) ?? webPage(place, 'milestones', number),
    },
    ...(title === '' || title === 'none' ? {} : { children: issuesOf(place, title) }),
  };
}

/** Must not be called for the title `none`: the API returns the issues without a milestone for it. */
function issuesOf(place: RepositoryPlace, milestone: string): Children {
  return paged({
    pages: (signal) => place.connection.api.issues.list.all({ ...apiName(place), milestone, state: 'all' }, { signal }),
    node: (issue) => issueNode(place, issue),
    emptyText: () => l10n.t('No issues'),
  });
}
