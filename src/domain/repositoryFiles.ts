import { SharedRequests, type Shared } from '../api/urgency.ts';
import { Emitter, type Event } from '../core/emitter.ts';
import { Failure, isFailure, messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Storage } from '../core/storage.ts';
import { fullName, repositoryKey, type RepositoryName } from './address.ts';
import { TooLarge, type Blobs, type Bytes, type Reading } from './blobs.ts';
import { changesBetween, type FileChange } from './fileChanges.ts';
import { isNextCommit, rootAfter, type Made } from './madeTrees.ts';
import type { HostObjects } from './objects.ts';
import { Paths } from './paths.ts';
import { readRecord, recordName, Stamps, writeRecord, type RefRecord } from './refRecord.ts';
import { recheck, resolveRef, type Head, type LatestHead } from './refs.ts';
import { largeFile, largeTransfer, Snapshot, type Listed } from './snapshot.ts';
import type { Asking, Source } from './source.ts';
import type { EntryKind, Trees } from './trees.ts';

export interface RepositoryFilesParts {
  readonly source: Source;
  /** As written in the address; undefined: the default branch. */
  readonly ref: string | undefined;
  /** What the ref stands for, where somebody said so. */
  readonly known: () => Head | undefined;
  readonly storage: Storage;
  readonly objects: HostObjects;
  readonly blobs: Blobs;
  readonly trees: Trees;
  readonly habits: { listsFolders: boolean };
  readonly log: Log;
  readonly now: () => number;
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

export interface ReadOptions extends Reading {
  /** Asked before a large file is fetched. `size` in bytes, undefined where the service does not tell. */
  readonly confirm?: (size: number | undefined) => Promise<void>;
}

/** What is known of the ref itself. */
export interface RefState {
  readonly head: Head;
  /** When the service last said so, in milliseconds since 1970. */
  readonly checked: number;
  /** Why the service could not be asked since; undefined: it could. */
  readonly problem: Failure | undefined;
  /** The last time the branch was found to have moved in this session. */
  readonly moved: { readonly from: string | undefined; readonly to: string | undefined } | undefined;
}

interface Current {
  readonly head: Head;
  readonly snapshot: Snapshot;
  readonly paths: Paths;
}

/** Milliseconds for which the place of a ref needs no check when a session begins. */
const fresh = 60_000;
const saveAfter = 500;
const passing = ['unreachable', 'timeout', 'broken', 'throttled', 'signedOut', 'forbidden'] as const;

/** A repository at a ref, as files. Shows what is known at once, and asks behind it where the ref is now. */
export class RepositoryFiles {
  readonly name: RepositoryName;
  readonly ref: string | undefined;
  readonly #parts: RepositoryFilesParts;
  readonly #loading = new SharedRequests<'current' | 'check', Current>();
  readonly #stateChanged = new Emitter<void>();
  readonly #filesChanged = new Emitter<readonly FileChange[]>();
  /** Folders that somebody looked into. */
  readonly #listed = new Set<string>();
  /** Paths that could not be answered for a reason that passes. */
  readonly #failed = new Set<string>();
  /** How often it was asked where the ref is, and the latest of these that was answered. */
  #checks = 0;
  #answered = 0;
  #current: Current | undefined;
  #record: RefRecord | undefined;
  #stamps: Stamps | undefined;
  #problem: Failure | undefined;
  #moved: RefState['moved'];
  #saving: ReturnType<typeof setTimeout> | undefined;
  #recordName: string | undefined;

  constructor(parts: RepositoryFilesParts) {
    this.#parts = parts;
    const { host, owner, repo } = parts.source;
    this.name = { host, owner, repo };
    this.ref = parts.ref;
  }

  readonly onDidChangeState: Event<void> = this.#stateChanged.event;
  /** What changed on the service, of what was looked at here. */
  readonly onDidChangeFiles: Event<readonly FileChange[]> = this.#filesChanged.event;

