import type { CommitResult } from '../api/record/content.ts';
import { Failure, isFailure, throwIfCancelled } from '../core/errors.ts';
import type { Storage } from '../core/storage.ts';
import { Alignment } from './alignment.ts';
import { settled } from './conflict.ts';
import type { Change, Layer } from './draft.ts';
import type { BaseFile, Drafts } from './drafts.ts';
import { readJournal, removeJournal, writeJournal, type Author, type Journal, type JournalEntry } from './journal.ts';
import { selectChanges, type Selected } from './selection.ts';
import type { CommitText, RemoteBranch } from './writtenBranch.ts';

export interface CommitRequest {
  /** `{path}` stands for the path of each file. */
  readonly message: string;
  readonly author: Author | undefined;
  /** Left out: what is staged, else everything. */
  readonly paths?: readonly string[] | undefined;
}

export interface Committed {
  readonly path: string;
  readonly result: CommitResult | undefined;
}

export interface CommitProgress {
  readonly signal: AbortSignal;
  /** Called before each file. */
  readonly onFile?: (path: string, index: number, count: number) => void;
}

/** Sends drafts as commits, a file each. Built so that at any point what was committed is known and the rest is still there. */
export class Committer {
  readonly #drafts: Drafts;
  readonly #remote: RemoteBranch;
  readonly #storage: Storage;
  readonly #alignment: Alignment;

  /** `labels` stand in conflict markers. */
  constructor(
    drafts: Drafts,
    remote: RemoteBranch,
    storage: Storage,
    labels: { readonly mine: string; readonly theirs: string },
  ) {
    this.#drafts = drafts;
    this.#remote = remote;
    this.#storage = storage;
    this.#alignment = new Alignment(drafts, remote, labels);
  }

