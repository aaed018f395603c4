import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, type Answer } from './answer.ts';
import type { Habits } from './habits.ts';
import { reshape, type Shape } from './shapes.ts';

/**
 * A fault of one request. With `done: true` the operation is executed first, and the fault damages only the
 * answer, like a connection that breaks too late.
 */
export type Fault =
  /** Any other answer. */
  | { kind: 'answer'; status: number; json?: unknown; text?: string; headers?: Record<string, string>; done?: boolean }
  /** The service's usual error body. */
  | { kind: 'error'; status: number; code?: number; codeName?: string; words?: string; done?: boolean }
  /** A web page in place of JSON: of the web server, or of a firewall with status 418. */
  | { kind: 'html'; status?: number; done?: boolean }
  | { kind: 'empty'; status?: number; done?: boolean }
  | { kind: 'throttled'; seconds?: number }
  | { kind: 'redirect'; to: string; status?: number }
  | { kind: 'truncated'; at?: number }
  | { kind: 'slow'; ms: number }
  /** The answer stops: before the headers, or within the body. */
  | { kind: 'stalled'; at: 'headers' | 'body'; done?: boolean }
  /** The connection is reset: before anything is answered, or within the body. */
  | { kind: 'reset'; at: 'headers' | 'body'; done?: boolean }
  /** The body arrives slowly, in small parts. */
  | { kind: 'trickle'; bytes: number; ms: number }
  /** The records have another form; `one`: only the second record of a list. */
  | { kind: 'shape'; shape: Shape; one?: boolean };

export interface FaultRule {
  /** As `files.tree`, `oauth.token`, `upload.put`, `git`, `raw`, `web`; `files.*` or `*` for several. */
  readonly operation: string;
  readonly fault: Fault;
  /** Number of affected requests; without it, all. */
  readonly times?: number;
  /** Number of requests that pass before the first affected one. */
  readonly skip?: number;
  /** Only requests with these parameters. */
  readonly where?: Readonly<Record<string, string | number>>;
}

export const covers = (pattern: string, operation: string): boolean =>
  pattern === '*' || pattern === operation || (pattern.endsWith('.*') && operation.startsWith(pattern.slice(0, -1)));

/** The active rules, and the number of requests that each has affected. */
export class Faults {
  #rules: { rule: FaultRule; passed: number; struck: number }[] = [];

  get rules(): readonly FaultRule[] {
    return this.#rules.map(({ rule }) => rule);
  }

  add(rule: FaultRule): void {
    this.#rules.push({ rule, passed: 0, struck: 0 });
  }

  clear(operation?: string): void {
    this.#rules = this.#rules.filter(({ rule }) => operation !== undefined && rule.operation !== operation);
  }

  /** The faults of this request. */
  take(operation: string, params: Readonly<Record<string, unknown>>): Fault[] {
    return this.#rules.flatMap((entry) => {
      const { operation: pattern, where = {}, skip = 0, times = Infinity, fault } = entry.rule;
      if (!covers(pattern, operation)) return [];
      if (Object.entries(where).some(([name, value]) => String(params[name]) !== String(value))) return [];
      if (entry.passed < skip) {
        entry.passed += 1;
        return [];
      }
      if (entry.struck >= times) return [];
      entry.struck += 1;
      return [fault];
    });
  }
}

/** Damages one answer as the faults say; `work` executes the operation. */
export async function applyFaults(
  faults: readonly Fault[],
  habits: Habits,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const replaced = faults.find((fault) => replace(fault, habits) !== undefined);
  const cut = faults.find((fault) => (fault.kind === 'stalled' || fault.kind === 'reset') && fault.at === 'headers');
  const early = replaced ?? cut;
  const happens = early === undefined || ('done' in early && (early.done ?? false));
  let answer: Answer = { status: 200 };
  if (happens) answer = await work();
  if (replaced !== undefined) answer = replace(replaced, habits) ?? answer;
  for (const fault of faults) {
    if (fault.kind === 'slow') await sleep(fault.ms);
    if (fault.kind === 'shape' && answer.json !== undefined)
      answer = { ...answer, json: reshape(answer.json, fault.shape, fault.one ?? false) };
  }
  return answer;
}

function replace(fault: Fault, habits: Habits): Answer | undefined {
  switch (fault.kind) {
    case 'answer':
      return {
        status: fault.status,
        headers: { 'content-type': fault.text === undefined ? 'application/json' : 'text/plain', ...fault.headers },
        ...(fault.text === undefined ? { json: fault.json } : { bytes: fault.text }),
      };
    case 'error': {
      const { status, words = 'Something went wrong', code, codeName } = fault;
      return errorAnswer(
        new Refusal(status, words, {
          ...(code === undefined ? {} : { code }),
          ...(codeName === undefined ? {} : { codeName }),
        }),
        habits,
      );
    }
    case 'html':
      return webPage(fault.status ?? 404);
    case 'empty':
      return { status: fault.status ?? 200 };
    case 'throttled':
      return errorAnswer(throttled(habits, fault.seconds ?? 1), habits);
    case 'redirect':
      return { status: fault.status ?? 302, headers: { location: fault.to } };
    default:
      return undefined;
  }
}

function webPage(status: number): Answer {
  const words = status === 418 ? 'Your request was blocked by the firewall' : `${status} openresty`;
  return {
    status,
    headers: { 'content-type': 'text/html' },
    bytes: `<html>\r\n<head><title>${words}</title></head>\r\n<body><center><h1>${words}</h1></center></body>\r\n</html>\r\n`,
  };
}

export function throttled(habits: Habits, seconds: number): Refusal {
  if (habits.throttledStatus === 403) return new Refusal(403, 'Sync too frequently, please try again later');
  const headers: Record<string, string> =
    habits.retryAfter === 'none'
      ? {}
      : {
          'retry-after':
            habits.retryAfter === 'seconds' ? String(seconds) : new Date(Date.now() + seconds * 1000).toUTCString(),
        };
  return new Refusal(habits.throttledStatus, 'Too many requests, please try again later', { code: 429, headers });
}

/** The answer that a refusal becomes. */
export function errorAnswer(refusal: Refusal, habits: Habits): Answer {
  if (refusal.code === 404 && habits.missingError === 'words') return missingInWords(refusal);
  const { code, codeName, message, headers } = refusal;
  const own = code === 1000 ? habits.invalidInput : refusal.status;
  const status = habits.errorStatus === 'own' ? own : Number(habits.errorStatus);
  switch (habits.errorBody) {
    case 'usual':
      return {
        status,
        headers,
        json: { error_code: code, error_code_name: codeName, error_message: message, trace_id: traceId() },
      };
    case 'message':
      return { status, headers, json: { message: /^\d{3} /.test(message) ? message : `${code} ${message}` } };
    case 'errorMessage':
      return { status, headers, json: { error_message: message } };
    case 'html':
      return { ...webPage(status), headers: { ...headers, 'content-type': 'text/html' } };
    case 'empty':
      return { status, headers };
  }
}

/** As seen for an organization that is not there. */
function missingInWords({ message, headers }: Refusal): Answer {
  const error_message = message.replace(/^404 Group Not Found$/, '该组织不存在').replace(/^404 /, '');
  return { status: 400, headers, json: { error_code: 400, error_code_name: 'Unknown', error_message } };
}

const traceId = (): string => crypto.randomUUID().replaceAll('-', '');
