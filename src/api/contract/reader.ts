import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';
import { delay } from '../../core/async.ts';
import { isObject, oneLine } from '../../core/text.ts';
import { errorBody, failureOf, failureKind } from './failure.ts';
import type { RecordSchema } from '../record/decode.ts';
import { isCutOff, sizeOf, type Counts, type Download, type ReplyPage, type Reply } from './reply.ts';

/** Understands one form of answer; throws a Failure where it is not that form. */
export interface Reader<T> {
  readonly form:
    'record' | 'written' | 'list' | 'nothing' | 'acknowledged' | 'membership' | 'paths' | 'anything' | 'stream';
  readonly read: (reply: Reply) => T | Promise<T>;
  /** The Failure that a reply stands for, where this form of answer says so in a way of its own. */
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
  const said = body.serverMessage === undefined ? '' : `: ${body.serverMessage}`;
  return new Failure(failureKind(reply.status, body), `${reply.operation} was refused${said}`, {
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
  // The library's own messages would repeat what the service sent.
  const message =
    first.received === 'undefined' ? 'is missing' : first.type === 'object' ? 'is no object' : first.message;
  return oneLine(`${v.getDotPath(first) ?? 'record'} ${message}`);
};

function decode<T>(reply: Reply, schema: RecordSchema<T>, value: unknown): T {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  throw unreadable(reply, whyNot(read.issues));
}

/** A single record. */
export function record<T>(schema: RecordSchema<T>): Reader<T> {
  return { form: 'record', read: (reply) => decode(reply, schema, bodyOf(reply)) };
}

/** A single record that the service puts into an array; none in it: there is no such record. */
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

/**
 * The record that a change answers with; undefined where the service only says that it is done, or where its answer was
 * cut off or is another one than described: the change is made all the same. Failing here would invite a second one.
 */
export function written<T>(schema: RecordSchema<T>): Reader<T | undefined> {
  return {
    form: 'written',
    read: (reply) => {
      const { json } = reply;
      const said = typeof json === 'string' ? json : json === undefined && !isCutOff(reply) ? reply.text : '';
      if (isPage(reply)) throw unreadable(reply, 'a web page');
      if (said !== '' && said.trim().toLowerCase() !== 'success') throw refused(reply);
      if (!isObject(json)) return undefined;
      const read = v.safeParse(schema, json);
      if (read.success) return read.output;
      if ('code' in json && 'msg' in json) acknowledge(reply);
      return undefined;
    },
  };
}

const counted = ['total_count', 'total_page', 'all_issues', 'open_issues', 'close_issues'] as const;

function countsOf(reply: Reply): Counts {
  const counts: { -readonly [K in keyof Counts]: Counts[K] } = {};
  for (const name of counted) {
    const value = reply.headers.get(name);
    if (value !== null && /^\d+$/.test(value.trim())) counts[name] = Number(value);
  }
  return counts;
}

/** More records, or more that cannot be read, are no list that anybody made: they would only fill the memory. */
const mostRecords = 300_000;
const mostUnreadable = 10_000;

/** Records of a list that are read before anything else gets its turn: some milliseconds. */
const atOnce = 100;

/** Names a field that every record has, or computes what tells one from another. */
export type Key<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] | ((item: T) => string);

/** A list: items that cannot be read are left out and told; `null` and nothing at all are empty lists. */
export function list<T>(schema: RecordSchema<T>, key: Key<T>, within?: string): Reader<ReplyPage<T>> {
  const keyOf = (item: T): string => String(typeof key === 'function' ? key(item) : item[key]);
  return {
    form: 'list',
    read: async (reply) => {
      const whole = reply.status === 204 ? [] : (bodyOf(reply) ?? []);
      const body = within !== undefined && isObject(whole) ? (whole[within] ?? []) : whole;
      if (!Array.isArray(body)) throw unreadable(reply, 'no list');
      if (body.length > mostRecords) throw unreadable(reply, 'too many records');
      const items: T[] = [];
      const problems: string[] = [];
      for (const [index, item] of body.entries()) {
        // Some lists come whole: what else is to be done goes on meanwhile.
        if (index > 0 && index % atOnce === 0) await delay(0);
        const read = v.safeParse(schema, item);
        if (read.success) items.push(read.output);
        else if (problems.push(`[${index}].${whyNot(read.issues)}`) > mostUnreadable)
          throw unreadable(reply, 'records that cannot be read');
      }
      return { items, unreadable: problems, counts: countsOf(reply), key: keyOf };
    },
  };
}

/** One record, or an array of them: what `contents` answers for a file and for a folder. */
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

/** Any success, whatever its body; a web page is none. */
export const emptyReply: Reader<void> = {
  form: 'nothing',
  read: (reply) => {
    if (isPage(reply)) throw unreadable(reply, 'a web page');
  },
};

/** `{code, msg}`: only msg `success` with code 1 is success (rule of the description). */
export const acknowledged: Reader<void> = {
  form: 'acknowledged',
  read: acknowledge,
};

function acknowledge(reply: Reply): void {
  const body = bodyOf(reply);
  const done = isObject(body) && Number(body.code) === 1 && String(body.msg).toLowerCase() === 'success';
  if (!done) throw refused(reply);
}

/** An empty object for a member; a message with a 404 text for somebody who is none. */
export const membership: Reader<boolean> = {
  form: 'membership',
  failure: (reply) => {
    const failure = failureOf(reply);
    return failure?.kind === 'missing' && !isPage(reply) ? undefined : failure;
  },
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

/** An array of texts. */
export const pathList: Reader<readonly string[]> = {
  form: 'paths',
  read: (reply) => {
    const body = bodyOf(reply) ?? [];
    if (!Array.isArray(body)) throw unreadable(reply, 'no list');
    return body.filter((path) => typeof path === 'string');
  },
};

/** Whatever came, for operations whose answer is not described. */
export const anything: Reader<unknown> = {
  form: 'anything',
  read: ({ json, text }) => json ?? (text.trim() === '' ? undefined : oneLine(text, 2000)),
};

/** The bytes themselves, as they arrive. */
export const stream: Reader<Download> = {
  form: 'stream',
  read: (reply) => {
    if (reply.body === undefined) throw unreadable(reply, 'an empty answer');
    return { size: sizeOf(reply.headers), body: reply.body };
  },
};
