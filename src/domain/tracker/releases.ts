import type { Release } from '../../api/record/release.ts';

/** Two fields say it; either is enough. */
export function isPreRelease({ prerelease, release_status }: Release): boolean {
  return release_status === 'pre' || prerelease === true;
}

/** Releases by the moment of their creation, whatever order and time zones a service writes; those without one last. */
export function newestFirst(releases: readonly Release[]): readonly Release[] {
  // Each time is read once: sorting compares it many times.
  const timed = releases.map((release) => ({ release, time: Date.parse(release.created_at ?? '') || 0 }));
  return timed.sort((one, other) => other.time - one.time).map(({ release }) => release);
}

/** Of releases, the newest first, the one called latest: so named by the service, else the newest that is no pre-release. */
export function latestRelease(sorted: readonly Release[]): Release | undefined {
  const final = sorted.filter((release) => !isPreRelease(release));
  return final.find(({ release_status }) => release_status === 'latest') ?? final[0];
}
