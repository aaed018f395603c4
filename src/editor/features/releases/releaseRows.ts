import type { Release } from '../../../api/record/release.ts';
import { latestRelease, newestFirst } from '../../../domain/releases/releases.ts';
import { apiName, type RepositoryPlace } from '../../kit/rows/place.ts';
import { releaseNode } from '../../kit/rows/releaseRow.ts';
import { lazyChildren, portioned, type Children } from '../../kit/tree/node.ts';

export function releasesOf(place: RepositoryPlace): Children {
  return lazyChildren((signal) => {
    let latest: Release | undefined;
    const read = async () => {
      const { items, unreadable } = await place.connection.api.releases.list(apiName(place), { signal });
      const sorted = newestFirst(items);
      latest = latestRelease(sorted);
      return { items: sorted, unreadable, more: false };
    };
    return portioned(read, (release) => releaseNode(place, release, release === latest));
  });
}
