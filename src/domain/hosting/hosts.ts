import type { TokenInputs } from '../../api/oauth/tokenInputs.ts';

/** A host as configured: API, OAuth and web roots are three addresses. */
export interface Host {
  /** Lower case; the authority of its addresses in the editor. */
  readonly id: string;
  readonly name: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly webUrl: string;
  readonly clientId: string | undefined;
  readonly scopes: readonly string[];
  /** Exactly what is registered at the host, where the host insists on it. */
  readonly redirectUri: string | undefined;
  /** Where the host wants the inputs of a token request, where it insists. */
  readonly tokenInputs?: TokenInputs | undefined;
  /** 0: no limit; undefined: what the setting for all hosts says. */
  readonly requestsPerMinute: number | undefined;
}

/** Somebody who is signed in at a host. */
export interface Account {
  /** `host id/login` */
  readonly id: string;
  readonly host: string;
  readonly login: string;
  /** `login (host name)` */
  readonly label: string;
}

export function accountOf(host: Pick<Host, 'id' | 'name'>, login: string): Account {
  return { id: `${host.id}/${login}`, host: host.id, login, label: `${login} (${host.name})` };
}
