/** A loopback HTTP listener that receives the redirect of the browser after a sign-in. */
export interface LoopbackListener {
  readonly port: number;
  close(): Promise<void>;
}

export interface LoopbackOptions {
  /** The loopback address to bind: `127.0.0.1` or `::1`. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The served path. Other paths are answered with the status 404. */
  readonly path: string;
  /** Receives the query of the redirect; returns the page that the browser shows. */
  readonly receive: (query: URLSearchParams) => LoopbackPage;
}

export interface LoopbackPage {
  /** False: the redirect does not belong to a running sign-in, and the page has the status 400. */
  readonly expected: boolean;
  readonly title: string;
  readonly message: string;
}

/** @throws Failure `unreachable` with the reason `portBusy` if another program uses the port */
export type ListenLoopback = (options: LoopbackOptions) => Promise<LoopbackListener>;
