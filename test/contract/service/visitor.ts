import type { Service } from '../../service/handle.ts';

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
  readonly body?: URLSearchParams | FormData;
}

/** Sends requests as `login` without the client of the extension, to test the service itself. */
export function visitor(service: Service, login: string | undefined) {
  return async (path: string, { method = 'GET', json, headers = {}, body }: Ask = {}): Promise<Seen> => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(login === undefined ? {} : { authorization: `Bearer ${service.token(login)}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const api = (path: string): string => `/api/v5${path}`;

/** The objects of a list. */
export const items = (value: unknown): Record<string, unknown>[] => value as Record<string, unknown>[];
export const record = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

/** Recorded violations except a missing per_page, which the requests of these tests may omit. */
export const violationsOf = ({ violations }: Service): readonly string[] =>
  violations.map(({ words }) => words).filter((words) => words !== 'per_page is not sent');
