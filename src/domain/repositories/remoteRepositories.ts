import { Emitter, type Event } from '../../core/emitter.ts';
import { Failure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import { repositoryKey, type FileAddress, type RepositoryName } from '../hosts/address.ts';
import { Blobs } from '../objects/blobs.ts';
import type { AccountsChange, Connections } from '../hosts/connections.ts';
import { LfsContents } from '../lfs/lfsContents.ts';
import type { FileChange } from './fileChanges.ts';
import type { FindGitAccess } from '../git/gitAccess.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { KnownRepositories } from '../hosts/knownRepositories.ts';
import type { ObjectStore } from '../objects/objectStore.ts';
import { isNamedRef, readOverview, type Overview, type ResolvedRef } from '../refs/refs.ts';
import { refsFolder } from '../refs/refRecord.ts';
import { RemoteRef, type RemoteRefParts } from './remoteRef.ts';
import { findRef } from '../refs/refSearch.ts';
import { WindowRefs } from '../refs/windowRefs.ts';
import { readRepository } from '../hosts/repositoryRecord.ts';
import type { RequestOptions, Source } from '../hosts/source.ts';
import { Trees } from '../objects/trees.ts';

export interface FilesOptions {
  readonly connections: Connections;
  readonly storage: Storage;
  readonly objects: ObjectStore;
  readonly log: Log;
  /** Known facts about repositories; records in replies are noted there. */
  readonly knownRepositories?: KnownRepositories;
  readonly windowRefs?: WindowRefs;
  readonly git?: GitRepositories | undefined;
  /** Where the Git LFS of a repository is; undefined: the pointers are shown. */
  readonly access?: FindGitAccess | undefined;
  /** Called when many folders of a repository at `commit` are listed in a short time. */
  readonly onWalk?: ((name: RepositoryName, commit: string) => void) | undefined;
  readonly now?: () => number;
}

export interface FilesChanged {
  readonly remote: RemoteRef;
  readonly changes: readonly FileChange[];
}

type RefAddress = Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>;

type HostShare = Pick<RemoteRefParts, 'objects' | 'blobs' | 'trees' | 'hostFacts' | 'lfs'>;

/** All `RemoteRef`s of this window, each opened once. Those of one host share their blobs and trees. */
export class RemoteRepositories {
  readonly #options: FilesOptions;
  readonly #open = new Map<string, RemoteRef>();
  readonly #shared = new Map<string, HostShare>();
  readonly #resolved = new Map<string, ResolvedRef>();
  readonly #stateChanged = new Emitter<RemoteRef>();
  readonly #filesChanged = new Emitter<FilesChanged>();
  readonly #windowRefs: WindowRefs;
  /** The accounts of each host that this window used before: the objects on this computer can be theirs. */
  readonly #formerLogins = new Map<string, Set<string>>();
  readonly knownRepositories: KnownRepositories;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#windowRefs = options.windowRefs ?? new WindowRefs();
    this.knownRepositories = options.knownRepositories ?? new KnownRepositories();
    options.connections.onDidChange((hosts) => this.#changeAccounts(hosts));
  }

  readonly onDidChangeState: Event<RemoteRef> = this.#stateChanged.event;
  readonly onDidChangeFiles: Event<FilesChanged> = this.#filesChanged.event;

  /** The repository of `address` at its ref; without one, at the ref of this window: see `WindowRefs`. */
  at(address: RefAddress): RemoteRef {
    return this.#at(address, this.#windowRefs.get(address)?.ref);
  }

  atDefault(name: RepositoryName): RemoteRef {
    return this.#at({ ...name, ref: undefined }, undefined);
  }

  /** The repository at its address without a ref, as it will be after `switchTo(name, ref)`. */
  afterSwitch(name: RepositoryName, ref: string): RemoteRef {
    return this.#at({ ...name, ref: undefined }, ref);
  }

  /** Whether `at` answers `remote` for its address: the window was not switched to another ref since. */
  isShown(remote: RemoteRef): boolean {
    const { name, ref } = remote;
    return this.#open.get(this.#keyOf({ ...name, ref }, this.#windowRefs.get(name)?.ref)) === remote;
  }

  /** Time of the last switch of the address of `files`, in milliseconds since 1970; 0 if there was none. */
  switched({ name, ref }: RemoteRef): number {
    return ref === undefined ? (this.#windowRefs.get(name)?.since ?? 0) : 0;
  }

  /** The address of `name` without a ref stands for `ref` from now on. Resolves when this is persisted. */
  async switchTo(name: RepositoryName, ref: string, changes: readonly FileChange[]): Promise<void> {
    const persisted = this.#windowRefs.set(name, ref);
    const remote = this.at({ ...name, ref: undefined });
    this.#stateChanged.fire(remote);
    if (changes.length > 0) this.#filesChanged.fire({ remote, changes });
    await persisted;
  }

  /** The window shows `to` at the ref that it was switched to in `from`. */
  async takeSwitch(from: RepositoryName, to: RepositoryName): Promise<void> {
    const ref = this.#windowRefs.get(from)?.ref;
    if (ref !== undefined) await this.#windowRefs.set(to, ref);
  }

  #at(address: RefAddress, switchedRef: string | undefined): RemoteRef {
    const { host, owner, repo, ref } = address;
    const windowRef = ref === undefined ? switchedRef : undefined;
    const key = this.#keyOf(address, windowRef);
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const { storage, log, git, onWalk, now = Date.now } = this.#options;
    const name = { host, owner, repo };
    const remote = new RemoteRef({
      source: this.#source(address),
      ref,
      windowRef,
      resolvedElsewhere: () => this.#resolved.get(this.#keyOf({ ...address, ref: ref ?? windowRef })),
      checkReadable: (options) => this.checkReadable(name, options),
      storage,
      ...this.#share(host),
      git,
      onWalk: (commit) => onWalk?.(name, commit),
      log,
      now,
    });
    remote.onDidChangeState(() => {
      const head = (ref ?? windowRef) === undefined ? remote.state?.head : undefined;
      // The persisted state of an earlier session also counts.
      if (head?.kind === 'branch') this.knownRepositories.note(name, { defaultBranch: head.name });
      this.#stateChanged.fire(remote);
    });
    remote.onDidChangeFiles((changes) => {
      // The editor reads another ref at the address after a switch.
      if (this.isShown(remote)) this.#filesChanged.fire({ remote, changes });
    });
    this.#open.set(key, remote);
    return remote;
  }

  blobs(host: string): Blobs {
    return this.#share(host).blobs;
  }

  /** All repositories that were opened in this session, without the refs that the window was switched from. */
  all(): readonly RemoteRef[] {
    return [...this.#open.values()].filter((remote) => this.isShown(remote));
  }

  /**
   * Before objects are read that no request names. One request if another account may have read them in this window.
   * @throws Failure as the service answers
   */
  async checkReadable(name: RepositoryName, options: RequestOptions = {}): Promise<void> {
    const former = this.#formerLogins.get(name.host);
    if (former === undefined) return;
    const { api, account } = await this.#options.connections.connect(name.host);
    if ([...former].every((login) => login === account?.login)) return;
    await readRepository(api, name, options);
  }

  /** What the service told another account is asked again before it is shown. */
  #changeAccounts(hosts: AccountsChange): void {
    for (const [host, login] of hosts) {
      if (login !== undefined) this.#formerLogins.set(host, new Set(this.#formerLogins.get(host)).add(login));
      for (const key of this.#resolved.keys()) if (key.startsWith(`${host}/`)) this.#resolved.delete(key);
      for (const [key, share] of this.#shared)
        if (key.startsWith(`${host}/`)) for (const asked of [share.blobs, share.trees, share.lfs]) asked?.restart();
      for (const remote of this.#open.values()) if (remote.name.host === host) remote.forget();
    }
  }

  /** Removes the stored data of a host, except drafts. */
  async forget(host: string): Promise<void> {
    const { objects, storage, git } = this.#options;
    const ofHost = [...this.#open].filter(([key]) => key.startsWith(`${host}/`));
    for (const map of [this.#open, this.#resolved, this.#shared]) {
      for (const key of map.keys()) if (key.startsWith(`${host}/`)) map.delete(key);
    }
    // Refs persist their state with a delay.
    await Promise.all(ofHost.map(([, remote]) => remote.stop()));
    await Promise.all([objects.clear(host), git?.removeAll(host)]);
    for (const { name } of await storage.list(refsFolder(host))) await storage.remove(name);
  }

  /**
   * The sha of the files at `address` if no branch or tag of the repository is known to have this commit; before the ref
   * is resolved, the ref. Undefined: a branch or tag. Hosts also serve the commits of forks and merge requests.
   */
  foreignRoot(address: RefAddress): string | undefined {
    const { state } = this.at(address);
    if (state === undefined) return address.ref ?? this.#windowRefs.get(address)?.ref;
    const { commit } = state.head;
    const own = this.#openOf(address).flatMap((remote) => remote.state?.head ?? []);
    const isTip = own.some((head) => isNamedRef(head) && head.commit === commit);
    return isNamedRef(state.head) || isTip ? undefined : (commit ?? address.ref);
  }

  /** Before `foreignRoot`: asks whether the host lists the branch at `address`, if this is not known. Never rejects. */
  async confirm(address: RefAddress): Promise<void> {
    await this.at(address)
      .confirm()
      .catch((error: unknown) => this.#options.log.info(messageOf(error)));
  }

  /** Sets the resolved commit of `ref` without a request. `ref` undefined: the default branch. */
  setResolved(name: RepositoryName, ref: string | undefined, head: ResolvedRef): void {
    this.#resolved.set(this.#keyOf({ ...name, ref }), head);
  }

  /** The record and the newest 100 branches: two requests, after which the default branch needs none. */
  async readOverview(name: RepositoryName, options: RequestOptions): Promise<Overview> {
    const overview = await readOverview(this.#source(name), options);
    if (overview.head !== undefined) this.setResolved(name, undefined, overview.head);
    return overview;
  }

  /** Forgets the commit of `ref`, after the branch or tag was removed or renamed on the service. */
  forgetResolved(name: RepositoryName, ref: string): void {
    this.#resolved.delete(this.#keyOf({ ...name, ref }));
  }

  /**
   * The first of `names` that is a branch, tag or commit; undefined if none is. The names are the leading parts of one
   * path, the shortest first. @throws Failure `refused` (reason `refUndecided`): this is not known
   */
  async findRef(
    name: RepositoryName,
    names: readonly [string, ...string[]],
    options: RequestOptions,
  ): Promise<string | undefined> {
    for (const ref of names) if (await this.at({ ...name, ref }).isRemembered()) return ref;
    const head = await findRef({ source: this.#source(name), git: this.#options.git }, names, options);
    if (head !== undefined) this.setResolved(name, head.name, head);
    return head?.name;
  }

  /** Searches names again that were not found: a ref was created, the user refreshed, or the account changed. */
  forgetAbsent(name?: RepositoryName): void {
    for (const remote of name === undefined ? this.#open.values() : this.#openOf(name)) remote.forgetFailure();
  }

  #openOf(name: RepositoryName): readonly RemoteRef[] {
    return [...this.#open.values()].filter((remote) => repositoryKey(remote.name) === repositoryKey(name));
  }

  #source({ host, owner, repo }: RepositoryName): Source {
    const { connections } = this.#options;
    const apiUrl = this.#apiUrl(host);
    return {
      host,
      owner,
      repo,
      connect: async () => {
        const connection = await connections.connect(host);
        // What another service answers is not what is known of this one.
        if (connection.host.apiUrl !== apiUrl) throw movedHost(host);
        return connection;
      },
      onRecord: (repository) => this.knownRepositories.noteRecord(host, repository),
    };
  }

  #share(host: string): HostShare {
    const apiUrl = this.#apiUrl(host);
    const key = `${host}/ ${apiUrl}`;
    const existing = this.#shared.get(key);
    if (existing !== undefined) return existing;
    const objects = this.#options.objects.of(host, apiUrl);
    const blobs = new Blobs(objects);
    const trees = new Trees(objects, this.#options.log);
    const { access } = this.#options;
    const lfs = access && new LfsContents(objects, access);
    const share: HostShare = { objects, blobs, trees, hostFacts: { listsFolders: true }, lfs };
    this.#shared.set(key, share);
    return share;
  }

  /** Another API address is another service, whatever the id of the host: neither knows what the other one answered. */
  #apiUrl(host: string): string {
    return this.#options.connections.host(host)?.apiUrl ?? '';
  }

  /** Git forbids `:` in refs, so it marks the ref of the window, which counts for an address without a ref. */
  #keyOf({ host, owner, repo, ref }: RefAddress, windowRef?: string): string {
    return `${host}/${owner}/${repo}@${ref === undefined ? `:${windowRef ?? ''}` : `=${ref}`} ${this.#apiUrl(host)}`;
  }
}

function movedHost(host: string): Failure {
  return new Failure('missing', `the API address of ${host} changed`, {
    field: 'host',
    reason: 'noHost',
    about: [host],
  });
}
