import { l10n } from 'vscode';
import type { Repository } from '../../../api/record/repository.ts';
import { readRepository } from '../../../domain/hosts/repositoryRecord.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { isArchived, webUrlOf } from '../../../domain/hosts/knownRepositories.ts';
import { webAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { formatAgoAt, formatCount } from '../messages/format.ts';
import { repositoryTypeLabel } from '../messages/repositoryLabels.ts';
import { fileUri } from '../uri.ts';
import type { Node } from '../tree/node.ts';
import {
  isPinned,
  repositoryPlace,
  repositoryTarget,
  webPage,
  type AccountPlace,
  type RepositoryPlace,
} from './place.ts';
import { forkDistance, forkText } from './forkTexts.ts';
import { context, described, offlineFlag } from './group.ts';

/** A row from the record of a repository. `within` is the owner that the rows above already show. */
export function repositoryNode(account: AccountPlace, repository: Repository, within?: string): Node {
  const { connection, knownRepositories } = account;
  knownRepositories.noteRecord(connection.host.id, repository, connection.account?.login);
  const place = repositoryPlace(account, repository.full_name);
  const isPrivate = repository.private ?? repository.visibility === 'private';
  const archived = isArchived(repository);
  const label = place?.name.owner === within && place !== undefined ? place.name.repo : repository.full_name;
  const description = (): string | undefined => {
    // The record alone names the parent, which lists leave out.
    const parent = place && forkText(knownRepositories, place.name);
    const isFork = repository.fork === true || parent !== undefined;
    return described(
      isPrivate ? flagOf(repository, 'private', l10n.t('private')) : undefined,
      isFork ? flagOf(repository, 'fork', parent ?? l10n.t('fork')) : undefined,
      place && forkDistance(knownRepositories, place.name),
      archived ? flagOf(repository, 'archived', l10n.t('archived')) : undefined,
      place && offlineFlag(place),
      repository.description,
    );
  };
  return {
    id: `repository:${repository.full_name}`,
    get row() {
      return {
        label,
        description: description(),
        icon: archived ? 'archive' : isPrivate ? 'lock' : repository.fork === true ? 'repo-forked' : 'repo',
        context: place === undefined ? 'unknown' : repositoryContext(place),
      };
    },
    tooltip: () => ({
      title: repository.full_name,
      text: repository.description,
      facts: [
        [l10n.t('Visibility'), isPrivate ? l10n.t('private') : l10n.t('public')],
        [l10n.t('Type'), repositoryTypeLabel(repository)],
        [l10n.t('Forked from'), repository.forked_from],
        [l10n.t('Language'), repository.language],
        [l10n.t('Stars'), countOf(repository.stargazers_count)],
        [l10n.t('Open issues'), countOf(repository.open_issues_count)],
        [l10n.t('Updated'), formatAgoAt(repository.pushed_at ?? repository.updated_at)],
      ],
    }),
    ...(place === undefined ? {} : handles(place, webAddressOrNone(webUrlOf(repository)))),
  };
}

/** The label of a flag; undefined if the description says it first: `Fork of bob/dotfiles`. */
function flagOf({ description }: Repository, name: string, label: string): string | undefined {
  const said = description?.trim() ?? '';
  const [first = ''] = said.toLowerCase().split(/[^a-z]/, 1);
  return first === name || (label !== name && said.startsWith(label)) ? undefined : label;
}

/** Undefined for none. */
const countOf = (count: number | undefined): string | undefined =>
  count === undefined || count === 0 ? undefined : formatCount(count);

/** A row for a repository of which only the name is known. */
export function namedRepositoryNode(place: RepositoryPlace): Node {
  const label = fullName(place.name);
  return {
    id: `repository:${place.connection.host.id}/${label}`,
    get row() {
      return {
        label,
        description: described(
          place.connection.account?.login,
          place.connection.host.name,
          forkText(place.knownRepositories, place.name),
          forkDistance(place.knownRepositories, place.name),
          offlineFlag(place),
        ),
        icon: place.knownRepositories.get(place.name).forkOf === undefined ? 'repo' : 'repo-forked',
        context: repositoryContext(place),
      };
    },
    tooltip: async (signal) => {
      const repository = await readRepository(place.connection.api, place.name, { signal, priority: 'background' });
      const { tooltip } = repositoryNode(place, repository);
      return tooltip === undefined ? { title: label } : await tooltip(signal);
    },
    ...handles(place, undefined),
  };
}

function repositoryContext(place: RepositoryPlace): string {
  const { knownRepositories, name, connection } = place;
  const { push, administer } = knownRepositories.rights(name, connection.account?.login);
  const archived = knownRepositories.get(name).archived === true;
  return context('repository', {
    archived,
    fork: knownRepositories.get(name).forkOf !== undefined,
    noadmin: !administer,
    nopush: !push,
    pinned: isPinned(place),
    offline: offlineFlag(place) !== undefined,
  });
}

function handles(place: RepositoryPlace, web: string | undefined): Pick<Node, 'target' | 'uri'> {
  return {
    target: { ...repositoryTarget(place), label: fullName(place.name), url: web ?? webPage(place) },
    uri: fileUri({ ...place.name, ref: undefined, path: '' }),
  };
}
