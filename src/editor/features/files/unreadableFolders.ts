import { workspace, type Uri } from 'vscode';
import { messageOf, toFailure, type Failure } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { Lifetime } from '../../kit/lifetime.ts';

/** The account that this window uses at a host with several ones. */
export interface AccountChoice {
  /** The login that read the folder of this window last; it may be signed out. */
  readonly of: (host: string) => string | undefined;
  readonly choose: (host: string, login: string) => Promise<void>;
}

interface Parts {
  readonly connections: Connections;
  readonly choice: AccountChoice;
  readonly show: (failures: ReadonlyMap<string, Failure>) => Promise<void>;
  readonly log: Log;
}

/** The folders of this window that could not be read when they were read last. */
export class UnreadableFolders extends Lifetime {
  readonly #parts: Parts;
  readonly #failures = new Map<string, Failure>();

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
    this.add(workspace.onDidChangeWorkspaceFolders(({ removed }) => removed.forEach(({ uri }) => this.#forget(uri))));
  }

  has(uri: Uri): boolean {
    return this.#failures.has(uri.toString());
  }

  /** Notes whether `work`, which reads `uri`, succeeds. */
  async noted<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    if (!(workspace.workspaceFolders ?? []).some((folder) => folder.uri.toString() === key)) return await work();
    try {
      const result = await work();
      this.#forget(uri);
      this.#quietly(this.#keepAccount(uri.authority));
      return result;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind !== 'cancelled') {
        this.#failures.set(key, failure);
        this.#quietly(this.#parts.show(this.#failures));
      }
      throw error;
    }
  }

  #forget(uri: Uri): void {
    if (this.#failures.delete(uri.toString())) this.#quietly(this.#parts.show(this.#failures));
  }

  async #keepAccount(host: string): Promise<void> {
    const { account } = await this.#parts.connections.connect(host);
    if (account !== undefined && account.login !== this.#parts.choice.of(host))
      await this.#parts.choice.choose(host, account.login);
  }

  #quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.log.info(messageOf(error)));
  }
}
