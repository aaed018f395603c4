import type { Memento } from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import { foldCase } from '../../core/text.ts';
import { repositoryKey, type FileAddress, type RepositoryName } from '../../domain/hosts/address.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';

/** What can be trusted: a repository at a ref; without one, at the ref that the window shows. */
export type TrustAddress = RepositoryName & Partial<Pick<FileAddress, 'ref'>>;

const prefix = 'trusted:';

/**
 * The editor uses the configuration of trusted repositories only. Trust counts for branches and tags; another commit
 * is trusted by its sha. Trust ends when the address of the host changes.
 */
export class RepositoryTrust {
  readonly #memory: Memento;
  readonly #repositories: Pick<RemoteRepositories, 'confirm' | 'foreignRoot'>;
  readonly #apiUrlOf: (host: string) => string | undefined;
  readonly #changed = new Emitter<RepositoryName>();
  /** The last answers, to detect a change by another window. */
  readonly #answered = new Map<string, { readonly name: RepositoryName; readonly trusted: boolean }>();

  /** `memory` is shared by all windows. `apiUrlOf`: of a configured host. */
  constructor(
    memory: Memento,
    repositories: Pick<RemoteRepositories, 'confirm' | 'foreignRoot'>,
    apiUrlOf: (host: string) => string | undefined,
  ) {
    this.#memory = memory;
    this.#repositories = repositories;
    this.#apiUrlOf = apiUrlOf;
  }

  /** Fires when the trust in a repository, or in a commit of it, has changed. */
  readonly onDidChange = this.#changed.event;

  trusts(address: TrustAddress): boolean {
    const key = keyOf(address, this.#repositories.foreignRoot({ ...address, ref: address.ref }));
    const trusted = this.#holds(key, address);
    this.#answered.set(key, { name: address, trusted });
    return trusted;
  }

  /** Before `trusts`: finds out whether the trust in the branches counts for `address`, if that is not known. */
  async confirm(address: TrustAddress): Promise<void> {
    if (this.trustsBranches(address)) await this.#repositories.confirm({ ...address, ref: address.ref });
  }

  /** Whether the user trusts the branches and tags of a repository, whatever the window shows. */
  trustsBranches(name: RepositoryName): boolean {
    return this.#holds(keyOf(name, undefined), name);
  }

  /** `foreign`: the sha that the user was asked about, undefined for the branches and tags (see `foreignRoot`). */
  async set(address: TrustAddress, trusted: boolean, foreign: string | undefined): Promise<void> {
    const key = keyOf(address, foreign);
    this.#answered.set(key, { name: address, trusted: this.#holds(key, address) });
    await this.#memory.update(key, trusted ? this.#apiUrlOf(address.host) : undefined);
    this.refresh();
  }

  /** Detects changes, also by other windows. */
  refresh(): void {
    for (const [key, { name, trusted }] of [...this.#answered]) {
      const now = this.#holds(key, name);
      if (now === trusted) continue;
      this.#answered.set(key, { name, trusted: now });
      this.#changed.fire(name);
    }
  }

  async forgetHost(host: string): Promise<void> {
    const ofHost = this.#memory.keys().filter((key) => key.startsWith(`${prefix}${foldCase(host)}/`));
    for (const key of ofHost) await this.#memory.update(key, undefined);
    this.refresh();
  }

  #holds(key: string, { host }: RepositoryName): boolean {
    const trusted = this.#memory.get(key);
    return trusted !== undefined && trusted === this.#apiUrlOf(host);
  }
}

const keyOf = (name: RepositoryName, foreign: string | undefined): string =>
  `${prefix}${repositoryKey(name)}${foreign === undefined ? '' : `@${foreign}`}`;
