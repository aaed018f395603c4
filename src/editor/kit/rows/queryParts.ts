import { l10n } from 'vscode';
import type { Api } from '../../../api/client/client.ts';
import type { Pages } from '../../../api/client/pages.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { KnownRepositories, NameKind } from '../../../domain/hosts/knownRepositories.ts';
import { isMoment, type ListQuery, type Moment } from '../../../domain/queries/query.ts';
import { choicePart, textPart, type FilterPart } from '../prompts/filterBar.ts';
import type { Choice } from '../prompts/question.ts';
import { momentLabel } from './filterLabels.ts';

// The criteria that the lists of issues and of pull requests have in common.

export interface NameSources {
  readonly knownRepositories: KnownRepositories;
  readonly connections: Connections;
  readonly active: () => RepositoryAt | undefined;
}

type ParamsOf = { readonly owner: string; readonly repo: string };
export type OfferedNames = () => AsyncIterable<readonly Choice<string>[]>;

export const meChoice = (): Choice<string> => ({ label: l10n.t('Me'), value: '@me' });

/** The order as one choice: the field to sort by, with its direction. */
export function orderPart<Q extends ListQuery>(): FilterPart<Q> {
  type Order = `${'created' | 'updated'} ${'asc' | 'desc'}`;
  return choicePart<Q, Order>(
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

export function momentParts<Q extends ListQuery>(fields: readonly Moment[]): FilterPart<Q>[] {
  return fields.map((field) =>
    textPart<Q>(
      { label: momentLabel(field), icon: 'calendar' },
      (query) => query[field],
      (query, value) => ({ ...query, [field]: value }),
      (value) => (isMoment(value) ? undefined : l10n.t('Enter a date (2026-01-31), a time, or -7d.')),
    ),
  );
}

/** The API has no list of labels, so the labels of the issues read so far are offered. */
export function labelsPart<Q extends ListQuery>({ knownRepositories, active }: NameSources): FilterPart<Q> {
  return {
    label: l10n.t('Labels'),
    icon: 'tag',
    valueLabel: ({ labels = [] }) => (labels.length === 0 ? undefined : labels.join(', ')),
    unset: (query) => ({ ...query, labels: undefined }),
    ask: async (prompt, query) => {
      const at = active();
      const chosen = query.labels ?? [];
      const seen = at === undefined ? [] : knownRepositories.names(at.name, 'labels');
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
export function namePart<Q>(
  head: Pick<FilterPart<Q>, 'label' | 'icon'>,
  special: readonly Choice<string>[],
  names: OfferedNames,
  get: (query: Q) => string | undefined,
  set: (query: Q, value: string | undefined) => Q,
): FilterPart<Q> {
  return {
    ...head,
    valueLabel: (query) => special.find(({ value }) => value === get(query))?.label ?? get(query),
    unset: (query) => set(query, undefined),
    ask: async (prompt, query) => {
      async function* items(): AsyncGenerator<readonly Choice<string | undefined>[]> {
        yield [{ label: l10n.t('any'), value: undefined }, ...special];
        for await (const page of names()) yield page;
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

/** Names that rows told, then those of the first page of `list`. */
export function offeredNames<T>(
  { active, knownRepositories, connections }: NameSources,
  kind: NameKind,
  list: (api: Api, at: ParamsOf) => Pages<T>,
  nameOf: (item: T) => string,
): OfferedNames {
  const choices = (names: readonly string[]): Choice<string>[] => names.map((name) => ({ label: name, value: name }));
  return async function* names() {
    const at = active();
    if (at === undefined) return;
    const seen = knownRepositories.names(at.name, kind);
    yield choices(seen);
    const { api } = await connections.connect(at.name.host, at.account);
    const { value: page } = await list(api, { owner: at.name.owner, repo: at.name.repo }).pages().next();
    const newNames = (page?.items ?? []).map(nameOf).filter((name) => name !== '' && !seen.includes(name));
    knownRepositories.noteNames(at.name, kind, newNames);
    yield choices(newNames);
  };
}

/** Names of the members. `signal` ends their loading. */
export function memberNames(sources: NameSources, signal: AbortSignal): OfferedNames {
  return offeredNames(
    sources,
    'people',
    (api, at) => api.members.list.all(at, { signal }),
    ({ login }) => login,
  );
}
