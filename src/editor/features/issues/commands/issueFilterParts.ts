import { l10n } from 'vscode';
import { issueMoments, type IssueQuery } from '../../../../domain/issues/queries.ts';
import { choicePart, type FilterPart, type FilterQuestion } from '../../../kit/prompts/filterBar.ts';
import {
  labelsPart,
  meChoice,
  memberNames,
  momentParts,
  namePart,
  offeredNames,
  orderPart,
  type NameSources,
} from '../../../kit/rows/queryParts.ts';

type Part = FilterPart<IssueQuery>;

/** The criteria of the issues view: the usual ones, and the others. `signal` ends the loading of names. */
export function issueFilterParts(
  on: NameSources,
  signal: AbortSignal,
): Pick<FilterQuestion<IssueQuery>, 'parts' | 'more'> {
  const members = memberNames(on, signal);
  const milestones = offeredNames(
    on,
    'milestones',
    (api, at) => api.milestones.list.all({ ...at, state: 'all' }, { signal }),
    ({ title = '' }) => title,
  );
  const me = meChoice();
  const parts: Part[] = [
    statePart(),
    labelsPart(on),
    namePart(
      { label: l10n.t('Assignee'), icon: 'person' },
      [me],
      members,
      ({ assignee }) => assignee,
      (query, assignee) => ({ ...query, assignee }),
    ),
    namePart(
      { label: l10n.t('Milestone'), icon: 'milestone' },
      [{ label: l10n.t('without milestone'), value: 'none' }],
      milestones,
      ({ milestone }) => milestone,
      (query, milestone) => ({ ...query, milestone }),
    ),
    orderPart(),
  ];
  const author: Part = namePart(
    { label: l10n.t('Author'), icon: 'edit' },
    [me],
    members,
    ({ creator }) => creator,
    (query, creator) => ({ ...query, creator }),
  );
  return { parts, more: [author, ...momentParts<IssueQuery>(issueMoments)] };
}

function statePart(): Part {
  return choicePart(
    { label: l10n.t('State'), icon: 'issues' },
    [
      { value: 'open' as const, label: l10n.t('open') },
      { value: 'closed' as const, label: l10n.t('closed') },
    ],
    ({ state }) => (state === 'all' ? undefined : state),
    (query, state) => ({ ...query, state }),
  );
}
