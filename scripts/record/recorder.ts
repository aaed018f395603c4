import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { failureOf } from '../../src/api/contract/failure.ts';
import type { Reply } from '../../src/api/contract/reply.ts';
import { buildRequest } from '../../src/api/http/request.ts';
import { send, type Sending } from '../../src/api/http/send.ts';
import { isFailure, messageOf, type Failure } from '../../src/core/errors.ts';
import { allRows, optionalRows } from '../apiCoverage/table.ts';
import { extras, sourceOf, unrecorded } from './inputs.ts';
import { Redactor } from './redact.ts';

/** A recorded answer, redacted. */
export interface Recorded {
  /** As in the endpoint table: `issues.list`. */
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; undefined if the answer was none. */
  readonly body?: unknown;
}

interface Recording {
  /** The names of the recorded operations. */
  readonly recorded: readonly string[];
  /** The other operations that read, each with the reason. */
  readonly missed: Readonly<Record<string, string>>;
}

const pageSize = 20;
const recordedHeaders = [
  ...['content-type', 'retry-after'],
  ...['total_count', 'total_page', 'all_issues', 'open_issues', 'close_issues'],
];

const optional = new Set(optionalRows().map(({ name }) => name));

/** Every operation of the endpoint table that only reads. */
export const readings = allRows().filter(({ endpoint }) => endpoint.method === 'GET');

/**
 * Sends each reading operation once and writes its redacted answer into `folder`, one file for each operation. The inputs
 * come from earlier answers. Nothing but GET is sent.
 * @throws Failure `signedOut` if the token is not accepted
 */
export async function recordAnswers(
  sending: Sending,
  token: string,
  repository: { readonly owner: string; readonly repo: string },
  folder: string,
): Promise<Recording> {
  const redactor = new Redactor(randomUUID(), [repository.owner, repository.repo]);
  const answers = new Map<string, unknown>();
  const replies = new Map<string, Reply>();
  const failed = new Map<string, string>();
  await mkdir(folder, { recursive: true });
  for (let progress = true; progress;) {
    progress = false;
    for (const { name, endpoint } of readings) {
      if (name in unrecorded || replies.has(name) || failed.has(name)) continue;
      const params = inputsOf(name, endpoint, (input) => sourceOf(name, input)?.(answers, repository));
      if (typeof params === 'string') continue;
      progress = true;
      try {
        const reply = await ask(sending, endpoint, params);
        if (optional.has(name) && endpoint.returns.form !== 'membership' && [404, 405].includes(reply.status)) {
          failed.set(name, `absent: the host answers ${reply.status}`);
          continue;
        }
        replies.set(name, reply);
        if (failureOf(reply) === undefined) answers.set(name, reply.json);
      } catch (error) {
        if (isFailure(error, 'signedOut', 'cancelled')) throw error;
        failed.set(name, messageOf(error));
      }
    }
  }
  // After the last request, so that the redactor knows every name that a message can repeat.
  for (const reply of replies.values()) redactor.redacted(reply.json, failureOf(reply) !== undefined);
  for (const [name, reply] of replies) await write(folder, token, recordedOf(name, reply, redactor));
  const missed = readings.flatMap(({ name, endpoint }): [string, string][] => {
    if (replies.has(name)) return [];
    const absent = inputsOf(name, endpoint, (input) => sourceOf(name, input)?.(answers, repository));
    return [
      [
        name,
        unrecorded[name] ?? failed.get(name) ?? `no value for ${typeof absent === 'string' ? absent : 'an input'}`,
      ],
    ];
  });
  return { recorded: [...replies.keys()], missed: Object.fromEntries(missed) };
}

/** The inputs of a request, or the name of the input without a value. */
function inputsOf(
  name: string,
  { path, query, paging }: Endpoint,
  valueOf: (input: string) => string | number | undefined,
): Readonly<Record<string, unknown>> | string {
  const required = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, input = '']) => input),
    ...Object.keys(query).filter((input) => query[input]?.optional === false),
  ];
  const absent = required.find((input) => valueOf(input) === undefined);
  if (absent !== undefined) return absent;
  return {
    ...Object.fromEntries(required.map((input) => [input, valueOf(input)])),
    ...extras[name],
    ...(paging === undefined ? {} : { page: 1, per_page: pageSize }),
  };
}

/** The answer, an error included. Too many requests and failures of the service are repeated as in the extension. */
async function ask(sending: Sending, endpoint: Endpoint, params: Readonly<Record<string, unknown>>): Promise<Reply> {
  const request = buildRequest(endpoint, params, sending.apiUrl);
  const repeated = (reply: Reply): Failure | undefined => {
    const failure = failureOf(reply);
    return isFailure(failure, 'throttled', 'broken', 'signedOut') ? failure : undefined;
  };
  return await send(sending, request, { failure: repeated, read: (reply) => reply, streamed: false });
}

function recordedOf(name: string, reply: Reply, redactor: Redactor): Recorded {
  const headers = recordedHeaders.flatMap((header) => {
    const value = reply.headers.get(header);
    return value === null ? [] : [[header, value] as const];
  });
  const body = redactor.redacted(reply.json, failureOf(reply) !== undefined);
  return { name, status: reply.status, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
}

async function write(folder: string, token: string, recorded: Recorded): Promise<void> {
  const text = `${JSON.stringify(recorded, undefined, 2)}\n`;
  if (text.includes(token)) throw new Error(`the answer of ${recorded.name} has the token in it: nothing is written`);
  await writeFile(join(folder, `${recorded.name}.json`), text);
}
