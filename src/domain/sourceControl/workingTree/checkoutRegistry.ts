import { Emitter, type Event } from '../../../core/emitter.ts';
import { isFailure } from '../../../core/errors.ts';
import type { Storage } from '../../../core/storage.ts';
import { repositoryKey, type FileAddress } from '../../hosts/address.ts';
import type { Connections } from '../../hosts/connections.ts';
import type { Change, DraftBranch } from '../drafts/draft.ts';
import type { DraftEvents } from '../drafts/draftEvents.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { branchesWithDrafts, hasDrafts, type DraftedBranch } from '../drafts/draftStorage.ts';
import type { createCheckout, openDrafts } from './checkout.ts';
import type { Checkout, Pushing } from './checkout.ts';
import type { FileChange } from '../../repositories/fileChanges.ts';
import type { RemoteRepositories } from '../../repositories/remoteRepositories.ts';
import type { MovedDrafts } from '../drafts/movableDrafts.ts';
import { noBranch } from '../../refs/refs.ts';
import type { OnCommitted } from '../commit/remoteBranchWriter.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';
import type { Source } from '../../hosts/source.ts';

type RefAddress = Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>;

export interface DraftsChanged {
  readonly checkout: Checkout;
  /** Paths whose draft was added, changed or removed, also if only its layer or conflict changed. */
  readonly paths: readonly string[];
  readonly changes: readonly FileChange[];
}

export interface CheckoutRegistryOptions {
  readonly repositories: RemoteRepositories;
  readonly connections: Connections;
  readonly storage: Storage;
  readonly labels: { readonly mine: string; readonly theirs: string };
  /** Undefined: commits are sent without git. */
  readonly pushing?: Pushing | undefined;
  readonly load: () => Promise<{
    readonly createCheckout: typeof createCheckout;
    readonly openDrafts: typeof openDrafts;
  }>;
}

interface PendingPaths {
  readonly paths: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds without another removed draft after which a commit of another window is taken as finished. */
const settleAfter = 1_500;

/** The checkouts of this window. There is one `Drafts` for each host, account, repository and branch. */
export class CheckoutRegistry {
  readonly #options: CheckoutRegistryOptions;
  readonly #drafts = new Map<string, Promise<Drafts>>();
  /** An entry is replaced when the account changes. */
  readonly #current = new Map<RemoteRef, Checkout>();
  readonly #changed = new Emitter<DraftsChanged>();
  readonly #storedChanged = new Emitter<void>();
  readonly #damaged = new Emitter<string>();
  readonly #events = new WeakMap<Checkout, DraftEvents>();
  /** Paths changed by other windows, held until the branch is read again. */
  readonly #pending = new Map<Drafts, PendingPaths>();
  readonly #listening: { dispose(): void };
  readonly #loaded = new Set<Drafts>();

  constructor(options: CheckoutRegistryOptions) {
    this.#options = options;
    this.stored = branchesWithDrafts(options.storage, (name) => this.#damaged.fire(name));
    this.#listening = options.connections.onDidChange(() => {
      for (const { remote } of this.all())
        this.at({ ...remote.name, ref: remote.ref }).catch(() => this.#current.delete(remote));
    });
  }

  readonly onDidChange: Event<DraftsChanged> = this.#changed.event;
  readonly stored: () => Promise<readonly DraftedBranch[]>;
  readonly onDidChangeStored: Event<void> = this.#storedChanged.event;
  /** Fires with the name in the storage under which a damaged draft is kept. */
  readonly onDidKeepDamaged: Event<string> = this.#damaged.event;

