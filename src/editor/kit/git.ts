import { extensions, Uri, workspace } from 'vscode';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import { Failure } from '../../core/errors.ts';
import type { Remote } from '../../domain/hosting/activeRepository.ts';
import type { GitApi, GitExtension, GitRepository } from './gitApi.ts';
import { Lifetime } from './lifetime.ts';

/** A clone on this computer, as far as it tells where it comes from. */
export interface LocalRepository {
  readonly root: Uri;
  readonly remotes: readonly Remote[];
  /** The remote that the checked out branch follows. */
  readonly upstream: string | undefined;
}

/** What git may ask the person. */
export interface GitConsent {
  /** Older editors ask the person before git opens a folder outside of the workspace. */
  readonly mayAsk: boolean;
}

export interface PublishConsent extends GitConsent {
  /** Called before all of a folder without commits becomes the first one; throws where the person declines. */
  readonly agree: () => Promise<void>;
}

/** The local clones of this window, as the built-in git extension knows them. */
export class Git implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #watched = new WeakMap<GitRepository, string>();
  readonly #listeners: ((api: GitApi) => Disposable)[] = [];
  #api: GitApi | undefined;

  /** Clones were opened or closed, or follow other remotes. */
  readonly onDidChange = this.#changed.event;

  /** What the built-in git extension can do; throws a Failure where it is missing or turned off. */
  demand(): GitApi {
    if (this.#api === undefined) throw new Failure('refused', 'git is missing or turned off', { reason: 'gitMissing' });
    return this.#api;
  }

  /** Calls `listener` whenever git begins to be there; what it returns ends with this. */
  onDidAttach(listener: (api: GitApi) => Disposable): void {
    this.#listeners.push(listener);
    if (this.#api !== undefined) this.#lifetime.add(listener(this.#api));
  }

  /** Resolves when git can be asked; where it is missing or disabled there are no clones. */
  async start(): Promise<void> {
    const extension = extensions.getExtension<GitExtension>('vscode.git');
    if (extension === undefined) return;
    const git = extension.isActive ? extension.exports : await extension.activate();
    this.#lifetime.add(git.onDidChangeEnablement(() => this.#attach(git)));
    this.#attach(git);
  }

  /** The clone that `uri` is in. */
  at(uri: Uri): LocalRepository | undefined {
    const repository = this.#api?.getRepository(uri);
    return repository === undefined || repository === null ? undefined : describe(repository);
  }

  /** The branch that a remote calls its default one, as it was when it was cloned. */
  async defaultBranch(root: Uri, remote: string): Promise<string | undefined> {
    try {
      const head = await workspace.fs.readFile(Uri.joinPath(root, '.git', 'refs', 'remotes', remote, 'HEAD'));
      return /^ref: refs\/remotes\/[^/]+\/(.+)$/m.exec(new TextDecoder().decode(head))?.[1]?.trim();
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #attach(git: GitExtension): void {
    this.#api = git.enabled ? git.getAPI(1) : undefined;
    const api = this.#api;
    if (api !== undefined) {
      for (const listener of this.#listeners) this.#lifetime.add(listener(api));
      for (const repository of api.repositories) this.#watch(repository);
      this.#lifetime.add(api.onDidOpenRepository((repository) => this.#watch(repository)));
      this.#lifetime.add(api.onDidCloseRepository(() => this.#changed.fire()));
    }
    this.#changed.fire();
  }

  #watch(repository: GitRepository): void {
    if (this.#watched.has(repository)) return;
    this.#watched.set(repository, signature(repository));
    this.#lifetime.add(
      repository.state.onDidChange(() => {
        const now = signature(repository);
        if (now === this.#watched.get(repository)) return;
        this.#watched.set(repository, now);
        this.#changed.fire();
      }),
    );
    this.#changed.fire();
  }
}

function describe({ rootUri, state }: GitRepository): LocalRepository {
  const remotes = state.remotes.map(({ name, fetchUrl, pushUrl }) => ({ name, url: fetchUrl ?? pushUrl }));
  return { root: rootUri, remotes, upstream: state.HEAD?.upstream?.remote };
}

/** What matters of a clone's state, which changes with every file that is saved. */
function signature(repository: GitRepository): string {
  const { remotes, upstream } = describe(repository);
  return JSON.stringify([remotes, upstream]);
}
