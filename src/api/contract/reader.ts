import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';
import { delay } from '../../core/async.ts';
import { isObject, oneLine } from '../../core/text.ts';
import { readStart } from './errorStart.ts';
import { errorBody, failureOf, failureKind } from './failure.ts';
import type { RecordSchema } from '../record/decode.ts';
import { isCutOff, sizeOf, type Counts, type Download, type ReplyPage, type Reply } from './reply.ts';

/** Decodes one form of response. `read` throws a Failure if the response has another form. */
export interface Reader<T> {
  readonly form:
    'record' | 'written' | 'list' | 'nothing' | 'acknowledged' | 'membership' | 'paths' | 'anything' | 'stream';
  readonly read: (reply: Reply) => T | Promise<T>;
  /** Replaces `failureOf` for a form of response with its own error format. */
  readonly failure?: (reply: Reply) => Failure | undefined;
}

function unreadable(reply: Reply, why: string, serverMessage?: string): Failure {
  return new Failure('unreadable', `${reply.operation} was answered with something else than described: ${why}`, {
    operation: reply.operation,
    status: reply.status,
    serverMessage,
  });
}

function refused(reply: Reply): Failure {
  const body = errorBody(reply);
  const message = body.serverMessage === undefined ? '' : `: ${body.serverMessage}`;
  return new Failure(failureKind(reply.status, body), `${reply.operation} was refused${message}`, {
    operation: reply.operation,
    status: reply.status,
    serverMessage: body.serverMessage,
    traceId: body.traceId,
  });
}

function bodyOf(reply: Reply): unknown {
  if (reply.json !== undefined) return reply.json;
  if (reply.text.trim() === '') throw unreadable(reply, 'an empty answer');
  if (isCutOff(reply)) throw unreadable(reply, 'incomplete JSON');
  throw unreadable(reply, isPage(reply) ? 'a web page' : 'no JSON');
}

const isPage = ({ text }: Reply): boolean => text.trimStart().startsWith('<');

const whyNot = (issues: readonly v.BaseIssue<unknown>[]): string => {
  const [first] = issues;
  if (first === undefined) return 'unknown';
  // The messages of the library contain the received value, which is untrusted and can be long.
  const message =
    first.received === 'undefined' ? 'is missing' : first.type === 'object' ? 'is no object' : first.message;
  return oneLine(`${v.getDotPath(first) ?? 'record'} ${message}`);
};

function decode<T>(reply: Reply, schema: RecordSchema<T>, value: unknown): T {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  throw unreadable(reply, whyNot(read.issues));
}

export function record<T>(schema: RecordSchema<T>): Reader<T> {
  return { form: 'record', read: (reply) => decode(reply, schema, bodyOf(reply)) };
}

/** A single record that the service puts into an array. @throws Failure `missing` if the array is empty */
export function firstRecord<T>(schema: RecordSchema<T>): Reader<T> {
  return {
    form: 'record',
    read: (reply) => {
      const body = bodyOf(reply);
      if (!Array.isArray(body)) return decode(reply, schema, body);
      if (body.length > 0) return decode(reply, schema, body[0]);
      const { operation, status } = reply;
      throw new Failure('missing', `${operation} was answered with an empty list`, { operation, status });
    },
  };
}

/** The record that a write returns. Undefined for any other success: a Failure would invite to apply it again. */
export function written<T>(schema: RecordSchema<T>): Reader<T | undefined> {
  return {
    form: 'written',
    read: (reply) => {
      const { json } = reply;
      const message = typeof json === 'string' ? json : json === undefined && !isCutOff(reply) ? reply.text : '';
      if (isPage(reply)) throw unreadable(reply, 'a web page');
      if (message !== '' && message.trim().toLowerCase() !== 'success') throw refused(reply);
      if (!isObject(json)) return undefined;
      const read = v.safeParse(schema, json);
      if (read.success) return read.output;
      if ('code' in json && 'msg' in json) acknowledge(reply);
      return undefined;
    },
  };
}

/** A refusal that only words call a limit is about this operation alone: it is `refused`, and others do not wait. */
export const ownLimit = <T>(reader: Reader<T>): Reader<T> => ({
  ...reader,
  failure: (reply) => {
    const failure = failureOf(reply);
    return failure?.kind === 'throttled' && reply.status !== 429 ? failure.with({ kind: 'refused' }) : failure;
  },
});

const counted = ['total_count', 'total_page', 'all_issues', 'open_issues', 'close_issues'] as const;

function countsOf(reply: Reply): Counts {
  const counts: { -readonly [K in keyof Counts]: Counts[K] } = {};
  for (const name of counted) {
    const value = reply.headers.get(name);
    if (value !== null && /^\d+$/.test(value.trim())) counts[name] = Number(value);
  }
  return counts;
}

/** Limits of one list, so that a broken or hostile response cannot fill the memory. */
const mostRecords = 300_000;
const mostUnreadable = 10_000;

