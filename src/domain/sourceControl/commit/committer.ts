import { isTemporary } from '../../../api/http/retryPolicy.ts';
import type { CommitResult } from '../../../api/record/content.ts';
import { fromBase64 } from '../../../core/base64.ts';
import { Failure, isFailure, throwIfCancelled } from '../../../core/errors.ts';
import { nameSegment, type Storage } from '../../../core/storage.ts';
import { repositoryKey } from '../../hosts/address.ts';
import { commitMessage, type AgreedCommit } from './agreedCommit.ts';
import { planCommit, type CommitMethod, type CommitPlan, type CommitRequest, type FindAuthor } from './commitPlan.ts';
import { conflictAt, sendFile, type MarkEntry } from './fileSender.ts';
import { DraftCleaner, type DraftCleanerParts } from './draftCleaner.ts';
import { LfsDrafts, type LfsDraftsParts } from './lfsDrafts.ts';
import { ChangePusher, type MarkPush, type PushResult } from './changePusher.ts';
import { Rebaser, type ConflictLabels } from './rebaser.ts';
import { hasMarkers, settled } from '../../text/conflict.ts';
import { ignoredDrafts } from '../drafts/ignoredDrafts.ts';
import { isMarked, type DraftBranch } from '../drafts/draft.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { DraftContent } from '../drafts/draftStore.ts';
import type { RequestOptions } from '../../hosts/source.ts';
import type { RepositoryRules } from '../../rules/repositoryRules.ts';
import { requireUsablePath } from '../drafts/usablePath.ts';
import { readJournal, removeJournal, writeJournal, type Journal, type JournalEntry } from './journal.ts';
import { selectChanges, type SelectedChange } from './commitSelection.ts';
import type { BranchPushes, RemoteBranch } from './writtenBranch.ts';

export interface CommittedPath {
  readonly path: string;
  readonly result: CommitResult | undefined;
}

export interface CommitProgress {
  readonly signal: AbortSignal;
  readonly onFile?: (path: string, index: number, count: number) => void;
}

interface CommitterParts extends DraftCleanerParts, LfsDraftsParts {
  readonly remoteBranch: RemoteBranch;
  readonly storage: Storage;
  readonly labels: ConflictLabels;
  /** Read before each commit. */
  readonly method?: (() => CommitMethod) | undefined;
}

type CommitSelection = Pick<CommitRequest, 'paths' | 'includeIgnored'>;

/** Sends one commit for each file, or one for all. A journal lets an interrupted commit resume. */
export class Committer {
  readonly #drafts: Drafts;
  readonly #remoteBranch: RemoteBranch;
  readonly #storage: Storage;
  readonly #labels: ConflictLabels;
  readonly #method: () => CommitMethod;
  readonly #rules: RepositoryRules;
  readonly #cleaner: DraftCleaner;
  readonly #lfs: LfsDrafts;
  #isGitRefused = false;
  #running = 0;

  constructor(parts: CommitterParts) {
    const { drafts, remoteBranch, storage, labels, rules, method = () => 'auto' } = parts;
    this.#method = method;
    this.#drafts = drafts;
    this.#remoteBranch = remoteBranch;
    this.#storage = storage;
    this.#labels = labels;
    this.#rules = rules;
    this.#cleaner = new DraftCleaner(parts);
    this.#lfs = new LfsDrafts(parts);
  }

  /** Git could not prepare a commit, so that the next one is sent without git. */
  get isGitRefused(): boolean {
    return this.#isGitRefused;
  }

