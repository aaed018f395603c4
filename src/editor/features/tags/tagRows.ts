import { l10n } from 'vscode';
import type { ProtectedTag, Tag } from '../../../api/record/tag.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { formatAgoAt } from '../../kit/messages/format.ts';
import { paged, type Children, type Node, type Tooltip } from '../../kit/tree/node.ts';
import { apiName, denied, noteNames, repositoryTarget, webPage, type RepositoryPlace } from '../../kit/rows/place.ts';
import type { ProtectedTags } from './protectedTags.ts';
import { context, described, group } from '../../kit/rows/group.ts';

export function tagsOf(place: RepositoryPlace, protectedTags: ProtectedTags, onKnown: () => void): Children {
  return paged({
    pages: (signal) => place.connection.api.tags.list.all(apiName(place), { signal }),
    node: (tag) => tagNode(place, tag, protectedTags),
    onPage: ({ items }) => noteNames(place, 'tags', items),
    above: () => {
      place.knownRepositories.forgetNames(place.name, 'tags');
      protectedTags.forget(place);
      return [protectedTagsNode(place, protectedTags, onKnown)];
    },
    alone: false,
  });
}

function tagNode(place: RepositoryPlace, tag: Tag, protectedTags: ProtectedTags): Node {
  const { name, commit } = tag;
  const title = tag.message?.trim().split('\n')[0];
  return {
    id: `tag:${name}`,
    get row() {
      const isProtected = protectedTags.isProtected(place, name) === true;
      return {
        label: name,
        description: described(isProtected ? l10n.t('protected') : undefined, title),
        icon: isProtected ? 'lock' : 'tag',
        context: context('tag', { protected: isProtected, ...denied(place) }),
      };
    },
    tooltip: (signal) => tagTooltip(place, tag, signal),
    target: {
      ...repositoryTarget(place),
      ref: name,
      refs: name,
      head: name,
      name,
      tag: name,
      tag_name: name,
      label: name,
      sha: commit?.sha,
      url: webPage(place, 'tree', name),
    },
  };
}

async function tagTooltip(place: RepositoryPlace, tag: Tag, signal: AbortSignal): Promise<Tooltip> {
  const { api } = place.connection;
  const at = { ...apiName(place), tag_name: tag.name };
  const rule = await unlessFailed(api.protectedTags.get(at, { signal, priority: 'background' }), 'missing');
  return {
    title: tag.name,
    text: tag.message,
    facts: [
      [l10n.t('Commit'), tag.commit?.sha?.slice(0, 10)],
      [l10n.t('Tagged by'), tag.tagger?.name],
      [l10n.t('Date'), formatAgoAt(tag.tagger?.date ?? tag.commit?.date)],
      [l10n.t('Protected'), rule && levelText(rule)],
    ],
  };
}

function protectedTagsNode(place: RepositoryPlace, protectedTags: ProtectedTags, onKnown: () => void): Node {
  let names: readonly string[] = [];
  const note = (read: readonly string[]): void => {
    names = read;
    protectedTags.note(place, names);
    onKnown();
  };
  const node = group(
    'protectedTags',
    { label: l10n.t('Protected tags'), icon: 'shield', context: context('protectedTags', denied(place)) },
    paged({
      pages: (signal) => {
        names = [];
        return place.connection.api.protectedTags.list.all(apiName(place), { signal });
      },
      node: (tag) => protectedTagNode(place, tag),
      onPage: ({ items }) => note([...names, ...items.map(({ name }) => name)]),
      onNothing: () => note([]),
      emptyText: () => l10n.t('No protected tags'),
    }),
  );
  return { ...node, order: 'last', target: repositoryTarget(place) };
}

function protectedTagNode(place: RepositoryPlace, tag: ProtectedTag): Node {
  return {
    id: `protectedTag:${tag.name}`,
    row: {
      label: tag.name,
      description: levelText(tag),
      icon: 'lock',
      context: context('protectedTag', denied(place)),
    },
    target: { ...repositoryTarget(place), name: tag.name, label: tag.name },
  };
}

function levelText({ create_access_level, create_access_level_desc }: ProtectedTag): string | undefined {
  switch (create_access_level) {
    case 0:
      return l10n.t('created by no one');
    case 30:
      return l10n.t('created by developers and above');
    case 40:
      return l10n.t('created by maintainers and above');
    default:
      return create_access_level_desc;
  }
}
