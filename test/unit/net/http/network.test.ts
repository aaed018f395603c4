import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { exchange } from '../../../../src/api/http/exchange.ts';
import type { FetchInit } from '../../../../src/api/http/fetch.ts';
import { TimeoutBudget } from '../../../../src/api/http/timeoutBudget.ts';
import { messageOf } from '../../../../src/core/errors.ts';
import { usualLimits } from '../../../../src/net/http/limits.ts';
import { createNetwork, type Network, type NetworkSettings } from '../../../../src/net/http/network.ts';
import * as transports from '../../../../src/net/http/onDemand.ts';
import { certificate, trustIn } from '../../../kit/certificates.ts';
import { RecordingLog } from '../../../kit/recordingLog.ts';
import { rejection } from '../../../kit/rejection.ts';
import { serve, serveProxy } from '../../../kit/servers.ts';
import { until } from '../../../kit/until.ts';

/** A network whose editor reaches what `editorReaches` says, as one with a proxy script would. */
class Bench implements Disposable {
  readonly network: Network;
  readonly log = new RecordingLog();
  settings: NetworkSettings = { mode: 'auto', strictSSL: true, env: {} };
  /** Requests that went by the editor. */
  byEditor = 0;
  editorReaches: (url: string) => string = (url) => url;

  constructor() {
    this.network = createNetwork({
      load: () => Promise.resolve(transports),
      settings: () => this.settings,
      editorFetch: (url, init) => {
        assert.ok(typeof url === 'string');
        this.byEditor++;
        return fetch(this.editorReaches(url), init);
      },
      log: this.log,
      limits: { ...usualLimits, connect: 2_000 },
      exchangeLimits: { answer: 2_000, upload: 2_000, stall: 2_000 },
    });
  }

  async get(url: string, init: Partial<FetchInit> = {}): Promise<string> {
    const whole = { method: 'GET', headers: {}, signal: new AbortController().signal, ...init } as const;
    const reply = await this.network.fetch(url, whole);
    return text(reply.body!);
  }

  [Symbol.dispose](): void {
    this.network.dispose();
  }
}

const hello = (): ReturnType<typeof serve> =>
  serve((request, response) => void text(request).then((sent) => response.end(`hello ${sent}`)));

/** An address where nothing listens. */
async function nowhere(): Promise<string> {
  const server = await hello();
  await server[Symbol.asyncDispose]();
  return server.origin;
}

describe('Network', () => {
  it('uses the transport of the setting', async () => {
    await using server = await hello();
    using bench = new Bench();
    assert.equal(await bench.get(server.origin), 'hello ');
    assert.equal(bench.byEditor, 0);
    bench.settings = { ...bench.settings, mode: 'editor' };
    assert.equal(await bench.get(server.origin), 'hello ');
    assert.equal(bench.byEditor, 1);
    bench.settings = { ...bench.settings, mode: 'undici' };
    assert.equal((await rejection(bench.get(await nowhere()))).reason, 'connectionRefused');
    assert.equal(bench.byEditor, 1);
  });

  it('uses the editor’s fetch if undici cannot connect, also for later requests to that host', async () => {
    await using server = await hello();
    using bench = new Bench();
    const behind = await nowhere();
    bench.editorReaches = (url) => url.replace(behind, server.origin);
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob(['streamed']).stream();
    assert.equal(await bench.get(behind, { method: 'POST', body: { size: 8, stream } }), 'hello streamed');
    assert.equal(await bench.get(behind, { method: 'POST', body: 'text' }), 'hello text');
    assert.equal(bench.byEditor, 2);
    assert.equal(await bench.get(server.origin), 'hello ');
    assert.equal(bench.byEditor, 2);
  });

  it('uses undici again if the editor can no longer connect', async () => {
    await using server = await hello();
    const authority = certificate({ names: ['Authority'], authority: true });
    await using secure = await serve(
      (_, response) => response.end('secure'),
      certificate({ names: ['api.example.test'], issuer: authority }),
    );
    let proxyWorks = false;
    await using proxy = await serveProxy({ route: () => (proxyWorks ? secure.port : { status: 503 }) });
    using bench = new Bench();
    bench.settings = { ...bench.settings, proxy: proxy.origin, ...trustIn(authority) };
    bench.editorReaches = () => server.origin;
    const url = 'https://api.example.test/';
    assert.equal(await bench.get(url, { method: 'DELETE' }), 'hello ');
    const gone = await nowhere();
    bench.editorReaches = () => gone;
    assert.equal((await rejection(bench.get(url))).reason, 'proxyRefused');
    proxyWorks = true;
    assert.equal(await bench.get(url), 'secure');
    assert.equal(bench.byEditor, 2);
  });

  it('sends one read at most four times if every connection is reset, and once more by the editor at most', async () => {
    let connections = 0;
    await using server = await serve((request) => {
      connections += 1;
      request.socket.destroy();
    });
    using bench = new Bench();
    // As a read of the API, which is sent three times.
    for (let attempt = 0; attempt < 3; attempt += 1)
      assert.equal((await rejection(bench.get(server.origin))).reason, 'reset');
    assert.ok(connections <= 4, `${connections} requests`);
    assert.equal(bench.byEditor, 1);
  });

  it('does not use the editor’s fetch where undici worked and the connection is cut', async () => {
    let isCut = false;
    await using server = await serve((request, response) => {
      if (isCut) request.socket.destroy();
      else response.end('hello');
    });
    using bench = new Bench();
    assert.equal(await bench.get(server.origin), 'hello');
    isCut = true;
    await rejection(bench.get(server.origin));
    assert.equal(bench.byEditor, 0);
  });

  it('starts with undici again after the settings changed', async () => {
    const authority = certificate({ names: ['Authority'], authority: true });
    await using secure = await serve(
      (_, response) => response.end('secure'),
      certificate({ names: ['127.0.0.1'], issuer: authority }),
    );
    await using server = await hello();
    using bench = new Bench();
    bench.editorReaches = () => server.origin;
    const url = `https://127.0.0.1:${secure.port}/`;
    assert.equal(await bench.get(url), 'hello ');
    bench.settings = { ...bench.settings, ...trustIn(authority) };
    assert.equal(await bench.get(url), 'hello ');
    bench.network.reset();
    assert.equal(await bench.get(url), 'secure');
    assert.equal(bench.byEditor, 2);
  });

  it('uses the editor’s fetch if the address of the proxy is not supported', async () => {
    await using server = await hello();
    using bench = new Bench();
    bench.settings = { ...bench.settings, proxy: 'socks4://127.0.0.1:1' };
    assert.equal(await bench.get(server.origin), 'hello ');
    assert.equal(bench.byEditor, 1);
    bench.settings = { ...bench.settings, mode: 'undici' };
    assert.equal((await rejection(bench.get(server.origin))).reason, 'proxyInvalid');
    bench.settings = { ...bench.settings, proxy: undefined };
    bench.network.reset();
    assert.equal(await bench.get(server.origin), 'hello ');
  });
});

