import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, type Answer } from './answer.ts';
import { answerApi, nameApiRequest, type Incoming } from './api.ts';
import { decode } from './check.ts';
import { applyFaults, errorAnswer } from './faults.ts';
import { answerOAuth, nameOAuthRequest } from './oauthRequests.ts';
import { createOwnServer } from './ownRequest.ts';
import { nameLfsRequest } from './lfs.ts';
import { readBody } from './payload.ts';
import { matchRoute } from './router.ts';
import type { Running } from './running.ts';
import { sendAnswer } from './send.ts';
import { answerGit, isGitRequest } from './smartHttp.ts';
import { answerWeb, nameWebRequest } from './web.ts';

/** Answers Git LFS with the contents of its storage. */
type AnswerLfs = (running: Running, incoming: Incoming) => Promise<Answer>;

type Named = readonly [operation: string, answer: (running: Running, incoming: Incoming) => Promise<Answer>];

/** The part of the service that a path belongs to. */
function partOf(request: IncomingMessage, path: string, lfs: AnswerLfs): Named {
  if (path.startsWith('/api/')) return [nameApiRequest({ request, path }), answerApi];
  if (path.startsWith('/oauth/')) return [nameOAuthRequest(request, path), answerOAuth];
  if (isGitRequest(path)) return ['git', answerGit];
  const lfsOperation = nameLfsRequest(path);
  if (lfsOperation !== undefined) return [lfsOperation, lfs];
  return [nameWebRequest(path), answerWeb];
}

/** Listens on 127.0.0.1 and resolves when it is ready. Port 0: any free port. */
export async function listen(server: Server, port: number): Promise<string> {
  server.keepAliveTimeout = 60_000;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ownFailure = JSON.stringify({
  error_code: 500,
  error_code_name: 'FAIL',
  error_message: 'The local service failed: see its output',
});

export type Control = (request: IncomingMessage, body: Buffer) => Promise<Answer>;

/** The server of API, OAuth, web pages and control. `editorPort`: see `ServiceOptions`. */
export function makeServer(running: Running, control: Control, lfs: AnswerLfs, editorPort: number | undefined): Server {
  return createOwnServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const work = path.startsWith('/_control')
      ? controlled(control, request, response)
      : serve(running, lfs, request, response);
    work.catch((error: unknown) => {
      if (response.destroyed) return;
      console.error(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'application/json' }).end(ownFailure);
    });
  }, editorPort);
}

async function serve(
  running: Running,
  lfs: AnswerLfs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const { behaviour, log, host } = running;
  const entry = log.add({ method: request.method ?? 'GET', path: url, headers: request.headers });
  const [operation, answer] = partOf(request, path, lfs);
  entry.operation = operation;
  response.on('close', () => {
    entry.aborted = !response.writableFinished;
    entry.duration = Date.now() - entry.time;
  });
  const body = await readBody(request);
  const wait = behaviour.latency(operation);
  if (wait > 0) await sleep(wait);
  const incoming: Incoming = { request, path, query, body, entry };
  const faults = behaviour.faults.take(operation, { ...Object.fromEntries(query), ...pathParams(request, path) });
  const habits = host.habits(operation);
  const done = await applyFaults(faults, habits, async () => {
    try {
      return await answer(running, incoming);
    } catch (error) {
      if (error instanceof Refusal) return errorAnswer(error, habits);
      throw error;
    }
  });
  if (response.destroyed) return;
  const sent = await sendAnswer(request, response, done, faults);
  [entry.status, entry.bytes] = [sent.status, sent.bytes];
}

/** The parameters of the address; a fault can be limited to them, as to those of the query. */
function pathParams(request: IncomingMessage, path: string): Record<string, string> {
  const raw = matchRoute(request.method ?? 'GET', path)?.raw ?? {};
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decode(value) ?? value]));
}

async function controlled(control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await sendAnswer(request, response, await control(request, await readBody(request)));
}
