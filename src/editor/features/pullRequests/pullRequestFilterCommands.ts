import { l10n } from 'vscode';
import { pullRequestFilters } from '../../../api/endpoints/optional/pullRequests.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import {
  pullRequestMoments,
  PullRequestQuery,
  pullRequestStates,
} from '../../../domain/pullRequests/pullRequestQueries.ts';
import { readQueries } from '../../../domain/queries/query.ts';
import { titleWith } from '../../kit/commands/questionTitle.ts';
import { askFilter, choicePart, type FilterPart, type FilterPreset } from '../../kit/prompts/filterBar.ts';
import { pullRequestsList } from '../../kit/rows/filteredLists.ts';
import type { Filters } from '../../kit/rows/filters.ts';
import { currentPullRequestQuery, pullRequestStateLabel } from '../../kit/rows/pullRequestFilter.ts';
import { queryCommands } from '../../kit/rows/queryCommands.ts';
import {
  labelsPart,
  meChoice,
  memberNames,
  momentParts,
  namePart,
  offeredNames,
  orderPart,
  type NameSources,
  type OfferedNames,
} from '../../kit/rows/queryParts.ts';
import type { Settings } from '../../kit/settings.ts';

export interface PullRequestFilterParts extends NameSources {
  readonly filters: Filters;
  readonly settings: Settings;
}

export function pullRequestFilterCommands(on: PullRequestFilterParts) {
  const { filters, settings } = on;
  const { filter, clearFilter, saveQuery } = queryCommands<PullRequestQuery>(pullRequestFilters, {
    view: 'Pull Requests',
    schema: PullRequestQuery,
    current: () => currentPullRequestQuery(filters),
    saved: () => readQueries(PullRequestQuery, settings.get('pullRequests.queries')).queries,
    show: (query) => filters.set(pullRequestsList, query),
    ask: (signal) => askPullRequestFilter(on, signal),
    settings,
    setting: 'pullRequests.queries',
  });
  return {
    'sourcehost.pullRequest.filter': filter,
    'sourcehost.pullRequest.clearFilter': clearFilter,
    'sourcehost.pullRequest.saveQuery': saveQuery,
  };
}

function askPullRequestFilter(on: PullRequestFilterParts, signal: AbortSignal): Promise<PullRequestQuery> {
  const at = on.active();
  const presets: FilterPreset<PullRequestQuery>[] = [
    { label: l10n.t('To review by me'), icon: 'eye', filter: { state: 'open', reviewer: '@me' } },
    { label: l10n.t('Assigned to me'), icon: 'account', filter: { state: 'open', assignee: '@me' } },
    { label: l10n.t('Mine'), icon: 'edit', filter: { state: 'open', author: '@me' } },
  ];
  const { people, ...names } = sources(on, signal);
  const person = (label: string, icon: string, field: 'author' | 'assignee' | 'reviewer') =>
    namePart<PullRequestQuery>(
      { label, icon },
      [meChoice()],
      people,
      (query) => query[field],
      (query, value) => ({ ...query, [field]: value }),
    );
  return askFilter<PullRequestQuery>({
    title: titleWith(l10n.t('Filter Pull Requests'), at && fullName(at.name)),
    start: currentPullRequestQuery(on.filters),
    empty: {},
    presets,
    parts: [
      statePart(),
      person(l10n.t('Reviewer'), 'eye', 'reviewer'),
      person(l10n.t('Author'), 'edit', 'author'),
      labelsPart(on),
      basePart(names.branches),
      orderPart(),
    ],
    more: [
      person(l10n.t('Assignee'), 'person', 'assignee'),
      milestonePart(names.milestones),
      ...momentParts<PullRequestQuery>(pullRequestMoments),
    ],
  });
}

/** Names for the questions. `signal` ends their loading. */
function sources(on: NameSources, signal: AbortSignal): Record<'branches' | 'milestones' | 'people', OfferedNames> {
  const branches = offeredNames(
    on,
    'branches',
    (api, at) => api.branches.list.all(at, { signal }),
    ({ name }) => name,
  );
  async function* milestones() {
    const at = on.active();
    if (at === undefined) return;
    const { api } = await on.connections.connect(at.name.host, at.account);
    const { owner, repo } = at.name;
    const { value } = await api.milestones.list.all({ owner, repo, state: 'all' }, { signal }).pages().next();
    yield (value?.items ?? []).map(({ number, title = '' }) => ({ label: title, value: number }));
  }
  return { branches, milestones, people: memberNames(on, signal) };
}

const statePart = (): FilterPart<PullRequestQuery> =>
  choicePart(
    { label: l10n.t('State'), icon: 'git-pull-request' },
    pullRequestStates
      .filter((state) => state !== 'all')
      .map((value) => ({ value, label: pullRequestStateLabel(value) })),
    ({ state }) => (state === 'all' ? undefined : state),
    (query, state) => ({ ...query, state }),
  );

const basePart = (branches: OfferedNames): FilterPart<PullRequestQuery> =>
  namePart(
    { label: l10n.t('Target Branch'), icon: 'git-branch' },
    [],
    branches,
    ({ base }) => base,
    (query, base) => ({ ...query, base }),
  );

/** The API takes the number of a milestone. */
const milestonePart = (milestones: OfferedNames): FilterPart<PullRequestQuery> =>
  namePart(
    { label: l10n.t('Milestone'), icon: 'milestone' },
    [],
    milestones,
    ({ milestone_number: number }) => number?.toString(),
    (query, value) => {
      const number = Number(value);
      return { ...query, milestone_number: Number.isSafeInteger(number) && number > 0 ? number : undefined };
    },
  );
