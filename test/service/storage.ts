import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorAnswer } from './faults.ts';
import { Refusal, type Answer } from './answer.ts';
import { decode } from './check.ts';
import { archiveAt } from './ci/storage.ts';
import { sendAsset } from './downloads.ts';
import { applyFaults } from './faults.ts';
import { createOwnServer } from './ownRequest.ts';
import type { LfsStorage } from './lfs.ts';
import type { Running } from './running.ts';
import { sendAnswer } from './send.ts';
import { assetOf, type Uploads } from './uploads.ts';

/** The server of the storage: accepts granted uploads, and serves stored files and the contents of Git LFS. */
export function makeStorage(running: Running, uploads: Uploads, lfs: LfsStorage): Server {
  return createOwnServer((request, response) => {
    serve(running, { uploads, lfs }, request, response).catch((error: unknown) => {
      // The client closed the connection; its incomplete upload is removed.
      if (!request.complete) return;
      console.error(error);
      response.destroy();
    });
  });
}

async function serve(
  running: Running,
  { uploads, lfs }: { readonly uploads: Uploads; readonly lfs: LfsStorage },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { log, behaviour, host } = running;
  const path = request.url ?? '/';
  const isLfs = path.startsWith('/lfs/');
  const isPut = request.method === 'PUT';
  const operation = isLfs ? (isPut ? 'lfs.put' : 'lfs.get') : isPut ? 'upload.put' : 'storage.get';
  const entry = log.add({ method: request.method ?? 'GET', path, headers: request.headers });
  entry.operation = operation;
  response.on('close', () => {
    entry.aborted = !response.writableFinished;
    entry.duration = Date.now() - entry.time;
  });
  await sleep(behaviour.latency(operation));
  const faults = behaviour.faults.take(operation, {});
  const habits = host.habits(operation);
  const cut = faults.find((fault) => (fault.kind === 'reset' || fault.kind === 'stalled') && fault.at === 'body');
  if (request.method === 'PUT' && cut !== undefined) {
    await stopReading(request, response, cut.kind === 'reset');
    return;
  }
  const answer = await applyFaults(faults, habits, async () => {
    try {
      if (isLfs) return await lfs.answer(running, request, entry);
      return request.method === 'PUT' ? await uploads.put(running, request, entry) : await download(running, request);
    } catch (error) {
      if (error instanceof Refusal) return errorAnswer(error, habits);
      throw error;
    }
  });
  request.resume();
  const sent = await sendAnswer(request, response, answer, faults);
  [entry.status, entry.bytes] = [sent.status, sent.bytes];
}

/** Reads the beginning of an upload and then stops; the connection stays open unless it is reset. */
async function stopReading(request: IncomingMessage, response: ServerResponse, reset: boolean): Promise<void> {
  await once(request, 'data');
  request.pause();
  if (reset) response.socket?.resetAndDestroy();
}

/** `/download/{owner}/{repo}/{tag}/{file}`, where redirects of the API lead. */
async function download({ host, log }: Running, request: IncomingMessage): Promise<Answer> {
  const archive = archiveAt(host, request.url ?? '');
  const [, , owner = '', path = '', tag = '', file = ''] = (request.url ?? '')
    .split('/')
    .map((part) => decode(part) ?? '');
  if (request.headers.authorization !== undefined) {
    log.violate('storage.get', request.url ?? '', 'the token is sent to the storage');
    throw new Refusal(400, 'Only one auth mechanism allowed');
  }
  if (archive !== undefined) return archive;
  const release = host.state.repositories.get(`${owner}/${path}`)?.releases.get(tag);
  if (release === undefined) throw new Refusal(404, 'NoSuchKey');
  return await sendAsset(assetOf(release, file), request.headers.range);
}