/** Records decoded before the event loop gets a turn: some milliseconds of work. */
const atOnce = 100;

/** Identity of a record: the name of a field that every record has, or a function. */
export type Key<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] | ((item: T) => string);

/** Where the list is, if the response is an object: a field, or a function. */
export type Within = string | ((whole: Readonly<Record<string, unknown>>) => unknown);
const entriesOf = (whole: Readonly<Record<string, unknown>>, within: Within): unknown =>
  typeof within === 'string' ? whole[within] : within(whole);

/** A list. Items that cannot be decoded are left out and reported in `unreadable`. `null` and 204 are empty lists. */
export function list<T>(schema: RecordSchema<T>, key: Key<T>, within?: Within): Reader<ReplyPage<T>> {
  const keyOf = (item: T): string => String(typeof key === 'function' ? key(item) : item[key]);
  return {
    form: 'list',
    read: async (reply) => {
      const whole = reply.status === 204 ? [] : (bodyOf(reply) ?? []);
      const body = within !== undefined && isObject(whole) ? (entriesOf(whole, within) ?? []) : whole;
      if (!Array.isArray(body)) throw unreadable(reply, 'no list');
      if (body.length > mostRecords) throw unreadable(reply, 'too many records');
      const items: T[] = [];
      const problems: string[] = [];
      for (const [index, item] of body.entries()) {
        // A list without pages can be large: give other work a turn.
        if (index > 0 && index % atOnce === 0) await delay(0);
        const read = v.safeParse(schema, item);
        if (read.success) items.push(read.output);
        else if (problems.push(`[${index}].${whyNot(read.issues)}`) > mostUnreadable)
          throw unreadable(reply, 'records that cannot be read');
      }
      return { items, unreadable: problems, counts: countsOf(reply), size: reply.text.length, key: keyOf };
    },
  };
}

/** One record (`contents` of a file) or an array of records (`contents` of a folder). */
export function oneOrMany<T>(schema: RecordSchema<T>): Reader<T | readonly T[]> {
  return {
    form: 'record',
    read: (reply) => {
      const body = bodyOf(reply);
      if (!Array.isArray(body)) return decode(reply, schema, body);
      return body.flatMap((item) => {
        const read = v.safeParse(schema, item);
        return read.success ? [read.output] : [];
      });
    },
  };
}

/** Accepts a success with any body except a web page. */
export const emptyReply: Reader<void> = {
  form: 'nothing',
  read: (reply) => {
    if (isPage(reply)) throw unreadable(reply, 'a web page');
  },
};

/** `{code, msg}`: only code 1 with msg `success` is a success (rule of the description). */
export const acknowledged: Reader<void> = {
  form: 'acknowledged',
  read: acknowledge,
};

function acknowledge(reply: Reply): void {
  const body = bodyOf(reply);
  const done = isObject(body) && Number(body.code) === 1 && String(body.msg).toLowerCase() === 'success';
  if (!done) throw refused(reply);
}

function unlessMissing(reply: Reply): Failure | undefined {
  const failure = failureOf(reply);
  return failure?.kind === 'missing' && !isPage(reply) ? undefined : failure;
}

/** True for an empty object (a member); false for a 404 message (not a member). */
export const membership: Reader<boolean> = {
  form: 'membership',
  failure: unlessMissing,
  read: (reply) => {
    if (failureOf(reply) !== undefined) return false;
    if (reply.text.trim() === '') return true;
    const body = bodyOf(reply);
    const { code, serverMessage } = errorBody(reply);
    if (isObject(body) && code === undefined && serverMessage === undefined) return true;
    if (code === 404 || /not found|不存在/i.test(serverMessage ?? '')) return false;
    throw unreadable(reply, 'neither yes nor no', serverMessage);
  },
};

/** True for a success with any body; false for a 404 message. */
export const presence: Reader<boolean> = {
  form: 'membership',
  failure: unlessMissing,
  read: (reply) => {
    if (isPage(reply)) throw unreadable(reply, 'a web page');
    return failureOf(reply) === undefined;
  },
};

export const pathList: Reader<readonly string[]> = {
  form: 'paths',
  read: (reply) => {
    const body = bodyOf(reply) ?? [];
    if (!Array.isArray(body)) throw unreadable(reply, 'no list');
    return body.filter((path) => typeof path === 'string');
  },
};

/** The undecoded response, for operations whose response is not described. Undefined for an empty body. */
export const anything: Reader<unknown> = {
  form: 'anything',
  read: ({ json, text }) => json ?? (text.trim() === '' ? undefined : oneLine(text, 2000)),
};

export const stream: Reader<Download> = {
  form: 'stream',
  read: async (reply) => {
    if (reply.body === undefined) throw unreadable(reply, 'an empty answer');
    return { size: sizeOf(reply.headers), ...(await readStart(reply, reply.body)) };
  },
};
