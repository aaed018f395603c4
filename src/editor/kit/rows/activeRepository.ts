import { window, workspace, type Memento, type Uri } from 'vscode';
import { Emitter } from '../../../core/emitter.ts';
import { readStored } from '../../../core/storage.ts';
import {
  fileScheme,
  parseFileAddress,
  parseRecordAddress,
  recordScheme,
  repositoryKey,
  type RepositoryName,
} from '../../../domain/hosts/address.ts';
import {
  activeOf,
  repositoryOfRemotes,
  sameRepository,
  StoredRepositoryAt,
  type RepositoryAt,
} from '../../../domain/hosts/activeRepository.ts';
import type { WindowMemory } from '../../../domain/refs/windowRefs.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { Git } from '../git.ts';
import { urisOf } from '../tabs.ts';
import { Lifetime } from '../lifetime.ts';

const lockedKey = 'activeRepository.locked';
const chosenKey = 'activeRepository.chosen';

interface ActiveRepositoryParts {
  readonly git: Git;
  readonly connections: Connections;
  /** The storage of the workspace. */
  readonly memory: Memento;
  /** The storage of this window, which holds the lock. */
  readonly windowMemory: WindowMemory;
  /** False for a repository of an account that is signed out. */
  readonly isOffered: (repository: RepositoryAt) => boolean;
}

/** The active repository: the locked one, else of the active editor, else of an open folder, else chosen in a view. */
export class ActiveRepository extends Lifetime {
  readonly #parts: ActiveRepositoryParts;
  readonly #changed = this.add(new Emitter<void>());
  #editor: RepositoryAt | undefined;
  #current: RepositoryAt | undefined;
  #account: string | undefined;

  constructor(parts: ActiveRepositoryParts) {
    super();
    this.#parts = parts;
    const { git, connections } = parts;
    const update = (): void => this.#update();
    for (const happens of [
      window.tabGroups.onDidChangeTabs,
      window.tabGroups.onDidChangeTabGroups,
      window.onDidChangeActiveTextEditor,
      workspace.onDidChangeWorkspaceFolders,
      git.onDidChange,
    ]) {
      this.add(happens(update));
    }
    this.add(
      connections.onDidChange(() => {
        // The account may be signed out now.
        this.#account = undefined;
        this.#update();
      }),
    );
    this.#update();
    // Only now it is known whether the account of a stored repository is signed in.
    if (this.#current?.account !== undefined) void connections.accounts().then(update, () => undefined);
  }

  readonly onDidChange = this.#changed.event;

  get current(): RepositoryAt | undefined {
    return this.#current;
  }

  /** Whether a file or the folder of the active repository is open. */
  get opened(): boolean {
    return (
      sameRepository(this.#current, this.#editor) || this.folders().some((one) => sameRepository(one, this.#current))
    );
  }

  /** The locked repository; undefined if the active repository follows the editor. */
  get locked(): RepositoryAt | undefined {
    return this.#stored(this.#parts.windowMemory.get(lockedKey));
  }

  /** Makes `repository` active, unless an editor or a folder selects another repository. */
  async choose(repository: RepositoryAt): Promise<void> {
    await this.#parts.memory.update(chosenKey, repository);
    this.#update();
  }

  /** Keeps `repository` active in this window, whatever is opened; undefined follows the editor again. */
  async lock(repository: RepositoryAt | undefined): Promise<void> {
    await this.#parts.windowMemory.update(lockedKey, repository);
    this.#update();
    // Fires always, because the views also show the lock.
    this.#changed.fire();
  }

  /** `to` takes the place of `from` where it is locked or chosen. */
  async rename(from: RepositoryName, to: RepositoryName): Promise<void> {
    const { locked } = this;
    const chosen = this.#stored(this.#parts.memory.get(chosenKey));
    const isOld = (one: RepositoryAt): boolean => repositoryKey(one.name) === repositoryKey(from);
    if (chosen !== undefined && isOld(chosen)) await this.choose({ ...chosen, name: to });
    if (locked !== undefined && isOld(locked)) await this.lock({ ...locked, name: to });
  }

  /** The repositories of the open folders, remote or local, without duplicates. */
  folders(): readonly RepositoryAt[] {
    return this.#repositoriesOf(() => true);
  }

  /** As `folders`, without the local ones before the user trusts them: their git configuration can be of anybody. */
  trustedFolders(): readonly RepositoryAt[] {
    const { isTrusted } = workspace;
    return this.#repositoriesOf(({ scheme }) => scheme === fileScheme || isTrusted);
  }

  #repositoriesOf(counts: (uri: Uri) => boolean): readonly RepositoryAt[] {
    const repositories = (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      counts(uri) ? (this.of(uri) ?? []) : [],
    );
    return repositories.filter((one, index) => repositories.findIndex((other) => sameRepository(one, other)) === index);
  }

  /** The repository of a remote file, a local file or a record; undefined for other addresses and unknown hosts. */
  of(uri: Uri): RepositoryAt | undefined {
    const { host, owner, repo } = this.#addressOf(uri) ?? {};
    if (host === undefined || owner === undefined || repo === undefined) return undefined;
    if (this.#parts.connections.host(host) === undefined) return undefined;
    return { name: { host, owner, repo }, account: undefined };
  }

  /** A stored repository; undefined if its host is not configured or its account not signed in. */
  #stored(value: unknown): RepositoryAt | undefined {
    const stored = readStored(StoredRepositoryAt, value);
    if (stored === undefined || this.#parts.connections.host(stored.name.host) === undefined) return undefined;
    return this.#parts.isOffered(stored) ? stored : undefined;
  }

  #addressOf(uri: Uri): RepositoryAt['name'] | undefined {
    try {
      if (uri.scheme === fileScheme) return parseFileAddress(uri);
      if (uri.scheme === recordScheme) return parseRecordAddress(uri);
    } catch {
      return undefined;
    }
    const local = this.#parts.git.at(uri);
    return local && repositoryOfRemotes(local.remotes, local.upstream, this.#parts.connections.hosts());
  }

  #update(): void {
    const tab = window.tabGroups.activeTabGroup.activeTab;
    const uri = urisOf(tab?.input).at(-1);
    // An editor without a repository, such as an output or a settings page, changes nothing.
    if (tab === undefined) this.#editor = undefined;
    else if (uri !== undefined) this.#editor = this.of(uri) ?? this.#editor;
    const active = activeOf({
      locked: this.locked,
      editor: this.#editor,
      folders: this.folders(),
      chosen: this.#stored(this.#parts.memory.get(chosenKey)),
    });
    // Files and folders have no account. The account is kept while the repository stays the same.
    if (!sameRepository(active, this.#current)) this.#account = undefined;
    this.#account = active?.account ?? this.#account;
    const current = active && { ...active, account: this.#account };
    const same = sameRepository(current, this.#current) && current?.account === this.#current?.account;
    this.#current = current;
    if (!same) this.#changed.fire();
  }
}
