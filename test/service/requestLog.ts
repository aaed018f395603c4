export interface LoggedRequest {
  readonly id: number;
  /** Time of arrival in milliseconds since 1970. */
  readonly time: number;
  /** As the client calls it (`files.tree`), or `oauth.authorize`, `oauth.token`, `upload.put`, `raw`, `web`, `git`; `unknown`. */
  operation: string;
  readonly method: string;
  /** Undecoded, with the query; a token in it is masked. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  params: Readonly<Record<string, unknown>>;
  /** Login of the account; undefined without a valid token. */
  account: string | undefined;
  /** 0 until it is answered; stays 0 if the connection was cut. */
  status: number;
  /** Milliseconds from arrival to the end of the answer. */
  duration: number;
  /** Bytes of the answer's body before compression. */
  bytes: number;
  /** Whether the client closed the connection before the end. */
  aborted: boolean;
}

export interface Violation {
  readonly time: number;
  readonly operation: string;
  readonly path: string;
  readonly words: string;
}

const most = 50_000;

/** All received requests, and those that a correct client does not send. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  readonly violations: Violation[] = [];
  #last = 0;

  add(request: Pick<LoggedRequest, 'method' | 'path' | 'headers'>): LoggedRequest {
    const entry: LoggedRequest = {
      id: (this.#last += 1),
      time: Date.now(),
      operation: 'unknown',
      params: {},
      account: undefined,
      status: 0,
      duration: 0,
      bytes: 0,
      aborted: false,
      method: request.method,
      path: mask(request.path),
      headers: withoutSecrets(request.headers),
    };
    this.requests.push(entry);
    if (this.requests.length > most) this.requests.shift();
    return entry;
  }

  violate(operation: string, path: string, words: string): void {
    if (this.violations.length < most) this.violations.push({ time: Date.now(), operation, path: mask(path), words });
  }

  clear(): void {
    this.requests.length = 0;
    this.violations.length = 0;
  }
}

const mask = (path: string): string =>
  path.replace(/((?:access_token|client_secret|refresh_token|code)=)[^&]*/g, '$1…');

function withoutSecrets(headers: LoggedRequest['headers']): LoggedRequest['headers'] {
  const masked = Object.entries(headers).map(([name, value]): [string, typeof value] =>
    /^(authorization|private-token|cookie|x-upload-token)$/.test(name)
      ? [name, String(value).replace(/\S+$/, '…')]
      : [name, value],
  );
  return Object.fromEntries(masked);
}
