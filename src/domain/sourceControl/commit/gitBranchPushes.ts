import type { DraftContent } from '../drafts/draftStore.ts';
import type { CommitResult } from '../../../api/record/content.ts';
import { Failure, isFailure } from '../../../core/errors.ts';
import { baseName } from '../../../core/path.ts';
import type { GitChange, GitPerson } from '../../git/gitPush.ts';
import type { GitFile, GitProblem, GitRepositories, GitRepository } from '../../git/gitRepositories.ts';
import type { RepositoryName } from '../../hosts/address.ts';
import type { BranchPushes, CommitText, PreparedCommit } from './writtenBranch.ts';

export interface PushingGit extends Pick<GitRepositories, 'problem'> {
  of(name: RepositoryName): PushingRepository;
  /** Fetches the parent of a commit: shows the progress, and asks before a large one. Default: `of(name).fetch`. */
  readonly demand?: (name: RepositoryName, commit: string, options: { readonly signal: AbortSignal }) => Promise<void>;
}
export type PushingRepository = Pick<GitRepository, 'fetch' | 'files' | 'createCommit' | 'push' | 'remoteRefs'>;

export interface GitBranchParts {
  readonly git: PushingGit;
  readonly name: RepositoryName;
  readonly branch: string;
  readonly account: string | undefined;
  /** Full sha of the commit of the branch at the last refresh, before it as known; undefined: there is no commit. */
  readonly head: () => string | undefined;
  readonly onPushed: (contents: readonly DraftContent[], text: CommitText, commit: string) => Promise<void>;
}

/** Commits to a branch with git: one push, whatever the number of files. */
export class GitBranchPushes implements BranchPushes {
  readonly #parts: GitBranchParts;

  constructor(parts: GitBranchParts) {
    this.#parts = parts;
  }

  async problem(): Promise<GitProblem | undefined> {
    return await this.#parts.git.problem(this.#parts.name.host);
  }

  isEmpty(): boolean {
    return this.#parts.head() === undefined;
  }

  async prepare(contents: readonly DraftContent[], text: CommitText, signal: AbortSignal): Promise<PreparedCommit> {
    const parent = this.#parts.head();
    if (parent === undefined) throw new Failure('refused', 'the repository is empty', { reason: 'noCommits' });
    const { git, name } = this.#parts;
    await (git.demand === undefined
      ? this.#repository.fetch(parent, { signal })
      : git.demand(name, parent, { signal }));
    const files = await this.#repository.files(parent);
    if (files === undefined)
      throw new Failure('missing', `git has no commit ${parent}`, { reason: 'gitNoCommit', sent: false });
    const commit = await this.#repository.createCommit(
      {
        parent,
        changes: changesOn(new Map(files.map((file) => [file.path, file])), contents),
        message: text.message,
        person: this.#personOf(text),
        date: Date.now(),
      },
      signal,
    );
    return { parent, commit };
  }

  async send(
    { parent, commit }: PreparedCommit,
    contents: readonly DraftContent[],
    text: CommitText,
    signal: AbortSignal,
  ): Promise<void> {
    const ref = `refs/heads/${this.#parts.branch}`;
    await this.#repository.push([{ ref, expected: parent, to: commit }], signal);
    await this.#parts.onPushed(contents, text, commit);
  }

  isHead(commit: string): boolean {
    return this.#parts.head() === commit;
  }

  async has(commit: string, signal: AbortSignal): Promise<boolean> {
    if (this.isHead(commit)) return true;
    try {
      // The host has the commit only if a push succeeded: it drops the objects of a refused one.
      await this.#repository.fetch(commit, { signal });
      return true;
    } catch (error) {
      if (!isFailure(error) || error.kind === 'cancelled') throw error;
      return false;
    }
  }

  resultOf({ change }: DraftContent, commit: string, text: CommitText): CommitResult {
    const { path, sha } = change;
    const name = baseName(path);
    const { name: author, email } = this.#personOf(text);
    return {
      commit: { sha: commit, message: text.message, author: { name: author, email }, parents: [] },
      ...(sha === undefined ? {} : { content: { name, path, sha } }),
    };
  }

  get #repository(): PushingRepository {
    return this.#parts.git.of(this.#parts.name);
  }

  #personOf({ author }: CommitText): GitPerson {
    return author ?? { name: this.#parts.account ?? 'unknown', email: '' };
  }
}

/** Changes on a parent with `files`; modes stay. @throws Failure `conflict` if a file is not the base of its change */
function changesOn(files: ReadonlyMap<string, GitFile>, contents: readonly DraftContent[]): GitChange[] {
  return contents.map(({ change, bytes }): GitChange => {
    const { path, base, from = '' } = change;
    const there = files.get(path);
    if (there?.sha !== base)
      throw new Failure('conflict', `${path} is not as expected`, { reason: 'branchMoved', sent: false });
    if (change.kind === 'removed') return { path, kind: 'removed' };
    return { path, kind: 'file', bytes, mode: there?.mode ?? files.get(from)?.mode ?? change.mode };
  });
}
