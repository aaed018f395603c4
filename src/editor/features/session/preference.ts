import { authentication, EventEmitter, type AuthenticationGetSessionOptions } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { Lifetime } from '../../kit/lifetime.ts';

export const providerId = 'sourcehost';

/** The account that the user prefers for this extension in this workspace. The editor stores this preference. */
export class Preference extends Lifetime {
  readonly #log: Log;
  readonly #changed = this.add(new EventEmitter<void>());
  #account: string | undefined;
  #looked = false;
  #wanted = false;
  readonly #offered = new Set<string>();

  constructor(log: Log) {
    super();
    this.#log = log;
    this.add(
      authentication.onDidChangeSessions(({ provider }) => {
        if (provider.id === providerId) void this.#compare();
      }),
    );
  }

  readonly onDidChange = this.#changed.event;

  /** The preferred login at `host`; undefined if the editor has no preference. Never asks the user. */
  async login(host: Host): Promise<string | undefined> {
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
    if (!first && this.#account !== undefined && this.#account !== before) this.#changed.fire();
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
