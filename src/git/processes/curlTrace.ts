import { retryAfterOf } from '../../api/contract/failure.ts';

/** Git writes the headers of HTTP to its error output, without credentials: its messages name no header. */
export const curlTrace: Readonly<Record<string, string>> = { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' };

const traced = /\d\d:\d\d:\d\d\.\d{1,9} \S{1,40}:\d{1,6} {1,40}(?:(<= Recv header: .*)|(?:<=|=>|==) )/;
const received = /^<= Recv header: ([^\s:]+): ?(.*)$/;

export interface ReadErrors {
  readonly errors: string;
  /** `Retry-After` of the last response, in milliseconds. */
  readonly retryAfter: number | undefined;
}

export function readCurlTrace(output: string): ReadErrors {
  let headers = new Map<string, string>();
  const errorLines: string[] = [];
  for (const line of output.split('\n')) {
    const match = traced.exec(line);
    if (match === null) errorLines.push(line);
    else {
      if (match.index > 0) errorLines.push(line.slice(0, match.index));
      const [, header = ''] = match;
      if (/^<= Recv header: HTTP\//.test(header)) headers = new Map();
      const [, name, value = ''] = received.exec(header.trimEnd()) ?? [];
      if (name !== undefined) headers.set(name.toLowerCase(), value);
    }
  }
  const get = (name: string): string | null => headers.get(name.toLowerCase()) ?? null;
  return { errors: errorLines.join('\n'), retryAfter: retryAfterOf({ get }) };
}
