import { l10n } from 'vscode';
import type { Release } from '../../../api/record/release.ts';
import { isDraftRelease, isPreRelease } from '../../../domain/releases/releases.ts';
import { webAddressOrNone } from '../../../domain/hosts/webAddress.ts';
import { formatAgo, formatAgoAt, formatCount, formatSize } from '../messages/format.ts';
import { recordUri } from '../uri.ts';
import { fixed, type Node } from '../tree/node.ts';
import { denied, repositoryTarget, webPage, type RepositoryPlace } from './place.ts';
import { context, described } from './group.ts';

/** A release with its attachments. `latest`: whether it is the newest one that is not a pre-release. */
export function releaseNode(place: RepositoryPlace, release: Release, latest: boolean): Node {
  const { tag_name, assets } = release;
  const name = release.name === undefined || release.name === '' ? tag_name : release.name;
  const draft = isDraftRelease(release);
  const pre = isPreRelease(release);
  return {
    id: `release:${tag_name}`,
    row: {
      label: name,
      description: described(
        draft ? l10n.t('draft') : latest ? l10n.t('latest') : pre ? l10n.t('pre-release') : undefined,
        name === tag_name ? undefined : tag_name,
        formatAgo(release.created_at),
      ),
      icon: draft ? 'edit' : pre ? 'beaker' : 'package',
      context: context('release', { latest, pre, draft, ...denied(place) }),
      open: {
        command: 'vscode.open',
        title: l10n.t('Open Release'),
        arguments: [recordUri({ ...place.name, kind: 'releases', id: tag_name })],
      },
    },
    tooltip: () => ({
      title: name,
      text: release.body,
      facts: [
        [l10n.t('Tag'), tag_name],
        [l10n.t('Target'), release.target_commitish],
        [l10n.t('Author'), release.author?.login],
        [l10n.t('Created'), formatAgoAt(release.created_at)],
        [l10n.t('Attachments'), assets.length === 0 ? undefined : formatCount(assets.length)],
      ],
    }),
    uri: recordUri({ ...place.name, kind: 'releases', id: tag_name }),
    target: {
      ...repositoryTarget(place),
      tag: tag_name,
      ref: tag_name,
      label: name,
      url: webPage(place, 'releases', tag_name),
    },
    ...(assets.length === 0 ? {} : { children: fixed(() => assets.map((asset) => assetNode(place, tag_name, asset))) }),
  };
}

function assetNode(place: RepositoryPlace, tag: string, asset: Release['assets'][number]): Node {
  const source = asset.type === 'source';
  const size = asset.size === undefined || asset.size === 0 ? undefined : formatSize(asset.size);
  return {
    id: `asset:${asset.name}`,
    row: {
      label: asset.name,
      description: described(source ? l10n.t('source code') : undefined, size),
      icon: source ? 'file-zip' : 'file-binary',
      context: context('asset', { source, ...denied(place) }),
    },
    target: {
      ...repositoryTarget(place),
      tag,
      file_name: asset.name,
      label: asset.name,
      url: webAddressOrNone(asset.browser_download_url),
    },
  };
}
