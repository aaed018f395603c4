import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BodySource, Fetch, FetchInit, FetchReply } from '../../../src/api/fetch.ts';
import { silent } from '../../../src/core/log.ts';
import { createConnections } from '../../../src/net/dispatcher.ts';
import { createUndiciFetch } from '../../../src/net/fetch.ts';
import { usualLimits, type NetworkLimits } from '../../../src/net/limits.ts';
import { certificate, type Certificate } from '../../kit/certificates.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve, serveSockets } from '../../kit/servers.ts';
import { until } from '../../kit/until.ts';

interface Client extends AsyncDisposable {
  readonly get: (url: string, init?: Partial<FetchInit>) => Promise<FetchReply>;
}

async function client(limits: Partial<NetworkLimits> = {}): Promise<Client> {
  const connections = await createConnections({ strictSSL: false, env: {} }, { ...usualLimits, ...limits }, silent);
  const fetch: Fetch = createUndiciFetch(() => Promise.resolve(connections));
  return {
    get: (url, init = {}) => fetch(url, { method: 'GET', headers: {}, signal: new AbortController().signal, ...init }),
    [Symbol.asyncDispose]: () => connections.destroy(),
  };
}

async function body(reply: FetchReply): Promise<string> {
  return reply.body === null ? '' : text(reply.body);
}

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  void text(request).then((sent) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, sent }));
  });
};

describe('a request', () => {
  it('is sent as it was given and answered as it came', async () => {
    await using server = await serve((request, response) => {
      response.setHeader('X-Many', ['a', 'b']).writeHead(418, { total_count: '7' });
      echo(request, response);
    });
    await using net = await client();
    const reply = await net.get(`${server.origin}/a%20b/%2F?q=%E4%B8%AD&x=+`, {
      method: 'PATCH',
      headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
      body: '{"title":"中文"}',
    });
    assert.equal(reply.status, 418);
    assert.deepEqual(
      ['x-many', 'X-MANY', 'Total_Count', 'none'].map((name) => reply.headers.get(name)),
      ['a, b', 'a, b', '7', null],
    );
    assert.deepEqual(JSON.parse(await body(reply)), {
      method: 'PATCH',
      url: '/a%20b/%2F?q=%E4%B8%AD&x=+',
      headers: {
        host: `127.0.0.1:${server.port}`,
        connection: 'keep-alive',
        authorization: 'Bearer t',
        'content-type': 'application/json',
        'content-length': '18',
      },
      sent: '{"title":"中文"}',
    });
  });

  it('follows no redirect', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(302, { location: 'https://elsewhere.test/' }).end('moved'),
    );
    await using net = await client();
    const reply = await net.get(server.origin);
    assert.deepEqual([reply.status, reply.headers.get('location')], [302, 'https://elsewhere.test/']);
    await reply.body?.cancel();
  });

  it('gets an empty body where there is none, and early hints are no answer', async () => {
    await using server = await serve((request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.writeHead(Number(request.url!.slice(1))).end();
    });
    await using net = await client();
    for (const status of [204, 205, 304]) {
      const reply = await net.get(`${server.origin}/${status}`);
      assert.deepEqual([reply.status, await body(reply)], [status, '']);
    }
    assert.equal(server.connections(), 1);
  });

  it('that cannot be sent fails before it is', async () => {
    await using server = await serve(echo);
    await using net = await client();
    for (const headers of [{ authorization: 'Bearer a\nb' }, { authorization: 'Bearer 中' }, { 'a:b': 'Bearer' }]) {
      const failure = await rejection(net.get(server.origin, { headers: { ...headers } }), 'invalid');
      assert.deepEqual([failure.sent, failure.field], [false, Object.keys(headers)[0]]);
      assert.ok(!failure.message.includes('Bearer'));
    }
    assert.equal((await rejection(net.get('not an address'), 'invalid')).field, 'url');
    assert.equal(server.connections(), 0);
  });
});

describe('connections', () => {
  it('are at most eight to an origin, however many requests', async () => {
    let most = 0;
    await using server = await serve((_, response) => {
      most = Math.max(most, server.sockets.size);
      setTimeout(() => response.end('ok'), 10);
    });
    await using net = await client();
    const replies = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => body(await net.get(`${server.origin}/${n}`))),
    );
    assert.deepEqual(new Set(replies), new Set(['ok']));
    assert.equal(most, 8);
    assert.equal(server.connections(), 8);
  });

  it('are used again, also after failures of the service and redirects', async () => {
    await using server = await serve(
      (request, response) => void response.writeHead(Number(request.url!.slice(1))).end('x'),
    );
    await using net = await client();
    for (const status of [200, 500, 404, 302, 200]) await body(await net.get(`${server.origin}/${status}`));
    assert.equal(server.connections(), 1);
  });

  it('are not kept when idle for longer than the limit', async () => {
    await using server = await serve(echo);
    await using net = await client({ idle: 30 });
    await body(await net.get(server.origin));
    await until(() => server.sockets.size === 0);
    assert.equal((await net.get(server.origin)).status, 200);
  });

  it('reach IPv6 addresses', async function () {
    await using server = await serve(echo, undefined, '::1').catch(() => this.skip());
    await using net = await client();
    assert.equal((await net.get(server.origin)).status, 200);
  });
});

