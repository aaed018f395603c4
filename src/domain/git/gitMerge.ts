/** The commits of a merge: full shas, and all are here: see `GitRepository.fetch`. */
export interface MergedCommits {
  /** The commit that both have in common, of several the first. */
  readonly base: string | undefined;
  readonly ours: string;
  readonly theirs: string;
}

export interface ConflictSide {
  readonly path: string;
  readonly sha: string;
  /** As git writes it: `100644`. */
  readonly mode: string;
}

/** Why git cannot merge a file: its own words between the brackets of `CONFLICT (…)`. */
export type ConflictKind =
  'contents' | 'add/add' | 'modify/delete' | 'rename/rename' | 'rename/delete' | 'binary' | (string & {});

/** A file that git cannot merge. A side without the file is undefined. */
export interface MergeConflict {
  readonly path: string;
  readonly kind: ConflictKind;
  readonly base?: ConflictSide | undefined;
  readonly ours?: ConflictSide | undefined;
  readonly theirs?: ConflictSide | undefined;
  /** The blob with conflict markers, or what git chose; undefined if the merge has no such file. */
  readonly merged?: string | undefined;
}

export interface GitMerges {
  /**
   * The files that a merge of `theirs` into `ours` could not merge, in the order of git; empty: it merges without
   * conflicts. Sends no request, and no ref changes.
   * @throws Failure `cancelled`, `missing` (reason `gitNoCommit`: a commit is not here), `refused` (`gitTooOldToMerge`:
   * git is older than 2.38; `gitFailed`)
   */
  mergeConflicts(commits: MergedCommits, signal?: AbortSignal): Promise<readonly MergeConflict[]>;
}
