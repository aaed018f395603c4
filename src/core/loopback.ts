/** A listener on this computer for a browser that is sent back to it. */
export interface LoopbackListener {
  readonly port: number;
  /** Frees the port. */
  close(): Promise<void>;
}

export interface LoopbackOptions {
  /** The loopback address to bind: `127.0.0.1`, or `::1`. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Everything else is answered 404. */
  readonly path: string;
  /** Takes what the browser brought and says what the person reads there. */
  readonly receive: (query: URLSearchParams) => LoopbackPage;
}

/** A page of plain text. */
export interface LoopbackPage {
  /** Whether what the browser brought was waited for; otherwise the page is answered with the status 400. */
  readonly expected: boolean;
  readonly title: string;
  readonly message: string;
}

/** Rejects with a Failure `unreachable` and reason `portBusy` where another program has the port. */
export type ListenLoopback = (options: LoopbackOptions) => Promise<LoopbackListener>;
