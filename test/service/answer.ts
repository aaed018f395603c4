import type { Readable } from 'node:stream';

/** The answer of an operation, before habits and faults change it. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined: an empty body. */
  readonly json?: unknown;
  /** Sent as they are. */
  readonly bytes?: string | Uint8Array | Readable;
}

export const ok = (json: unknown): Answer => ({ status: 200, json });

export const page = (html: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  bytes: html,
});

/** The live service's names of its error codes. */
const names: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UN_PROCESSABLE',
  429: 'TOO_MANY_REQUESTS',
  500: 'FAIL',
  1000: 'PARAMETER_ERROR',
  1003: 'NOT_EXIST',
};

/** Thrown by an operation that refuses the request. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly codeName: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    words: string,
    more: { code?: number; codeName?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(words);
    this.status = status;
    this.code = more.code ?? status;
    this.codeName = more.codeName ?? names[this.code] ?? 'UN_KNOW';
    this.headers = more.headers ?? {};
  }
}

export const missing = (words = '404 Not Found'): Refusal => new Refusal(404, words);
export const invalid = (words: string): Refusal => new Refusal(400, words, { code: 1000, codeName: 'PARAMETER_ERROR' });
export const forbidden = (words = 'You do not have permission to do this'): Refusal => new Refusal(403, words);

/** The answer of the live service's web server to an unknown address. */
export const unknownAddress = (): Answer =>
  page(
    '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>openresty</center>\r\n</body>\r\n</html>\r\n',
    404,
  );
