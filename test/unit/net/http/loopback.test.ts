import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LoopbackListener, LoopbackOptions, LoopbackPage } from '../../../../src/core/loopback.ts';
import { listenLoopback } from '../../../../src/net/http/loopback.ts';
import { rejection } from '../../../kit/rejection.ts';
import { until } from '../../../kit/until.ts';

interface Listening extends AsyncDisposable, LoopbackListener {
  /** What browsers brought. */
  readonly received: URLSearchParams[];
}

async function listen(options: Partial<LoopbackOptions> = {}): Promise<Listening> {
  const received: URLSearchParams[] = [];
  const receive = (query: URLSearchParams): LoopbackPage => {
    received.push(query);
    return { expected: query.has('code'), title: 'Done & <b>dusted</b>', message: `"'${query.get('code')}` };
  };
  const listener = await listenLoopback({ host: '127.0.0.1', port: 0, path: '/callback', receive, ...options });
  return { ...listener, received, [Symbol.asyncDispose]: () => listener.close() };
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly page: string;
}

async function visit(
  port: number,
  path: string,
  options: { method?: string; host?: string; address?: string; more?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { method = 'GET', host = `127.0.0.1:${port}`, address = '127.0.0.1', more } = options;
  const sent = request({ host: address, port, path, method, headers: { host, ...more } }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  );
  return { status: response.statusCode, headers: response.headers, page: await text(response) };
}

describe('the loopback listener', () => {
  it('passes the query of the browser on, and responds with a page of plain text', async () => {
    await using listener = await listen();
    const { status, headers, page } = await visit(listener.port, '/callback?code=a%26%3Cb%3E&state=%E4%B8%AD+x');
    assert.equal(status, 200);
    assert.deepEqual(
      [...listener.received[0]!],
      [
        ['code', 'a&<b>'],
        ['state', '中 x'],
      ],
    );
    assert.match(page, /<title>Done &#38; &#60;b&#62;dusted&#60;\/b&#62;<\/title>/);
    assert.match(page, /<p>&#34;&#39;a&#38;&#60;b&#62;<\/p>/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; frame-ancestors 'none'; style-src 'sha256-/,
    );
    assert.ok(!/(src|href)=/.test(page));
  });

  it('accepts only one path, one method and the names of this computer', async () => {
    await using listener = await listen();
    const { port } = listener;
    for (const path of ['/', '/favicon.ico', '/callback/', '/callback2?code=1', '//']) {
      assert.equal((await visit(port, path)).status, 404, path);
    }
    assert.equal((await visit(port, '/callback?code=1', { method: 'POST' })).status, 405);
    for (const host of ['evil.test', `evil.test:${port}`, '%']) {
      assert.equal((await visit(port, '/callback?code=1', { host })).status, 404, host);
    }
    assert.equal(listener.received.length, 0);
    for (const host of ['localhost', `localhost:${port}`, `[::1]:${port}`]) {
      assert.equal((await visit(port, '/callback?code=1', { host })).status, 200);
    }
    assert.equal(listener.received.length, 3);
  });

  it('accepts only navigations of a browser, not scripts or pictures of a page', async () => {
    await using listener = await listen();
    for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket', '']) {
      const { status, page } = await visit(listener.port, '/callback?code=1', { more: { 'sec-fetch-mode': mode } });
      assert.deepEqual([status, page], [403, ''], mode);
    }
    assert.equal(listener.received.length, 0);
    const more = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
    assert.equal((await visit(listener.port, '/callback?code=1', { more })).status, 200);
    assert.equal((await visit(listener.port, '/callback?error=x')).status, 400, 'what is not waited for');
  });

  it('listens at the given port, also on IPv6, and rejects with portBusy', async function () {
    const first = await listen();
    const { port } = first;
    const busy = await rejection(listen({ port }), 'unreachable');
    assert.equal(busy.reason, 'portBusy');
    assert.match(busy.message, new RegExp(String(port)));
    await first.close();
    await using again = await listen({ port });
    assert.equal(again.port, port);
    assert.equal((await rejection(listen({ host: '203.0.113.1' }), 'unreachable')).reason, 'network');
    await using six = await listen({ host: '::1' }).catch(() => this.skip());
    assert.equal((await visit(six.port, '/callback?code=1', { address: '::1' })).status, 200);
  });

  it('closes at once with open connections, but only after its page is sent', async () => {
    let closed: Promise<void> | undefined;
    const listener: LoopbackListener = await listen({
      receive: () => {
        closed = listener.close();
        return { expected: true, title: 'Bye', message: 'x'.repeat(1_000_000) };
      },
    });
    const idle = connect(listener.port, '127.0.0.1');
    const slow = connect(listener.port, '127.0.0.1', () => slow.write('GET /callback HTTP/1.1\r\nHost: loc'));
    for (const socket of [idle, slow]) socket.on('error', () => undefined);
    await Promise.all([once(idle, 'connect'), once(slow, 'connect')]);
    const { page } = await visit(listener.port, '/callback?code=1');
    assert.ok(page.includes('x'.repeat(1_000_000)) && page.includes('</html>'));
    await closed;
    await until(() => idle.destroyed && slow.destroyed);
    await assert.rejects(visit(listener.port, '/callback'), /ECONNREFUSED/);
    await listener.close();
  });
});
