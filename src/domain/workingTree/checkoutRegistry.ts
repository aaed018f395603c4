import { Emitter, type Event } from '../../core/emitter.ts';
import { isFailure } from '../../core/errors.ts';
import type { Storage } from '../../core/storage.ts';
import { repositoryKey, type FileAddress } from '../hosting/address.ts';
import type { Connections } from '../hosting/connections.ts';
import type { Change, DraftBranch } from '../drafts/draft.ts';
import type { DraftEvents } from '../drafts/draftEvents.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { branchesWithDrafts, hasDrafts, type DraftedBranch } from '../drafts/draftStorage.ts';
import type { editBranch, Checkout } from './checkout.ts';
import type { FileChange } from '../remote/fileChanges.ts';
import type { RemoteRepositories } from '../remote/remoteRepositories.ts';
import type { Moved } from '../drafts/movableDrafts.ts';
import { noBranch } from '../refs/refs.ts';
import type { OnCommitted } from '../commit/remoteBranchWriter.ts';
import type { RemoteRef } from '../remote/remoteRef.ts';
import type { Source } from '../hosting/source.ts';

type RefAddress = Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>;

export interface DraftsChanged {
  readonly edited: Checkout;
  /** Paths of drafts that came, changed or went: also where only their layer or conflict did. */
  readonly paths: readonly string[];
  /** What changed for somebody who reads the files. */
  readonly changes: readonly FileChange[];
}

export interface EditedBranchesOptions {
  readonly files: RemoteRepositories;
  readonly connections: Connections;
  readonly storage: Storage;
  /** What conflict markers call the two sides. */
  readonly labels: { readonly mine: string; readonly theirs: string };
}

interface Held {
  readonly paths: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds without a draft going away elsewhere after which a commit there counts as done. */
const settleAfter = 1_500;

/** The drafts of every branch that is looked at: for each host, account, repository and branch exactly one. */
export class CheckoutRegistry {
  readonly #options: EditedBranchesOptions;
  readonly #drafts = new Map<string, Promise<Drafts>>();
  /** By address; replaced when the person signs in as somebody else. */
  readonly #current = new Map<string, Checkout>();
  readonly #changed = new Emitter<DraftsChanged>();
  readonly #storedChanged = new Emitter<void>();
  readonly #events = new WeakMap<Checkout, DraftEvents>();
  /** What other windows changed and is told once the branch was looked at, by drafts. */
  readonly #held = new Map<Drafts, Held>();
  readonly #listening: { dispose(): void };
  readonly #stored: () => Promise<readonly DraftedBranch[]>;
  /** Those of `#drafts` that are read. */
  readonly #loaded = new Set<Drafts>();

  constructor(options: EditedBranchesOptions) {
    this.#options = options;
    this.#stored = branchesWithDrafts(options.storage);
    this.#listening = options.connections.onDidChange(() => {
      for (const { files } of this.#current.values()) this.at({ ...files.name, ref: files.ref }).catch(() => undefined);
    });
  }

  readonly onDidChange: Event<DraftsChanged> = this.#changed.event;
  /** Drafts on this computer may have changed, of whatever branch. */
  readonly onDidChangeStored: Event<void> = this.#storedChanged.event;

  /**
   * The branch at `address` as the account at hand edits it; undefined for a tag or commit, which nobody edits. Asks the
   * service only where even a reader of `path` would have to.
   */
  async at(address: RefAddress, path = ''): Promise<Checkout | undefined> {
    const { files: all, connections } = this.#options;
    const files = all.at(address);
    const [head, { account }] = await Promise.all([files.headFor(path), connections.connect(address.host)]);
    if (head.kind !== 'branch') return undefined;
    const branch: DraftBranch = { ...files.name, account: account?.login, branch: head.name };
    const drafts = await this.#draftsOf(branch);
    const { editBranch } = await import('./checkout.ts');
    const key = `${repositoryKey(files.name)}@${files.ref ?? ''}`;
    const before = this.#current.get(key);
    if (before?.drafts === drafts && before.files === files) return before;
    const edited = this.#edited(editBranch, branch, files, drafts);
    this.#current.set(key, edited);
    this.#replace(before, edited);
    return edited;
  }

