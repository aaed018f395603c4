import type { Service } from '../../service/handle.ts';

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly json: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
  readonly body?: URLSearchParams | FormData;
}

/** Asks the service as somebody, without our client: what is tested is what goes over the wire. */
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

/** The objects of a list, of an answer, or of what it holds. */
export const items = (value: unknown): Record<string, unknown>[] => value as Record<string, unknown>[];
export const record = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

/** What was recorded against requests that are written by hand, which need not say how long pages shall be. */
export const violationsOf = ({ violations }: Service): readonly string[] =>
  violations.map(({ words }) => words).filter((words) => words !== 'per_page is not sent');
