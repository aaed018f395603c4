import type { IncomingMessage } from 'node:http';
import { forbidden, Refusal, unknownAddress, type Answer } from './answer.ts';
import { Call } from './call.ts';
import { checkRequest } from './check.ts';
import { errorAnswer, throttled } from './faults.ts';
import type { Habits } from './habits.ts';
import { payloadOf } from './payload.ts';
import type { LoggedRequest } from './requestLog.ts';
import { isOptional, matchRoute } from './router.ts';
import { handlerOf } from './routes/table.ts';
import type { Running } from './running.ts';
import { credentialOf, demandScope, signedBy, type Signed } from './tokens.ts';

export interface Incoming {
  readonly request: IncomingMessage;
  /** Undecoded path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly entry: LoggedRequest;
}

/** An API request before its execution: its operation determines its faults and its latency. */
export function nameApiRequest({ request, path }: Pick<Incoming, 'request' | 'path'>): string {
  return matchRoute(request.method ?? 'GET', path)?.route.operation ?? 'unknown';
}

/** Checks a request of the API against the table and executes it. */
export async function answerApi(running: Running, incoming: Incoming): Promise<Answer> {
  const { request, path, query, body, entry } = incoming;
  const method = request.method ?? 'GET';
  const violate = (words: string): void => running.log.violate(entry.operation, entry.path, words);
  if (method === 'HEAD') {
    violate('HEAD is sent');
    return { status: 401 };
  }
  if (path.startsWith('/api/v4/') && method !== 'GET') {
    violate('v4 is for reading only');
    return errorAnswer(forbidden('v4 is for reading only, use v5'), running.host.habits('unknown'));
  }
  const match = matchRoute(method, path);
  if (match === undefined) {
    violate(`there is no operation ${method} ${path}`);
    return unknownAddress();
  }
  const { operation, endpoint } = match.route;
  const habits = running.host.habits(operation);
  try {
    if (method === 'GET' && body.length > 0) violate('GET with a body');
    const payload = await payloadOf(body, request.headers['content-type'] ?? '');
    const checked = checkRequest(match, query, payload);
    entry.params = shown(checked.params);
    checked.violations.forEach(violate);
    if (isOptional(operation)) demandServed(habits, method);
    const signed = sign(running, incoming, operation, endpoint.anonymous || method === 'GET');
    entry.account = signed?.account.login;
    limit(running, request, operation, signed);
    if (checked.refusal !== undefined) throw checked.refusal;
    const handler = handlerOf(operation);
    if (handler === undefined) throw new Refusal(500, `${operation} is not served`);
    const more = { path: entry.path, range: request.headers.range };
    return await handler(new Call(running.host, operation, checked.params, signed?.account, more));
  } catch (error) {
    if (error === notServed) return unknownAddress();
    if (!(error instanceof Refusal)) throw error;
    return movedAnswer(running, operation, incoming, error) ?? errorAnswer(error, habits);
  }
}

const notServed = new Error('not served');

/** Refuses an optional operation if the service does not have it. */
function demandServed({ optionalOperations }: Habits, method: string): void {
  if (optionalOperations === 'reads' && method !== 'GET') throw notServed;
  if (optionalOperations === '405') throw new Refusal(405, 'Method Not Allowed');
  if (optionalOperations === '404') throw notServed;
}

/** For the log: no password, and no long text. */
function shown(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const short = (value: unknown): unknown =>
    typeof value === 'string' && value.length > 10_000 ? `${value.slice(0, 10_000)}…` : value;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name === 'password' ? '…' : short(value)]),
  );
}

function sign(
  { host, log }: Running,
  { request, query, entry }: Incoming,
  operation: string,
  anonymous: boolean,
): Signed | undefined {
  const habits = host.habits(operation);
  const credential = credentialOf(request.headers, query);
  if (credential === undefined) {
    if (anonymous) return undefined;
    log.violate(operation, entry.path, 'no token is sent');
    throw new Refusal(401, '401 Unauthorized');
  }
  if (credential.by === 'other') log.violate(operation, entry.path, 'the token is not sent as Bearer');
  const signed = signedBy(host.state, credential, habits);
  demandScope(signed, operation, habits);
  return signed;
}

function limit(
  { behaviour, rateLimit, host }: Running,
  request: IncomingMessage,
  operation: string,
  signed?: Signed,
): void {
  const user = signed?.account.login ?? request.socket.remoteAddress ?? '';
  const wait = rateLimit.take(user, behaviour.rateLimit, behaviour.hourLimit, behaviour.minute);
  if (wait !== undefined) throw throttled(host.habits(operation), wait);
}

/** The answer for the old address of a repository that moved, where it redirects. */
function movedAnswer(
  { host }: Running,
  operation: string,
  { request, path, entry }: Incoming,
  refusal: Refusal,
): Answer | undefined {
  const { movedRepository } = host.habits(operation);
  if (refusal.status !== 404 || movedRepository === 404) return undefined;
  const { owner, repo } = entry.params as { owner?: string; repo?: string };
  const to = host.state.moved.get(`${owner ?? ''}/${repo ?? ''}`);
  if (to === undefined || !path.startsWith('/api/v5/repos/')) return undefined;
  const [, , , , , , ...rest] = (request.url ?? '').split('/');
  const location = `${host.url}/api/v5/repos/${to}${rest.map((one) => `/${one}`).join('')}`;
  return { status: movedRepository, headers: { location } };
}
