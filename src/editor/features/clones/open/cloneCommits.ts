import type { Uri } from 'vscode';
import { entryCache } from '../../../../core/entryCache.ts';
import type { HistoryCommit } from '../../../../domain/git/gitHistory.ts';
import type { Git } from '../../../kit/git.ts';
import type { OpenedClone } from '../../../kit/gitApi.ts';

const mostCommits = 1_000;
/** Milliseconds after which git is asked again. */
const knownFor = 60_000;

/** The commits that the clones on this computer have. Sends no request. */
export class CloneCommits {
  readonly #git: Pick<Git, 'available'>;
  /** By the root of the clone and the sha. */
  readonly #commits = entryCache<Promise<HistoryCommit | undefined>>(mostCommits);
  /** By the root of the clone. */
  readonly #partial = entryCache<Promise<boolean>>(100);

  constructor(git: Pick<Git, 'available'>) {
    this.#git = git;
  }

  /**
   * The commit whose sha begins with `sha` (at least 7 characters), in the clone of the file or folder `uri`. Undefined if
   * the clone has none or several, and for a partial clone, because git would request the files that it lacks.
   */
  async find(uri: Uri, sha: string): Promise<HistoryCommit | undefined> {
    const clone = this.#git.available?.getRepository(uri) ?? undefined;
    if (clone === undefined) return undefined;
    const key = `${clone.rootUri.toString()} ${sha}`;
    const cached = this.#commits.get(key);
    if (cached !== undefined) return await cached;
    const lookup = this.#read(clone, sha).catch(() => undefined);
    this.#commits.set(key, lookup, { ttl: knownFor });
    return await lookup;
  }

  /** The message of a commit (full sha) of the clone with the root `root`; undefined if it has no such commit. */
  async message(root: Uri, sha: string): Promise<string | undefined> {
    // Unlike `getCommit`, the log of a single commit needs no files, so that a partial clone requests none.
    const [commit] = (await this.#git.available?.getRepository(root)?.log({ range: `${sha}^!` })) ?? [];
    return commit?.message;
  }

  async #read(clone: OpenedClone, sha: string): Promise<HistoryCommit | undefined> {
    if (await this.#isPartial(clone)) return undefined;
    // Without the suffix, git would print the whole file that the sha of a blob names.
    const commit = await clone.getCommit(`${sha}^{commit}`);
    // A branch may have the name of an abbreviated sha.
    if (!commit.hash.startsWith(sha)) return undefined;
    return {
      sha: commit.hash,
      parents: commit.parents,
      message: commit.message,
      authorName: commit.authorName ?? '',
      authorEmail: commit.authorEmail ?? '',
      authoredDate: commit.authorDate?.toISOString() ?? '',
    };
  }

  async #isPartial(clone: OpenedClone): Promise<boolean> {
    const key = clone.rootUri.toString();
    const cached = this.#partial.get(key);
    if (cached !== undefined) return await cached;
    const lookup = clone
      .getConfigs()
      .then((entries) => entries.some(({ key: name }) => /^extensions\.partialclone$|\.promisor$/i.test(name)));
    this.#partial.set(key, lookup, { ttl: knownFor });
    return await lookup;
  }
}
