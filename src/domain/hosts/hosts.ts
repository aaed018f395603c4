export interface Host {
  /** Lower case; the authority of its URIs in the editor. */
  readonly id: string;
  readonly name: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly webUrl: string;
  readonly clientId: string | undefined;
  readonly scopes: readonly string[];
  /** The redirect address registered at the host, if the host requires it; undefined: any. */
  readonly redirectUri: string | undefined;
  /** Where the host expects the inputs of a token request; undefined: the default. */
  /** 0: no limit; undefined: the value of the setting for all hosts. */
  readonly requestsPerMinute: number | undefined;
}

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
