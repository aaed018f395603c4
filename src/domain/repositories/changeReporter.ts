import { entryCache } from '../../core/entryCache.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { isFailure } from '../../core/errors.ts';
import { pathIn } from '../../core/path.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RefTracker } from '../refs/refTracker.ts';
import type { CommitTree } from './commitTree.ts';
import { changesBetween, type FileChange } from './fileChanges.ts';
import { type ListedEntry } from './folderContents.ts';

interface ReportedFile {
  readonly sha: string | undefined;
  readonly commit: string | undefined;
}

const temporaryFailures = ['unreachable', 'timeout', 'broken', 'throttled', 'signedOut', 'forbidden'] as const;

/** Stores which files and folders were reported to the editor, with their sha, and reports their changes. */
export class ChangeReporter {
  readonly #tracker: Pick<RefTracker, 'mtime'>;
  readonly #changed = new Emitter<readonly FileChange[]>();
  readonly #folders = new Set<string>();
  readonly #files = entryCache<ReportedFile>(10_000);
  /** Paths of symbolic links that were listed before their targets were known. */
  readonly #unfollowed = new Set<string>();
  readonly #failed = new Set<string>();
  /** The tree since which changes of open files must be reported; undefined: all were reported. */
  #unreportedSince: CommitTree | undefined;
  #latest: CommitTree | undefined;

  /** `tracker` gets the times of reported changes. */
  constructor(tracker: Pick<RefTracker, 'mtime'>) {
    this.#tracker = tracker;
  }

  /** Changes on the service of files and folders that were reported to the editor. */
  readonly onDidChangeFiles: Event<readonly FileChange[]> = this.#changed.event;

  get folders(): number {
    return this.#folders.size;
  }

  /** Whether changes of open files remain for a later `reportMove`. */
  get isBehind(): boolean {
    return this.#unreportedSince !== undefined;
  }

  noteListed(path: string, listed: ReadonlyMap<string, ListedEntry>): void {
    this.#folders.add(path);
    for (const [name, { kind, leadsTo }] of listed) {
      if (kind === 'symlink' && leadsTo === undefined) this.#unfollowed.add(pathIn(path, name));
      else this.#unfollowed.delete(pathIn(path, name));
    }
    this.reportFolder(path);
  }

  noteFile(path: string, sha: string | undefined, commit: string | undefined): void {
    this.#files.set(path, { sha, commit });
  }

  /** The editor lists the parent again if it was told of a link with an unknown target at `path`. */
  reportFolder(path: string): void {
    if (!this.#unfollowed.delete(path)) return;
    this.#changed.fire([
      { path, type: 'deleted', sha: undefined },
      { path, type: 'created', sha: undefined },
    ]);
  }

  /** In listed folders and the files `open`. After a failure, or without `open`, the next call reports the rest. */
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

  /** What differs at `after` from what the editor was told. `tree`: of this ref. Reports nothing. */
  async changesTo(
    after: CommitTree,
    tree: CommitTree,
    open: readonly string[],
    options: RequestOptions,
  ): Promise<readonly FileChange[]> {
    return await changesBetween(this.#unreportedSince ?? tree, after, [...this.#folders], open, options);
  }

  /** After a switch of the address to `commit`: takes over what `before` reported to the editor, and `changes`. */
  takeOver(before: ChangeReporter, changes: readonly FileChange[], commit: string | undefined): void {
    for (const own of [this.#folders, this.#unfollowed, this.#failed, this.#files]) own.clear();
    for (const path of before.#folders) this.#folders.add(path);
    for (const path of before.#unfollowed) this.#unfollowed.add(path);
    for (const path of before.#failed) this.#failed.add(path);
    for (const [path, file] of [...before.#files.entries()].reverse()) this.#files.set(path, file);
    this.#unreportedSince = undefined;
    this.#note(changes, commit);
  }

  /** Reports known files that differ in `tree`. Files that are known at its commit need no request. */
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

  /** Runs `work`, a request for `path`. A temporary failure is noted for `retryFailed`. */
  async answer<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#failed.delete(path);
      return result;
    } catch (error) {
      if (isFailure(error, ...temporaryFailures)) this.#failed.add(path);
      throw error;
    }
  }

  /** Reports the paths of failed requests as changed, so that the editor requests them again. */
  retryFailed(): void {
    const changes = Array.from(this.#failed, (path) => ({ path, type: 'changed', sha: undefined }) as const);
    this.#failed.clear();
    if (changes.length > 0) this.#changed.fire(changes);
  }

  /** Reports all that was told as changed, so that the editor requests it again. */
  reportAll(): void {
    const paths = [...this.#folders, ...[...this.#files.entries()].map(([path]) => path)];
    for (const told of [this.#folders, this.#unfollowed, this.#failed, this.#files]) told.clear();
    this.#unreportedSince = undefined;
    this.#latest = undefined;
    if (paths.length > 0) this.#changed.fire(paths.map((path) => ({ path, type: 'changed', sha: undefined })));
  }

  #report(changes: readonly FileChange[], commit: string | undefined): void {
    this.#note(changes, commit);
    if (changes.length > 0) this.#changed.fire(changes);
  }

  #note(changes: readonly FileChange[], commit: string | undefined): void {
    for (const { path, sha } of changes) {
      if (this.#files.has(path)) this.noteFile(path, sha, commit);
      this.#tracker.mtime(path, sha, commit, true);
    }
  }
}
