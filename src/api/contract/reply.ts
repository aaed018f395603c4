/** A complete answer of the service, read but not yet understood. */
export interface Reply {
  /** `GET /api/v5/user` */
  readonly operation: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The whole body; empty where it is handed on as `body`. */
  readonly text: string;
  /** What `text` is as JSON; undefined where it is not JSON. */
  readonly json: unknown;
  /** The body as it arrives, only for operations that answer with bytes. */
  readonly body?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** `text` parsed; undefined where it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an answer ends before its JSON does. */
export function isCutOff({ text, json }: Reply): boolean {
  return json === undefined && /^\s*([[{]|$)/.test(text);
}

/** Bytes of a body as it will be read, where the service says so and does not compress it. */
export function sizeOf(headers: Reply['headers']): number | undefined {
  const stated = headers.get('content-length') ?? '';
  const encoding = headers.get('content-encoding') ?? 'identity';
  return /^\d+$/.test(stated) && encoding === 'identity' ? Number(stated) : undefined;
}

export interface Counts {
  readonly total_count?: number;
  readonly total_page?: number;
  readonly all_issues?: number;
  readonly open_issues?: number;
  readonly close_issues?: number;
}

export interface ReplyPage<T> {
  readonly items: readonly T[];
  /** Why records of this page could not be read, one entry each. */
  readonly unreadable: readonly string[];
  /** How many records of this page are left out, since they are not what was asked for. */
  readonly excluded?: number;
  /** From the headers, where the service sends them. */
  readonly counts: Counts;
  /** What tells an item from others. */
  readonly key: (item: T) => string;
}

export interface Download {
  /** Bytes, where the service says how many. */
  readonly size: number | undefined;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}