describe('compressed answers', () => {
  const long = 'base64 '.repeat(100_000);

  it('are asked for and decoded, and their length is not taken for the text’s', async () => {
    await using server = await serve((request, response) => {
      assert.equal(request.headers['accept-encoding'], 'gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long));
    });
    await using net = await client();
    const reply = await net.get(server.origin);
    assert.deepEqual([reply.headers.get('Content-Length'), reply.headers.get('content-encoding')], [null, null]);
    assert.equal(await body(reply), long);
    assert.equal(await body(await net.get(server.origin)), long);
    assert.equal(server.connections(), 1);
  });

  it('are not asked for where a part is, nor when sending', async () => {
    await using server = await serve(echo);
    await using net = await client();
    const asked = async (init: Partial<FetchInit>): Promise<unknown> => {
      const seen = JSON.parse(await body(await net.get(server.origin, init))) as { headers: Record<string, string> };
      return seen.headers['accept-encoding'];
    };
    assert.equal(await asked({ headers: { Range: 'bytes=0-1' } }), undefined);
    assert.equal(await asked({ headers: { 'Accept-Encoding': 'identity' } }), 'identity');
    assert.equal(await asked({ method: 'PUT', body: 'x' }), undefined);
  });

  it('that are damaged or cut off fail as unreadable', async () => {
    const whole = gzipSync(long);
    const damaged = Buffer.from(whole).fill(0xff, 200, 300);
    for (const bytes of [damaged, whole.subarray(0, -10), Buffer.from('not gzip')]) {
      await using server = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
      );
      await using net = await client();
      const failure = await rejection(body(await net.get(server.origin)), 'unreadable');
      assert.match(failure.message, /compressed/);
    }
  });

  it('are decoded only as far as they are read', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    await using net = await client();
    const before = process.memoryUsage().arrayBuffers;
    const reader = (await net.get(server.origin)).body!.getReader();
    await reader.read();
    await pause(50);
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024);
    await reader.cancel();
    await until(() => server.sockets.size === 0 || server.connections() === 1);
  });
});

describe('bodies', () => {
  const megabytes = (count: number, part = 1): BodySource => ({
    size: count * part * 1024 * 1024,
    stream: () => {
      let left = count;
      return new ReadableStream({
        pull: (controller) =>
          left-- > 0 ? controller.enqueue(new Uint8Array(part * 1024 * 1024).fill(left)) : controller.close(),
      });
    },
  });

  it('stream up, with their length and whatever the caller called it', async () => {
    await using server = await serve((request, response) => {
      const hash = createHash('sha1');
      setTimeout(() => request.pause(), 5);
      setTimeout(() => request.resume(), 50);
      request
        .on('data', (chunk: Buffer) => hash.update(chunk))
        .on('end', () => response.end(hash.digest('hex') + String(request.headers['content-length'])));
    });
    await using net = await client();
    for (const body of [megabytes(20), megabytes(5, 6)]) {
      const reply = await net.get(server.origin, { method: 'PUT', headers: { 'Content-Length': '1' }, body });
      const expected = createHash('sha1')
        .update(await buffer(body.stream()))
        .digest('hex');
      assert.equal(await text(reply.body!), expected + String(body.size));
    }
  });

  it('of text as long as wanted are whole', async () => {
    await using server = await serve(echo);
    await using net = await client();
    for (const sent of ['', 'x', '中'.repeat(300_000)]) {
      const reply = await net.get(server.origin, { method: 'POST', body: sent });
      const seen = JSON.parse(await body(reply)) as { sent: string };
      assert.ok(seen.sent === sent);
    }
  });

  it('stream down at the reader’s pace', async () => {
    let written = 0;
    await using server = await serve((_, response) => {
      const more = (): void => {
        while (written < 64 && response.write(Buffer.alloc(1024 * 1024))) written++;
        written++;
        if (written < 64) response.once('drain', more);
        else response.end();
      };
      more();
    });
    await using net = await client();
    const reader = (await net.get(server.origin)).body!.getReader();
    let received = (await reader.read()).value!.byteLength;
    await pause(100);
    assert.ok(written < 32, `${written} MB were written to somebody who does not read`);
    for (let next = await reader.read(); !next.done; next = await reader.read()) received += next.value.byteLength;
    assert.ok(received >= 63 * 1024 * 1024);
  });

  it('that fail to be read fail the request with their own failure', async () => {
    await using server = await serve((request) => void request.resume());
    await using net = await client();
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({
        pull: (controller) => controller.error(new Error('disk gone')),
      });
    const failure = await rejection(
      net.get(server.origin, { method: 'PUT', body: { size: 5, stream } }),
      'unreachable',
    );
    assert.match(failure.message, /disk gone/);
    await until(() => server.sockets.size === 0);
  });

  it('that are not as long as they said are no success', async () => {
    await using server = await serve(echo);
    await using net = await client();
    for (const size of [1, 3 * 1024 * 1024]) {
      await rejection(net.get(server.origin, { method: 'PUT', body: { ...megabytes(2), size } }), 'unreachable');
    }
  });

  it('may be answered before they are sent', async () => {
    await using server = await serve(
      (_, response) => void response.writeHead(413, { connection: 'close' }).end('too large'),
    );
    await using net = await client();
    const reply = await net.get(server.origin, { method: 'PUT', body: megabytes(20) });
    assert.deepEqual([reply.status, await body(reply)], [413, 'too large']);
  });
});

