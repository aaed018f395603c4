import { Failure, type FailureKind } from '../../core/errors.ts';
import { isObject, oneLine } from '../../core/text.ts';
import type { Reply } from './reply.ts';

const kinds: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'signedOut',
  403: 'forbidden',
  404: 'missing',
  408: 'timeout',
  409: 'conflict',
  410: 'missing',
  412: 'conflict',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'throttled',
  1000: 'invalid',
  1003: 'missing',
};

const aboutToken =
  /token[^.]{0,20}(not found|not exist|invalid|expired|revoked)|(invalid|expired|unknown|bad)( access)?[ _-]token|bad credentials|令牌.{0,6}(无效|过期|不存在)/i;
const aboutExisting = /already exist|has already been taken|已存在|已经存在/i;

/** The content of an error body. The service uses several forms. */
export interface ErrorBody {
  readonly code: number | undefined;
  readonly serverMessage: string | undefined;
  readonly traceId: string | undefined;
}

export function errorBody({ json, text }: Pick<Reply, 'json' | 'text'>): ErrorBody {
  if (!isObject(json)) return { code: undefined, serverMessage: plainMessage(json, text), traceId: undefined };
  const serverMessage = [json.error_message, json.message, json.error_description, json.error, json.msg].find(
    (value) => typeof value === 'string' && value !== '',
  );
  const message = typeof serverMessage === 'string' ? serverMessage : undefined;
  const stated = Number(json.error_code ?? json.code ?? /^\s*([45]\d\d)\b/.exec(message ?? '')?.[1]);
  return {
    code: Number.isInteger(stated) ? stated : undefined,
    serverMessage: message === undefined ? undefined : oneLine(message, 500),
    traceId: typeof json.trace_id === 'string' ? oneLine(json.trace_id, 100) : undefined,
  };
}

/** A body that is neither JSON nor a web page is the message itself; undefined for any other body. */
function plainMessage(json: unknown, text: string): string | undefined {
  const serverMessage = oneLine(typeof json === 'string' ? json : text);
  return serverMessage === '' || /^[<[{]/.test(serverMessage) ? undefined : serverMessage;
}

/** A known error code in the body is more precise than the HTTP status. */
export function failureKind(status: number, { code, serverMessage = '' }: ErrorBody): FailureKind {
  const effective = code !== undefined && (code in kinds || (code >= 500 && code < 600)) ? code : status;
  if ((effective === 404 || effective === 400) && aboutToken.test(serverMessage)) return 'signedOut';
  if (effective < 500 && effective !== 403 && effective !== 429 && aboutExisting.test(serverMessage)) return 'conflict';
  return kinds[effective] ?? (effective >= 500 && effective < 600 ? 'broken' : 'refused');
}

/** The Failure for an error response; undefined for a success. */
export function failureOf(reply: Reply): Failure | undefined {
  const { operation, status } = reply;
  const good = status >= 200 && status < 300;
  if (good && !isDisguised(reply.json)) return undefined;
  const body = errorBody(reply);
  const { serverMessage, traceId } = body;
  const kind = failureKind(good && body.code === undefined ? 400 : status, body);
  const message = `${operation} was answered ${status}${serverMessage === undefined ? '' : `: ${serverMessage}`}`;
  return new Failure(kind, message, {
    operation,
    status,
    serverMessage,
    traceId,
    retryAfter: retryAfterOf(reply.headers),
  });
}

const errorKeys = new Set(['message', 'error', 'error_code', 'error_code_name', 'error_message', 'trace_id', 'status']);

/** Whether the body of a 2xx response is an error. */
function isDisguised(json: unknown): boolean {
  if (!isObject(json) || 'id' in json) return false;
  if (Number(json.error_code) >= 400) return true;
  if (typeof json.error_message === 'string' && json.error_message !== '') return true;
  return (
    typeof json.message === 'string' &&
    /^\s*[45]\d\d\b/.test(json.message) &&
    Object.keys(json).every((key) => errorKeys.has(key))
  );
}

/**
 * `Retry-After` in milliseconds. The header has seconds or a date; a date is compared with the clock of the service.
 */
export function retryAfterOf(headers: Reply['headers']): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (value === '') return undefined;
  const serverTime = Date.parse(headers.get('date') ?? '');
  const milliseconds = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (Number.isNaN(serverTime) ? Date.now() : serverTime);
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
