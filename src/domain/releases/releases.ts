import type { Release } from '../../api/record/release.ts';

/** The API has two fields for it; either is enough. */
export function isPreRelease({ prerelease, release_status }: Release): boolean {
  return release_status === 'pre' || prerelease === true;
}

/** A draft is not published: it is never the latest release. */
export function isDraftRelease({ draft }: Release): boolean {
  return draft === true;
}

/** Releases sorted by their creation time, the newest first; releases without a time are last. */
export function newestFirst(releases: readonly Release[]): readonly Release[] {
  // Each time is parsed once, not in every comparison.
  const timed = releases.map((release) => ({ release, time: Date.parse(release.created_at ?? '') || 0 }));
  return timed.sort((one, other) => other.time - one.time).map(({ release }) => release);
}

/** The one marked `latest`, else the newest that is neither pre-release nor draft. `sorted`: newest first. */
export function latestRelease(sorted: readonly Release[]): Release | undefined {
  const final = sorted.filter((release) => !isPreRelease(release) && !isDraftRelease(release));
  return final.find(({ release_status }) => release_status === 'latest') ?? final[0];
}
