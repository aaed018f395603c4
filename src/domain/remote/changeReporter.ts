import { LRUCache } from 'lru-cache';
import { Emitter, type Event } from '../../core/emitter.ts';
import { isFailure } from '../../core/errors.ts';
import type { RequestOptions } from '../hosting/source.ts';
import type { RefTracker } from '../refs/refTracker.ts';
import type { CommitTree } from './commitTree.ts';
import { changesBetween, type FileChange } from './fileChanges.ts';
import { pathIn, type Listed } from './folderContents.ts';

interface ReportedFile {
  /** Undefined: the file did not exist any more. */
  readonly sha: string | undefined;
  readonly commit: string | undefined;
}

/** Failures after which the same request may succeed later. */
const passing = ['unreachable', 'timeout', 'broken', 'throttled', 'signedOut', 'forbidden'] as const;

/**
 * Remembers which files and folders of a ref the editor was told about, and at which sha, and reports to the editor how
 * they change on the service.
 */
export class ChangeReporter {
  readonly #tracker: Pick<RefTracker, 'mtime'>;
  readonly #changed = new Emitter<readonly FileChange[]>();
  readonly #folders = new Set<string>();
  readonly #files = new LRUCache<string, ReportedFile>({ max: 10_000 });
  /** Paths of symbolic links that were listed before their targets were known. */
  readonly #unfollowed = new Set<string>();
  /** Paths of requests that failed for a reason that passes. */
  readonly #failed = new Set<string>();
  /** The tree since which changes of open files have to be reported; undefined: all were reported. */
  #unreportedSince: CommitTree | undefined;
  /** The tree that the ref was last found at. */
  #latest: CommitTree | undefined;

  /** `tracker` is told the times of reported changes. */
  constructor(tracker: Pick<RefTracker, 'mtime'>) {
    this.#tracker = tracker;
  }

  /** Changes on the service of the files and folders that the editor was told about. */
  readonly onDidChangeFiles: Event<readonly FileChange[]> = this.#changed.event;

  /** Whether changes of open files were left to a later `reportMove`. */
  get isBehind(): boolean {
    return this.#unreportedSince !== undefined;
  }

  /** The editor is told that the folder at `path` has the entries `listed`. */
  noteListed(path: string, listed: ReadonlyMap<string, Listed>): void {
    this.#folders.add(path);
    for (const [name, { kind, leadsTo }] of listed) {
      if (kind === 'symlink' && leadsTo === undefined) this.#unfollowed.add(pathIn(path, name));
      else this.#unfollowed.delete(pathIn(path, name));
    }
    this.reportFolder(path);
  }

  /** The editor is told that the file at `path` is `sha` at `commit`. */
  noteFile(path: string, sha: string | undefined, commit: string | undefined): void {
    this.#files.set(path, { sha, commit });
  }

  /** The entry at `path` is a folder: if it was listed as a link with an unknown target, its parent is listed again. */
  reportFolder(path: string): void {
    if (!this.#unfollowed.delete(path)) return;
    this.#changed.fire([
      { path, type: 'deleted', sha: undefined },
      { path, type: 'created', sha: undefined },
    ]);
  }

  /**
   * Reports what differs between two trees in the folders that were listed and the files `open`. Where that fails, or
   * `open` is undefined, the next call reports the rest.
   */
  async reportMove(
    before: CommitTree,
    after: CommitTree,
    open: readonly string[] | undefined,
    options: RequestOptions,
  ): Promise<void> {
    this.#latest = after;
    const since = (this.#unreportedSince ??= before);
    if (since !== after) {
      const changes = await changesBetween(since, after, [...this.#folders], open ?? [], options);
      this.#report(changes, after.root);
    }
    if (this.#latest === after && (open !== undefined || since === after)) this.#unreportedSince = undefined;
  }

  /** Reports which of the files that were read or asked about differ at `tree`. Files of its commit need no request. */
  async reportFiles(tree: CommitTree, options: RequestOptions): Promise<void> {
    const changes: FileChange[] = [];
    for (const [path, before] of [...this.#files.entries()]) {
      if (before.commit === tree.root) continue;
      const sha = (await tree.find(path, options))?.sha;
      this.noteFile(path, sha, tree.root);
      if (sha === before.sha) continue;
      const type = sha === undefined ? 'deleted' : before.sha === undefined ? 'created' : 'changed';
      changes.push({ path, type, sha });
    }
    this.#report(changes, tree.root);
  }

  /** Runs `work`, the answer about `path`. A failure that passes is noted for `retryFailed`. */
  async answer<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#failed.delete(path);
      return result;
    } catch (error) {
      if (isFailure(error, ...passing)) this.#failed.add(path);
      throw error;
    }
  }

  /** Reports the paths whose requests failed as changed, so that the editor asks again. */
  retryFailed(): void {
    const changes = Array.from(this.#failed, (path) => ({ path, type: 'changed', sha: undefined }) as const);
    this.#failed.clear();
    if (changes.length > 0) this.#changed.fire(changes);
  }

  #report(changes: readonly FileChange[], commit: string | undefined): void {
    for (const { path, sha } of changes) {
      if (this.#files.has(path)) this.noteFile(path, sha, commit);
      this.#tracker.mtime(path, sha, commit, true);
    }
    if (changes.length > 0) this.#changed.fire(changes);
  }
}
