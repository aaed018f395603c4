import { commands, l10n, ThemeIcon, type Memento } from 'vscode';
import type { Api } from '../../../../api/client/client.ts';
import { filledText, name, optional, type Fields, type Inputs } from '../../../../api/contract/field.ts';
import { search as searches } from '../../../../api/endpoints/search.ts';
import type { Pages } from '../../../../api/client/pages.ts';
import { collect } from '../../../../core/async.ts';
import { readStored, storedTexts } from '../../../../core/storage.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import { command, only, type AnyCommand, type Arguments } from '../../../kit/command.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import type { Choice, PickButton } from '../../../kit/prompts/question.ts';
import { choicesOf } from '../../../kit/commands/ask.ts';
import { atHost } from '../../../kit/commands/declare.ts';
import type { ActiveTarget } from '../../../kit/commands/places.ts';
import { hostFields } from '../../../kit/commands/target.ts';

export type SearchKind = 'users' | 'issues' | 'repositories';

export type ShowResults = (search: {
  readonly kind: SearchKind;
  readonly host: string;
  readonly query: Arguments;
}) => unknown;

/** A button that sets one field of the query. Its icon and label show the current value. */
interface Filter {
  readonly field: string;
  readonly icon: string;
  readonly text: (value: unknown) => string;
  readonly ask: (value: unknown) => Promise<unknown>;
}

interface Search<F extends Fields, T> {
  readonly kind: SearchKind;
  readonly title: string;
  readonly fields: F;
  readonly pages: (api: Api, query: Inputs<F>, signal: AbortSignal) => Pages<T>;
  readonly choice: (item: T) => Choice<T>;
  readonly open: (item: T, host: string) => unknown;
  readonly filters: readonly Filter[];
}

const most = 1000;
const remembered = 10;

interface SearchEnvironment {
  readonly state: Memento;
  readonly active: () => ActiveTarget | undefined;
  readonly showResults: ShowResults | undefined;
}

/** Commands that search the whole host. A user gets results while typing; a program gets an array. */
export function searchCommands(
  state: Memento,
  active: () => ActiveTarget | undefined,
  showResults: ShowResults | undefined,
) {
  const on = { state, active, showResults };
  return {
    'sourcehost.search.users': searchUsers(on),
    'sourcehost.search.issues': searchIssues(on),
    'sourcehost.search.repositories': searchRepositories(on),
  };
}

function searchUsers(on: SearchEnvironment): AnyCommand {
  const { q, sort, order } = searches.users.query;
  return searchCommand(on, {
    kind: 'users',
    title: l10n.t('Search Users'),
    fields: { q, sort, order },
    pages: (api, query, signal) => api.search.users.all(query, { signal }),
    choice: (user) => ({
      label: user.login,
      description: user.name ?? '',
      iconPath: new ThemeIcon('account'),
      value: user,
    }),
    open: ({ login }, host) => commands.executeCommand('sourcehost.user.show', { host, username: login }),
    filters: [sortFilter([['joined_at', () => l10n.t('Newest first')]])],
  });
}

function searchIssues(on: SearchEnvironment): AnyCommand {
  const { q, state, sort, order } = searches.issues.query;
  return searchCommand(on, {
    kind: 'issues',
    title: l10n.t('Search Issues'),
    fields: { q, repo: optional(name), state, sort, order },
    pages: (api, query, signal) => api.search.issues.all(query, { signal }),
    choice: (issue) => ({
      label: issue.title ?? '',
      iconPath: new ThemeIcon(issue.state === 'closed' ? 'issue-closed' : 'issues'),
      description: `${issue.repository?.full_name ?? ''}#${issue.number}`,
      value: issue,
    }),
    open: (issue, host) =>
      commands.executeCommand('sourcehost.issue.show', {
        host,
        repository: issue.repository?.full_name,
        number: issue.number,
      }),
    filters: [
      stateFilter,
      activeFilter(on.active),
      sortFilter([
        ['created_at', () => l10n.t('Newest first')],
        ['last_push_at', () => l10n.t('Last active first')],
      ]),
    ],
  });
}

function searchRepositories(on: SearchEnvironment): AnyCommand {
  const { q, fork, sort, order } = searches.repositories.query;
  return searchCommand(on, {
    kind: 'repositories',
    title: l10n.t('Search Repositories'),
    fields: { q, owner: optional(name), language: optional(name), fork, sort, order },
    pages: (api, query, signal) => api.search.repositories.all(query, { signal }),
    choice: (repository) => ({
      label: repository.full_name,
      iconPath: new ThemeIcon(repository.private === true ? 'lock' : 'repo'),
      description: l10n.t('Stars: {0}', repository.stargazers_count ?? 0),
      detail: repository.description ?? '',
      value: repository,
    }),
    open: (repository, host) =>
      commands.executeCommand('sourcehost.repository.open', { host, repository: repository.full_name }),
    filters: [
      textFilter('owner', 'organization', () => l10n.t('Owner')),
      textFilter('language', 'code', () => l10n.t('Language')),
      forkFilter,
      sortFilter([
        ['stars_count', () => l10n.t('Most stars first')],
        ['forks_count', () => l10n.t('Most forks first')],
        ['last_push_at', () => l10n.t('Last active first')],
      ]),
    ],
  });
}

