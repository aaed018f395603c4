import { SharedRequests, type SharedOptions } from '../../api/throttle/sharedPriority.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import { pathIn } from '../../core/path.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { LfsContents, StoredFile } from '../lfs/lfsContents.ts';
import type { Blobs, Bytes } from '../objects/blobs.ts';
import type { HostObjects } from '../objects/objectStore.ts';
import type { EntryKind, Trees } from '../objects/trees.ts';
import { isNextCommit, predictRootTree, type LocalCommit } from '../refs/predictedTrees.ts';
import { isNamedRef, type LatestHead, type ResolvedRef } from '../refs/refs.ts';
import { RefTracker, type RefState, type RefTrackerParts } from '../refs/refTracker.ts';
import { RepositoryRules, type RuleFile } from '../rules/repositoryRules.ts';
import { ChangeReporter } from './changeReporter.ts';
import { CommitTree } from './commitTree.ts';
import type { FileChange } from './fileChanges.ts';
import type { ListedEntry } from './folderContents.ts';
import { Paths } from './paths.ts';
import { WalkDetector } from './walkDetector.ts';
import { readWithConfirmation, type ReadOptions } from './readWithConfirmation.ts';

export interface RemoteRefParts extends RefTrackerParts {
  readonly objects: HostObjects;
  readonly blobs: Blobs;
  readonly trees: Trees;
  readonly hostFacts: { listsFolders: boolean };
  /** Undefined: the pointers of Git LFS are shown. */
  readonly lfs: LfsContents | undefined;
  /** Called when many folders at `commit` are listed in a short time. */
  readonly onWalk?: ((commit: string) => void) | undefined;
}

export interface FileStatus {
  /** The kind after links are followed; `symlink`: a link without a target in the repository. */
  readonly kind: EntryKind;
  readonly linked: boolean;
  readonly sha: string | undefined;
  /** Bytes; 0 for folders, and for large files whose size is unknown before the download. */
  readonly size: number;
  /** Milliseconds since 1970; changes exactly when the content changes. */
  readonly mtime: number;
  readonly ctime: number;
}

interface Current {
  readonly head: ResolvedRef;
  readonly tree: CommitTree;
  readonly paths: Paths;
}

/**
 * The files of one remote repository at one ref, read only: the `CommitTree` of its commit. The `ChangeReporter` reports
 * the moves of the ref. Drafts are added by `WorkingTree`.
 */
export class RemoteRef {
  readonly name: RepositoryName;
  /** As written in the address. */
  readonly ref: string | undefined;
  readonly reporter: ChangeReporter;
  /** What the repository says about its files, without drafts. */
  readonly rules = new RepositoryRules(async (...place) => await this.ruleFile(...place));
  readonly #parts: RemoteRefParts;
  readonly #tracker: RefTracker;
  readonly #walks: WalkDetector;
  readonly #loading = new SharedRequests<'current' | 'check' | 'confirm', Current>();
  readonly #stateChanged = new Emitter<void>();
  #current: Current | undefined;
  #confirmed: string | undefined;