describe('credentials of a proxy', () => {
  it('are never in a failure or in the log', async () => {
    const password = 'hunter2-hunter2';
    const encoded = Buffer.from(`alice:${password}`).toString('base64');
    await using refusing = await serve((_, response) => response.writeHead(407).end());
    for (const proxy of [
      `http://alice:${password}@${new URL(await nowhere()).host}`,
      `http://alice:${password}@${new URL(refusing.origin).host}`,
      `socks5://alice:${password}@${new URL(refusing.origin).host}`,
      `ftp://alice:${password}@proxy.test`,
      `http://alice:${password}@`,
    ]) {
      for (const mode of ['auto', 'undici'] as const) {
        using bench = new Bench();
        bench.editorReaches = () => 'http://127.0.0.1:1/';
        bench.settings = { ...bench.settings, mode, proxy };
        const failure = await rejection(bench.get('https://host.test/'));
        const told = [
          failure.message,
          failure.serverMessage,
          failure.stack,
          messageOf(failure.cause),
          ...bench.log.lines,
        ];
        for (const line of told) for (const secret of [password, encoded]) assert.ok(!line?.includes(secret), line);
      }
    }
  });
});

describe('the fall-back of Network', () => {
  it('sends no second request if the first may have reached the service and is not a GET', async () => {
    let seen = 0;
    await using server = await serve((request) => (seen++, request.socket.resetAndDestroy()));
    using bench = new Bench();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const failure = await rejection(bench.get(server.origin, { method, body: '{}' }), 'unreachable');
      assert.equal(failure.reason, 'reset');
    }
    assert.deepEqual([seen, bench.byEditor], [4, 0]);
    await using good = await hello();
    bench.editorReaches = () => good.origin;
    assert.equal(await bench.get(server.origin), 'hello ');
    assert.equal(seen, 5);
  });

  it('sends no second request if the response times out or the caller cancels', async () => {
    await using server = await serve(() => undefined);
    using bench = new Bench();
    const request = { operation: 'GET', method: 'GET', url: new URL(server.origin), redirects: 'followed' } as const;
    const asked = exchange(bench.network.fetch, { ...request, headers: () => ({}) }, new TimeoutBudget(20_000));
    assert.equal((await rejection(asked, 'timeout')).reason, 'answerTimeout');
    const stop = new AbortController();
    const given = rejection(bench.get(server.origin, { signal: stop.signal }), 'cancelled');
    await until(() => server.connections() > 1);
    stop.abort();
    await given;
    await rejection(bench.get(server.origin, { headers: { a: '\n' } }), 'invalid');
    assert.equal(bench.byEditor, 0);
  });

  it('sends no second request if the editor may have sent it', async () => {
    let seen = 0;
    await using server = await serve((request) => (seen++, request.socket.resetAndDestroy()));
    using bench = new Bench();
    const behind = await nowhere();
    bench.editorReaches = () => server.origin;
    const failure = await rejection(bench.get(behind, { method: 'POST', body: '{}' }), 'unreachable');
    assert.deepEqual([failure.reason, failure.sent, seen], ['reset', undefined, 1]);
  });
});

describe('Network.dispose', () => {
  it('aborts requests in flight, unlike changed settings', async () => {
    const answers: (() => void)[] = [];
    await using server = await serve((_, response) => void answers.push(() => response.end('late')));
    const bench = new Bench();
    const first = bench.get(server.origin);
    await until(() => answers.length === 1);
    bench.network.reset();
    bench.network.reset();
    answers[0]?.();
    assert.equal(await first, 'late');
    const second = rejection(bench.get(server.origin), 'cancelled');
    await until(() => answers.length === 2);
    bench.network.dispose();
    await second;
    bench.network.dispose();
  });

  it('does nothing before the first request', async () => {
    await using server = await hello();
    const used: string[] = [];
    const network = createNetwork({
      load: () => (used.push('transports'), Promise.resolve(transports)),
      settings: () => (used.push('settings'), { mode: 'undici', strictSSL: true, env: {} }),
      editorFetch: () => (used.push('editor'), Promise.reject(new Error('not asked'))),
      log: new RecordingLog(),
    });
    network.reset();
    await new Promise(setImmediate);
    assert.deepEqual(used, []);
    const { signal } = new AbortController();
    assert.equal((await network.fetch(server.origin, { method: 'GET', headers: {}, signal })).status, 200);
    assert.deepEqual(new Set(used), new Set(['settings', 'transports']));
    network.dispose();
  });
});