  /** The branch as another account edits it than the one at hand. Throws a Failure `forbidden` for a tag or commit. */
  async as(login: string | undefined, address: RefAddress): Promise<Checkout> {
    const edited = await this.at(address);
    if (edited === undefined) throw noBranch(await this.#options.files.at(address).head());
    if (edited.branch.account === login) return edited;
    const branch = { ...edited.branch, account: login };
    const { editBranch } = await import('./checkout.ts');
    return this.#edited(editBranch, branch, edited.files, await this.#draftsOf(branch));
  }

  /** Every branch that was looked at in this window. */
  all(): readonly Checkout[] {
    return [...this.#current.values()];
  }

  /** The drafts of a branch, whether or not it is open here. */
  async draftsOf(branch: DraftBranch): Promise<Drafts> {
    return await this.#draftsOf(branch);
  }

  /** Reads again what other windows may have written. */
  async reload(): Promise<void> {
    for (const loading of [...this.#drafts.values()]) {
      const drafts = await loading;
      const before = drafts.effectiveBelow('');
      await this.#follow(drafts, before, () => drafts.load());
    }
    this.#storedChanged.fire();
  }

  /** Reads again what another window may have written at one path, before somebody relies on it. */
  async look({ drafts }: Checkout, path: string): Promise<void> {
    const before = drafts.effective(path);
    await this.#follow(drafts, before === undefined ? [] : [before], () => drafts.look(path));
  }

  /** Every branch that has drafts on this computer, with how many. */
  async stored(): Promise<readonly DraftedBranch[]> {
    return await this.#stored();
  }

  /** Whether there are drafts on this computer. */
  async hasStored(): Promise<boolean> {
    return [...this.#loaded].some(({ isEmpty }) => !isEmpty) || (await hasDrafts(this.#options.storage));
  }

  dispose(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#listening.dispose();
    this.#changed.dispose();
    this.#storedChanged.dispose();
  }

  /**
   * Drafts that another window made away with may be commits now: the branch is looked at before anybody is told.
   * `before`: the drafts that `read` may find gone.
   */
  async #follow(drafts: Drafts, before: readonly Change[], read: () => Promise<void>): Promise<void> {
    const held = this.#held.get(drafts) ?? { paths: new Set(), timer: undefined };
    this.#held.set(drafts, held);
    try {
      await read();
    } finally {
      const gone = before.some(({ path, kind }) => kind !== 'folder' && drafts.effective(path) === undefined);
      if (gone) {
        clearTimeout(held.timer);
        held.timer = setTimeout(() => void this.#release(drafts, held, true), settleAfter);
      } else if (held.timer === undefined) await this.#release(drafts, held, false);
    }
  }

  async #release(drafts: Drafts, held: Held, gone: boolean): Promise<void> {
    const shown = this.all().filter((edited) => edited.drafts === drafts);
    if (gone) await Promise.allSettled(shown.map(({ files }) => files.checkNow({ priority: 'background' })));
    this.#held.delete(drafts);
    const paths = [...held.paths];
    held.paths.clear();
    if (paths.length === 0) return;
    for (const edited of shown) this.#tell(edited, paths, gone ? await inBranch(edited.files, paths) : undefined);
  }

  #tell(edited: Checkout, paths: readonly string[], there?: ReadonlySet<string>): void {
    const { changes, emptied } = this.#events.get(edited)?.next(paths, there) ?? { changes: [], emptied: [] };
    this.#changed.fire({ edited, paths, changes });
    if (emptied.length > 0) void this.#tellEmptied(edited, emptied);
  }

  /** Folders without a draft are gone where the branch has none either. */
  async #tellEmptied(edited: Checkout, folders: readonly string[]): Promise<void> {
    const there = await inBranch(edited.files, folders);
    const stays = (path: string): boolean => there.has(path) || (edited.drafts.nodeAt(path)?.present ?? 0) > 0;
    const gone = folders.filter((path) => !stays(path));
    const changes = gone.map((path) => ({ path, type: 'deleted', sha: undefined }) as const);
    if (gone.length > 0) this.#changed.fire({ edited, paths: [], changes });
  }

  async #draftsOf(branch: DraftBranch): Promise<Drafts> {
    const key = JSON.stringify([repositoryKey(branch), branch.account ?? '', branch.branch]);
    const known = this.#drafts.get(key);
    if (known !== undefined) return await known;
    const loading = this.#load(branch);
    this.#drafts.set(key, loading);
    // What could not be read is tried again by the next one who asks.
    loading.catch(() => this.#drafts.delete(key));
    return await loading;
  }

  async #load(branch: DraftBranch): Promise<Drafts> {
    const { files, storage } = this.#options;
    const source = this.#source(branch);
    const { openDrafts } = await import('./checkout.ts');
    const drafts = await openDrafts(storage, branch, (sha, path) =>
      files.blobs(branch.host).load(source, sha, { path, ref: branch.branch }),
    );
    if (branch.account !== undefined) await this.#adopt(drafts);
    drafts.onDidChange(() => this.#storedChanged.fire());
    this.#loaded.add(drafts);
    return drafts;
  }

  /**
   * What was saved before signing in belongs to who signs in; where both have a file, each keeps its own. A save that was
   * under way meanwhile follows.
   */
  async #adopt(drafts: Drafts): Promise<void> {
    const earlier = await this.#draftsOf({ ...drafts.branch, account: undefined });
    let moved: Moved | undefined;
    try {
      if (!earlier.isEmpty) moved = await earlier.moveTo(drafts);
    } catch (error) {
      if (!isFailure(error, 'conflict')) throw error;
    }
    earlier.onDidChange(() => void this.#adoptRest(earlier, drafts, moved).catch(() => undefined));
  }

  /** What cannot be moved stays where it is, among the drafts of nobody. */
  async #adoptRest(earlier: Drafts, drafts: Drafts, moved: Moved | undefined): Promise<void> {
    const { host, account } = drafts.branch;
    const now = await this.#options.connections.connect(host);
    if (!earlier.isEmpty && now.account?.login === account) await earlier.moveRest(drafts, moved);
  }

