/** What the API asks of a transport: the shape of the standard `fetch`, with the limits that a transport must keep. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>;

/** Bytes to send that are made anew for every try, so that a request can be repeated and nothing is held in memory. */
export interface BodySource {
  /** Bytes: what the transport states as Content-Length. */
  readonly size: number;
  /** Each part is the transport's from then on: it gives the memory back once the part is sent. */
  readonly stream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface FetchInit {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | BodySource;
  /** Aborts the request at any moment, also while its answer's body is read, and frees its connection. */
  readonly signal: AbortSignal;
}

/**
 * Redirects are not followed: 3xx answers come back as they are. Rejects only with a Failure: `unreachable` or `timeout`
 * with a `reason` and, where the request surely did not arrive, `sent: false`; `cancelled`; `invalid` for an address or
 * header that cannot be sent; or the Failure of the body that was to be sent.
 */
export interface FetchReply {
  readonly status: number;
  /** Of a compressed answer, which is read decoded, without `content-encoding` and `content-length`. */
  readonly headers: { get(name: string): string | null };
  /**
   * Null or empty where there is none. Holds a connection until it is read to its end or cancelled. Fails as the request
   * does, and as `unreadable` where what was compressed is damaged.
   */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}
