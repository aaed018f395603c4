/** A file of a new commit. A move is a removal and a file. */
export type GitChange =
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** `100644`, `100755` or `120000`. */
      readonly mode: string;
    }
  | { readonly path: string; readonly kind: 'removed' };

export interface GitPerson {
  readonly name: string;
  readonly email: string;
}

export interface NewGitCommit {
  /** Full sha of the parent. It must be here: see `GitRepository.fetch`. */
  readonly parent: string;
  /** At most one for each path. */
  readonly changes: readonly GitChange[];
  readonly message: string;
  readonly person: GitPerson;
  /** Milliseconds since 1970. */
  readonly date: number;
}

export interface GitRefUpdate {
  /** Full name, as `refs/heads/main`. */
  readonly ref: string;
  /** Full sha that the ref must have there: of the tag object for an annotated tag. Undefined: it must not exist. */
  readonly expected: string | undefined;
  /** Full sha of a commit that is here; undefined removes the ref. */
  readonly to: string | undefined;
}

/** Creates commits in a bare repository, and sends them to the remote repository. */
export interface GitPushes {
  /**
   * Creates a commit in the bare repository and resolves with its full sha; equal arguments give an equal sha.
   * @throws Failure `cancelled`, `missing` (reason `gitNoCommit`: the parent is not here), `refused` (`gitFailed`)
   */
  createCommit(commit: NewGitCommit, signal?: AbortSignal): Promise<string>;

  /**
   * Updates refs of the remote repository: all of them or none.
   * @throws Failure with `sent` false: the remote repository is certainly unchanged. `conflict` (reason `branchMoved`): a
   * ref is not as expected; without `sent`, this push itself may have moved it. `forbidden` (reasons `pushDenied`, `pushRefused`): not allowed, or refused by a rule of the
   * host, whose text is `serverMessage`. Any other Failure without `sent`: the refs may or may not have been updated.
   */
  push(updates: readonly GitRefUpdate[], signal?: AbortSignal): Promise<void>;

  /**
   * Full names of refs, with the full shas of what they name: of the tag object for an annotated tag, whose commit is that
   * of `refs/tags/<name>^{}`.
   * Refs that do not exist are left out. @throws Failure as `GitRepository.fetch`
   */
  remoteRefs(refs: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
}
