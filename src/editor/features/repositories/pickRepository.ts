import { l10n, ThemeIcon } from 'vscode';
import type { Repository } from '../../../api/record/repository.ts';
import { isFailure, nobodySignedIn } from '../../../core/errors.ts';
import { readRepository } from '../../../domain/hosts/repositoryRecord.ts';
import { repositoryOfAddress, type RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import { fullName, parseFullName, repositoryKey } from '../../../domain/hosts/address.ts';
import type { Connection, Connections } from '../../../domain/hosts/connections.ts';
import type { KnownRepositories } from '../../../domain/hosts/knownRepositories.ts';
import type { Prompt } from '../../kit/prompts/prompt.ts';
import type { Choice, PickItem, PickPage } from '../../kit/prompts/question.ts';
import { ownedFirst, ownRepositoriesQuery } from './ownRepositories.ts';

export interface RepositoryQuestion {
  readonly connections: Connections;
  readonly recent: readonly RepositoryAt[];
  readonly pinned: readonly RepositoryAt[];
  /** Undefined: all hosts with a signed-in account. */
  readonly host?: string | undefined;
  /** Undefined: all accounts of the host. */
  readonly account?: string | undefined;
  readonly knownRepositories: Pick<KnownRepositories, 'has'>;
  readonly signal: AbortSignal;
}

interface Offer {
  readonly at: RepositoryAt;
  readonly icon: string;
  readonly text?: string | undefined;
  /** The service listed it. A stored or typed repository may not exist. */
  readonly listed?: true;
}

interface ChosenRepository extends RepositoryAt {
  readonly record?: Repository;
}

/** Of the repositories of an account, the last updated ones are listed without a search. */
const mostOwn = 100;

/**
 * Asks in one list: recent, pinned, own and found ones, and typed names or addresses, until the repository exists.
 * @throws Failure `signedOut` if no host is given and no account is signed in
 */
export async function pickRepository(prompt: Prompt, question: RepositoryQuestion): Promise<ChosenRepository> {
  const { connections, host, signal } = question;
  const records = new Map<Offer, Repository>();
  const readers = await readersOf(question);
  const hosts = connections.hosts().filter(({ id }) => host === undefined || id === host);
  const hostIds = [...new Set(readers.map((reader) => reader.host.id))];
  const only = hostIds.length === 1 ? hostIds[0] : undefined;
  const choice = (offer: Offer): Choice<Offer> => choiceOf(offer, connections, only);
  const item = await prompt.pick<Offer>({
    placeholder: l10n.t('Search repositories, or enter owner/repo or a URL'),
    items: (closed) => knownItems(question, readers, choice, closed),
    typed: (text) => {
      const address = repositoryOfAddress(text.trim(), hosts);
      const named = parseFullName(text.trim());
      const names =
        address !== undefined ? [address] : named === undefined ? [] : hostIds.map((id) => ({ host: id, ...named }));
      return names.map((name) =>
        choice({ at: { name, account: question.account }, icon: 'repo', text: l10n.t('as typed') }),
      );
    },
    search: (text, searching) => {
      const query = queryOf(text);
      return query && searchHosts(question, hostIds, query, choice, searching);
    },
    key: ({ at }) => repositoryKey(at.name),
    check: (offer, checking) => missingText(question, offer, (record) => records.set(offer, record), checking),
    quickOpen: true,
    signal,
  });
  const record = records.get(item);
  return record === undefined ? item.at : { ...item.at, record };
}

/** The error message if the service says that the repository does not exist; undefined if it may exist. */
async function missingText(
  { connections, knownRepositories }: RepositoryQuestion,
  { at: { name, account }, listed }: Offer,
  onRecord: (record: Repository) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (listed === true || knownRepositories.has(name)) return undefined;
  const connection = await connections.connect(name.host, account);
  try {
    onRecord(await readRepository(connection.api, name, { signal }));
    return undefined;
  } catch (error) {
    if (!isFailure(error, 'missing')) return undefined;
    const login = connection.account?.login;
    return login === undefined
      ? l10n.t('{0} does not exist, or only an account has access to it.', fullName(name))
      : l10n.t('{0} does not exist, or {1} has no access to it.', fullName(name), login);
  }
}

/** The connections of the accounts; a signed-out one if a host is given at which no account is signed in. */
async function readersOf({ connections, host, account }: RepositoryQuestion): Promise<readonly Connection[]> {
  const accounts = await connections.accounts(host);
  const fitting = accounts.filter(({ login }) => account === undefined || login === account);
  if (fitting.length > 0) return await Promise.all(fitting.map((one) => connections.connect(one.host, one.login)));
  if (host !== undefined) return [await connections.connect(host, account)];
  throw nobodySignedIn();
}

/** Recent and pinned repositories at once, then those of the accounts: one request for each account. */
async function* knownItems(
  { connections, recent, pinned, host }: RepositoryQuestion,
  readers: readonly Connection[],
  choice: (offer: Offer) => Choice<Offer>,
  signal: AbortSignal,
): AsyncGenerator<readonly PickItem<Offer>[]> {
  const listed = new Set<string>();
  const isNew = ({ at: { name } }: Offer): boolean =>
    connections.host(name.host) !== undefined &&
    (host === undefined || name.host === host) &&
    !listed.has(repositoryKey(name)) &&
    listed.add(repositoryKey(name)).size > 0;
  const group = (heading: string, offers: readonly Offer[]): readonly PickItem<Offer>[] => {
    const choices = offers.filter(isNew).map(choice);
    return choices.length === 0 ? [] : [{ heading }, ...choices];
  };
  const stored = (icon: string, list: readonly RepositoryAt[]): Offer[] => list.map((at) => ({ at, icon }));
  yield [...group(l10n.t('Recent'), stored('history', recent)), ...group(l10n.t('Pinned'), stored('pinned', pinned))];
  const own = await Promise.all(readers.map((reader) => ownOf(reader, signal)));
  yield group(l10n.t('My repositories'), own.flat());
}

async function ownOf(reader: Connection, signal: AbortSignal): Promise<readonly Offer[]> {
  const { account, api } = reader;
  if (account === undefined) return [];
  const { items } = await api.own.repositories({ ...ownRepositoriesQuery(), per_page: mostOwn }, { signal });
  return ownedFirst(items, account.login).flatMap((repository) => offerOf(reader, repository));
}

interface RepositoryQuery {
  readonly q: string;
  readonly owner?: string;
}

/** The parameters of a search for the typed text; undefined for an address and for `owner/`. */
function queryOf(text: string): RepositoryQuery | undefined {
  if (text.includes(':')) return undefined;
  const [owner = '', repo = ''] = text.split('/', 2);
  if (!text.includes('/')) return { q: text };
  return owner === '' || repo === '' ? undefined : { owner, q: repo };
}

/** The results of all hosts, page by page. A host that fails is left out as long as another host answers. */
async function* searchHosts(
  { connections, account }: RepositoryQuestion,
  hosts: readonly string[],
  query: RepositoryQuery,
  choice: (offer: Offer) => Choice<Offer>,
  signal: AbortSignal,
): AsyncGenerator<PickPage<Offer>> {
  const readers = await Promise.all(hosts.map((host) => connections.connect(host, account)));
  let open = readers.map((reader) => ({
    reader,
    pages: reader.api.search.repositories.all(query, { signal }).pages(),
  }));
  while (open.length > 0) {
    const read = await Promise.allSettled(open.map(async (list) => ({ list, page: (await list.pages.next()).value })));
    const failed = read.find((one) => one.status === 'rejected');
    if (failed !== undefined && read.every((one) => one.status === 'rejected')) throw failed.reason;
    const pages = read.flatMap((one) => {
      const { list, page } = one.status === 'fulfilled' ? one.value : {};
      return list === undefined || page === undefined ? [] : [{ list, page }];
    });
    open = pages.filter(({ page }) => page.more).map(({ list }) => list);
    const offers = pages.flatMap(({ list, page }) => page.items.flatMap((one) => offerOf(list.reader, one)));
    yield { items: offers.map(choice), more: open.length > 0 };
  }
}

/** Nothing if the name is not a valid address. */
function offerOf({ host, account }: Connection, repository: Repository): Offer[] {
  const named = parseFullName(repository.full_name);
  if (named === undefined) return [];
  const isPrivate = repository.private ?? repository.visibility === 'private';
  return [
    {
      at: { name: { host: host.id, ...named }, account: account?.login },
      listed: true,
      icon: isPrivate ? 'lock' : 'repo',
      text: repository.description,
    },
  ];
}

/** The host is named unless it is the `only` one. */
function choiceOf(offer: Offer, connections: Connections, only: string | undefined): Choice<Offer> {
  const { at, icon, text } = offer;
  const host = at.name.host === only ? undefined : connections.host(at.name.host)?.name;
  const parts = [host, text].filter((part) => part !== undefined && part !== '');
  return {
    label: fullName(at.name),
    description: parts.join(' · '),
    iconPath: new ThemeIcon(icon),
    value: offer,
  };
}
