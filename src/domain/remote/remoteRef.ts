import { SharedRequests, type Shared } from '../../api/throttle/sharedPriority.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { Failure, isFailure, toFailure } from '../../core/errors.ts';
import { fullName, type RepositoryName } from '../hosting/address.ts';
import { TooLarge, type Blobs, type Bytes, type BlobOptions } from '../objects/blobs.ts';
import { changesBetween, type FileChange } from './fileChanges.ts';
import { isNextCommit, predictRootTree, type LocalCommit } from '../refs/predictedTrees.ts';
import type { HostObjects } from '../objects/objectStore.ts';
import { Paths } from './paths.ts';
import { ReadFiles } from './readFiles.ts';
import { RefTracker, type RefPlaceParts } from '../refs/refTracker.ts';
import { rootSha, type ResolvedRef, type LatestHead } from '../refs/refs.ts';
import { CommitTree } from './commitTree.ts';
import { largeFile, largeTransfer, type Listed } from './folderContents.ts';
import type { RequestOptions } from '../hosting/source.ts';
import type { EntryKind } from '../objects/trees.ts';

export interface RepositoryFilesParts extends RefPlaceParts {
  readonly objects: HostObjects;
  readonly blobs: Blobs;
  readonly habits: { listsFolders: boolean };
}

export interface FileStatus {
  /** Links followed; `symlink`: one that leads nowhere in the repository. */
  readonly kind: EntryKind;
  readonly linked: boolean;
  readonly sha: string | undefined;
  /** Bytes; 0 for folders, and for files of which the service tells no size before they are fetched. */
  readonly size: number;
  /** Milliseconds since 1970; changes exactly when the content does. */
  readonly mtime: number;
  readonly ctime: number;
}

export interface ReadOptions extends BlobOptions {
  /** Asked before a large file is fetched. `size` in bytes, undefined where the service does not tell. */
  readonly confirm?: (size: number | undefined) => Promise<void>;
}

/** What is known of the ref itself. */
export interface RefState {
  readonly head: ResolvedRef;
  /** When the service last said so, in milliseconds since 1970. */
  readonly checked: number;
  /** Why the service could not be asked since; undefined: it could. */
  readonly problem: Failure | undefined;
  /** The last time the branch was found to have moved in this session. */
  readonly moved: { readonly from: string | undefined; readonly to: string | undefined } | undefined;
}

interface Current {
  readonly head: ResolvedRef;
  readonly snapshot: CommitTree;
  readonly paths: Paths;
}

/** Milliseconds for which the place of a ref needs no check when a session begins. */
const fresh = 60_000;
const passing = ['unreachable', 'timeout', 'broken', 'throttled', 'signedOut', 'forbidden'] as const;

/** A repository at a ref, as files. Shows what is known at once, and asks behind it where the ref is now. */
export class RemoteRef {
  readonly name: RepositoryName;
  readonly ref: string | undefined;
  readonly #parts: RepositoryFilesParts;
  readonly #place: RefTracker;
  readonly #loading = new SharedRequests<'current' | 'check', Current>();
  readonly #stateChanged = new Emitter<void>();
  readonly #filesChanged = new Emitter<readonly FileChange[]>();
  /** Folders that somebody looked into. */
  readonly #listed = new Set<string>();
  readonly #read = new ReadFiles();
  /** Paths that could not be answered for a reason that passes. */
  readonly #failed = new Set<string>();
  #current: Current | undefined;
  /** Since when not all is told of what is open; undefined: all is. */
  #untold: CommitTree | undefined;
  #problem: Failure | undefined;
  #moved: RefState['moved'];

  constructor(parts: RepositoryFilesParts) {
    this.#parts = parts;
    this.#place = new RefTracker(parts);
    const { host, owner, repo } = parts.source;
    this.name = { host, owner, repo };
    this.ref = parts.ref;
  }

