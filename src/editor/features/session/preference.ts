import * as v from 'valibot';
import { authentication, EventEmitter, type AuthenticationGetSessionOptions } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { readStored, storedMap } from '../../../core/storage.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { WindowMemory } from '../../../domain/refs/windowRefs.ts';
import { Lifetime } from '../../kit/lifetime.ts';

export const providerId = 'sourcehost';

const stored = 'accounts';
const Stored = storedMap(v.string());

/** The account of this window: the one that read its folder, else the one that the editor stores for this workspace. */
export class Preference extends Lifetime {
  readonly #log: Log;
  readonly #memory: WindowMemory;
  /** Logins by host. */
  readonly #chosen: Map<string, string>;
  readonly #changed = this.add(new EventEmitter<void>());
  #account: string | undefined;
  #looked = false;
  #wanted = false;
  readonly #offered = new Set<string>();

  constructor(log: Log, memory: WindowMemory) {
    super();
    this.#log = log;
    this.#memory = memory;
    this.#chosen = new Map(readStored(Stored, memory.get(stored)));
    this.add(
      authentication.onDidChangeSessions(({ provider }) => {
        if (provider.id === providerId) void this.#compare();
      }),
    );
  }

  readonly onDidChange = this.#changed.event;

  of(host: string): string | undefined {
    return this.#chosen.get(host);
  }

  async choose(host: string, login: string): Promise<void> {
    this.#chosen.set(host, login);
    this.#changed.fire();
    await this.#memory.update(stored, Object.fromEntries(this.#chosen));
  }

  /** The preferred one of `logins` at `host`; undefined if there is none. Never asks the user. */
  async login(host: Host, logins: readonly string[]): Promise<string | undefined> {
    const chosen = this.of(host.id);
    if (chosen !== undefined && logins.includes(chosen)) return chosen;
    await this.want();
    const [id = '', login] = this.#account?.split('/') ?? [];
    return id === host.id ? login : undefined;
  }

  /** Then the Accounts menu of the editor lets the user choose one of several. */
  async want(): Promise<void> {
    this.#wanted = true;
    await this.#look();
    if (this.#account === undefined) await this.offer([]);
  }

  /** Adds an entry for this extension to the Accounts menu: to sign in, or to choose an account. */
  async offer(scopes: readonly string[]): Promise<void> {
    const key = scopes.join(' ');
    if (this.#offered.has(key)) return;
    this.#offered.add(key);
    await this.#get(scopes, {});
  }

  async #compare(): Promise<void> {
    await this.#look();
    // The preferred account may not be granted to this extension yet; the menu asks the user for it.
    if (this.#account === undefined && this.#wanted) await this.#get([], {});
  }

  async #look(): Promise<void> {
    const first = !this.#looked;
    const before = this.#account;
    this.#account = await this.#get([], { silent: true });
    this.#looked = true;
    if (first || this.#account === undefined || this.#account === before) return;
    // The user chose it in the menu just now.
    const [host = '', login = ''] = this.#account.split('/');
    await this.choose(host, login);
  }

  /** The account id of the session that the editor gives to this extension; undefined if it gives none. */
  async #get(scopes: readonly string[], options: AuthenticationGetSessionOptions): Promise<string | undefined> {
    try {
      return (await authentication.getSession(providerId, scopes, options))?.account.id;
    } catch (error) {
      this.#log.debug(`the editor does not tell which account is preferred: ${messageOf(error)}`);
      return undefined;
    }
  }
}
