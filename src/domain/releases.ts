import type { Release } from '../api/record/release.ts';

/** Two fields say it; either is enough. */
export function isPreRelease({ prerelease, release_status }: Release): boolean {
  return release_status === 'pre' || prerelease === true;
}

/** Of releases, the newest first, the one called latest: so named by the service, else the newest that is no pre-release. */
export function latestRelease(newestFirst: readonly Release[]): Release | undefined {
  const final = newestFirst.filter((release) => !isPreRelease(release));
  return final.find(({ release_status }) => release_status === 'latest') ?? final[0];
}