  /** Undefined before anything was read. */
  get state(): RefState | undefined {
    const record = this.#record;
    return record && { head: record.head, checked: record.checked, problem: this.#problem, moved: this.#moved };
  }

  /** What the ref stands for, as far as known here; asked for where it is not. `defaultBranch`: its name, where known. */
  async head(asking: Asking = {}, defaultBranch?: string): Promise<Head> {
    return (await this.#load(asking, defaultBranch)).head;
  }

  /** As `head`, on the way to `path`: who could not be told is asked to look again once the service can be reached. */
  async headFor(path: string): Promise<Head> {
    return await this.#remember(path, async () => (await this.#load({})).head);
  }

  /** The repository at the commit where the ref is, as far as known here. */
  async snapshot(asking: Asking = {}): Promise<Snapshot> {
    return (await this.#load(asking)).snapshot;
  }

  /** All paths: GET …/file_list. */
  async paths(asking: Asking = {}): Promise<readonly string[]> {
    const { paths } = await this.#load(asking);
    const index = await paths.load(asking);
    if (index !== undefined) return index.paths;
    throw new Failure('refused', `there is no list of the files of ${fullName(this.name)}`);
  }

  /** Files that were read here, the latest first. */
  recent(): readonly string[] {
    return this.#stamps?.kept().map(([path]) => path) ?? [];
  }

  /** Throws a Failure `missing` where nothing stands at `path`. `read`: its bytes are asked for next. */
  async stat(path: string, asking: Asking = {}, purpose: 'know' | 'read' = 'know'): Promise<FileStatus> {
    return await this.#remember(path, async () => {
      const { snapshot } = await this.#load(asking);
      const found = (await snapshot.find(path, asking, purpose)) ?? missing(path);
      const { kind, linked, sha } = found;
      if (linked && kind === 'folder') this.#tellFollowed(path, snapshot);
      const sized = kind === 'file' || kind === 'symlink';
      const size = sized ? ((await snapshot.size(found, asking, purpose)) ?? 0) : 0;
      const mtime = this.#mtime(path, sha, snapshot, false);
      return { kind, linked, sha, size, mtime, ctime: this.#record?.since ?? 0 };
    });
  }

  /** What stands at `path`, as far as this computer knows; asks nobody. */
  async knownKind(path: string): Promise<EntryKind | undefined> {
    return (await this.#current?.snapshot.known(path))?.kind;
  }

  /** What the folder at `path` holds, by name. */
  async list(path: string, asking: Asking = {}): Promise<ReadonlyMap<string, Listed>> {
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
      const found = (await snapshot.find(path, options, 'read')) ?? missing(path);
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
      this.#mtime(path, found.sha, snapshot, !found.linked);
      return bytes;
    });
  }

  /**
   * Asks the service where the ref is, and follows it; whoever asks meanwhile gets the same answer. Resolves with whether
   * it moved. `open` are files that somebody looks at: they are compared even where their folders are not known. Rejects
   * where it could not be asked.
   */
  async check(open: readonly string[], asking: Asking = {}): Promise<boolean> {
    const [before, record] = [this.#current, this.#record];
    if (before === undefined || record === undefined) {
      await this.#load(asking);
      return false;
    }
    const work = (shared: Shared): Promise<Current> => this.#follow(before, record, open, shared);
    const after = await this.#loading.run('check', work, asking);
    return after.head.commit !== before.head.commit;
  }

  /**
   * As `check`, for whoever writes next: what the service was asked before this moment does not count. `made`: what was
   * committed from here since, as far as known; undefined where it is not known to have moved by that.
   */
  async checkNow(asking: Asking = {}, made?: readonly Made[]): Promise<void> {
    const { known, now } = this.#parts;
    const began = now();
    const isFirst = this.#current === undefined && !this.#loading.has('current') && known() === undefined;
    const current = await this.#load(asking);
    const record = this.#record;
    if (record === undefined || (isFirst && record.checked >= began)) return;
    await this.#follow(current, record, [], asking, made);
  }

  /** Writes what is to be remembered now. */
  async flush(): Promise<void> {
    clearTimeout(this.#saving);
    await this.#save();
  }

  async #load(asking: Asking, defaultBranch?: string): Promise<Current> {
    if (this.#current !== undefined) return this.#current;
    const work = (shared: Shared): Promise<Current> => this.#start(shared, defaultBranch);
    return await this.#loading.run('current', work, asking);
  }

  async #start(asking: Asking, defaultBranch: string | undefined): Promise<Current> {
    const { source, ref, storage, known, now } = this.#parts;
    const { account } = await source.connect();
    const name = await recordName(source.host, `${account?.login ?? ''} ${repositoryKey(source)}@${ref ?? ''}`);
    this.#recordName = name;
    const kept = await readRecord(storage, name);
    const said = known();
    const head = said ?? kept?.head ?? (await resolveRef(source, ref, asking, defaultBranch));
    const checked = kept !== undefined && said === undefined ? kept.checked : now();
    this.#record = {
      head,
      isDefault: ref === undefined,
      checked,
      since: kept?.since ?? now(),
      stamps: kept?.stamps ?? [],
    };
    this.#stamps = new Stamps(this.#record, now);
    const current = this.#open(head);
    this.#stateChanged.fire();
    if (kept?.head.commit !== head.commit) this.#saveSoon();
    return current;
  }

  /** Whether it is time to ask where the ref is. */
  get isDue(): boolean {
    const { now } = this.#parts;
    const record = this.#record;
    if (record === undefined || record.head.kind === 'commit') return false;
    return this.#problem !== undefined || now() - record.checked > fresh;
  }

  #open(head: Head): Current {
    const { source, blobs, trees, objects, habits, now } = this.#parts;
    const paths = new Paths(source, head, objects, trees);
    const located = this.#stamps?.at(head.commit) ?? [];
    const snapshot = new Snapshot({ source, commit: head.commit, blobs, trees, paths, habits, located, now });
    this.#current = { head, snapshot, paths };
    return this.#current;
  }

