import {
  EventEmitter,
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationProviderSessionOptions,
  type AuthenticationSession,
} from 'vscode';
import { accountOf } from '../../../domain/hosts/hosts.ts';
import { accountIdOf, satisfies, sessionId, type Session } from '../../../domain/session/session.ts';
import type { Sessions } from '../../../domain/session/sessions.ts';
import { Lifetime } from '../../kit/lifetime.ts';

export class SourcehostAuthenticationProvider extends Lifetime implements AuthenticationProvider {
  readonly #sessions: Sessions;
  readonly #signIn: (scopes: readonly string[], host: string | undefined) => Promise<Session>;
  readonly #changed = this.add(new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>());
  #sessionsById: Promise<ReadonlyMap<string, AuthenticationSession>>;

  constructor(sessions: Sessions, signIn: (scopes: readonly string[], host: string | undefined) => Promise<Session>) {
    super();
    this.#sessions = sessions;
    this.#signIn = signIn;
    this.#sessionsById = this.#all();
    this.add(
      sessions.onDidChange(() => {
        this.#sessionsById = this.#compare(this.#sessionsById);
      }),
    );
  }

  readonly onDidChangeSessions = this.#changed.event;

  /** Never asks the user. Ended sessions are only listed for display and not given to other extensions. */
  async getSessions(
    scopes: readonly string[] | undefined,
    options: AuthenticationProviderSessionOptions,
  ): Promise<AuthenticationSession[]> {
    const sessions = [...(await this.#sessions.all()).values()].filter(
      (session) => options.account === undefined || accountIdOf(session) === options.account.id,
    );
    if (scopes === undefined) return sessions.map((session) => this.#authenticationSession(session));
    const matching = sessions.filter((session) => session.ended !== true && satisfies(session, scopes));
    const fresh = await Promise.all(matching.map((session) => this.#sessions.fresh(session)));
    return fresh.map((session) => this.#authenticationSession(session));
  }

  async createSession(
    scopes: readonly string[],
    options: AuthenticationProviderSessionOptions,
  ): Promise<AuthenticationSession> {
    const host = options.account?.id.slice(0, options.account.id.indexOf('/'));
    return this.#authenticationSession(await this.#signIn(scopes, host));
  }

  async removeSession(id: string): Promise<void> {
    await this.#sessions.remove(id);
  }

  #authenticationSession(session: Session): AuthenticationSession {
    const host = this.#sessions.host(session.host) ?? { id: session.host, name: session.host };
    const { id, label } = accountOf(host, session.login);
    return { id: sessionId(session), accessToken: session.token, account: { id, label }, scopes: session.scopes };
  }

  async #all(): Promise<ReadonlyMap<string, AuthenticationSession>> {
    const sessions = [...(await this.#sessions.all()).values()];
    return new Map(sessions.map((session) => [sessionId(session), this.#authenticationSession(session)]));
  }

  async #compare(
    previous: Promise<ReadonlyMap<string, AuthenticationSession>>,
  ): Promise<ReadonlyMap<string, AuthenticationSession>> {
    const before = await previous;
    const now = await this.#all();
    const added = [...now.values()].filter(({ id }) => !before.has(id));
    const removed = [...before.values()].filter(({ id }) => !now.has(id));
    const changed = [...now.values()].filter((session) => {
      const old = before.get(session.id);
      return old !== undefined && JSON.stringify(old) !== JSON.stringify(session);
    });
    if (added.length + removed.length + changed.length > 0) this.#changed.fire({ added, removed, changed });
    return now;
  }
}