  #source({ host, owner, repo, account }: DraftBranch): Source {
    return { host, owner, repo, connect: () => this.#options.connections.connect(host, account) };
  }

  #edited(edit: typeof editBranch, branch: DraftBranch, files: RemoteRef, drafts: Drafts): Checkout {
    const { storage, labels, files: all } = this.#options;
    const landed: OnCommitted = (path, file) => {
      for (const one of this.all()) if (one.drafts === drafts) one.editable.markCommitted(path, file);
    };
    const [blobs, source] = [all.blobs(branch.host), this.#source(branch)];
    const { edited, events } = edit({ branch, files, drafts, blobs, source, storage, labels, landed });
    this.#events.set(edited, events);
    drafts.onDidChange((paths) => {
      const held = this.#held.get(drafts);
      if (held !== undefined) for (const path of paths) held.paths.add(path);
      else if (this.all().includes(edited)) this.#tell(edited, paths);
    });
    return edited;
  }

  /** A branch is looked at for the first time, or by somebody else, who has other drafts. */
  #replace(before: Checkout | undefined, edited: Checkout): void {
    const drafted = before === undefined ? [edited] : [before, edited];
    const paths = drafted.flatMap(({ drafts }) => drafts.effectiveBelow('').map(({ path }) => path));
    if (paths.length === 0) return;
    const seen = before === undefined ? [] : paths;
    const changes = seen.map((path) => ({ path, type: 'changed', sha: undefined }) as const);
    this.#changed.fire({ edited, paths, changes });
  }
}

/** Those of `paths` that the branch is known to have. */
async function inBranch(files: RemoteRef, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const kinds = await Promise.all(paths.map((path) => files.knownKind(path)));
  return new Set(paths.filter((_path, index) => kinds[index] !== undefined));
}
