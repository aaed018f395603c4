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
const aboutMissing = /\bnot found\b|\bnot exists?\b|\bno such\b|不存在|未找到|找不到/i;
const aboutThrottling =
  /\btoo (frequent|often|many requests)|\brate limit|(请求|操作|访问|调用|同步|提交).{0,6}(频繁|过快|太快)|请求次数.{0,6}(上限|超|过多)|限流/i;
/** Names of classes and exceptions of the service: nothing that a user can act on. */
const aboutInternals = /\bclass [a-z]\w*\.|\b(?:com|org|net|cn|io|java|javax)\.[a-z]\w*\.\w|Exception\b/;

export interface ErrorBody {
  readonly code: number | undefined;
  /** The message for people; undefined if it is only about the internals of the service. */
  readonly serverMessage: string | undefined;
  readonly words: string;
  readonly traceId: string | undefined;
}

export function errorBody({ json, text }: Pick<Reply, 'json' | 'text'>): ErrorBody {
  if (!isObject(json)) return { code: undefined, ...wordsOf(plainMessage(json, text)), traceId: undefined };
  const diagnostic: unknown = Array.isArray(json.diagnostics) ? json.diagnostics[0] : undefined;
  const about = isObject(diagnostic) ? diagnostic.message : undefined;
  const rawMessage = [json.error_message, json.message, json.error_description, json.error, json.msg, about].find(
    (value) => typeof value === 'string' && value !== '',
  );
  const message = typeof rawMessage === 'string' ? rawMessage : undefined;
  const stated = Number(json.error_code ?? json.code ?? /^\s*([45]\d\d)\b/.exec(message ?? '')?.[1]);
  return {
    code: Number.isInteger(stated) ? stated : undefined,
    ...wordsOf(message === undefined ? undefined : oneLine(message, 500)),
    traceId: typeof json.trace_id === 'string' ? oneLine(json.trace_id, 100) : undefined,
  };
}

function wordsOf(words: string | undefined): Pick<ErrorBody, 'serverMessage' | 'words'> {
  return { words: words ?? '', serverMessage: aboutInternals.test(words ?? '') ? undefined : words };
}

/** A body that is neither JSON nor a web page is the message itself; undefined for any other body. */
function plainMessage(json: unknown, text: string): string | undefined {
  const serverMessage = oneLine(typeof json === 'string' ? json : text);
  return serverMessage === '' || /^[<[{]/.test(serverMessage) ? undefined : serverMessage;
}

/** A known error code in the body is more precise than the HTTP status, and the message can be more precise than both. */
export function failureKind(status: number, { code, words }: ErrorBody): FailureKind {
  const effective = code !== undefined && (code in kinds || (code >= 500 && code < 600)) ? code : status;
  if (![401, 404].includes(effective) && aboutThrottling.test(words)) return 'throttled';
  if ((effective === 404 || effective === 400) && aboutToken.test(words)) return 'signedOut';
  if (effective < 500 && effective !== 403 && effective !== 429 && aboutExisting.test(words)) return 'conflict';
  if (effective === 400 && aboutMissing.test(words)) return 'missing';
  return kinds[effective] ?? (effective >= 500 && effective < 600 ? 'broken' : 'refused');
}

export function failureOf(reply: Reply): Failure | undefined {
  const { operation, status } = reply;
  const good = isGood(status);
  if (good && !isDisguised(reply.json)) return undefined;
  const body = errorBody(reply);
  const { code, serverMessage, traceId } = body;
  const retryAfter = retryAfterOf(reply.headers);
  const detail = { operation, status, serverMessage, traceId, retryAfter, isUnknownAddress: isUnknownAddress(reply) };
  const said = serverMessage === undefined ? '' : `: ${serverMessage}`;
  if (!good || code === undefined || !isGood(code))
    return new Failure(
      failureKind(good && code === undefined ? 400 : status, body),
      `${operation} was answered ${status}${said}`,
      detail,
    );
  // The service reports success, but could not read its own answer: a change may have been made.
  const message = `${operation} was answered ${status} without a result${said}`;
  if (operation.startsWith('GET ')) return new Failure('broken', message, detail);
  return new Failure('unreadable', message, { ...detail, reason: 'unconfirmed' });
}

const isUnknownAddress = ({ json, text }: Reply): boolean =>
  isObject(json) ? json.error_code_name === 'NOT_PATH' : text.trimStart().startsWith('<');

const isGood = (status: number): boolean => status >= 200 && status < 300;

const errorKeys = new Set(['message', 'error', 'error_code', 'error_code_name', 'error_message', 'trace_id', 'status']);

function isDisguised(json: unknown): boolean {
  if (!isObject(json) || 'id' in json) return false;
  if (Number(json.error_code) >= 400) return true;
  if (typeof json.error_message === 'string' && json.error_message !== '')
    return !(isGood(Number(json.error_code)) && /^(ok|success|成功)$/i.test(json.error_message));
  return (
    typeof json.message === 'string' &&
    /^\s*[45]\d\d\b/.test(json.message) &&
    Object.keys(json).every((key) => errorKeys.has(key))
  );
}

/** `Retry-After` in milliseconds. The header has seconds, or a date by the clock of the service. */
export function retryAfterOf(headers: Reply['headers']): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (value === '') return undefined;
  const serverTime = Date.parse(headers.get('date') ?? '');
  const milliseconds = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (Number.isNaN(serverTime) ? Date.now() : serverTime);
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
