/** The transport of the API client: a subset of the standard `fetch`. */
export interface Fetch {
  (url: string, init: FetchInit): Promise<FetchReply>;
  /** Time limits of each exchange; undefined: the usual ones. The transport itself limits only the connecting. */
  readonly limits?: ExchangeLimits | undefined;
}

/** Milliseconds without progress after which an exchange fails. */
export interface ExchangeLimits {
  /** From the start of the sending to the headers of the response. */
  readonly answer: number;
  /** The same for a body that is sent in parts. Each part restarts it. */
  readonly upload: number;
  /** Until the next bytes of the response. */
  readonly stall: number;
}

/** A request body. Each attempt reads a new stream: a request can be sent again, and the bytes need no memory. */
export interface BodySource {
  /** Bytes; sent as `Content-Length`. */
  readonly size: number;
  /** The transport owns the parts that it reads, and frees the memory of a part when it is sent. */
  readonly stream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface FetchInit {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | BodySource;
  /** Aborts the request at any time, also while the body of the response is read, and frees the connection. */
  readonly signal: AbortSignal;
  /** Called when the sending begins. Before, the request waits for a connection. */
  readonly onStart?: (() => void) | undefined;
}

/**
 * Redirects are not followed: a 3xx response is returned.
 * @throws Failure `unreachable` or `timeout` with a `reason`, and with `sent: false` if the request certainly did not
 * reach the service; `cancelled`; `invalid` for an invalid address or header; or the Failure of the request body
 */
export interface FetchReply {
  readonly status: number;
  /** `body` of a compressed response is decompressed; its headers lack `content-encoding` and `content-length`. */
  readonly headers: { get(name: string): string | null };
  /**
   * Null or empty if there is no body. It occupies a connection until it is read to the end or cancelled. It fails with
   * the Failures of the request, and with `unreadable` if the compressed data is damaged.
   */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}
