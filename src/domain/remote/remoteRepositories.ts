import { Emitter, type Event } from '../../core/emitter.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import { AbsentRefs } from '../refs/absentRefs.ts';
import type { FileAddress, RepositoryName } from '../hosting/address.ts';
import { Blobs } from '../objects/blobs.ts';
import type { Connections } from '../hosting/connections.ts';
import type { FileChange } from './fileChanges.ts';
import { KnownRepositories } from '../hosting/knownRepositories.ts';
import type { Objects } from '../objects/objectStore.ts';
import type { ResolvedRef } from '../refs/refs.ts';
import { refsFolder } from '../refs/refRecord.ts';
import { RemoteRef, type RemoteRefParts } from './remoteRef.ts';
import { findRef } from '../refs/refSearch.ts';
import { RefNames } from '../refs/refNames.ts';
import type { RequestOptions, Source } from '../hosting/source.ts';
import { Trees } from '../objects/trees.ts';

export interface FilesOptions {
  readonly connections: Connections;
  readonly storage: Storage;
  readonly objects: Objects;
  readonly log: Log;
  /** Known facts about repositories; records in replies are noted there. */
  readonly known?: KnownRepositories;
  readonly now?: () => number;
}

export interface FilesChanged {
  readonly files: RemoteRef;
  readonly changes: readonly FileChange[];
}

/** The state that all repositories of a host share. */
type HostShare = Pick<RemoteRefParts, 'objects' | 'blobs' | 'trees' | 'names' | 'habits'>;

/** All opened remote repositories, at any ref. */
export class RemoteRepositories {
  readonly #options: FilesOptions;
  readonly #open = new Map<string, RemoteRef>();
  readonly #shared = new Map<string, HostShare>();
  readonly #known = new Map<string, ResolvedRef>();
  readonly #stateChanged = new Emitter<RemoteRef>();
  readonly #filesChanged = new Emitter<FilesChanged>();
  readonly #absent: AbsentRefs;
  readonly known: KnownRepositories;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#absent = new AbsentRefs(options.now ?? Date.now);
    this.known = options.known ?? new KnownRepositories();
  }

  /** Fires when the state of a ref changes: see `RemoteRef.state`. */
  readonly onDidChangeState: Event<RemoteRef> = this.#stateChanged.event;
  /** Changes on the service of opened repositories. */
  readonly onDidChangeFiles: Event<FilesChanged> = this.#filesChanged.event;

  /** The repository of `address` at its ref. */
  at(address: Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>): RemoteRef {
    const key = keyOf(address);
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const { storage, log, now = Date.now } = this.#options;
    const { host, owner, repo, ref } = address;
    const files = new RemoteRef({
      source: this.#source(address),
      ref,
      known: () => this.#known.get(key),
      storage,
      ...this.#share(host),
      absent: this.#absent,
      log,
      now,
    });
    files.onDidChangeState(() => {
      const head = ref === undefined ? files.state?.head : undefined;
      // The persisted state of an earlier session also counts.
      if (head?.kind === 'branch') this.known.note({ host, owner, repo }, { defaultBranch: head.name });
      this.#stateChanged.fire(files);
    });
    files.onDidChangeFiles((changes) => this.#filesChanged.fire({ files, changes }));
    this.#open.set(key, files);
    return files;
  }

  /** The bytes of files of `host`. */
  blobs(host: string): Blobs {
    return this.#share(host).blobs;
  }

  /** All repositories that were opened in this session. */
  all(): readonly RemoteRef[] {
    return [...this.#open.values()];
  }

  /** Removes the stored data of a host, except drafts. */
  async forget(host: string): Promise<void> {
    const { objects, storage } = this.#options;
    const ofHost = [...this.#open].filter(([key]) => key.startsWith(`${host}/`));
    for (const map of [this.#open, this.#known]) {
      for (const key of map.keys()) if (key.startsWith(`${host}/`)) map.delete(key);
    }
    this.#shared.delete(host);
    // Refs persist their state with a delay.
    await Promise.all(ofHost.map(([, remote]) => remote.stop()));
    await objects.clear(host);
    for (const { name } of await storage.list(refsFolder(host))) await storage.remove(name);
  }

  /** Sets the resolved commit of `ref` without a request. */
  setResolved(name: RepositoryName, ref: string, head: ResolvedRef): void {
    this.#known.set(keyOf({ ...name, ref }), head);
  }

  /**
   * The first of `names` that is a branch, tag or commit; undefined if none is. The names are the leading parts of one
   * path, the shortest first. At most ten requests if none is a ref, and one request for the next search.
   */
  async findRef(
    name: RepositoryName,
    names: readonly [string, ...string[]],
    asking: RequestOptions,
  ): Promise<string | undefined> {
    for (const ref of names) if (await this.at({ ...name, ref }).isRemembered()) return ref;
    const parts = { source: this.#source(name), absent: this.#absent, ...this.#share(name.host) };
    const head = await findRef(parts, names, asking);
    if (head !== undefined) this.setResolved(name, head.name, head);
    return head?.name;
  }

  /** Searches unknown names again: a ref was created, or the user refreshed. */
  forgetAbsent(name?: RepositoryName): void {
    this.#absent.forget(name);
  }

  #source({ host, owner, repo }: RepositoryName): Source {
    const { connections } = this.#options;
    return {
      host,
      owner,
      repo,
      connect: () => connections.connect(host),
      onRecord: (repository) => this.known.noteRecord(host, repository),
    };
  }

  #share(host: string): HostShare {
    const known = this.#shared.get(host);
    if (known !== undefined) return known;
    const objects = this.#options.objects.of(host);
    const blobs = new Blobs(objects);
    const trees = new Trees(objects, this.#options.log);
    const share: HostShare = { objects, blobs, trees, names: new RefNames(trees), habits: { listsFolders: true } };
    this.#shared.set(host, share);
    return share;
  }
}

const keyOf = ({ host, owner, repo, ref }: Pick<FileAddress, 'host' | 'owner' | 'repo' | 'ref'>): string =>
  `${host}/${owner}/${repo}@${ref ?? ''}`;
