import type { Uri } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { isRemoteOf, type Remote } from '../../../domain/hosts/activeRepository.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { Git } from '../git.ts';
import type { ActiveRepository } from '../rows/activeRepository.ts';

interface LocalPlace {
  readonly name: RepositoryName;
  /** Without a slash at either end; empty for the root. */
  readonly path: string;
  /** The branch on the host; undefined if the current branch was not pushed there. */
  readonly branch: string | undefined;
  /** The last commit that the host has, as far as the clone knows; undefined without commits. */
  readonly commit: string | undefined;
}

interface LocalPlacesParts {
  readonly active: ActiveRepository;
  readonly builtInGit: Git;
  readonly connections: Connections;
}

/** Where the files of clones are on their hosts. Sends no request. */
export class LocalPlaces {
  readonly #parts: LocalPlacesParts;

  constructor(parts: LocalPlacesParts) {
    this.#parts = parts;
  }

  /**
   * Its branch on the host, else the default branch; without a branch its commit. Undefined without commits.
   * @throws Failure as `demand`
   */
  async pageRef(file: Uri): Promise<string | undefined> {
    const { name, branch, commit } = this.demand(file);
    const clone = this.#parts.builtInGit.at(file);
    if (branch !== undefined || clone?.branch === undefined) return branch ?? commit;
    const remote = clone.remotes.find((one) => this.#isOf(name, one))?.name;
    return (remote && (await this.#parts.builtInGit.defaultBranch(clone.root, remote))) ?? commit;
  }

  /** @throws Failure `refused` if `file` is in no clone of a repository of a known host */
  demand(file: Uri): LocalPlace {
    const clone = this.#parts.builtInGit.at(file);
    const name = this.#parts.active.of(file)?.name;
    if (clone === undefined || name === undefined)
      throw new Failure('refused', `${file.path} is in no clone`, { field: 'uri', reason: 'noClone' });
    const root = clone.root.path.endsWith('/') ? clone.root.path : `${clone.root.path}/`;
    // Windows does not distinguish the case of drives.
    const path = file.path.length >= root.length ? file.path.slice(root.length) : '';
    // A branch that was not pushed there has no page and no history on the host.
    const upstream = clone.remotes.find((remote) => remote.name === clone.upstream);
    return { name, path, branch: this.#isOf(name, upstream) ? clone.upstreamBranch : undefined, commit: clone.commit };
  }

  /** The folders of the clones of `name` that are open in this window. */
  rootsOf(name: RepositoryName): readonly Uri[] {
    const clones = this.#parts.builtInGit
      .clones()
      .filter(({ remotes }) => remotes.some((remote) => this.#isOf(name, remote)));
    return clones.map(({ root }) => root);
  }

  #isOf(name: RepositoryName, remote: Remote | undefined): boolean {
    return remote !== undefined && isRemoteOf(remote, name, this.#parts.connections.hosts());
  }
}
