import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { rejection } from '../../../kit/rejection.ts';
import { serve, serveSockets } from '../../../kit/servers.ts';
import { until } from '../../../kit/until.ts';
import { body, client } from '../../../kit/transport.ts';

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  void text(request).then((sent) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, sent }));
  });
};

describe('createUndiciFetch', () => {
  it('sends the request unchanged and returns the response unchanged', async () => {
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

  it('returns no body if the response has none, and ignores early hints', async () => {
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

  it('returns no body if an empty response names an encoding', async () => {
    await using server = await serve((request, response) => {
      const status = Number(request.url!.slice(1));
      response
        .writeHead(status, { 'content-encoding': 'gzip', ...(status === 200 ? { 'content-length': 0 } : {}) })
        .end();
    });
    await using net = await client();
    for (const status of [200, 204, 205, 304]) {
      const reply = await net.get(`${server.origin}/${status}`);
      assert.deepEqual([reply.status, await body(reply)], [status, '']);
    }
  });

  it('rejects an invalid request before it is sent', async () => {
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

describe('connections of createUndiciFetch', () => {
  it('are at most eight for each origin, for any number of requests', async () => {
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

  it('are reused, also after error responses and redirects', async () => {
    await using server = await serve(
      (request, response) => void response.writeHead(Number(request.url!.slice(1))).end('x'),
    );
    await using net = await client();
    for (const status of [200, 500, 404, 302, 200]) await body(await net.get(`${server.origin}/${status}`));
    assert.equal(server.connections(), 1);
  });

  it('are closed after they were idle for longer than the limit', async () => {
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

describe('failures of createUndiciFetch', () => {
  it('have the reason of a failed connection', async () => {
    const gone = await serve(echo);
    await gone[Symbol.asyncDispose]();
    await using net = await client();
    const refused = await rejection(net.get(gone.origin), 'unreachable');
    assert.deepEqual([refused.reason, refused.sent], ['connectionRefused', false]);
    assert.match(refused.message, new RegExp(`^127.0.0.1:${gone.port}: `));

    await using impatient = await client({ connect: 500 });
    const unknown = await rejection(impatient.get('https://nowhere.invalid/secret?token=abc'));
    assert.ok(['dns', 'offline', 'connectTimeout'].includes(unknown.reason!), unknown.message);
    assert.equal(unknown.sent, false);
    assert.ok(!unknown.message.includes('secret') && !unknown.message.includes('abc'));
  });

  it('are resets with an unknown `sent` if the connection ends before or during the response', async () => {
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

  it('are unreachable if the server does not speak HTTP', async () => {
    await using server = await serveSockets(
      (socket) => void once(socket, 'data').then(() => socket.end('SSH-2.0\r\n')),
    );
    await using net = await client();
    assert.equal((await rejection(net.get(server.origin), 'unreachable')).reason, 'network');
    await using plain = await serve(echo);
    assert.equal((await rejection(net.get(plain.origin.replace('http:', 'https:')), 'unreachable')).reason, 'tls');
  });
});
