import * as v from 'valibot';
import { parseStored } from '../../core/storage.ts';
import type { OAuthClient } from '../../api/oauth/oauth.ts';
import type { Host } from '../hosts/hosts.ts';
import type { SessionSecrets } from './sessionSecrets.ts';

export interface RegisteredClient extends OAuthClient {
  /** The registered redirect address; undefined if the user was not shown one. */
  readonly redirectUri: string | undefined;
}

const Stored = v.object({
  authUrl: v.string(),
  clientId: v.string(),
  clientSecret: v.string(),
  redirectUri: v.optional(v.string()),
});

const keyOf = (host: string): string => `client:${host}`;

/** Client ids and secrets by host, in secret storage, so that the user enters them once. */
export class Clients {
  readonly #secrets: SessionSecrets;
  readonly #memory = new Map<string, RegisteredClient>();

  constructor(secrets: SessionSecrets) {
    this.#secrets = secrets;
  }

  /** The client of this host at its current OAuth address; undefined: the user must enter it. */
  async get(host: Host): Promise<RegisteredClient | undefined> {
    const stored = this.#memory.get(host.id) ?? (await this.#read(host));
    // A secret is sent only to the origin for which it was entered.
    if (stored === undefined || new URL(stored.authUrl).origin !== new URL(host.authUrl).origin) return undefined;
    if (host.clientId !== undefined && host.clientId !== stored.clientId) return undefined;
    return { ...stored, authUrl: host.authUrl, redirectUri: host.redirectUri ?? stored.redirectUri };
  }

  async put(host: Host, client: Omit<RegisteredClient, 'authUrl'>): Promise<void> {
    const entry = { ...client, authUrl: host.authUrl };
    this.#memory.set(host.id, entry);
    const stored = await this.#secrets.store(keyOf(host.id), JSON.stringify(entry)).then(
      () => true,
      () => false,
    );
    if (stored) this.#memory.delete(host.id);
  }

  async remove(host: string): Promise<void> {
    this.#memory.delete(host);
    await this.#secrets.delete(keyOf(host)).catch(() => undefined);
  }

  async #read(host: Host): Promise<RegisteredClient | undefined> {
    const stored = parseStored(Stored, await this.#secrets.get(keyOf(host.id)).catch(() => undefined));
    return stored !== undefined && URL.canParse(stored.authUrl)
      ? { ...stored, redirectUri: stored.redirectUri }
      : undefined;
  }
}