  constructor(parts: RemoteRefParts) {
    this.#parts = parts;
    this.#tracker = new RefTracker(parts);
    this.#walks = new WalkDetector(parts.now);
    this.reporter = new ChangeReporter(this.#tracker);
    const { host, owner, repo } = parts.source;
    this.name = { host, owner, repo };
    this.ref = parts.ref;
  }

  readonly onDidChangeState: Event<void> = this.#stateChanged.event;

  get lfs(): LfsContents | undefined {
    return this.#parts.lfs;
  }

  get onDidChangeFiles(): Event<readonly FileChange[]> {
    return this.reporter.onDidChangeFiles;
  }

  get state(): RefState | undefined {
    return this.#tracker.state;
  }

  get tree(): CommitTree | undefined {
    return this.#current?.tree;
  }

  get isDue(): boolean {
    return this.#tracker.isDue;
  }

  /** Whether `head` needs no request. */
  async isRemembered(): Promise<boolean> {
    return await this.#tracker.isRemembered();
  }

  /** The commit is requested if it is not known. `defaultBranch`: the name of the default branch, if known. */
  async head(options: RequestOptions = {}, defaultBranch?: string): Promise<ResolvedRef> {
    return (await this.#load(options, defaultBranch)).head;
  }

  /** As `head`, for a request for `path`: see `ChangeReporter.answer`. */
  async headFor(path: string): Promise<ResolvedRef> {
    return await this.#answer(path, async () => (await this.#load({})).head);
  }

  /** Finds out once for each commit whether the host lists the branch: see `isNamedRef`. */
  async confirm(options: RequestOptions = {}): Promise<void> {
    const { head } = await this.#load(options);
    if (isNamedRef(head) || head.kind === 'commit' || this.#confirmed === head.commit) return;
    await this.#loading.run('confirm', (shared) => this.#confirm(head, shared), options);
  }

  /** Searches the ref again, if it was not found. */
  forgetFailure(): void {
    this.#tracker.forgetFailure();
    this.#confirmed = undefined;
  }

  async snapshot(options: RequestOptions = {}): Promise<CommitTree> {
    return (await this.#load(options)).tree;
  }

  /** All paths: GET …/file_list. */
  async paths(options: RequestOptions = {}): Promise<readonly string[]> {
    const { paths } = await this.#load(options);
    const index = await paths.load(options);
    if (index !== undefined) return index.paths;
    const name = fullName(this.name);
    throw new Failure('refused', `there is no list of the files of ${name}`, { reason: 'noFileList', about: [name] });
  }

  /** Paths of the files that were read in this session, the latest first. */
  recent(): readonly string[] {
    return this.#tracker.recent();
  }

  /** Throws a Failure `missing` if `path` does not exist. `read`: see `CommitTree.size`. */
  async stat(path: string, options: RequestOptions = {}, purpose: 'know' | 'read' = 'know'): Promise<FileStatus> {
    return await this.#answer(path, async () => {
      const { tree } = await this.#load(options);
      const entry = (await tree.find(path, options, purpose === 'read')) ?? missing(path);
      const { kind, linked, sha } = entry;
      if (linked && kind === 'folder') this.reporter.reportFolder(path);
      const sized = kind === 'file' || kind === 'symlink';
      const blobSize = sized ? ((await tree.size(entry, options, purpose)) ?? 0) : 0;
      const size = this.lfs?.size(sha) ?? blobSize;
      const mtime = this.#tracker.mtime(path, sha, tree.root, false);
      if (sized) this.reporter.noteFile(path, sha, tree.root);
      return { kind, linked, sha, size, mtime, ctime: this.#tracker.since };
    });
  }

  /** Undefined if the kind is not known without a request. */
  async knownKind(path: string): Promise<EntryKind | undefined> {
    return (await this.#current?.tree.cachedEntry(path))?.kind;
  }

  async list(path: string, options: RequestOptions = {}): Promise<ReadonlyMap<string, ListedEntry>> {
    return await this.#answer(path, async () => {
      const { tree, head } = await this.#load(options);
      const listed = (await tree.list(path, options)) ?? missing(path);
      this.reporter.noteListed(path, listed);
      if (head.commit !== undefined && this.#walks.note(path)) this.#parts.onWalk?.(head.commit);
      return listed;
    });
  }

  /** Number of names in the folder at `path` that are not shown, because git or this computer refuses them. */
  async hidden(path: string): Promise<number> {
    return (await this.#current?.tree.hidden(path)) ?? 0;
  }

  /** The content, also of a file of Git LFS. */
  async read(path: string, options: ReadOptions = {}): Promise<Bytes> {
    return await this.shown(await this.readStored(path, options), options);
  }

  /** What `read` shows for a file as git has it. */
  async shown(file: StoredFile, options: ReadOptions = {}): Promise<Bytes> {
    return (await this.lfs?.shown(this.#parts.source, this.rules, file, options)) ?? file.bytes;
  }

  /** The file as git has it, at its path without links. */
  async readStored(path: string, options: ReadOptions = {}): Promise<StoredFile> {
    return await this.#answer(path, async () => {
      const { tree } = await this.#load(options);
      const entry = (await tree.find(path, options, !path.startsWith('.'))) ?? missing(path);
      const bytes = await readWithConfirmation(tree, this.#parts.blobs, entry, options);
      this.#tracker.mtime(path, entry.sha, tree.root, !entry.linked);
      this.reporter.noteFile(path, entry.sha, tree.root);
      return { path: entry.path, sha: entry.sha, bytes };
    });
  }

  /** It reads the trees of git, which are kept by their sha: after a commit from here none is requested again. */
  async ruleFile(folder: string, name: string, options: RequestOptions): Promise<RuleFile | undefined> {
    const tree = await this.snapshot(options);
    const entry = (await tree.entries(folder, options))?.get(name);
    if (entry?.kind !== 'file') return undefined;
    const { sha } = entry;
    const file = { path: pathIn(folder, name), kind: 'file', sha, mode: undefined, linked: false } as const;
    return { sha, read: async () => await tree.read(file, options) };
  }

  /**
   * Resolves the ref again and follows it; concurrent calls share the response. Resolves with true if the ref moved.
   * `open`: all open files, which are compared even if their folders are not known. Rejects if the request fails.
   */
  async check(open: readonly string[], options: RequestOptions = {}): Promise<boolean> {
    const before = this.#current;
    if (before === undefined) {
      await this.#load(options);
      return false;
    }
    // After a change of the account there is nothing to compare with.
    const work = async (shared: SharedOptions): Promise<Current> =>
      this.#current === undefined ? await this.#load(shared) : await this.#follow(before, open, shared);
    const after = await this.#loading.run('check', work, options);
    return after.head.commit !== before.head.commit;
  }

  /** As `check`, and compares all files that were read in this window, open or not. */
  async checkAll(open: readonly string[], options: RequestOptions = {}): Promise<boolean> {
    const moved = await this.check(open, options);
    const { tree } = await this.#load(options);
    await this.reporter.reportFiles(tree, options);
    return moved;
  }

  /**
   * As `check`, before a write: earlier requests do not count; files in unknown folders are left to the next one.
   * `localCommits`: of this computer since then; undefined if the ref is not known to have moved by them.
   */
  async checkNow(options: RequestOptions = {}, localCommits?: readonly LocalCommit[]): Promise<void> {
    const { generation } = this.#tracker;
    const current = await this.#load(options);
    if (!this.#tracker.isOutdated(generation)) await this.#follow(current, undefined, options, localCommits);
  }

  /** The account changed: all that was read is read again, with the account of now. */
  forget(): void {
    const { tree, paths } = this.#current ?? {};
    this.#current = undefined;
    this.#tracker.forget();
    for (const asked of [this.#loading, tree, paths]) asked?.restart();
    this.#stateChanged.fire();
    this.reporter.reportAll();
  }

  async flush(): Promise<void> {
    await this.#tracker.flush();
  }

  async stop(): Promise<void> {
    await this.#tracker.stop();
  }

  async #confirm(head: ResolvedRef, options: RequestOptions): Promise<Current> {
    const isListed = await this.#tracker.confirm(head, options);
    this.#confirmed = head.commit;
    const current = await this.#load(options);
    if (!isListed) return current;
    this.#current = { ...current, head: { ...current.head, isListed } };
    this.#stateChanged.fire();
    return this.#current;
  }

  async #load(options: RequestOptions, defaultBranch?: string): Promise<Current> {
    if (this.#current !== undefined) return this.#current;
    const work = async (shared: SharedOptions): Promise<Current> => {
      const current = this.#open(await this.#tracker.load(shared, defaultBranch));
      this.#stateChanged.fire();
      return current;
    };
    return await this.#loading.run('current', work, options);
  }

  #open(head: ResolvedRef): Current {
    const { source, blobs, trees, objects, hostFacts, git } = this.#parts;
    const paths = new Paths(source, head, objects, trees, async (commit) =>
      (await git?.of(this.name).files(commit))?.flatMap(({ path, mode }) => (mode === '160000' ? [] : [path])),
    );
    const located = this.#tracker.filesAt(head.commit);
    const tree = new CommitTree({ source, root: head.commit, blobs, trees, paths, hostFacts, located });
    this.#current = { head, tree, paths };
    return this.#current;
  }

  /** `open`: undefined if unknown. `localCommits`: undefined if the ref is not known to have moved by own commits. */
  async #follow(
    previous: Current,
    open: readonly string[] | undefined,
    options: RequestOptions,
    localCommits?: readonly LocalCommit[],
  ): Promise<Current> {
    const { generation, response } = this.#tracker.refresh(previous.head, options);
    try {
      const { latest, ...head } = await response;
      // The trees of the new commit are predicted before it is reported.
      const isOwnMove = await predictTrees(this.#parts.trees, this.#tracker, head.commit, latest, localCommits ?? []);
      const before = this.#current ?? previous;
      if (this.#tracker.isOutdated(generation)) return before;
      const healed = this.#tracker.problem !== undefined;
      this.#tracker.apply(generation, head, localCommits !== undefined);
      const after = this.#move(before, head);
      this.#stateChanged.fire();
      const compared = open ?? (isOwnMove && !this.reporter.isBehind ? [] : undefined);
      await this.reporter.reportMove(before.tree, after.tree, compared, options);
      if (healed) this.reporter.retryFailed();
      return after;
    } catch (error) {
      if (!isFailure(error, 'cancelled') && !this.#tracker.isOutdated(generation)) {
        this.#tracker.fail(error);
        this.#stateChanged.fire();
      }
      throw error;
    }
  }

  #move(before: Current, head: ResolvedRef): Current {
    const [from, to] = [before.head.commit, head.commit];
    if (from === to && before.head.name === head.name) {
      before.paths.confirm();
      return before;
    }
    this.#parts.log.info(`${fullName(this.name)} ${head.name} moved from ${from ?? 'nothing'} to ${to ?? 'nothing'}`);
    return this.#open(head);
  }

  /** Runs `work`, a request for `path`: see `ChangeReporter.answer`. */
  async #answer<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.reporter.answer(path, work);
    } catch (error) {
      if (isFailure(error, 'unreachable', 'timeout') && this.#tracker.problem === undefined) {
        this.#tracker.fail(error);
        this.#stateChanged.fire();
      }
      throw error;
    }
  }
}

/** Stores the trees of own commits without a request. Returns whether these are the only new commits. */
async function predictTrees(
  trees: Trees,
  tracker: RefTracker,
  commit: string | undefined,
  latest: LatestHead['latest'],
  localCommits: readonly LocalCommit[],
): Promise<boolean> {
  if (localCommits.length === 0) return false;
  const before = tracker.state?.head.commit;
  const root = before === undefined ? undefined : await trees.findRoot(before);
  const now = root && (await predictRootTree(trees, root, localCommits));
  if (commit === undefined || !isNextCommit(latest, before, localCommits, commit)) return false;
  if (now !== undefined) trees.keepRoot(commit, now);
  tracker.carry(before, commit, localCommits);
  return true;
}

export function missing(path: string): never {
  throw new Failure('missing', `there is no ${path}`, { field: 'path', reason: 'noFile', about: [path] });
}
