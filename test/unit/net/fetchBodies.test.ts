import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BodySource, FetchInit } from '../../../src/api/http/fetch.ts';
import { certificate, type Certificate } from '../../kit/certificates.ts';
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

describe('compressed responses', () => {
  const long = 'base64 '.repeat(100_000);

  it('are requested and decoded, without their compressed length', async () => {
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

  it('are not requested for ranges and uploads', async () => {
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

  it('are unreadable if they are damaged or truncated', async () => {
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

  it('are uploaded as a stream with their real length, not the one of the caller', async () => {
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

  it('are complete for a long text', async () => {
    await using server = await serve(echo);
    await using net = await client();
    for (const sent of ['', 'x', '中'.repeat(300_000)]) {
      const reply = await net.get(server.origin, { method: 'POST', body: sent });
      const seen = JSON.parse(await body(reply)) as { sent: string };
      assert.ok(seen.sent === sent);
    }
  });

  it('are downloaded at the pace of the reader', async () => {
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

  it('are complete if the connection ends before they are read', async () => {
    for (const size of [10, 64 * 1024, 200_000, 1_000_000]) {
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`;
      await using server = await serveSockets((socket) =>
        socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), Buffer.alloc(size, 'a')]))),
      );
      await using net = await client();
      const reply = await net.get(server.origin);
      await pause(100);
      assert.equal((await body(reply)).length, size);
    }
  });

  it('fail the request with the failure of their source', async () => {
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

  it('fail if their length differs from the announced one', async () => {
    await using server = await serve(echo);
    await using net = await client();
    for (const size of [1, 3 * 1024 * 1024]) {
      await rejection(net.get(server.origin, { method: 'PUT', body: { ...megabytes(2), size } }), 'unreachable');
    }
  });

  it('can get a response before they are completely sent', async () => {
    await using server = await serve(
      (_, response) => void response.writeHead(413, { connection: 'close' }).end('too large'),
    );
    await using net = await client();
    const reply = await net.get(server.origin, { method: 'PUT', body: megabytes(20) });
    assert.deepEqual([reply.status, await body(reply)], [413, 'too large']);
  });
});

describe('responses in random parts', () => {
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

  it('are complete: plain, chunked and compressed, at any pace of the reader', () => arriveWhole());

  it('are complete over TLS', () => arriveWhole(certificate({ names: ['127.0.0.1'] })));

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
