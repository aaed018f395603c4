import { l10n } from 'vscode';
import type { Api } from '../../../../api/client/client.ts';
import type { Pages } from '../../../../api/client/pages.ts';
import type { RepositoryAt } from '../../../../domain/hosts/activeRepository.ts';
import type { Connections } from '../../../../domain/hosts/connections.ts';
import type { KnownRepositories, SeenKind } from '../../../../domain/hosts/knownRepositories.ts';
import { isMoment, issueMoments, type IssueQuery } from '../../../../domain/issues/queries.ts';
import type { Filters } from '../../../kit/rows/filters.ts';
import { momentLabel } from '../../../kit/rows/filterLabels.ts';
import type { Choice } from '../../../kit/prompts/question.ts';
import type { Settings } from '../../../kit/settings.ts';
import { choicePart, textPart, type FilterPart, type FilterQuestion } from '../../../kit/prompts/filterBar.ts';

export interface IssueFilterDependencies {
  readonly filters: Filters;
  readonly settings: Settings;
  readonly knownRepositories: KnownRepositories;
  readonly connections: Connections;
  readonly active: () => RepositoryAt | undefined;
}

type Part = FilterPart<IssueQuery>;
type Names = () => AsyncIterable<readonly string[]>;

/** The criteria of the issues view: the usual ones, and the others. `signal` ends the loading of names. */
export function issueFilterParts(
  on: IssueFilterDependencies,
  signal: AbortSignal,
): Pick<FilterQuestion<IssueQuery>, 'parts' | 'more'> {
  const members = namesOf(
    on,
    'people',
    (api, at) => api.members.list.all(at, { signal }),
    ({ login }) => login,
  );
  const milestones = namesOf(
    on,
    'milestones',
    (api, at) => api.milestones.list.all({ ...at, state: 'all' }, { signal }),
    ({ title = '' }) => title,
  );
  const me = { label: l10n.t('Me'), value: '@me' };
  const parts = [
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
  const author = namePart(
    { label: l10n.t('Author'), icon: 'edit' },
    [me],
    members,
    ({ creator }) => creator,
    (query, creator) => ({ ...query, creator }),
  );
  return { parts, more: [author, ...momentParts()] };
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

/** The order as one choice: the field to sort by, with its direction. */
function orderPart(): Part {
  type Order = `${NonNullable<IssueQuery['sort']>} ${NonNullable<IssueQuery['direction']>}`;
  return choicePart<IssueQuery, Order>(
    { label: l10n.t('Sort'), icon: 'list-ordered' },
    [
      { value: 'created desc', label: l10n.t('newest first') },
      { value: 'created asc', label: l10n.t('oldest first') },
      { value: 'updated desc', label: l10n.t('recently updated first') },
      { value: 'updated asc', label: l10n.t('least recently updated first') },
    ],
    ({ sort, direction }) =>
      sort === undefined && direction === undefined ? undefined : `${sort ?? 'created'} ${direction ?? 'desc'}`,
    (query, order) => ({
      ...query,
      sort: order === undefined ? undefined : order.startsWith('created') ? 'created' : 'updated',
      direction: order === undefined ? undefined : order.endsWith('asc') ? 'asc' : 'desc',
    }),
  );
}

/** One part for each time of an issue. */
function momentParts(): Part[] {
  return issueMoments.map((field) =>
    textPart<IssueQuery>(
      { label: momentLabel(field), icon: 'calendar' },
      (query) => query[field],
      (query, value) => ({ ...query, [field]: value }),
      (value) => (isMoment(value) ? undefined : l10n.t('Enter a date (2026-01-31), a time, or -7d.')),
    ),
  );
}

/** The API has no list of labels, so the labels of the issues read so far are offered. */
function labelsPart({ knownRepositories, active }: IssueFilterDependencies): Part {
  return {
    label: l10n.t('Labels'),
    icon: 'tag',
    valueLabel: ({ labels = [] }) => (labels.length === 0 ? undefined : labels.join(', ')),
    unset: (query) => ({ ...query, labels: undefined }),
    ask: async (prompt, query) => {
      const at = active();
      const chosen = query.labels ?? [];
      const seen = at === undefined ? [] : knownRepositories.seen(at.name, 'labels');
      const labels = [...new Set([...chosen, ...seen])];
      const picked = await prompt.pickMany({
        placeholder: l10n.t('Choose labels, or type one'),
        items: labels.map((label) => ({ label, value: label, picked: chosen.includes(label) })),
        typed: (text) =>
          text.trim() === '' || labels.includes(text.trim()) ? undefined : { label: text.trim(), value: text.trim() },
      });
      return { ...query, labels: picked.length === 0 ? undefined : [...picked] };
    },
  };
}

/** A part that is one of many names: names seen so far, then the first page of the list, or typed text. */
function namePart(
  head: Pick<Part, 'label' | 'icon'>,
  special: readonly Choice<string>[],
  names: Names,
  get: (query: IssueQuery) => string | undefined,
  set: (query: IssueQuery, value: string | undefined) => IssueQuery,
): Part {
  return {
    ...head,
    valueLabel: (query) => special.find(({ value }) => value === get(query))?.label ?? get(query),
    unset: (query) => set(query, undefined),
    ask: async (prompt, query) => {
      async function* items(): AsyncGenerator<readonly Choice<string | undefined>[]> {
        yield [{ label: l10n.t('any'), value: undefined }, ...special];
        for await (const found of names()) yield found.map((name) => ({ label: name, value: name }));
      }
      const value = await prompt.pick<string | undefined>({
        placeholder: l10n.t('{0}: choose, or type a name', head.label),
        items: items(),
        typed: (text) => (text.trim() === '' ? undefined : { label: text.trim(), value: text.trim() }),
      });
      return set(query, value);
    },
  };
}

function namesOf<T>(
  { active, knownRepositories, connections }: IssueFilterDependencies,
  kind: SeenKind,
  list: (api: Api, at: { readonly owner: string; readonly repo: string }) => Pages<T>,
  nameOf: (item: T) => string,
): Names {
  return async function* names() {
    const at = active();
    if (at === undefined) return;
    const seen = knownRepositories.seen(at.name, kind);
    yield seen;
    const { api } = await connections.connect(at.name.host, at.account);
    const { value: page } = await list(api, { owner: at.name.owner, repo: at.name.repo }).pages().next();
    const found = (page?.items ?? []).map(nameOf).filter((name) => name !== '' && !seen.includes(name));
    knownRepositories.noteSeen(at.name, kind, found);
    yield found;
  };
}
