import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { certificate } from '../../kit/certificates.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve, serveSockets } from '../../kit/servers.ts';
import { until } from '../../kit/until.ts';
import { body, client } from '../../kit/transport.ts';

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  void text(request).then((sent) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, sent }));
  });
};

describe('createUndiciFetch', () => {
  it('limits the time of the connecting', async () => {
    await using server = await serveSockets((socket) => socket.resume());
    await using net = await client({ connect: 60 });
    const failure = await rejection(net.get(`https://127.0.0.1:${server.port}`), 'timeout');
    assert.deepEqual([failure.reason, failure.sent], ['connectTimeout', false]);
  });
});

describe('cancellation of createUndiciFetch', () => {
  const aborting = async (
    start: (signal: AbortSignal) => Promise<unknown>,
    when: () => Promise<unknown>,
  ): Promise<void> => {
    const stop = new AbortController();
    const outcome = rejection(start(stop.signal), 'cancelled');
    await when();
    stop.abort(new Error('enough'));
    assert.equal(((await outcome).cause as Error).message, 'enough');
  };

  it('sends nothing before the start', async () => {
    await using server = await serve(echo);
    await using net = await client();
    await rejection(net.get(server.origin, { signal: AbortSignal.abort() }), 'cancelled');
    assert.equal(server.connections(), 0);
  });

  it('closes the connection while connecting, also for uploads', async () => {
    await using server = await serveSockets((socket) => socket.resume());
    await using net = await client({ connect: 120_000 });
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => new ReadableStream();
    for (const init of [{}, { method: 'PUT', body: { size: 1, stream } }] as const) {
      for (let round = 0; round < 10; round++) {
        const before = server.connections();
        await aborting(
          (signal) => net.get(`https://127.0.0.1:${server.port}`, { ...init, signal }),
          () => until(() => server.connections() > before),
        );
      }
      await until(() => server.sockets.size === 0);
    }
  });

  it('does not affect the connections of other requests while connecting', async () => {
    const asked: ServerResponse[] = [];
    const held: { readonly socket: Socket; readonly received: PassThrough }[] = [];
    await using server = await serve((_, response) => asked.push(response), certificate({ names: ['127.0.0.1'] }));
    await using front = await serveSockets((socket) => held.push({ socket, received: socket.pipe(new PassThrough()) }));
    await using net = await client({ connect: 120_000 });
    const url = `https://127.0.0.1:${front.port}`;
    const connecting = (count: number) => () => until(() => held.length === count);

    const other = net.get(url);
    await aborting((signal) => net.get(url, { signal }), connecting(2));
    for (const { socket, received } of held) {
      const inner = connect(server.port, '127.0.0.1').on('error', () => socket.destroy());
      inner.pipe(socket);
      received.pipe(inner);
    }
    await until(() => asked.length === 1);
    await until(() => front.sockets.size === 1);

    await aborting((signal) => net.get(url, { signal }), connecting(front.connections() + 1));
    await until(() => front.sockets.size === 1);
    asked[0]!.end('hello');
    assert.equal(await body(await other), 'hello');
  });

  it('does not affect the eight connections while it waits for one of them', async () => {
    const waiting: ServerResponse[] = [];
    await using server = await serve((_, response) => waiting.push(response));
    await using net = await client();
    const running = Array.from({ length: 8 }, () => net.get(server.origin));
    await until(() => waiting.length === 8);
    await aborting(
      (signal) => net.get(server.origin, { signal }),
      () => pause(20),
    );
    for (const response of waiting) response.end('ok');
    for (const reply of await Promise.all(running)) assert.equal(await body(reply), 'ok');
    assert.equal(waiting.length, 8);
  });

  it('closes the connection while it waits for the response', async () => {
    let asked = 0;
    await using server = await serve(() => asked++);
    await using net = await client({ idle: 120_000 });
    for (let round = 1; round <= 10; round++) {
      await aborting(
        (signal) => net.get(server.origin, { signal }),
        () => until(() => asked === round),
      );
    }
    await until(() => server.sockets.size === 0);
  });

  it('closes the connection and the source during the upload', async () => {
    let given = 0;
    const paused: IncomingMessage[] = [];
    await using server = await serve((request) => paused.push(request.pause()));
    await using net = await client({ idle: 120_000 });
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => {
          given++;
        },
      });
    await aborting(
      (signal) => net.get(server.origin, { method: 'PUT', body: { size: 2 ** 30, stream }, signal }),
      () => until(() => paused.length === 1),
    );
    for (const request of paused) request.resume();
    await until(() => server.sockets.size === 0 && given === 1);
  });

  it('closes the connection during the body, by the signal or by the reader', async () => {
    await using server = await serve((request, response) => {
      const gzip = request.url === '/gzip';
      response.writeHead(200, gzip ? { 'content-encoding': 'gzip' } : {});
      response.write(gzip ? gzipSync(Buffer.alloc(10_000_000)) : 'part');
    });
    await using net = await client();
    for (const path of ['/plain', '/gzip']) {
      const readAll = async (signal: AbortSignal): Promise<void> => {
        const reader = (await net.get(server.origin + path, { signal })).body!.getReader();
        while (!(await reader.read()).done);
      };
      await aborting(readAll, () => pause(40));
      await until(() => server.sockets.size === 0);

      const reader = (await net.get(server.origin + path)).body!.getReader();
      await reader.read();
      await reader.cancel();
      await until(() => server.sockets.size === 0);
    }
  });

  it('fails a body that nobody reads yet, as a broken connection does', async () => {
    const answers: ServerResponse[] = [];
    await using server = await serve((_, response) => {
      answers.push(response);
      response.writeHead(200, { 'content-length': '100' }).write('part');
    });
    await using net = await client();
    const stop = new AbortController();
    const cancelled = await net.get(server.origin, { signal: stop.signal });
    stop.abort();
    const broken = await net.get(server.origin);
    answers[1]!.socket!.resetAndDestroy();
    await until(() => server.sockets.size === 0);
    await pause(20);
    await rejection(body(cancelled), 'cancelled');
    assert.equal((await rejection(body(broken), 'unreachable')).reason, 'reset');
  });

  it('aborts requests in flight when the network is closed', async () => {
    await using server = await serve(() => undefined);
    const net = await client();
    const running = net.get(server.origin);
    await until(() => server.sockets.size === 1);
    const ended = rejection(running, 'cancelled');
    await net[Symbol.asyncDispose]();
    await ended;
    await until(() => server.sockets.size === 0);
  });
});
