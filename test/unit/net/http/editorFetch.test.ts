import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Fetch, FetchInit, FetchReply } from '../../../../src/api/http/fetch.ts';
import { createEditorFetch } from '../../../../src/net/http/editorFetch.ts';
import { rejection } from '../../../kit/rejection.ts';
import { serve } from '../../../kit/servers.ts';
import { until } from '../../../kit/until.ts';

function get(url: string, init: Partial<FetchInit> = {}): Promise<FetchReply> {
  const editor: Fetch = createEditorFetch(globalThis.fetch);
  return editor(url, { method: 'GET', headers: {}, signal: new AbortController().signal, ...init });
}

function endless(): { size: number; stream: () => ReadableStream<Uint8Array<ArrayBuffer>> } {
  const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
    new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) });
  return { size: 2 ** 30, stream };
}

describe('createEditorFetch', () => {
  it('sends the request unchanged, and follows no redirect', async () => {
    await using server = await serve((request, response) => {
      response.writeHead(302, { location: 'https://elsewhere.test/', total_count: '3' });
      void text(request).then((sent) =>
        response.end(`${request.method} ${request.url} ${request.headers.authorization} ${sent}`),
      );
    });
    const reply = await get(`${server.origin}/a%20b?q=1`, {
      method: 'PUT',
      headers: { authorization: 'Bearer t' },
      body: 'x',
    });
    assert.deepEqual(
      [reply.status, reply.headers.get('Location'), reply.headers.get('total_count')],
      [302, 'https://elsewhere.test/', '3'],
    );
    assert.equal(await text(reply.body!), 'PUT /a%20b?q=1 Bearer t x');
  });

  it('streams an upload with its length, and a download', async () => {
    await using server = await serve((request, response) => {
      response.write(`${request.headers['content-length']} `);
      request.pipe(response);
    });
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob(['abc', 'def']).stream();
    const reply = await get(server.origin, {
      method: 'POST',
      headers: { 'Content-Length': '99' },
      body: { size: 6, stream },
    });
    assert.equal(await text(reply.body!), '6 abcdef');
  });

  it('hides the length of a compressed response, and returns no body if there is none', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/none') response.writeHead(204).end();
      else
        response
          .writeHead(200, { 'content-encoding': 'gzip', 'content-length': gzipSync('abc').length })
          .end(gzipSync('abc'));
    });
    const reply = await get(server.origin);
    assert.deepEqual([await text(reply.body!), reply.headers.get('content-length')], ['abc', null]);
    assert.equal((await get(`${server.origin}/none`)).body, null);
  });

  it('rejects an invalid request without repeating the token', async () => {
    const failure = await rejection(
      get('http://127.0.0.1:1/', { headers: { authorization: 'Bearer a\nb' } }),
      'invalid',
    );
    assert.ok(!String(failure.stack).includes('Bearer a'));
    await rejection(get('http://127.0.0.1:1/', { signal: AbortSignal.abort() }), 'cancelled');
  });

  it('rejects a redirect that the editor hides, instead of an empty response', async () => {
    const hiding = createEditorFetch(() =>
      Promise.resolve(Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })),
    );
    const failure = await rejection(
      hiding('https://x.test/', { method: 'GET', headers: {}, signal: new AbortController().signal }),
      'unreachable',
    );
    assert.equal(failure.sent, true);
  });
});

describe('cancellation of createEditorFetch', () => {
  it('closes the connection at any moment', async () => {
    const seen: IncomingMessage[] = [];
    await using server = await serve((request, response) => {
      seen.push(request);
      if (request.url === '/upload') request.pause();
      else if (request.url === '/body') response.writeHead(200).write('part');
    });
    const freed = (): boolean => seen.every((request) => request.resume().socket.destroyed);
    const runs = [
      (signal: AbortSignal) => get(server.origin, { signal }),
      (signal: AbortSignal) => get(`${server.origin}/upload`, { method: 'PUT', body: endless(), signal }),
      async (signal: AbortSignal) => text((await get(`${server.origin}/body`, { signal })).body!),
    ];
    for (const run of runs) {
      const stop = new AbortController();
      const ended = rejection(run(stop.signal), 'cancelled');
      await pause(40);
      stop.abort();
      await ended;
      await until(freed);
    }
    const reader = (await get(`${server.origin}/body`)).body!.getReader();
    await reader.read();
    await reader.cancel();
    await until(freed);
  });
});

describe('failures of createEditorFetch', () => {
  it('distinguish a failed connection from a broken one', async () => {
    const gone = await serve(() => undefined);
    await gone[Symbol.asyncDispose]();
    const refused = await rejection(get(gone.origin), 'unreachable');
    assert.deepEqual([refused.reason, refused.sent], ['connectionRefused', false]);

    await using server = await serve((request, response) => {
      if (request.url === '/body') response.writeHead(200, { 'content-length': '9' }).write('part');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    const reset = await rejection(get(server.origin), 'unreachable');
    assert.deepEqual([reset.reason, reset.sent], ['reset', undefined]);
    const cut = await rejection(text((await get(`${server.origin}/body`)).body!), 'unreachable');
    assert.deepEqual([cut.reason, cut.sent], ['reset', true]);
  });
});
