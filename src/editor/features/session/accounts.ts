import { l10n } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { accountOf, type Account, type Host } from '../../../domain/hosts/hosts.ts';
import type { IdentifyParts } from '../../../domain/session/identify.ts';
import type * as onDemand from '../../../domain/session/onDemand.ts';
import type { Session } from '../../../domain/session/session.ts';
import type { Sessions } from '../../../domain/session/sessions.ts';
import type { Hosts } from '../../kit/hosts.ts';
import type { SignInRequest } from './signIn.ts';
import { showInStatusBar } from '../../kit/messages/show.ts';

interface AccountParts extends IdentifyParts {
  readonly hosts: Hosts;
  readonly sessions: Sessions;
  readonly signIn: (request: SignInRequest) => Promise<Session>;
  readonly load: () => Promise<Pick<typeof onDemand, 'personalSession'>>;
}

/** Milliseconds for which the status bar shows the result of a sign-in. */
const shownFor = 5_000;

export class Accounts {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** `silent`: asks only what is necessary. @throws Failure `missing` for a host that is not configured */
  async signIn(options: { readonly host?: string | undefined; readonly silent: boolean }): Promise<Account> {
    const host = options.host === undefined ? undefined : this.#host(options.host);
    const session = await this.#parts.signIn({ title: l10n.t('Sign In'), host, silent: options.silent });
    return await this.#keep(session);
  }

  async signInWithToken(host: string, token: string, signal?: AbortSignal): Promise<Account> {
    const configuredHost = this.#host(host);
    const { personalSession } = await this.#parts.load();
    return await this.#keep(
      await personalSession(this.#parts, configuredHost, token.trim(), configuredHost.scopes, signal),
    );
  }

  async askToken(host: string | undefined): Promise<Account> {
    const configuredHost = host === undefined ? undefined : this.#host(host);
    const session = await this.#parts.signIn({
      title: l10n.t('Sign In with Token'),
      host: configuredHost,
      flow: 'token',
    });
    return await this.#keep(session);
  }

  async session(scopes: readonly string[], host: string | undefined): Promise<Session> {
    const session = await this.#parts.signIn({
      title: l10n.t('Sign In'),
      host: host === undefined ? undefined : this.#parts.hosts.get(host),
      scopes: scopes.length === 0 ? undefined : scopes,
    });
    await this.#keep(session);
    return session;
  }

  async checkSignOut(account: Account): Promise<void> {
    await this.#parts.sessions.checkRemovable(account.id);
  }

  async signOut(account: Account): Promise<void> {
    await this.#parts.sessions.removeAccount(account.id);
    showInStatusBar(`$(check) ${l10n.t('Signed out of {0}', account.label)}`, shownFor);
  }

  async #keep(session: Session): Promise<Account> {
    await this.#parts.sessions.add(session);
    const account = accountOf(this.#host(session.host), session.login);
    showInStatusBar(`$(check) ${l10n.t('Signed in as {0}', account.label)}`, shownFor);
    return account;
  }

  #host(id: string): Host {
    const host = this.#parts.hosts.get(id);
    if (host === undefined)
      throw new Failure('missing', `no host ${id} is configured`, { field: 'host', reason: 'noHost', about: [id] });
    return host;
  }
}
