import { entryCache } from '../../core/entryCache.ts';
import type { LocalCommit } from './predictedTrees.ts';
import type { RefRecord, Stamp } from './refRecord.ts';

const mostStamps = 500;

/** Modification times of files: the time of a file changes exactly when its content changes. */
export class MtimeStore {
  readonly #stamps = entryCache<Stamp & { readonly keep: boolean }>(10_000);
  readonly #since: number;
  readonly #now: () => number;

  constructor(record: Pick<RefRecord, 'since' | 'stamps'>, now: () => number) {
    this.#since = record.since;
    this.#now = now;
    for (const [path, stamp] of record.stamps.toReversed()) this.#stamps.set(path, { ...stamp, keep: true });
  }

  /** Time since which the file at `path` has `sha`, in milliseconds since 1970. `keep`: persist it. */
  mtime(path: string, sha: string | undefined, commit: string | undefined, keep: boolean): number {
    if (sha === undefined) return this.#since;
    const stamp = this.#stamps.get(path);
    const same = stamp === undefined || stamp.sha === sha;
    const mtime = same ? (stamp?.mtime ?? this.#since) : Math.max(this.#now(), stamp.mtime + 1);
    this.#stamps.set(path, { sha, mtime, commit, keep: keep || stamp?.keep === true || !same });
    return mtime;
  }

  /** Moves the times from commit `from` to commit `to`, which differ only by `localCommits`. */
  carry(from: string | undefined, to: string, localCommits: readonly LocalCommit[]): void {
    const changed = new Set(localCommits.map(({ path }) => path));
    for (const [path, stamp] of [...this.#stamps.entries()].reverse())
      if (stamp.commit === from && !changed.has(path)) this.#stamps.set(path, { ...stamp, commit: to });
    for (const { path, sha } of localCommits) this.mtime(path, sha, to, true);
  }

  persistedStamps(): readonly (readonly [string, Stamp])[] {
    return [...this.#stamps.entries()]
      .filter(([, { keep }]) => keep)
      .slice(0, mostStamps)
      .map(([path, { sha, mtime, commit }]) => [path, { sha, mtime, commit }]);
  }

  at(commit: string | undefined): (readonly [string, string])[] {
    return this.persistedStamps().flatMap(([path, stamp]) =>
      stamp.commit === commit ? [[path, stamp.sha] as const] : [],
    );
  }
}
