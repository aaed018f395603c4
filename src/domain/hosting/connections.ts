import type { UploadGrant } from '../../api/record/release.ts';
import type { UploadOptions } from '../../api/http/upload.ts';
import type { BodySource } from '../../api/http/fetch.ts';
import type { Budget } from '../../api/throttle/budget.ts';
import type { Api } from '../../api/client/client.ts';
import type { Event } from '../../core/emitter.ts';
import type { Account, Host } from './hosts.ts';

/** The API of a host as one account sees it. */
export interface Connection {
  readonly host: Host;
  /** Undefined: signed out; what is public can be read. */
  readonly account: Account | undefined;
  readonly api: Api;
  readonly budget: Budget;
  /** Sends bytes to an address that the service granted: with its headers, without the token. */
  readonly upload: (grant: UploadGrant, content: BodySource, options: UploadOptions) => Promise<void>;
}

/** Every host and account there is. Nothing here ever asks a person anything. */
export interface Connections {
  hosts(): readonly Host[];
  host(id: string): Host | undefined;
  /** Accounts that are signed in, of one host or of all; known without a request. */
  accounts(host?: string): Promise<readonly Account[]>;
  /**
   * The connection for `login`, else for the account preferred in this workspace, else for the only or first one, else
   * signed out. Rejects with `missing` for a host that is not configured and `signedOut` for a login that is not there.
   */
  connect(host: string, login?: string): Promise<Connection>;
  /** Hosts or accounts changed. */
  readonly onDidChange: Event<void>;
}
