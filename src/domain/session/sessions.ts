import { Emitter, type Event } from '../../core/emitter.ts';
import type { Credentials } from '../../api/http/send.ts';
import { Failure } from '../../core/errors.ts';
import type { Account, Host } from '../hosts/hosts.ts';
import type { Clients } from './clients.ts';
import type { EnvironmentSession } from './environment.ts';
import type { Renewal } from './renewal.ts';
import { accountIdOf, accountSessions, allowsGit, belongsTo, sessionId, type Session } from './session.ts';
import type { Vault } from './vault.ts';

export interface SessionsParts {
  readonly vault: Vault;
  readonly clients: Clients;
  readonly renewal: Renewal;
  readonly environment: EnvironmentSession;
  readonly hosts: () => readonly Host[];
  readonly onDidChangeHosts: Event<unknown>;
}

export class Sessions {
  readonly #parts: SessionsParts;
  readonly #changed = new Emitter<void>();
  readonly #removed = new Emitter<Pick<Account, 'host' | 'login'>>();
  readonly #listening: readonly { dispose(): void }[];

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    const fire = (): void => this.#changed.fire();
    this.#listening = [parts.vault.onDidChange(fire), parts.onDidChangeHosts(fire)];
  }

  readonly onDidChange: Event<void> = this.#changed.event;
  /** Fires when this window signed out of the last session of an account. */
  readonly onDidRemoveAccount: Event<Pick<Account, 'host' | 'login'>> = this.#removed.event;

  hosts(): readonly Host[] {
    return this.#parts.hosts();
  }

  host(id: string): Host | undefined {
    return this.#parts.hosts().find((host) => host.id === id);
  }

  /** All sessions by id, without those of removed hosts and of hosts with another API origin. */
  async all(): Promise<ReadonlyMap<string, Session>> {
    const [stored, environment] = await Promise.all([this.#parts.vault.sessions(), this.#parts.environment.get()]);
    const sessions = [...stored.values(), ...(environment === undefined ? [] : [environment])];
    return new Map(
      sessions.flatMap((session) => {
        const host = this.host(session.host);
        return host !== undefined && belongsTo(session, host) ? [[sessionId(session), session]] : [];
      }),
    );
  }

  /** The session that this extension uses for an account; undefined if it is signed out. */
  async ofAccount(host: Host, login: string): Promise<Session | undefined> {
    const sessions = [...(await this.all()).values()];
    return accountSessions(sessions, host).find(({ account }) => account.login === login)?.session;
  }

  /** The credentials of an account for requests. Every request reads the current session. */
  credentials(host: Host, login: string): Credentials {
    return this.#parts.renewal.credentials(() => this.ofAccount(host, login));
  }

  /** Renewed if it is due. Undefined if the account is signed out or its session does not allow `origin`. */
  async gitToken({ host: id, login }: Pick<Account, 'host' | 'login'>, origin: string): Promise<string | undefined> {
    const host = this.host(id);
    const session = host && (await this.ofAccount(host, login));
    if (session === undefined || session.ended === true || !allowsGit(session, origin)) return undefined;
    const renewed = await this.fresh(session);
    return renewed.ended !== true && allowsGit(renewed, origin) ? renewed.token : undefined;
  }

  async fresh(session: Session): Promise<Session> {
    return await this.#parts.renewal.fresh(session);
  }

  async add(session: Session): Promise<void> {
    await this.#parts.vault.put(session);
  }

  /** Signs out of one session. @throws Failure `refused` if the token comes from the environment */
  async remove(id: string): Promise<void> {
    const session = (await this.all()).get(id);
    if (session?.kind === 'environment') throw fromEnvironment();
    await this.#parts.vault.remove(id);
    await this.#parts.renewal.forget(id);
    if (session !== undefined) await this.#reportRemoved(session);
  }

  /** @throws Failure `refused` if the only session of the account is that of the environment */
  async checkRemovable(id: string): Promise<void> {
    const stored = [...(await this.#parts.vault.sessions()).values()];
    if (stored.some((session) => accountIdOf(session) === id)) return;
    const environment = await this.#parts.environment.get();
    if (environment !== undefined && accountIdOf(environment) === id) throw fromEnvironment();
  }

  async removeAccount(id: string): Promise<void> {
    const [endedSession] = [...(await this.all()).values()].filter((session) => accountIdOf(session) === id);
    await this.#removeWhere((session) => accountIdOf(session) === id);
    if (endedSession !== undefined) await this.#reportRemoved(endedSession);
    const remaining = [...(await this.all()).values()].find((session) => accountIdOf(session) === id);
    if (remaining !== undefined) await this.remove(sessionId(remaining));
  }

  async removeHost(id: string): Promise<void> {
    await this.#removeWhere((session) => session.host === id);
    await this.#parts.clients.remove(id);
  }

  async #reportRemoved({ host, login }: Session): Promise<void> {
    const others = [...(await this.all()).values()];
    if (!others.some((session) => session.host === host && session.login === login))
      this.#removed.fire({ host, login });
  }

  async #removeWhere(matches: (session: Session) => boolean): Promise<void> {
    for (const [id, session] of await this.#parts.vault.sessions()) {
      if (!matches(session)) continue;
      await this.#parts.vault.remove(id);
      await this.#parts.renewal.forget(id);
    }
  }

  dispose(): void {
    for (const listener of this.#listening) listener.dispose();
    this.#changed.dispose();
    this.#removed.dispose();
  }
}

function fromEnvironment(): Failure {
  return new Failure('refused', 'the token comes from SOURCEHOST_TOKEN', { reason: 'environmentToken' });
}