function searchCommand<const F extends Fields, T>(
  { state, showResults }: SearchEnvironment,
  search: Search<F, T>,
): AnyCommand {
  return command({
    does: `Searches the ${search.kind} of a host.`,
    result: `the ${search.kind}, at most 1,000`,
    fields: { ...search.fields, q: optional(filledText), ...hostFields },
    runAsks: [],
    run: async (args: Arguments, invocation) => {
      const { api, host } = await atHost(invocation, args);
      if (invocation.silent && args.q !== undefined) {
        return await collect(search.pages(api, only(search.fields, args), invocation.signal), most);
      }
      const inView = showResults && ((query: Arguments) => showResults({ kind: search.kind, host: host.id, query }));
      const chosen = await ask(search, only(search.fields, args), api, state, inView);
      await search.open(chosen, host.id);
      return [chosen];
    },
  });
}

async function ask<F extends Fields, T>(
  search: Search<F, T>,
  args: Arguments,
  api: Api,
  state: Memento,
  showAll: ((query: Arguments) => unknown) | undefined,
): Promise<T> {
  const key = `sourcehost.search.${search.kind}`;
  const recent = readStored(storedTexts, state.get(key)) ?? [];
  let set: Arguments = args;
  const button = ({ field, icon, text: valueText, ask: change }: Filter): PickButton => ({
    icon: set[field] === undefined ? icon : 'filter-filled',
    tooltip: valueText(set[field]),
    first: 'hide',
    run: async () => {
      const value = await change(set[field]);
      set = { ...set, [field]: value };
    },
  });
  const inView: readonly PickButton[] =
    showAll === undefined
      ? []
      : [
          {
            icon: 'list-tree',
            tooltip: l10n.t('Show all results in a view'),
            first: 'close',
            run: () => showAll(set),
          },
        ];
  const item = await promptFor(search.title).pick<T>({
    placeholder: l10n.t('Type at least two characters'),
    value: typeof args.q === 'string' ? args.q : '',
    recent,
    search: (q, signal) => {
      set = { ...set, q };
      return choicesOf(search.pages(api, only(search.fields, set), signal), search.choice);
    },
    buttons: () => [...search.filters.map(button), ...inView],
    quickOpen: true,
  });
  const text = String(set.q);
  await state.update(key, [text, ...recent.filter((one) => one !== text)].slice(0, remembered));
  return item;
}

const promptFor = (title: string): Prompt => new Prompt({ title });

function textFilter(field: string, icon: string, label: () => string): Filter {
  return {
    field,
    icon,
    text: (value) => (typeof value === 'string' ? l10n.t('{0}: {1}', label(), value) : label()),
    ask: async (value) =>
      (await promptFor(label()).input({
        prompt: l10n.t('Leave empty for any'),
        value: typeof value === 'string' ? value : '',
      })) || undefined,
  };
}

function sortFilter(orders: readonly (readonly [string, () => string])[]): Filter {
  const text = (value: unknown): string =>
    orders.find(([order]) => order === value)?.[1]() ?? l10n.t('Best match first');
  return {
    field: 'sort',
    icon: 'sort-precedence',
    text,
    ask: () =>
      promptFor(l10n.t('Sort')).pick<string | undefined>({
        placeholder: l10n.t('Which results come first?'),
        items: [undefined, ...orders.map(([order]) => order)].map((value) => ({ label: text(value), value })),
      }),
  };
}

const stateText = (value: unknown): string =>
  value === 'open'
    ? l10n.t('Open issues')
    : value === 'closed'
      ? l10n.t('Closed issues')
      : l10n.t('Open and closed issues');

const stateFilter: Filter = {
  field: 'state',
  icon: 'issues',
  text: stateText,
  ask: () =>
    promptFor(l10n.t('State')).pick<string | undefined>({
      placeholder: l10n.t('Which issues?'),
      items: [undefined, 'open', 'closed'].map((value) => ({ label: stateText(value), value })),
    }),
};

const forkText = (value: unknown): string => (value === true ? l10n.t('Forks too') : l10n.t('Without forks'));

const forkFilter: Filter = {
  field: 'fork',
  icon: 'repo-forked',
  text: forkText,
  ask: (value) => Promise.resolve(value === true ? undefined : true),
};

const activeFilter = (active: () => ActiveTarget | undefined): Filter => ({
  field: 'repo',
  icon: 'repo',
  text: (value) => (typeof value === 'string' ? l10n.t('Only in {0}', value) : l10n.t('In all repositories')),
  ask: (value) => {
    const at = active();
    if (value !== undefined || at === undefined) return Promise.resolve(undefined);
    return Promise.resolve(fullName(at.name));
  },
});
