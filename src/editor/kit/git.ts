import { extensions, Uri, workspace, type Event } from 'vscode';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import type { Remote } from '../../domain/activeRepository.ts';
import { Lifetime } from './lifetime.ts';

/** What is used of the API of the built-in git extension. */
interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string; readonly pushUrl?: string }[];
    readonly HEAD: { readonly upstream?: { readonly remote: string } } | undefined;
    readonly onDidChange: Event<void>;
  };
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
  getRepository(uri: Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): GitApi;
}

/** A clone on this computer, as far as it tells where it comes from. */
export interface LocalRepository {
  readonly root: Uri;
  readonly remotes: readonly Remote[];
  /** The remote that the checked out branch follows. */
  readonly upstream: string | undefined;
}

/** The local clones of this window, as the built-in git extension knows them. */
export class Git implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #watched = new WeakMap<GitRepository, string>();
  #api: GitApi | undefined;

  /** Clones were opened or closed, or follow other remotes. */
  readonly onDidChange = this.#changed.event;

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