  /** The rest of an interrupted commit. Undefined while this window commits, and if nothing is left to do. */
  async interrupted(): Promise<Journal | undefined> {
    const journal = await readJournal(this.#storage, this.#drafts.branch);
    return journal === undefined || this.#running > 0 ? undefined : restOf(journal, this.#drafts);
  }

  /** The changes that a commit of `request` sends. Reads the rules of the repository. */
  async select(request: CommitSelection, options: RequestOptions = {}): Promise<readonly SelectedChange[]> {
    const selected = selectChanges(this.#drafts, request.paths);
    if (request.includeIgnored === true) return selected;
    const named = new Set(request.paths);
    const ignored = await ignoredDrafts(this.#drafts, this.#rules.now(options));
    return selected.filter(({ change: { path } }) => named.has(path) || !ignored.has(path));
  }

  /**
   * Decides how the changes of `request` are sent. Sends no request, except those of `find` and for the rules of the repository. Several files are one commit
   * if git can be used; a message with `{path}` asks for a commit for each file. `find` is called only if there is a
   * file to commit, and no author in `request`.
   * @throws Failure `missing` if one of the paths has no change
   */
  async plan(request: CommitRequest, find?: FindAuthor, options?: RequestOptions): Promise<CommitPlan> {
    const method = this.#isGitRefused && this.#method() === 'auto' ? 'rest' : this.#method();
    const files = await this.select(request, options);
    return await planCommit({ files, pushes: this.#remoteBranch.pushes, method }, request, find);
  }

  /**
   * Gives the changes of `request` the content that the commit sends: see `DraftCleaner`. Call it before somebody sees
   * and agrees to them.
   */
  async clean(request: CommitSelection, signal: AbortSignal): Promise<readonly SelectedChange[]> {
    await this.#cleaner.clean(await this.select(request, { signal }), signal);
    return await this.select(request, { signal });
  }

  /**
   * Carries out `plan`: commits all files at once with git, or file by file. The latter stops at the first failure; the
   * other files stay drafts for `resume`. Changes of the server are merged before anything is sent.
   * POST, PUT, DELETE /repos/{owner}/{repo}/contents/{path}
   * @throws Failure `conflict` with the files that the user must resolve; `invalid` (field `agreed`) if the change is not
   * the agreed one: the drafts stay
   */
  async commit(plan: CommitPlan, progress: CommitProgress): Promise<readonly CommittedPath[]> {
    return await this.#locked(progress.signal, async () => {
      await this.#remoteBranch.refresh(progress.signal);
      await this.#settle(progress.signal, plan.agreed);
      return await this.#rebaseAndSend(plan, progress);
    });
  }

  /**
   * Asks the server for the state of each file, then sends the rest. `agreed`: see `CommitRequest`.
   * @throws Failure `missing` if there is no interrupted commit, and as `commit`
   */
  async resume(progress: CommitProgress, agreed?: AgreedCommit): Promise<readonly CommittedPath[]> {
    const journal = await readJournal(this.#storage, this.#drafts.branch);
    if (journal === undefined)
      throw new Failure('missing', 'there is no interrupted commit', { reason: 'noInterruptedCommit' });
    return await this.#locked(progress.signal, async () => {
      await this.#remoteBranch.refresh(progress.signal);
      const rest = await this.#settle(progress.signal, agreed);
      const paths = rest.filter((path) => this.#drafts.effective(path) !== undefined);
      if (paths.length === 0) return [];
      const { message, author } = journal;
      return await this.#rebaseAndSend(
        await this.plan({ message, author, paths, agreed }, undefined, progress),
        progress,
      );
    });
  }

  /** Merges the changes of the server into every draft. @throws Failure `conflict` with the files to resolve */
  async rebase(signal: AbortSignal): Promise<void> {
    await this.#locked(signal, async () => {
      await this.#remoteBranch.refresh(signal);
      await this.#settle(signal);
      if (!this.#drafts.isEmpty) await rebaseAll(this.#rebaser(undefined), selectChanges(this.#drafts, ['']), signal);
    });
  }

  /** Drops the journal of an interrupted commit, because its drafts were moved to another branch. */
  async forget(): Promise<void> {
    await removeJournal(this.#storage, this.#drafts.branch);
  }

  /** Drops the draft, or in a merge keeps its lines of the base. Returns a function that restores the draft. */
  async takeTheirs(path: string): Promise<() => Promise<void>> {
    const layer = this.#drafts.get('working', path) === undefined ? 'staged' : 'working';
    const marked = await this.#drafts.content(layer, path);
    if (marked?.change.conflict?.resolve !== 'merge') return await this.#drafts.discard([path]);
    const { change, bytes } = marked;
    const after = await this.#drafts.merged(layer, change, settled(withMarkers(marked), 'theirs'), change.base);
    // It was saved meanwhile.
    if (after === 'changed') return await this.takeTheirs(path);
    return async () => {
      if (after !== undefined) await this.#drafts.merged(layer, after, bytes, change.base, change.conflict);
    };
  }

  /** Resolves a conflict with the draft: it is committed over the server version. */
  async takeMine(path: string): Promise<void> {
    for (const layer of ['working', 'staged'] as const) {
      const conflict = this.#drafts.get(layer, path)?.conflict;
      const marked = isMarked(conflict) ? await this.#drafts.content(layer, path) : undefined;
      if (marked !== undefined) {
        const mine = settled(withMarkers(marked), 'mine');
        const merged = await this.#drafts.merged(layer, marked.change, mine, conflict?.theirs);
        // It was saved meanwhile.
        if (merged === 'changed') await this.takeMine(path);
      } else if (conflict !== undefined) {
        await this.#drafts.setConflict(layer, path, undefined, { sha: conflict.theirs });
      }
    }
  }

  /** Runs `work` under a lock, so that only one window commits to the repository at a time. */
  async #locked<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await this.#storage.lock(lockName(this.#drafts.branch), { signal }, async () => {
        await this.#drafts.load();
        return await work();
      });
    } finally {
      this.#running -= 1;
    }
  }

  /** Checks the files of the journal whose response was lost. Returns the paths that are still to be sent. */
  async #settle(signal: AbortSignal, agreed?: AgreedCommit): Promise<string[]> {
    const journal = await readJournal(this.#storage, this.#drafts.branch);
    if (journal === undefined) return [];
    const rest: string[] = [];
    const { commit, entries } = journal;
    const mayBePushed = commit !== undefined && entries.some(({ state }) => state === 'sent');
    const isPushed = mayBePushed && (await this.#remoteBranch.pushes?.has(commit, signal)) === true;
    for (const entry of entries) {
      const isSent = entry.state === 'sent';
      const there = isSent && !isPushed ? await this.#remoteBranch.file(entry.path, signal) : undefined;
      if (entry.state === 'done' || (isSent && (isPushed || there?.sha === entry.sha))) {
        await this.#drafts.committed(entry.layer, entry.path, entry.sha);
        agreed?.committed(entry.path, entry.sha);
      } else rest.push(entry.path);
    }
    await removeJournal(this.#storage, this.#drafts.branch);
    return rest;
  }

  #rebaser(agreed: AgreedCommit | undefined): Rebaser {
    return new Rebaser(this.#drafts, this.#remoteBranch, this.#labels, agreed);
  }

  async #rebaseAndSend(plan: CommitPlan, progress: CommitProgress): Promise<readonly CommittedPath[]> {
    const rebaser = this.#rebaser(plan.agreed);
    await rebaseAll(rebaser, await this.select(plan, progress), progress.signal);
    const paths = withChanges(this.#drafts, plan.paths);
    const selected = await this.clean({ ...plan, paths }, progress.signal);
    await this.#demandPlaces(selected, progress.signal);
    const head = this.#remoteBranch.head();
    const stored = await this.#lfs.upload(selected, plan.agreed, head, progress.signal);
    try {
      return await this.#send(plan, stored, rebaser, progress);
    } catch (error) {
      throw await this.#lfs.explained(error, progress.signal);
    }
  }

  /** Git and the API put a file in the place of a folder: no file is lost that the user did not remove. */
  async #demandPlaces(selected: readonly SelectedChange[], signal: AbortSignal): Promise<void> {
    const removed = new Set(selected.flatMap(({ change: { kind, path } }) => (kind === 'removed' ? [path] : [])));
    for (const { change } of selected) {
      if (change.kind !== 'file' || change.base !== undefined) continue;
      const replaced = await this.#remoteBranch.replacedBy(change.path, signal);
      const lost = replaced.find((path) => !removed.has(path));
      if (lost !== undefined)
        throw new Failure('conflict', `${change.path} would replace ${lost}`, {
          field: 'paths',
          reason: 'placeTaken',
          about: [change.path, lost],
        });
    }
  }

  async #send(
    plan: CommitPlan,
    selected: readonly SelectedChange[],
    rebaser: Rebaser,
    progress: CommitProgress,
  ): Promise<readonly CommittedPath[]> {
    // An earlier version can have stored such a draft. Its removal is sent.
    for (const { change } of selected) if (change.kind === 'file') requireUsablePath(change.path);
    const { message, author, agreed, transport } = plan;
    agreed?.demand(selected, this.#remoteBranch.head());
    const pushes = transport === 'git' ? this.#remoteBranch.pushes : undefined;
    const pushed = pushes && (await this.#push(pushes, plan, selected, rebaser, progress.signal));
    if (pushed !== undefined) return pushed;
    const { storage, branch } = { storage: this.#storage, branch: this.#drafts.branch };
    const entries = selected.map(waiting);
    const note = async (): Promise<void> => await writeJournal(storage, branch, { message, author, entries });
    const parts = { drafts: this.#drafts, remoteBranch: this.#remoteBranch, rebaser };
    const committed: CommittedPath[] = [];
    let unanswered = 0;
    for (const [index, { layer, change }] of selected.entries()) {
      throwIfCancelled(progress.signal);
      const counts = [`${index}`, `${selected.length}`];
      if (unanswered >= mostUnanswered)
        throw new Failure('broken', 'answers fail again and again', { reason: 'answersFail', about: counts });
      progress.onFile?.(change.path, index, selected.length);
      const mark: MarkEntry = async (state, now) => {
        if (state === 'sent') {
          agreed?.demandOne({ layer, change: now });
          this.#lfs.demand([now]);
        }
        entries[index] = { path: now.path, layer, base: now.base, sha: now.sha, state };
        await note();
      };
      const text = { message: commitMessage(message, [change.path]), author };
      const file = { layer, path: change.path, text };
      const sent = await sendFile(parts, file, mark, progress.signal).catch((error: unknown) => {
        throw isFailure(error) && error.reason === 'maybeCommitted'
          ? error.with({ about: [change.path, ...counts] })
          : error;
      });
      unanswered = sent?.answered === false ? unanswered + 1 : 0;
      if (sent !== undefined) committed.push({ path: change.path, result: sent.result });
      else agreed?.demandNone(layer, change.path);
    }
    if (selected.length > 0) await removeJournal(storage, branch);
    if (committed.length > 0) await follow(this.#remoteBranch, progress.signal);
    return committed;
  }

  /** One commit for all. Undefined if git could not create it and the API may be used: nothing was sent then. */
  async #push(
    pushes: BranchPushes,
    { message, author, agreed, canFallBack }: CommitPlan,
    selected: readonly SelectedChange[],
    rebaser: Rebaser,
    signal: AbortSignal,
  ): Promise<readonly CommittedPath[] | undefined> {
    const { branch } = this.#drafts;
    const mark: MarkPush = async (state, drafts, commit) => {
      if (state === 'sent') {
        agreed?.demand(drafts, this.#remoteBranch.head());
        this.#lfs.demand(drafts.map(({ change }) => change));
      }
      const entries = drafts.map(({ layer, change: { path, base, sha } }) => ({ path, layer, base, sha, state }));
      await writeJournal(this.#storage, branch, { message, author, entries, commit });
    };
    const pusher = new ChangePusher(this.#drafts, this.#remoteBranch, pushes, rebaser);
    let pushed: PushResult | undefined;
    try {
      pushed = await pusher.send(selected, { message, author }, mark, signal);
    } catch (error) {
      if (pusher.hasPrepared || !isFailure(error) || !hasNoGit(error)) throw error;
      this.#isGitRefused = true;
      if (!canFallBack) throw error;
      return undefined;
    }
    await removeJournal(this.#storage, branch);
    if (pushed === undefined) return [];
    await follow(this.#remoteBranch, signal);
    const { drafts, commit, text } = pushed;
    return drafts.map((draft) => ({ path: draft.change.path, result: pushes.resultOf(draft, commit, text) }));
  }
}

/** Rebases every change on the server version. @throws Failure `conflict` with the files that the user must resolve */
async function rebaseAll(rebaser: Rebaser, selected: readonly SelectedChange[], signal: AbortSignal): Promise<void> {
  const open: string[] = [];
  for (const { layer, change } of selected) {
    throwIfCancelled(signal);
    open.push(...(await rebaser.openAt(layer, change, signal)));
  }
  if (open.length > 0) throw conflictAt(open);
}

const waiting = ({ layer, change: { path, base, sha } }: SelectedChange): JournalEntry => ({
  path,
  layer,
  base,
  sha,
  state: 'waiting',
});

/** Whether git cannot be used, for a reason that lasts: only then another number of commits is made than announced. */
const hasNoGit = (error: Failure): boolean =>
  !isFailure(error, 'cancelled', 'conflict') && !isTemporary(error) && error.reason !== 'draftDamaged';

const lockName = (branch: DraftBranch): string => `commit-${nameSegment(repositoryKey(branch))}`;

/** Reads the branch after the commits. A failure is ignored, because the commits were successful. */
async function follow(remoteBranch: RemoteBranch, signal: AbortSignal): Promise<void> {
  try {
    await remoteBranch.refresh(signal, true);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

function restOf(journal: Journal, drafts: Drafts): Journal | undefined {
  const entries = journal.entries.filter(
    ({ state, path }) => state === 'sent' || (state === 'waiting' && drafts.effective(path) !== undefined),
  );
  return entries.length === 0 ? undefined : { ...journal, entries };
}

/** Limit of consecutive commits without a response, of which only the branch shows that they succeeded. */
const mostUnanswered = 5;

/** Drops paths whose change vanished in the merge, because both sides are equal. */
function withChanges(drafts: Drafts, paths: readonly string[] | undefined): readonly string[] | undefined {
  return paths?.filter((path) => drafts.nodeAt(path) !== undefined);
}

/** The draft, or the merge that it was if it was saved without its markers. */
function withMarkers({ change: { conflict }, bytes }: DraftContent): Uint8Array<ArrayBuffer> {
  const first = hasMarkers(bytes) ? undefined : conflict?.marked;
  return (first === undefined ? undefined : fromBase64(first)) ?? bytes;
}
