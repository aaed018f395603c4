import type { Call } from '../call.ts';
import { assetSize } from '../downloads.ts';
import type { Asset, Release, Repository } from '../state.ts';
import { webAddress } from './repository.ts';
import { stamp } from './times.ts';
import { userOf } from './user.ts';

/** The newest release that is neither a preview nor a draft. */
export function latestOf({ releases }: Repository): Release | undefined {
  return [...releases.values()]
    .filter(({ status, draft }) => status === 'latest' && !draft)
    .sort((one, other) => other.created - one.created)[0];
}

const ids = new WeakMap<Asset, number>();

export function assetId(call: Call, asset: Asset): number {
  const id = ids.get(asset) ?? call.state.nextId();
  ids.set(asset, id);
  return id;
}

export async function releaseForm(
  call: Call,
  repository: Repository,
  release: Release,
  withId = false,
): Promise<unknown> {
  const { host } = call;
  const { preRelease } = call.habits;
  const author = userOf(host, release.author);
  const root = `${webAddress(host, repository)}/releases/download/${encodeURIComponent(release.tag)}`;
  const sources = ['zip', 'tar.gz'].map((extension) => {
    const name = `${release.tag.replaceAll('/', '-')}.${extension}`;
    return {
      name,
      type: 'source',
      browser_download_url: `${webAddress(host, repository)}/archive/${encodeURIComponent(name)}`,
    };
  });
  const own = release.assets.map(async (asset) => ({
    ...(call.habits.liveFields ? { id: assetId(call, asset) } : {}),
    ...(await assetForm(asset, `${root}/${encodeURIComponent(asset.name)}`)),
  }));
  return {
    ...(withId ? { id: release.id } : {}),
    tag_name: release.tag,
    target_commitish: release.target,
    ...(call.habits.liveFields ? { draft: release.draft } : {}),
    ...(preRelease === 'release_status' ? {} : { prerelease: release.status === 'pre' }),
    name: release.name,
    body: release.body,
    author: author === null ? null : { ...author, url: `${host.url}/api/v5/users/${release.author}` },
    created_at: stamp(release.created),
    assets: [...sources, ...(await Promise.all(own))],
    ...(preRelease === 'prerelease'
      ? {}
      : { release_status: release.status === 'pre' ? 'pre' : latestOf(repository) === release ? 'latest' : null }),
  };
}

async function assetForm(asset: Asset, url: string): Promise<object> {
  return { name: asset.name, browser_download_url: url, type: 'attach', size: await assetSize(asset) };
}