describe('answers however they are cut up', () => {
  const arriveWhole = async (tls?: Certificate): Promise<void> => {
    const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
    const content = Buffer.concat([randomBytes(3_000_000), Buffer.alloc(1_000_000), randomBytes(100_000)]);
    const compressed = gzipSync(content);
    const heads = {
      plain: [`Content-Length: ${content.length}`, content],
      chunked: ['Transfer-Encoding: chunked', chunked(content)],
      gzip: [`Content-Encoding: gzip\r\nContent-Length: ${compressed.length}`, compressed],
    } as const;
    const long = 'x'.repeat(6000);
    await using server = await serveSockets((socket) => {
      socket.on('data', (request: Buffer) => {
        const kind = request.toString('latin1').split(/[ /]+/)[1] as keyof typeof heads;
        const [head, body] = heads[kind];
        const whole = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nX-Long: ${long}\r\n${head}\r\n\r\n`), body]);
        void (async () => {
          for (let at = 0, size = 4000; at < whole.length; at += size, size = randomInt(1, 300_000)) {
            if (!socket.write(whole.subarray(at, at + size))) await once(socket, 'drain');
            if (at === 0) await pause(10);
          }
        })();
      });
    }, tls);
    await using net = await client();
    const origin = tls === undefined ? server.origin : server.origin.replace('http:', 'https:');
    for (const kind of ['plain', 'chunked', 'gzip', 'plain', 'gzip', 'chunked']) {
      const reply = await net.get(`${origin}/${kind}`);
      assert.equal(reply.headers.get('x-long'), long);
      const parts: Uint8Array[] = [];
      for await (const part of reply.body!) {
        parts.push(part);
        if (randomInt(5) === 0) await pause(1);
      }
      assert.equal(sha1(Buffer.concat(parts)), sha1(content), kind);
    }
    assert.equal(server.connections(), 1);
  };

  it('arrive whole, plain, in chunks and compressed, at any pace of the reader', () => arriveWhole());

  it('arrive whole over TLS too', () => arriveWhole(certificate({ names: ['127.0.0.1'] })));

  /** With the transfer coding of that name, in chunks of any size. */
  function chunked(bytes: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + randomInt(1, 200_000));
      parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
      at += part.length;
    }
    return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
  }
});

describe('limits of time', () => {
  it('hold for the answer, the upload and the body', async () => {
    const paused: IncomingMessage[] = [];
    await using server = await serve((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('a part');
      else if (request.url === '/upload') paused.push(request.pause());
    });
    await using net = await client({ headers: 60, stall: 90 });
    const silentAnswer = await rejection(net.get(server.origin), 'timeout');
    assert.deepEqual([silentAnswer.reason, silentAnswer.sent], ['answerTimeout', true]);

    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) });
    const upload = net.get(`${server.origin}/upload`, { method: 'PUT', body: { size: 2 ** 30, stream } });
    assert.equal((await rejection(upload, 'timeout')).reason, 'stalled');

    const stalled = await rejection(body(await net.get(`${server.origin}/body`)), 'timeout');
    assert.deepEqual([stalled.reason, stalled.sent], ['stalled', true]);
    for (const request of paused) request.resume();
    await until(() => server.sockets.size === 0);
  });

  it('do not end what moves, however slow, nor a reader who takes his time', async () => {
    await using server = await serve((_, response) => {
      let left = 14;
      const more = (): void => {
        if (left-- > 0) response.write('x', () => setTimeout(more, 100));
        else response.end();
      };
      more();
    });
    await using net = await client({ stall: 600 });
    assert.equal(await body(await net.get(server.origin)), 'x'.repeat(14));
    const reader = (await net.get(server.origin)).body!.getReader();
    await pause(250);
    assert.equal((await reader.read()).done, false);
    await reader.cancel();
  });

  it('hold for a connection that is not made', async () => {
    await using server = await serveSockets((socket) => socket.resume());
    await using net = await client({ connect: 60 });
    const failure = await rejection(net.get(`https://127.0.0.1:${server.port}`), 'timeout');
    assert.deepEqual([failure.reason, failure.sent], ['connectTimeout', false]);
  });
});

describe('giving up', () => {
  const aborting = async (
    start: (signal: AbortSignal) => Promise<unknown>,
    when: () => Promise<unknown>,
  ): Promise<void> => {
    const stop = new AbortController();
    const outcome = rejection(start(stop.signal), 'cancelled');
    await when();
    const asked = performance.now();
    stop.abort(new Error('enough'));
    assert.equal(((await outcome).cause as Error).message, 'enough');
    assert.ok(performance.now() - asked < 1000, 'took too long to stop');
  };

  it('before the beginning sends nothing', async () => {
    await using server = await serve(echo);
    await using net = await client();
    await rejection(net.get(server.origin, { signal: AbortSignal.abort() }), 'cancelled');
    assert.equal(server.connections(), 0);
  });

  it('while connecting frees the connection, also of uploads', async () => {
    await using server = await serveSockets((socket) => socket.resume());
    await using net = await client();
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

  it('while waiting for one of the eight connections leaves those alone', async () => {
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

  it('while waiting for the answer frees the connection', async () => {
    let asked = 0;
    await using server = await serve(() => asked++);
    await using net = await client();
    for (let round = 1; round <= 10; round++) {
      await aborting(
        (signal) => net.get(server.origin, { signal }),
        () => until(() => asked === round),
      );
    }
    await until(() => server.sockets.size === 0);
  });

  it('during the upload frees the connection and the source', async () => {
    let given = 0;
    const paused: IncomingMessage[] = [];
    await using server = await serve((request) => paused.push(request.pause()));
    await using net = await client();
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => {
          given++;
        },
      });
    await aborting(
      (signal) => net.get(server.origin, { method: 'PUT', body: { size: 2 ** 30, stream }, signal }),
      () => pause(50),
    );
    for (const request of paused) request.resume();
    await until(() => server.sockets.size === 0 && given === 1);
  });

  it('during the body frees the connection, whether by signal or by the reader', async () => {
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

  it('at the end of all ends what is under way', async () => {
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

describe('failures', () => {
  it('of the connection say what a person can act on', async () => {
    const gone = await serve(echo);
    await gone[Symbol.asyncDispose]();
    await using net = await client();
    const refused = await rejection(net.get(gone.origin), 'unreachable');
    assert.deepEqual([refused.reason, refused.sent], ['refused', false]);
    assert.match(refused.message, new RegExp(`^127.0.0.1:${gone.port}: `));

    await using impatient = await client({ connect: 500 });
    const unknown = await rejection(impatient.get('https://nowhere.invalid/secret?token=abc'));
    assert.ok(['dns', 'offline', 'connectTimeout'].includes(unknown.reason!), unknown.message);
    assert.equal(unknown.sent, false);
    assert.ok(!unknown.message.includes('secret') && !unknown.message.includes('abc'));
  });

  it('before and in the answer are resets that may have been sent', async () => {
    await using before = await serve((request) => void request.socket.resetAndDestroy());
    await using within = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('part');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    await using short = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('part', () => response.socket!.end());
    });
    await using net = await client();
    const failures = [
      await rejection(net.get(before.origin), 'unreachable'),
      await rejection(body(await net.get(within.origin)), 'unreachable'),
      await rejection(body(await net.get(short.origin)), 'unreachable'),
    ];
    for (const failure of failures) assert.deepEqual([failure.reason, failure.sent], ['reset', true], failure.message);
  });

  it('of somebody who does not speak HTTP are no answer', async () => {
    await using server = await serveSockets(
      (socket) => void once(socket, 'data').then(() => socket.end('SSH-2.0\r\n')),
    );
    await using net = await client();
    assert.equal((await rejection(net.get(server.origin), 'unreachable')).reason, 'network');
    await using plain = await serve(echo);
    assert.equal((await rejection(net.get(plain.origin.replace('http:', 'https:')), 'unreachable')).reason, 'tls');
  });
});
