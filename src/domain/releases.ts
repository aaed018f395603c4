import type { Release } from '../api/record/release.ts';

/** Two fields say it; either is enough. */
export function isPreRelease({ prerelease, release_status }: Release): boolean {
  return release_status === 'pre' || prerelease === true;
}

/** Releases by the moment of their creation, whatever order and time zones a service writes; those without one last. */
export function newestFirst(releases: readonly Release[]): readonly Release[] {
  const moment = ({ created_at }: Release): number => (created_at === undefined ? 0 : Date.parse(created_at));
  return releases.toSorted((one, other) => moment(other) - moment(one));
}

/** Of releases, the newest first, the one called latest: so named by the service, else the newest that is no pre-release. */
export function latestRelease(sorted: readonly Release[]): Release | undefined {
  const final = sorted.filter((release) => !isPreRelease(release));
  return final.find(({ release_status }) => release_status === 'latest') ?? final[0];
}