  /** `made`: undefined where nobody here expects that it moved. */
  async #follow(
    known: Current,
    kept: RefRecord,
    open: readonly string[],
    asking: Asking,
    made?: readonly Made[],
  ): Promise<Current> {
    const { source, now, log } = this.#parts;
    const check = (this.#checks += 1);
    try {
      const { latest, ...head } = await recheck(source, known.head, kept.isDefault, asking);
      // Known before anybody is told where the branch is.
      await this.#keepMade(this.#current ?? known, head.commit, latest, made ?? []);
      const before = this.#current ?? known;
      // Who asked later was answered already.
      if (check < this.#answered) return before;
      this.#answered = check;
      const record = this.#record ?? kept;
      this.#record = { ...record, head, checked: now() };
      const healed = this.#problem !== undefined;
      this.#problem = undefined;
      if (head.commit === before.head.commit) {
        before.paths.confirm();
        this.#saveSoon();
        if (healed) this.#retryFailed();
        this.#stateChanged.fire();
        return before;
      }
      log.info(
        `${fullName(this.name)} ${head.name} moved from ${before.head.commit ?? 'nothing'} to ${head.commit ?? 'nothing'}`,
      );
      const after = this.#open(head);
      if (made === undefined) this.#moved = { from: before.head.commit, to: head.commit };
      this.#saveSoon();
      this.#stateChanged.fire();
      const changes = await changesBetween(before.snapshot, after.snapshot, [...this.#listed], open, asking);
      for (const { path, sha } of changes) this.#mtime(path, sha, after.snapshot, true);
      if (changes.length > 0) this.#filesChanged.fire(changes);
      if (healed) this.#retryFailed();
      return after;
    } catch (error) {
      if (isFailure(error, 'cancelled') || check < this.#answered) throw error;
      this.#problem = error instanceof Failure ? error : new Failure('broken', messageOf(error), { cause: error });
      this.#stateChanged.fire();
      throw error;
    }
  }

  /** What was committed from here is known without asking; that nobody else committed meanwhile the service tells. */
  async #keepMade(
    { head: { commit: before } }: Current,
    commit: string | undefined,
    latest: LatestHead['latest'],
    made: readonly Made[],
  ): Promise<void> {
    if (made.length === 0) return;
    const { trees } = this.#parts;
    const root = before === undefined ? undefined : await trees.findRoot(before);
    const now = root && (await rootAfter(trees, root, made));
    if (commit === undefined || !isNextCommit(latest, before, made)) return;
    if (now !== undefined) trees.keepRoot(commit, now);
    this.#stamps?.carry(before, commit, made);
  }

  /** A link that was listed as a file leads to a folder: whoever shows it has to list it again. */
  #tellFollowed(path: string, snapshot: Snapshot): void {
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

  #mtime(path: string, sha: string | undefined, snapshot: Snapshot, keep: boolean): number {
    const stamps = this.#stamps;
    if (stamps === undefined) return 0;
    const mtime = stamps.mtime(path, sha, snapshot.commit, keep);
    if (keep) this.#saveSoon();
    return mtime;
  }

  #saveSoon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      this.#save().catch((error: unknown) => this.#parts.log.warn(messageOf(error)));
    }, saveAfter);
  }

  async #save(): Promise<void> {
    const record = this.#record;
    if (record === undefined || this.#recordName === undefined) return;
    await writeRecord(this.#parts.storage, this.#recordName, { ...record, stamps: this.#stamps?.kept() ?? [] });
  }
}

/** Nothing stands at `path`. */
export function missing(path: string): never {
  throw new Failure('missing', `there is no ${path}`, { field: 'path' });
}
