import { extensions, Uri, workspace } from 'vscode';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import { Failure } from '../../core/errors.ts';
import type { GitRepositories, RemoteAddresses } from '../../domain/git/gitRepositories.ts';
import type { Remote } from '../../domain/hosts/activeRepository.ts';
import type { GitApi, GitExtension, OpenedClone, RemoteOfClone } from './gitApi.ts';
import { Lifetime } from './lifetime.ts';

export interface LocalRepository {
  readonly root: Uri;
  readonly remotes: readonly Remote[];
  /** The remote of the upstream of the current branch; undefined without upstream. */
  readonly upstream: string | undefined;
  /** The current commit, or the last commit of the upstream if that lacks it; undefined without a commit. */
  readonly commit: string | undefined;
  /** The current branch; undefined if none is checked out. */
  readonly branch: string | undefined;
  /** The name of the current branch on the upstream remote; undefined without upstream. */
  readonly upstreamBranch: string | undefined;
}

export interface GitConsent {
  /** Whether older editors may ask the user before git opens a folder outside of the workspace. */
  readonly mayAsk: boolean;
}

export interface PublishConsent extends GitConsent {
  /** Before all files of a folder become its first commit. @throws if the user declines */
  readonly agree: () => Promise<void>;
}

/** The local clones of this window, from the built-in git extension. */
export class Git extends Lifetime {
  readonly #changed = this.add(new Emitter<void>());
  readonly #watched = new WeakMap<OpenedClone, string>();
  readonly #listeners: ((api: GitApi) => Disposable)[] = [];
  readonly #addressesOf: GitRepositories['addressesOf'];
  /** What git answered for each remote, in this window; nothing while it is asked. */
  readonly #answers = new Map<string, RemoteAddresses>();
  #api: GitApi | undefined;

  constructor(addressesOf: GitRepositories['addressesOf']) {
    super();
    this.#addressesOf = addressesOf;
  }

  /** Fires when a clone is opened or closed, or when its remotes or its current branch change. */
  readonly onDidChange = this.#changed.event;

  /** @throws Failure `refused` if the extension is missing or disabled */
  demand(): GitApi {
    if (this.#api === undefined) throw new Failure('refused', 'git is missing or turned off', { reason: 'gitMissing' });
    return this.#api;
  }

  /** Undefined if the extension is missing or disabled. */
  get available(): GitApi | undefined {
    return this.#api;
  }

  /** Path of the git that the built-in extension uses; undefined if it is missing or disabled, or not started yet. */
  get path(): string | undefined {
    return this.#api?.git.path;
  }

  /** Calls `listener` each time the API becomes available. The result of the listener is disposed with this object. */
  onDidAttach(listener: (api: GitApi) => Disposable): void {
    this.#listeners.push(listener);
    if (this.#api !== undefined) this.add(listener(this.#api));
  }

  /** Resolves when the git extension is activated. If it is missing or disabled, there are no clones. */
  async start(): Promise<void> {
    const extension = extensions.getExtension<GitExtension>('vscode.git');
    if (extension === undefined) return;
    const git = extension.isActive ? extension.exports : await extension.activate();
    this.add(git.onDidChangeEnablement(() => this.#attach(git)));
    this.#attach(git);
  }

  at(uri: Uri): LocalRepository | undefined {
    const clone = this.#api?.getRepository(uri);
    return clone === undefined || clone === null ? undefined : this.#describe(clone);
  }

  clones(): readonly LocalRepository[] {
    return (this.#api?.repositories ?? []).map((clone) => this.#describe(clone));
  }

  remotesOf({ rootUri, state }: OpenedClone): readonly Remote[] {
    return state.remotes.map((remote) => {
      const { name, fetchUrl, pushUrl = fetchUrl } = remote;
      const used = this.#answers.get(keyOf(rootUri, remote)) ?? {};
      const pushAddresses = distinct(used.push, pushUrl);
      return { name, pushAddresses, addresses: distinct(used.fetch, fetchUrl, ...pushAddresses) };
    });
  }

  /** The default branch of a remote at the time of the clone; undefined if it is not stored. */
  async defaultBranch(root: Uri, remote: string): Promise<string | undefined> {
    try {
      const head = await workspace.fs.readFile(Uri.joinPath(root, '.git', 'refs', 'remotes', remote, 'HEAD'));
      return /^ref: refs\/remotes\/[^/]+\/(.+)$/m.exec(new TextDecoder().decode(head))?.[1]?.trim();
    } catch {
      return undefined;
    }
  }

  #attach(git: GitExtension): void {
    this.#api = git.enabled ? git.getAPI(1) : undefined;
    const api = this.#api;
    if (api !== undefined) {
      for (const listener of this.#listeners) this.add(listener(api));
      for (const clone of api.repositories) this.#watch(clone);
      this.add(api.onDidOpenRepository((clone) => this.#watch(clone)));
      this.add(api.onDidCloseRepository(() => this.#changed.fire()));
    }
    this.#changed.fire();
  }

  #watch(clone: OpenedClone): void {
    if (this.#watched.has(clone)) return;
    this.#watched.set(clone, this.#signature(clone));
    this.add(clone.state.onDidChange(() => this.#update(clone)));
    this.#changed.fire();
    this.#ask(clone);
  }

  #update(clone: OpenedClone): void {
    const now = this.#signature(clone);
    if (now === this.#watched.get(clone)) return;
    this.#watched.set(clone, now);
    this.#changed.fire();
    this.#ask(clone);
  }

  /** Asks git once for each remote how it uses its addresses. */
  #ask(clone: OpenedClone): void {
    for (const remote of clone.state.remotes) {
      const key = keyOf(clone.rootUri, remote);
      if (this.#answers.has(key)) continue;
      this.#answers.set(key, {});
      void this.#addressesOf(clone.rootUri.fsPath, remote.name).then(
        (answer) => {
          this.#answers.set(key, answer);
          this.#update(clone);
        },
        () => undefined,
      );
    }
  }

  #describe(clone: OpenedClone): LocalRepository {
    const { rootUri: root, state } = clone;
    const { name: branch, commit, ahead = 0, upstream } = state.HEAD ?? {};
    return {
      root,
      remotes: this.remotesOf(clone),
      upstream: upstream?.remote,
      commit: ahead > 0 ? upstream?.commit : commit,
      branch,
      upstreamBranch: upstream?.name,
    };
  }

  /** The relevant parts of a clone's state as text. The state itself changes with every saved file. */
  #signature(clone: OpenedClone): string {
    const { remotes, upstream, branch, upstreamBranch } = this.#describe(clone);
    return JSON.stringify([remotes, upstream, branch, upstreamBranch]);
  }
}

const keyOf = (root: Uri, { name, fetchUrl, pushUrl }: RemoteOfClone): string =>
  JSON.stringify([root.toString(), name, fetchUrl, pushUrl]);

const distinct = (...addresses: readonly (string | undefined)[]): string[] => [
  ...new Set(addresses.filter((address) => address !== undefined)),
];
