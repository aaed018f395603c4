import { authentication, EventEmitter, type AuthenticationGetSessionOptions } from 'vscode';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Host } from '../../domain/hosting/hosts.ts';

export const providerId = 'sourcehost';

/** What the editor's own account menus know: the account that the person prefers for this extension in this workspace. */
export class Preference {
  readonly #log: Log;
  readonly #changed = new EventEmitter<void>();
  readonly #listening: { dispose(): void };
  #account: string | undefined;
  #looked = false;
  #wanted = false;
  readonly #offered = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
    this.#listening = authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === providerId) void this.#compare();
    });
  }

  readonly onDidChange = this.#changed.event;

  /** The login preferred at `host`; undefined where the editor knows of none. Never asks anything. */
  async login(host: Host): Promise<string | undefined> {
    await this.want();
    const [id = '', login] = this.#account?.split('/') ?? [];
    return id === host.id ? login : undefined;
  }

  /** Among several accounts the editor lets the person choose in its Accounts menu, once it knows that one is wanted. */
  async want(): Promise<void> {
    this.#wanted = true;
    await this.#look();
    if (this.#account === undefined) await this.offer([]);
  }

  /** Puts an entry for this extension into the Accounts menu: to sign in, or to choose an account. */
  async offer(scopes: readonly string[]): Promise<void> {
    const key = scopes.join(' ');
    if (this.#offered.has(key)) return;
    this.#offered.add(key);
    await this.#get(scopes, {});
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async #compare(): Promise<void> {
    await this.#look();
    // One is preferred that this extension was not given yet: the menu asks for it.
    if (this.#account === undefined && this.#wanted) await this.#get([], {});
  }

  async #look(): Promise<void> {
    const first = !this.#looked;
    const before = this.#account;
    this.#account = await this.#get([], { silent: true });
    this.#looked = true;
    if (!first && this.#account !== undefined && this.#account !== before) this.#changed.fire();
  }

  /** The account id of the session that the editor hands to this extension. */
  async #get(scopes: readonly string[], options: AuthenticationGetSessionOptions): Promise<string | undefined> {
    try {
      return (await authentication.getSession(providerId, scopes, options))?.account.id;
    } catch (error) {
      this.#log.debug(`the editor does not tell which account is preferred: ${messageOf(error)}`);
      return undefined;
    }
  }
}
