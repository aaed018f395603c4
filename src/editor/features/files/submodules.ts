import { l10n } from 'vscode';
import type { FileAddress } from '../../../domain/hosts/address.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { RequestOptions } from '../../../domain/hosts/source.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { findSubmodule, type Submodule } from '../../../domain/repositories/submodule.ts';

/** Submodules as the Explorer shows them: a read-only file that says where it leads. They are never entered. */
export class Submodules {
  readonly #repositories: RemoteRepositories;
  readonly #connections: Connections;

  constructor(repositories: RemoteRepositories, connections: Connections) {
    this.#repositories = repositories;
    this.#connections = connections;
  }

  async tooltip(address: FileAddress): Promise<string> {
    const submodule = await this.#find(address, { priority: 'background' }).catch(() => undefined);
    return submodule === undefined ? l10n.t('Submodule: a separate repository') : leadsTo(submodule);
  }

  async content(address: FileAddress): Promise<Uint8Array | undefined> {
    const submodule = await this.#find(address);
    if (submodule === undefined) return undefined;
    return new TextEncoder().encode(`${leadsTo(submodule)}\n\nSubproject commit ${submodule.commit ?? ''}\n`);
  }

  async #find(address: FileAddress, options: RequestOptions = {}): Promise<Submodule | undefined> {
    const { path, ...repository } = address;
    const web = this.#connections.host(address.host)?.webUrl ?? '';
    return await findSubmodule(
      this.#repositories.at(repository),
      path,
      `${web}/${address.owner}/${address.repo}.git`,
      options,
    );
  }
}

function leadsTo({ address, commit = '' }: Submodule): string {
  return address === undefined
    ? l10n.t('Submodule: a separate repository without an address in .gitmodules, at commit {0}', commit.slice(0, 8))
    : l10n.t('Submodule: the separate repository {0}, at commit {1}', address, commit.slice(0, 8));
}