  /** The commit that did not end, if there is one. */
  async unfinished(): Promise<Journal | undefined> {
    return await readJournal(this.#storage, this.#drafts.branch);
  }

  /**
   * Commits file by file; stops at the first refusal, the rest stays drafts for `resume`. What the server changed
   * meanwhile is merged before anything is sent; a `conflict` Failure names the files where that is for a person.
   * POST, PUT, DELETE /repos/{owner}/{repo}/contents/{path}
   */
  async commit(request: CommitRequest, progress: CommitProgress): Promise<readonly Committed[]> {
    return await this.#alone(progress.signal, async () => {
      await this.#remote.refresh(progress.signal);
      await this.#settle(progress.signal);
      await this.#align(selectChanges(this.#drafts, request.paths), progress.signal);
      return await this.#send(request, selectChanges(this.#drafts, stillThere(this.#drafts, request.paths)), progress);
    });
  }

  /** Goes on with a commit that did not end: finds out what the server has, then sends the rest. */
  async resume(progress: CommitProgress): Promise<readonly Committed[]> {
    const journal = await this.unfinished();
    if (journal === undefined)
      throw new Failure('missing', 'there is no interrupted commit', { reason: 'noInterruptedCommit' });
    return await this.#alone(progress.signal, async () => {
      await this.#remote.refresh(progress.signal);
      const rest = await this.#settle(progress.signal);
      const paths = rest.filter((path) => this.#drafts.effective(path) !== undefined);
      if (paths.length === 0) return [];
      await this.#align(selectChanges(this.#drafts, paths), progress.signal);
      return await this.#send(
        { ...journal, paths },
        selectChanges(this.#drafts, stillThere(this.#drafts, paths)),
        progress,
      );
    });
  }

  /** Forgets that a commit did not end: its drafts went elsewhere. */
  async forget(): Promise<void> {
    await removeJournal(this.#storage, this.#drafts.branch);
  }

  /** Takes the server's version of a file: the draft is forgotten. Returns what brings it back. */
  async takeTheirs(path: string): Promise<() => Promise<void>> {
    return await this.#drafts.discard([path]);
  }

  /** Keeps the draft as it is; it is committed over what the server has now. */
  async takeMine(path: string): Promise<void> {
    for (const layer of ['working', 'staged'] as const) {
      const conflict = this.#drafts.get(layer, path)?.conflict;
      const marked = conflict?.resolve === 'markers' ? await this.#drafts.content(layer, path) : undefined;
      if (marked !== undefined) {
        const mine = settled(marked.bytes, 'mine');
        const isMerged = await this.#drafts.merged(layer, marked.change, mine, conflict?.theirs);
        // It was saved meanwhile.
        if (!isMerged) await this.takeMine(path);
      } else if (conflict !== undefined) {
        await this.#drafts.setConflict(layer, path, undefined, { sha: conflict.theirs });
      }
    }
  }

  /** Two windows never send at once. */
  async #alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { host, owner, repo } = this.#drafts.branch;
    const name = `commit-${[host, owner, repo]
      .join('-')
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]/g, '_')}`;
    return await this.#storage.lock(name, { signal }, async () => {
      await this.#drafts.load();
      return await work();
    });
  }

  /** Asks the server about everything whose answer never came. Returns the paths that are still to be sent. */
  async #settle(signal: AbortSignal): Promise<string[]> {
    const journal = await this.unfinished();
    if (journal === undefined) return [];
    const rest: string[] = [];
    for (const entry of journal.entries) {
      const there = entry.state === 'sent' ? await this.#remote.file(entry.path, signal) : undefined;
      if (entry.state === 'done' || (entry.state === 'sent' && there?.sha === entry.sha)) {
        await this.#drafts.committed(entry.layer, entry.path, entry.sha);
      } else rest.push(entry.path);
    }
    await removeJournal(this.#storage, this.#drafts.branch);
    return rest;
  }

  /** Makes every change start from what the server has now. */
  async #align(selected: readonly Selected[], signal: AbortSignal): Promise<void> {
    const open: string[] = [];
    for (const { layer, change } of selected) {
      throwIfCancelled(signal);
      open.push(...(await this.#alignment.openAt(layer, change, signal)));
    }
    if (open.length > 0) throw conflictAt(open);
  }

  async #send(
    request: CommitRequest,
    selected: readonly Selected[],
    progress: CommitProgress,
  ): Promise<readonly Committed[]> {
    const { storage, branch } = { storage: this.#storage, branch: this.#drafts.branch };
    const { message, author } = request;
    const entries = selected.map(({ layer, change: { path, base, sha } }): JournalEntry => ({
      path,
      layer,
      base,
      sha,
      state: 'waiting',
    }));
    const note = async (): Promise<void> => await writeJournal(storage, branch, { message, author, entries });
    const committed: Committed[] = [];
    let unanswered = 0;
    for (const [index, { layer, change }] of selected.entries()) {
      throwIfCancelled(progress.signal);
      const counts = [`${index}`, `${selected.length}`];
      if (unanswered >= mostUnanswered)
        throw new Failure('broken', 'answers fail again and again', { reason: 'answersFail', about: counts });
      progress.onFile?.(change.path, index, selected.length);
      const mark = async (state: JournalEntry['state'], now: Change): Promise<void> => {
        entries[index] = { path: now.path, layer, base: now.base, sha: now.sha, state };
        await note();
      };
      const text = { message: message.replaceAll('{path}', change.path), author };
      const sent = await this.#sendOne(layer, change.path, text, mark, progress.signal).catch((error: unknown) => {
        throw isFailure(error) && error.reason === 'maybeCommitted'
          ? error.with({ about: [change.path, ...counts] })
          : error;
      });
      unanswered = sent?.answered === false ? unanswered + 1 : 0;
      if (sent !== undefined) committed.push({ path: change.path, result: sent.result });
    }
    if (selected.length > 0) await removeJournal(storage, branch);
    if (committed.length > 0) await this.#follow(progress.signal);
    return committed;
  }

  /** What was committed is what the branch has from now on. That it cannot be read just now undoes nothing. */
  async #follow(signal: AbortSignal): Promise<void> {
    try {
      await this.#remote.refresh(signal, true);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  /** Sends one file as it is now; undefined where nothing is left to send. */
  async #sendOne(
    layer: Layer,
    path: string,
    text: CommitText,
    mark: (state: JournalEntry['state'], change: Change) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly result: CommitResult | undefined; readonly answered: boolean } | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      // Read with its bytes: the person may have saved again since the commit began.
      const content = await this.#drafts.content(layer, path);
      if (content === undefined) return undefined;
      const { change, bytes } = content;
      await mark('sent', change);
      await this.#drafts.sending(change);
      try {
        const result = await this.#put(change, bytes, text, signal);
        await mark('done', change);
        await this.#drafts.committed(layer, path, change.sha);
        return { result, answered: true };
      } catch (error) {
        if (await this.#happened(layer, change, error, mark, signal)) return { result: undefined, answered: false };
        if (attempt >= mostMerges) throw error;
      }
    }
  }

  async #put(
    change: Change,
    bytes: Uint8Array<ArrayBuffer>,
    text: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined> {
    const { path, base } = change;
    if (change.kind === 'removed')
      return base === undefined ? undefined : await this.#remote.remove(path, base, text, signal);
    if (base === undefined) return await this.#remote.create(path, bytes, text, signal);
    return await this.#remote.update(path, base, bytes, text, signal);
  }

  /**
   * After a failure the server is asked what it has. True: it was committed after all. False: somebody else was faster,
   * the change now lies on top of theirs and can be sent again. Otherwise throws why it is not committed.
   */
  async #happened(
    layer: Layer,
    change: Change,
    error: unknown,
    mark: (state: JournalEntry['state'], change: Change) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    // Refused before the service looked at the file.
    if (isFailure(error, 'signedOut', 'forbidden', 'throttled') || (isFailure(error) && error.sent === false)) {
      await mark('waiting', change);
      throw error;
    }
    const there = await this.#found(change.path, error, signal);
    if (there?.sha === change.sha) {
      await mark('done', change);
      await this.#drafts.committed(layer, change.path, change.sha);
      return true;
    }
    await mark('waiting', change);
    if (there?.sha === change.base) throw error;
    const open = await this.#alignment.rebase(layer, change, there, signal);
    if (open.length > 0) throw conflictAt(open);
    return false;
  }

  /** What the server has after `error`; a Failure `maybeCommitted` where it does not tell. */
  async #found(path: string, error: unknown, signal: AbortSignal): Promise<BaseFile | undefined> {
    try {
      await this.#remote.refresh(signal);
      return await this.#remote.file(path, signal);
    } catch (asking) {
      if (isFailure(asking, 'cancelled')) throw asking;
      if (!isFailure(error, 'broken', 'unreachable', 'timeout', 'unreadable')) throw asking;
      throw error.with({ reason: 'maybeCommitted', about: [path], cause: asking });
    }
  }
}

const mostMerges = 3;
/** Files one after the other of which only the branch shows that they were committed. */
const mostUnanswered = 5;

/** Merging can make a change vanish: both sides alike. */
function stillThere(drafts: Drafts, paths: readonly string[] | undefined): readonly string[] | undefined {
  return paths?.filter((path) => drafts.nodeAt(path) !== undefined);
}

function conflictAt(paths: readonly string[]): Failure {
  return new Failure('conflict', `changed here and on the server: ${paths.join(', ')}`, {
    field: 'paths',
    reason: 'isConflict',
    about: paths,
  });
}