  /** Undefined for a tag or commit, which cannot be edited. Sends a request only if a read of `path` would too. */
  async at(address: RefAddress, path = ''): Promise<Checkout | undefined> {
    return await this.of(this.#options.repositories.at(address), path);
  }

  /** As `at`, of one ref, also if the window shows another ref now. */
  async of(remote: RemoteRef, path = ''): Promise<Checkout | undefined> {
    const { connections } = this.#options;
    const [head, { account }] = await Promise.all([remote.headFor(path), connections.connect(remote.name.host)]);
    if (head.kind !== 'branch') return undefined;
    const branch: DraftBranch = { ...remote.name, account: account?.login, branch: head.name };
    const drafts = await this.draftsOf(branch);
    const { createCheckout } = await this.#options.load();
    const before = this.#current.get(remote);
    if (before?.drafts === drafts) return before;
    const checkout = this.#create(createCheckout, branch, remote, drafts);
    this.#current.set(remote, checkout);
    this.#replace(before, checkout);
    return checkout;
  }

  /** The checkout of the branch for the account `login`. @throws Failure `forbidden` for a tag or commit */
  async as(login: string | undefined, address: RefAddress): Promise<Checkout> {
    const checkout = await this.at(address);
    if (checkout === undefined) throw noBranch(await this.#options.repositories.at(address).head());
    if (checkout.branch.account === login) return checkout;
    const branch = { ...checkout.branch, account: login };
    const { createCheckout } = await this.#options.load();
    return this.#create(createCheckout, branch, checkout.remote, await this.draftsOf(branch));
  }

  /** Every checkout that was opened in this window, without those that the window was switched from. */
  all(): readonly Checkout[] {
    return [...this.#current.values()].filter(({ remote }) => this.#options.repositories.isShown(remote));
  }

  /** Reports what a switch of the window changed at the address of `checkout`; undefined: no branch is concerned. */
  reportSwitch(checkout: Checkout | undefined, { paths, changes }: Pick<DraftsChanged, 'paths' | 'changes'>): void {
    if (checkout === undefined) return;
    this.#events.get(checkout)?.restart();
    this.#changed.fire({ checkout, paths, changes });
  }

  async draftsOf(branch: DraftBranch): Promise<Drafts> {
    const key = JSON.stringify([repositoryKey(branch), branch.account ?? '', branch.branch]);
    const existing = this.#drafts.get(key);
    if (existing !== undefined) return await existing;
    const loading = this.#load(branch);
    this.#drafts.set(key, loading);
    // After a failure the next call loads the drafts again.
    loading.catch(() => this.#drafts.delete(key));
    return await loading;
  }

  /** Moves stored drafts to the names in `to`. Resolves with the paths of which both have a draft: these stay. */
  async moveDrafts(isMoved: (branch: DraftBranch) => boolean, to: Partial<DraftBranch>): Promise<readonly string[]> {
    const stayed: string[] = [];
    for (const { branch } of await this.stored()) {
      if (!isMoved(branch)) continue;
      const target = await this.draftsOf({ ...branch, ...to });
      stayed.push(...(await (await this.draftsOf(branch)).moveRest(target)));
    }
    return stayed;
  }

  /** Reads all drafts from disk again, because other windows may have written them. */
  async reload(): Promise<void> {
    for (const loading of [...this.#drafts.values()]) {
      const drafts = await loading;
      const before = drafts.effectiveBelow('');
      await this.#reloadWith(drafts, before, () => drafts.load());
    }
    this.#storedChanged.fire();
  }

  /** Reads the draft of one path from disk again, because another window may have written it. */
  async look({ drafts }: Checkout, path: string): Promise<void> {
    const before = drafts.effective(path);
    await this.#reloadWith(drafts, before === undefined ? [] : [before], () => drafts.look(path));
  }

  async hasStored(): Promise<boolean> {
    return [...this.#loaded].some(({ isEmpty }) => !isEmpty) || (await hasDrafts(this.#options.storage));
  }

  dispose(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#listening.dispose();
    this.#changed.dispose();
    this.#storedChanged.dispose();
    this.#damaged.dispose();
  }

  /**
   * Runs `read` and reports the changes. A draft that another window removed may have become a commit, so its removal
   * is reported after the branch was read again. `before`: the drafts that `read` can remove.
   */
  async #reloadWith(drafts: Drafts, before: readonly Change[], read: () => Promise<void>): Promise<void> {
    const pending = this.#pending.get(drafts) ?? { paths: new Set(), timer: undefined };
    this.#pending.set(drafts, pending);
    try {
      await read();
    } finally {
      const gone = before.some(({ path, kind }) => kind !== 'folder' && drafts.effective(path) === undefined);
      if (gone) {
        clearTimeout(pending.timer);
        pending.timer = setTimeout(() => void this.#reportPending(drafts, pending, true), settleAfter);
      } else if (pending.timer === undefined) await this.#reportPending(drafts, pending, false);
    }
  }

  async #reportPending(drafts: Drafts, pending: PendingPaths, gone: boolean): Promise<void> {
    const checkouts = this.all().filter((checkout) => checkout.drafts === drafts);
    if (gone) await Promise.allSettled(checkouts.map(({ remote }) => remote.checkNow({ priority: 'background' })));
    this.#pending.delete(drafts);
    const paths = [...pending.paths];
    pending.paths.clear();
    if (paths.length === 0) return;
    for (const checkout of checkouts)
      this.#report(checkout, paths, gone ? await inBranch(checkout.remote, paths) : undefined);
  }

  #report(checkout: Checkout, paths: readonly string[], there?: ReadonlySet<string>): void {
    const { changes, emptied } = this.#events.get(checkout)?.next(paths, there) ?? { changes: [], emptied: [] };
    this.#changed.fire({ checkout, paths, changes });
    if (emptied.length > 0) void this.#reportEmptied(checkout, emptied);
  }

  /** Reports folders as deleted if they have no draft and do not exist in the branch. */
  async #reportEmptied(checkout: Checkout, folders: readonly string[]): Promise<void> {
    const there = await inBranch(checkout.remote, folders);
    const stays = (path: string): boolean => there.has(path) || (checkout.drafts.nodeAt(path)?.present ?? 0) > 0;
    const gone = folders.filter((path) => !stays(path));
    const changes = gone.map((path) => ({ path, type: 'deleted', sha: undefined }) as const);
    if (gone.length > 0) this.#changed.fire({ checkout, paths: [], changes });
  }

  async #load(branch: DraftBranch): Promise<Drafts> {
    const { repositories, storage } = this.#options;
    const source = this.#source(branch);
    const { openDrafts } = await this.#options.load();
    const drafts = await openDrafts(
      storage,
      branch,
      (sha, path) => repositories.blobs(branch.host).load(source, sha, { path, ref: branch.branch }),
      (name) => this.#damaged.fire(name),
    );
    if (branch.account !== undefined) await this.#adopt(drafts);
    drafts.onDidChange(() => this.#storedChanged.fire());
    this.#loaded.add(drafts);
    return drafts;
  }

  /** Moves drafts from before the sign-in to the account, unless both have one of the same file; running saves later. */
  async #adopt(drafts: Drafts): Promise<void> {
    const earlier = await this.draftsOf({ ...drafts.branch, account: undefined });
    let moved: MovedDrafts | undefined;
    try {
      if (!earlier.isEmpty) moved = await earlier.moveTo(drafts);
    } catch (error) {
      if (!isFailure(error, 'conflict')) throw error;
    }
    earlier.onDidChange(() => void this.#adoptRest(earlier, drafts, moved).catch(() => undefined));
  }

  /** Drafts that cannot be moved stay with the signed-out drafts. */
  async #adoptRest(earlier: Drafts, drafts: Drafts, moved: MovedDrafts | undefined): Promise<void> {
    const { host, account } = drafts.branch;
    const now = await this.#options.connections.connect(host);
    if (!earlier.isEmpty && now.account?.login === account) await earlier.moveRest(drafts, moved);
  }

  #source({ host, owner, repo, account }: DraftBranch): Source {
    return { host, owner, repo, connect: () => this.#options.connections.connect(host, account) };
  }

  #create(create: typeof createCheckout, branch: DraftBranch, remote: RemoteRef, drafts: Drafts): Checkout {
    const { storage, labels, pushing, repositories } = this.#options;
    const onCommitted: OnCommitted = (path, file) => {
      for (const one of this.#current.values())
        if (one.drafts === drafts) one.workingTree.changes.markCommitted(path, file);
    };
    const [blobs, source] = [repositories.blobs(branch.host), this.#source(branch)];
    const { checkout, events } = create({
      branch,
      remote,
      drafts,
      blobs,
      source,
      storage,
      labels,
      onCommitted,
      pushing,
    });
    this.#events.set(checkout, events);
    drafts.onDidChange((paths) => {
      const pending = this.#pending.get(drafts);
      if (pending !== undefined) for (const path of paths) pending.paths.add(path);
      else if (this.all().includes(checkout)) this.#report(checkout, paths);
    });
    return checkout;
  }

  #replace(before: Checkout | undefined, checkout: Checkout): void {
    if (!this.all().includes(checkout)) return;
    const drafted = before === undefined ? [checkout] : [before, checkout];
    const paths = drafted.flatMap(({ drafts }) => drafts.effectiveBelow('').map(({ path }) => path));
    if (paths.length === 0) return;
    const seen = before === undefined ? [] : paths;
    const changes = seen.map((path) => ({ path, type: 'changed', sha: undefined }) as const);
    this.#changed.fire({ checkout, paths, changes });
  }
}

async function inBranch(remote: RemoteRef, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const kinds = await Promise.all(paths.map((path) => remote.knownKind(path)));
  return new Set(paths.filter((_path, index) => kinds[index] !== undefined));
}
