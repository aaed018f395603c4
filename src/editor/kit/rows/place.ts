import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import { fullName, parseFullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import type { KnownRepositories, NameKind } from '../../../domain/hosts/knownRepositories.ts';
import { pageBelow } from '../../../domain/hosts/webAddress.ts';
import type { Node } from '../tree/node.ts';
import type { RepositoryList } from './repositoryList.ts';

export interface AccountPlace {
  readonly connection: Connection;
  readonly knownRepositories: KnownRepositories;
  readonly pinned: RepositoryList;
}

export interface RepositoryPlace extends AccountPlace {
  readonly name: RepositoryName;
}

/** Arguments for commands on the account. */
export function accountTarget({ connection }: Pick<AccountPlace, 'connection'>) {
  return { host: connection.host.id, account: connection.account?.login };
}

/** Arguments for commands on the repository, with the other arguments of the row. */
export function repositoryTarget(place: Pick<RepositoryPlace, 'connection' | 'name'>) {
  return { ...accountTarget(place), repository: fullName(place.name) };
}

/** The repository of a row; undefined for rows of other kinds. */
export function repositoryOf(node: Node): RepositoryAt | undefined {
  if (!node.row.context.startsWith('repository')) return undefined;
  const { host, account, repository } = node.target ?? {};
  const named = typeof repository === 'string' ? parseFullName(repository) : undefined;
  if (named === undefined || typeof host !== 'string') return undefined;
  return { name: { host, ...named }, account: typeof account === 'string' ? account : undefined };
}

/** A repository from the `full_name` of its record; undefined if the name is not a valid address. */
export function repositoryPlace(place: AccountPlace, fullNameOfRecord: string): RepositoryPlace | undefined {
  const named = parseFullName(fullNameOfRecord);
  return named && { ...place, name: { host: place.connection.host.id, ...named } };
}

export function isPinned({ pinned, name, connection }: RepositoryPlace): boolean {
  return pinned.has({ name, account: connection.account?.login });
}

/** Notes the names of the items that a list shows. */
export function noteNames(place: RepositoryPlace, kind: NameKind, items: readonly { readonly name: string }[]): void {
  const names = items.map(({ name }) => name);
  place.knownRepositories.noteNames(place.name, kind, names);
}

/** Flags for the actions that the account may not do in the repository. Menus hide these actions. */
export function denied({ knownRepositories, name, connection }: RepositoryPlace) {
  const { contribute, push, administer } = knownRepositories.rights(name, connection.account?.login);
  return { frozen: !contribute, nopush: !push, noadmin: !contribute || !administer };
}

export function apiName({ name }: RepositoryPlace): { readonly owner: string; readonly repo: string } {
  return { owner: name.owner, repo: name.repo };
}

/** The address of a web page of the repository. */
export function webPage({ connection, name, knownRepositories }: RepositoryPlace, ...place: readonly string[]): string {
  return pageBelow(knownRepositories.page(connection.host, name), ...place);
}
