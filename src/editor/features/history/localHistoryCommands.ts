import { commands, window, type Uri } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { repositoryOfAddress } from '../../../domain/hosts/activeRepository.ts';
import { fullName, repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { ExplorerParts } from '../../sidebar/parts.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand } from '../../kit/command.ts';
import { target } from '../../kit/prompts/target.ts';
import { fileAddressOf } from '../../kit/uri.ts';

/** A file or folder of a clone, on the host. */
interface LocalPlace {
  readonly name: RepositoryName;
  /** Without a slash at either end; empty for the root. */
  readonly path: string;
  /** The branch on the host; undefined if the current branch was not pushed there. */
  readonly branch: string | undefined;
  /** The last commit that the host has, as far as the clone knows; undefined without commits. */
  readonly commit: string | undefined;
}

/** Where the files of clones are on their hosts. Sends no request. */
export class LocalPlaces {
  readonly #explorer: Pick<ExplorerParts, 'active' | 'git'>;
  readonly #connections: Pick<Connections, 'hosts'>;

  constructor(explorer: Pick<ExplorerParts, 'active' | 'git'>, connections: Pick<Connections, 'hosts'>) {
    this.#explorer = explorer;
    this.#connections = connections;
  }

  /**
   * The ref whose web page shows `file`: its branch on the host, else the default branch; without a branch its commit.
   * Undefined without commits.
   * @throws Failure as `demand`
   */
  async pageRef(file: Uri): Promise<string | undefined> {
    const { name, branch, commit } = this.demand(file);
    const clone = this.#explorer.git.at(file);
    if (branch !== undefined || clone?.branch === undefined) return branch ?? commit;
    const remote = clone.remotes.find(({ url }) => this.#isOf(name, url))?.name;
    return (remote && (await this.#explorer.git.defaultBranch(clone.root, remote))) ?? commit;
  }

  /** @throws Failure `refused` if `file` is in no clone of a repository of a known host */
  demand(file: Uri): LocalPlace {
    const clone = this.#explorer.git.at(file);
    const name = this.#explorer.active.of(file)?.name;
    if (clone === undefined || name === undefined)
      throw new Failure('refused', `${file.path} is in no clone`, { field: 'uri', reason: 'noClone' });
    const root = clone.root.path.endsWith('/') ? clone.root.path : `${clone.root.path}/`;
    // Windows does not distinguish the case of drives.
    const path = file.path.length >= root.length ? file.path.slice(root.length) : '';
    // A branch that was not pushed there has no page and no history on the host.
    const upstream = clone.remotes.find((remote) => remote.name === clone.upstream)?.url;
    return { name, path, branch: this.#isOf(name, upstream) ? clone.upstreamBranch : undefined, commit: clone.commit };
  }

  #isOf(name: RepositoryName, url: string | undefined): boolean {
    const found = url === undefined ? undefined : repositoryOfAddress(url, this.#connections.hosts());
    return found !== undefined && repositoryKey(found) === repositoryKey(name);
  }
}

/** Shows the history that a local file has on its host. */
export function localHistoryCommands(localPlaces: LocalPlaces): Record<'sourcehost.file.showHistory', AnyCommand> {
  return {
    'sourcehost.file.showHistory': command({
      fields: { uri: optional(uri) },
      run: async ({ uri: given }, { origin }) => {
        const file = given === undefined ? window.activeTextEditor?.document.uri : toUri(given);
        if (file === undefined) throw wrongValue('uri', requires('given'));
        const remote = fileAddressOf(file);
        const {
          name,
          path,
          branch: ref,
        } = remote === undefined ? localPlaces.demand(file) : { name: remote, path: remote.path, branch: remote.ref };
        const place = { host: name.host, repository: fullName(name), path, ref };
        return await commands.executeCommand(
          'sourcehost.history.show',
          origin === 'code' ? place : { [target]: place },
        );
      },
    }),
  };
}