  readonly onDidChangeState: Event<void> = this.#stateChanged.event;
  /** What changed on the service, of what was looked at here. */
  readonly onDidChangeFiles: Event<readonly FileChange[]> = this.#filesChanged.event;

  /** Undefined before anything was read. */
  get state(): RefState | undefined {
    const { known } = this.#place;
    return known && { head: known.head, checked: known.checked, problem: this.#problem, moved: this.#moved };
  }

  /** Whether what the ref stands for is known here, so that `head` asks nobody. */
  async isRemembered(): Promise<boolean> {
    return await this.#place.isRemembered();
  }

  /** What the ref stands for, as far as known here; asked for where it is not. `defaultBranch`: its name, where known. */
  async head(asking: RequestOptions = {}, defaultBranch?: string): Promise<ResolvedRef> {
    return (await this.#load(asking, defaultBranch)).head;
  }

  /** As `head`, on the way to `path`: who could not be told is asked to look again once the service can be reached. */
  async headFor(path: string): Promise<ResolvedRef> {
    return await this.#remember(path, async () => (await this.#load({})).head);
  }

  /** The repository at the commit where the ref is, as far as known here. */
  async snapshot(asking: RequestOptions = {}): Promise<CommitTree> {
    return (await this.#load(asking)).snapshot;
  }

  /** All paths: GET …/file_list. */
  async paths(asking: RequestOptions = {}): Promise<readonly string[]> {
    const { paths } = await this.#load(asking);
    const index = await paths.load(asking);
    if (index !== undefined) return index.paths;
    const name = fullName(this.name);
    throw new Failure('refused', `there is no list of the files of ${name}`, { reason: 'noFileList', about: [name] });
  }

  /** Files that were read here, the latest first. */
  recent(): readonly string[] {
    return this.#place.recent();
  }

  /** Throws a Failure `missing` where nothing stands at `path`. `read`: see `CommitTree.size`. */
  async stat(path: string, asking: RequestOptions = {}, purpose: 'know' | 'read' = 'know'): Promise<FileStatus> {
    return await this.#remember(path, async () => {
      const { snapshot } = await this.#load(asking);
      const found = (await snapshot.find(path, asking)) ?? missing(path);
      const { kind, linked, sha } = found;
      if (linked && kind === 'folder') this.#tellFollowed(path, snapshot);
      const sized = kind === 'file' || kind === 'symlink';
      const size = sized ? ((await snapshot.size(found, asking, purpose)) ?? 0) : 0;
      const mtime = this.#place.mtime(path, sha, snapshot.root, false);
      if (sized) this.#read.note(path, { sha, commit: snapshot.root });
      return { kind, linked, sha, size, mtime, ctime: this.#place.known?.since ?? 0 };
    });
  }

  /** What stands at `path`, as far as this computer knows; asks nobody. */
  async knownKind(path: string): Promise<EntryKind | undefined> {
    return (await this.#current?.snapshot.known(path))?.kind;
  }

  /** What the folder at `path` holds, by name. */
  async list(path: string, asking: RequestOptions = {}): Promise<ReadonlyMap<string, Listed>> {
    return await this.#remember(path, async () => {
      const { snapshot } = await this.#load(asking);
      const listed = (await snapshot.list(path, asking)) ?? missing(path);
      this.#listed.add(path);
      this.#tellFollowed(path, snapshot);
      return listed;
    });
  }

  /** The bytes of the file at `path`, exactly. */
  async read(path: string, options: ReadOptions = {}): Promise<Bytes> {
    return await this.#remember(path, async () => {
      const { snapshot } = await this.#load(options);
      const { confirm, ...reading } = options;
      const found = (await snapshot.find(path, options)) ?? missing(path);
      const size = found.sha === undefined ? undefined : this.#parts.blobs.size(found.sha);
      const asked = size !== undefined && size > largeFile;
      const kept = asked && found.sha !== undefined ? await this.#parts.blobs.find(found.sha) : undefined;
      if (asked && kept === undefined) await confirm?.(size);
      const limit = asked || confirm === undefined ? undefined : largeTransfer;
      const fetch = (): Promise<Bytes> =>
        snapshot.read(found, { ...reading, limit }).catch(async (error: unknown) => {
          if (!(error instanceof TooLarge)) throw error;
          await confirm?.(undefined);
          return await snapshot.read(found, reading);
        });
      const bytes = kept ?? (await fetch());
      this.#place.mtime(path, found.sha, snapshot.root, !found.linked);
      this.#read.note(path, { sha: found.sha, commit: snapshot.root });
      return bytes;
    });
  }

  /**
   * Asks the service where the ref is, and follows it; whoever asks meanwhile gets the same answer. Resolves with whether
   * it moved. `open` are all files that somebody looks at: they are compared even where their folders are not known.
   * Rejects where it could not be asked.
   */
  async check(open: readonly string[], asking: RequestOptions = {}): Promise<boolean> {
    const before = this.#current;
    if (before === undefined) {
      await this.#load(asking);
      return false;
    }
    const after = await this.#loading.run('check', (shared) => this.#follow(before, open, shared), asking);
    return rootSha(after.head) !== rootSha(before.head);
  }

  /** As `check`, and compares all files that were read in this window, open or not. */
  async checkAll(open: readonly string[], asking: RequestOptions = {}): Promise<boolean> {
    const moved = await this.check(open, asking);
    const { snapshot } = await this.#load(asking);
    this.#tell(await this.#read.changesAt(snapshot, asking), snapshot.root);
    return moved;
  }

  /**
   * As `check`, for whoever writes next: what the service was asked before this moment does not count, and files that are
   * open in unknown folders are left to the next `check`. `made`: what was committed from here since, as far as known;
   * undefined where it is not known to have moved by that.
   */
  async checkNow(asking: RequestOptions = {}, made?: readonly LocalCommit[]): Promise<void> {
    const before = this.#place.questions;
    const current = await this.#load(asking);
    if (!this.#place.wasAnsweredAfter(before)) await this.#follow(current, undefined, asking, made);
  }

  /** Writes what is to be remembered now. */
  async flush(): Promise<void> {
    await this.#place.flush();
  }

  async #load(asking: RequestOptions, defaultBranch?: string): Promise<Current> {
    if (this.#current !== undefined) return this.#current;
    const work = (shared: Shared): Promise<Current> => this.#start(shared, defaultBranch);
    return await this.#loading.run('current', work, asking);
  }

  async #start(asking: RequestOptions, defaultBranch: string | undefined): Promise<Current> {
    const current = this.#open(await this.#place.load(asking, defaultBranch));
    this.#stateChanged.fire();
    return current;
  }

  /** Whether it is time to ask where the ref is. */
  get isDue(): boolean {
    const { known } = this.#place;
    if (known === undefined || known.head.kind === 'commit') return false;
    return this.#problem !== undefined || this.#parts.now() - known.checked > fresh;
  }

  #open(head: ResolvedRef): Current {
    const { source, blobs, trees, objects, habits } = this.#parts;
    const paths = new Paths(source, head, objects, trees);
    const root = rootSha(head);
    const ref = head.byName?.ref ?? head.commit;
    const located = this.#place.filesAt(root);
    const snapshot = new CommitTree({ source, root, ref, blobs, trees, paths, habits, located });
    this.#current = { head, snapshot, paths };
    return this.#current;
  }

  /** `open`: undefined where that is not known; `made`: where nobody here expects that it moved. */
  async #follow(
    known: Current,
    open: readonly string[] | undefined,
    asking: RequestOptions,
    made?: readonly LocalCommit[],
  ): Promise<Current> {
    const { question, answer } = this.#place.ask(known.head, asking);
    try {
      const { latest, ...head } = await answer;
      // Known before anybody is told where the branch is.
      const onlyMade = await this.#keepMade(head.commit, latest, made ?? []);
      const before = this.#current ?? known;
      if (this.#place.wasAnsweredAfter(question)) return before;
      this.#place.accept(question, head);
      const healed = this.#problem !== undefined;
      this.#problem = undefined;
      const after = this.#move(before, head, made === undefined);
      this.#stateChanged.fire();
      await this.#tellChanges(before, after, open ?? (onlyMade && this.#untold === undefined ? [] : undefined), asking);
      if (healed) this.#retryFailed();
      return after;
    } catch (error) {
      if (isFailure(error, 'cancelled') || this.#place.wasAnsweredAfter(question)) throw error;
      this.#problem = toFailure(error);
      this.#stateChanged.fire();
      throw error;
    }
  }

  #move(before: Current, head: ResolvedRef, unexpected: boolean): Current {
    const [from, to] = [rootSha(before.head), rootSha(head)];
    if (from === to) {
      before.paths.confirm();
      return before;
    }
    this.#parts.log.info(`${fullName(this.name)} ${head.name} moved from ${from ?? 'nothing'} to ${to ?? 'nothing'}`);
    if (unexpected) this.#moved = { from, to };
    return this.#open(head);
  }

  /** What differs and was looked at. Where that cannot be asked, or not all that is `open` is known, it is told later. */
  async #tellChanges(
    before: Current,
    after: Current,
    open: readonly string[] | undefined,
    asking: RequestOptions,
  ): Promise<void> {
    const from = (this.#untold ??= before.snapshot);
    if (from !== after.snapshot) {
      const changes = await changesBetween(from, after.snapshot, [...this.#listed], open ?? [], asking);
      this.#tell(changes, rootSha(after.head));
    }
    if (this.#current === after && (open !== undefined || from === after.snapshot)) this.#untold = undefined;
  }

  #tell(changes: readonly FileChange[], commit: string | undefined): void {
    this.#read.noteTold(changes, commit);
    for (const { path, sha } of changes) this.#place.mtime(path, sha, commit, true);
    if (changes.length > 0) this.#filesChanged.fire(changes);
  }

  /** What was committed from here is known without asking. Answers whether the service tells that nobody else committed. */
  async #keepMade(
    commit: string | undefined,
    latest: LatestHead['latest'],
    made: readonly LocalCommit[],
  ): Promise<boolean> {
    if (made.length === 0) return false;
    const { trees } = this.#parts;
    const before = this.#place.known?.head.commit;
    const root = before === undefined ? undefined : await trees.findRoot(before);
    const now = root && (await predictRootTree(trees, root, made));
    if (commit === undefined || !isNextCommit(latest, before, made)) return false;
    if (now !== undefined) trees.keepRoot(commit, now);
    this.#place.carry(before, commit, made);
    return true;
  }

  /** A link that was listed as a file leads to a folder: whoever shows it has to list it again. */
  #tellFollowed(path: string, snapshot: CommitTree): void {
    if (!snapshot.wasUnfollowed(path)) return;
    this.#filesChanged.fire([
      { path, type: 'deleted', sha: undefined },
      { path, type: 'created', sha: undefined },
    ]);
  }

  /** Lets whoever could not be answered ask again. */
  #retryFailed(): void {
    const changes = Array.from(this.#failed, (path) => ({ path, type: 'changed', sha: undefined }) as const);
    this.#failed.clear();
    if (changes.length > 0) this.#filesChanged.fire(changes);
  }

  async #remember<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#failed.delete(path);
      return result;
    } catch (error) {
      if (isFailure(error, ...passing)) {
        this.#failed.add(path);
        if (isFailure(error, 'unreachable', 'timeout') && this.#problem === undefined) {
          this.#problem = error;
          this.#stateChanged.fire();
        }
      }
      throw error;
    }
  }
}

/** Nothing stands at `path`. */
export function missing(path: string): never {
  throw new Failure('missing', `there is no ${path}`, { field: 'path', reason: 'noFile', about: [path] });
}
