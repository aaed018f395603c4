import { l10n } from 'vscode';
import type { Account } from '../../domain/hosts/hosts.ts';
import type { RepositoryAt } from '../../domain/hosts/activeRepository.ts';
import { queryText } from '../../domain/queries/queryLine.ts';
import { OrganizationsFilter, RepositoryFilter, repositoryLine } from '../../domain/issues/queries.ts';
import { webAddressOf } from '../../domain/hosts/webAddress.ts';
import type { Enterprises } from '../features/organizations/enterprises.ts';
import type { Filters } from '../kit/rows/filters.ts';
import { deferred, fixed, paged, type Children, type Node } from '../kit/tree/node.ts';
import { ownedFirst, ownRepositoriesQuery } from '../features/repositories/ownRepositories.ts';
import type { AccountPlace } from '../kit/rows/place.ts';
import { enterpriseNode, organizationNode } from '../features/organizations/organizationRows.ts';
import { context, described, group } from '../kit/rows/group.ts';
import { namedRepositoryNode, repositoryNode } from '../kit/rows/repositoryRow.ts';
import type { Services } from '../services/services.ts';

export interface AccountsSource extends Pick<
  Services,
  'connections' | 'knownRepositories' | 'filters' | 'loadHostFeatures' | 'pinned' | 'recent'
> {
  readonly enterprises: Enterprises;
}

export function ownRepositoriesList(account: string): string {
  return `repositories/${account}`;
}

export function organizationsList(account: string): string {
  return `organizations/${account}`;
}

/** Pinned and recent repositories, and every account. Empty while no account is signed in. */
export function accountsOf(source: AccountsSource): Children {
  return fixed(async () => {
    const accounts = await source.connections.accounts();
    if (accounts.length === 0) return [];
    return [
      ...listNode(source, 'pinned', l10n.t('Pinned'), 'pinned', source.pinned.all()),
      ...listNode(source, 'recent', l10n.t('Recent'), 'history', source.recent.all()),
      ...accounts.map((account) => accountNode(source, account, accounts.length === 1)),
    ];
  });
}

/** A row with a stored list of repositories; no row while the list is empty. */
function listNode(
  { connections, knownRepositories, pinned }: AccountsSource,
  id: string,
  label: string,
  icon: string,
  repositories: readonly RepositoryAt[],
): Node[] {
  const there = repositories.filter(({ name }) => connections.host(name.host) !== undefined);
  if (there.length === 0) return [];
  const children = fixed(() =>
    Promise.all(
      there.map(async ({ name, account }) => {
        const connection = await connections.connect(name.host, account).catch(() => connections.connect(name.host));
        return namedRepositoryNode({ connection, knownRepositories, pinned, name });
      }),
    ),
  );
  return [group(id, { label, icon, expanded: id === 'pinned' }, children)];
}

function accountNode(source: AccountsSource, account: Account, only: boolean): Node {
  const host = source.connections.host(account.host);
  const list = organizationsList(account.id);
  const filter = (): OrganizationsFilter => source.filters.get(list, OrganizationsFilter) ?? {};
  return {
    id: `account:${account.id}`,
    list,
    get row() {
      const narrowed = filter().admin === true;
      const filterText = narrowed ? l10n.t('organizations I administer') : undefined;
      return {
        label: account.login,
        description: described(host?.name ?? account.host, filterText),
        icon: 'account',
        context: context('account', { filtered: narrowed }),
        expanded: only,
      };
    },
    target: {
      host: account.host,
      account: account.login,
      username: account.login,
      label: account.login,
      url: host && webAddressOf(host, account.login),
    },
    tooltip: () => ({ title: account.login, facts: [[l10n.t('Host'), host?.name]] }),
    children: deferred(async () => {
      const connection = await source.connections.connect(account.host, account.login);
      const place: AccountPlace = { connection, knownRepositories: source.knownRepositories, pinned: source.pinned };
      return paged({
        pages: (signal) => connection.api.organizations.own.all(filter(), { signal }),
        node: (organization) => organizationNode(place, source, organization),
        above: () => [
          ownRepositoriesNode(place, source.filters, account),
          ...source.enterprises.of(account.id).map((enterprise) => enterpriseNode(place, enterprise)),
        ],
        // A token may lack the scope for organizations only.
        aboveFailures: ['forbidden', 'missing', 'refused'],
      });
    }),
  };
}

function ownRepositoriesNode(place: AccountPlace, filters: Filters, account: Account): Node {
  const list = ownRepositoriesList(account.id);
  const filter = (): RepositoryFilter => filters.get(list, RepositoryFilter) ?? {};
  return {
    id: 'ownRepositories',
    list,
    get row() {
      const text = queryText(repositoryLine, filter());
      return {
        label: l10n.t('My repositories'),
        description: described(text),
        icon: 'repo',
        context: context('ownRepositories', { filtered: text !== '' }),
      };
    },
    target: { host: account.host, account: account.login },
    children: paged({
      pages: (signal) => place.connection.api.own.repositories.all(ownRepositoriesQuery(filter()), { signal }),
      // In the default order, those of the account come before those that it only contributes to.
      order: (repositories) => (filter().sort === undefined ? ownedFirst(repositories, account.login) : repositories),
      node: (repository) => repositoryNode(place, repository),
      emptyText: () => {
        const isFiltered = queryText(repositoryLine, filter()) !== '';
        return isFiltered ? l10n.t('Nothing fits the filter.') : l10n.t('No repositories yet. Create one');
      },
      emptyOpens: { command: 'sourcehost.repository.create', title: l10n.t('Create Repository'), arguments: [] },
    }),
  };
}
