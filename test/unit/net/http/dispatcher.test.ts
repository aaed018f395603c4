import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { Log } from '../../../../src/core/log.ts';
import { silent } from '../../../../src/core/log.ts';
import { bypass } from '../../../../src/net/http/bypass.ts';
import { createConnections } from '../../../../src/net/http/dispatcher.ts';
import { createUndiciFetch } from '../../../../src/net/http/fetch.ts';
import { usualLimits, type NetworkLimits } from '../../../../src/net/http/limits.ts';
import { proxyOf, type NetworkOptions } from '../../../../src/net/http/options.ts';
import { certificate, trustIn } from '../../../kit/certificates.ts';
import { rejection } from '../../../kit/rejection.ts';
import { serve, serveProxy, serveSockets } from '../../../kit/servers.ts';
import { until } from '../../../kit/until.ts';

const authority = certificate({ names: ['Test Authority'], authority: true });
const good = certificate({ names: ['api.example.test', 'localhost', '127.0.0.1'], issuer: authority });
const trusting = trustIn(authority);

/** The response of the service, or the rejection. */
async function get(
  url: string,
  options: Partial<NetworkOptions> = {},
  limits: Partial<NetworkLimits> = {},
  log: Log = silent,
): Promise<string> {
  const connections = await createConnections(
    { strictSSL: true, env: {}, ...options },
    { ...usualLimits, ...limits },
    log,
  );
  try {
    const fetch = createUndiciFetch(() => Promise.resolve(connections));
    const reply = await fetch(url, { method: 'GET', headers: {}, signal: new AbortController().signal });
    return `${reply.status} ${await text(reply.body!)}`;
  } finally {
    await connections.destroy();
  }
}

const secure = (cert = good): ReturnType<typeof serve> => serve((_, response) => response.end('hello'), cert);

describe('certificates', () => {
  it('are trusted from a private authority if NODE_EXTRA_CA_CERTS names it', async () => {
    await using server = await secure();
    const url = `https://127.0.0.1:${server.port}/`;
    assert.equal(await get(url, trusting), '200 hello');
    assert.equal(await get(url, { strictSSL: false }), '200 hello');
    assert.equal((await rejection(get(url))).reason, 'tlsUnknownIssuer');
  });

  it('are rejected if they are invalid, before a request is sent, each with its reason', async () => {
    const past = { from: new Date(Date.now() - 1e10), until: new Date(Date.now() - 1e9) };
    const future = { from: new Date(Date.now() + 1e9), until: new Date(Date.now() + 1e10) };
    const cases = {
      tlsExpired: certificate({ names: ['127.0.0.1'], issuer: authority, ...past }),
      'tlsExpired ': certificate({ names: ['127.0.0.1'], issuer: authority, ...future }),
      tlsSelfSigned: certificate({ names: ['127.0.0.1'] }),
      tlsWrongName: certificate({ names: ['other.example.test'], issuer: authority }),
      tlsUnknownIssuer: certificate({
        names: ['127.0.0.1'],
        issuer: certificate({ names: ['Another'], authority: true }),
      }),
    };
    for (const [reason, cert] of Object.entries(cases)) {
      await using server = await secure(cert);
      const failure = await rejection(get(`https://127.0.0.1:${server.port}/`, trusting), 'unreachable');
      assert.deepEqual([failure.reason, failure.sent], [reason.trim(), false], failure.message);
      assert.equal(await get(`https://127.0.0.1:${server.port}/`, { strictSSL: false }), '200 hello');
    }
  });

  it('are left out and logged if they are unreadable', async () => {
    await using server = await secure();
    const url = `https://127.0.0.1:${server.port}/`;
    const warned: string[] = [];
    const log = { ...silent, warn: (message: string) => warned.push(message) };
    const missing = { env: { NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' } };
    assert.equal((await rejection(get(url, missing, {}, log))).reason, 'tlsUnknownIssuer');
    assert.equal(await get(url, trustIn({ ...authority, cert: `${authority.cert}garbage` }), {}, log), '200 hello');
    assert.equal(warned.length, 1);
    assert.match(warned[0]!, /NODE_EXTRA_CA_CERTS/);
  });
});

describe('connections over TLS', () => {
  it('resume the session of an earlier connection to the host', async () => {
    await using server = await serve(
      (request, response) =>
        response.end(String(request.socket instanceof TLSSocket && request.socket.isSessionReused())),
      good,
    );
    const limits = { ...usualLimits, idle: 10 };
    const connections = await createConnections({ strictSSL: true, ...trusting }, limits, silent);
    const fetch = createUndiciFetch(() => Promise.resolve(connections));
    const resumed: string[] = [];
    for (const count of [1, 2]) {
      const { signal } = new AbortController();
      const reply = await fetch(`https://localhost:${server.port}/`, { method: 'GET', headers: {}, signal });
      resumed.push(await text(reply.body!));
      await until(() => server.sockets.size === 0);
      assert.equal(server.connections(), count);
    }
    await connections.destroy();
    assert.deepEqual(resumed, ['false', 'true']);
  });
});

describe('a proxy', () => {
  const url = 'https://api.example.test/';

  it('gets a tunnel to the host, whose certificate is verified', async () => {
    await using server = await secure();
    await using proxy = await serveProxy({ route: () => server.port });
    assert.equal(await get(url, { ...trusting, proxy: proxy.origin }), '200 hello');
    assert.deepEqual([proxy.tunnels, proxy.credentials], [['api.example.test:443'], [undefined]]);
    assert.equal((await rejection(get(url, { proxy: proxy.origin }))).reason, 'tlsUnknownIssuer');
    const other = 'https://other.example.test:8443/';
    assert.equal((await rejection(get(other, { ...trusting, proxy: proxy.origin }))).reason, 'tlsWrongName');
    assert.equal(proxy.tunnels.at(-1), 'other.example.test:8443');
  });

  it('has at most eight connections, which are reused', async () => {
    await using server = await secure();
    await using proxy = await serveProxy({ route: () => server.port });
    const connections = await createConnections(
      { strictSSL: true, ...trusting, proxy: proxy.origin },
      usualLimits,
      silent,
    );
    const fetch = createUndiciFetch(() => Promise.resolve(connections));
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const reply = await fetch(url, { method: 'GET', headers: {}, signal: new AbortController().signal });
        assert.equal(await text(reply.body!), 'hello');
      }),
    );
    await connections.close();
    assert.equal(proxy.connections(), 8);
    assert.equal(server.connections(), 8);
  });

  it('gets user and password, percent-decoded, or the header of the settings', async () => {
    await using server = await secure();
    const basic = (user: string): string => `Basic ${Buffer.from(user).toString('base64')}`;
    for (const [inUrl, wants] of [
      ['me:p%40ss%3Aw%25rd', basic('me:p@ss:w%rd')],
      ['me', basic('me:')],
      ['me:100%', basic('me:100%')],
      ['%E4%B8%AD:x', basic('中:x')],
    ] as const) {
      await using proxy = await serveProxy({ route: () => server.port, wants });
      const address = proxy.origin.replace('//', `//${inUrl}@`);
      assert.equal(await get(url, { ...trusting, proxy: address }), '200 hello');
      assert.deepEqual(proxy.credentials, [wants]);
      const header = { ...trusting, proxy: address, proxyAuthorization: 'Negotiate abc' };
      assert.equal((await rejection(get(url, header))).reason, 'proxyAuth');
      assert.deepEqual(proxy.credentials, [wants, 'Negotiate abc']);
    }
  });

  it('causes a failure without the password if it rejects the password', async () => {
    await using proxy = await serveProxy({ route: () => 1, wants: 'Basic other' });
    const failure = await rejection(get(url, { proxy: proxy.origin.replace('//', '//me:s3cret@') }), 'unreachable');
    assert.deepEqual([failure.reason, failure.sent], ['proxyAuth', false]);
    assert.ok(!`${failure.message} ${(failure.cause as Error).stack ?? ''}`.includes('s3cret'));
  });

  it('is distinguished from a host that fails', async () => {
    await using refusing = await serveProxy({ route: () => ({ status: 403 }) });
    await using closing = await serveSockets((socket) => socket.on('data', () => socket.end()));
    await using silentOne = await serveSockets((socket) => socket.resume());
    const gone = await serveProxy({ route: () => 1 });
    await gone[Symbol.asyncDispose]();
    const cases = [
      [refusing, 'proxyRefused', {}],
      [closing, 'proxyUnreachable', {}],
      [silentOne, 'proxyUnreachable', { connect: 80 }],
      [gone, 'proxyUnreachable', {}],
    ] as const;
    for (const [proxy, reason, limits] of cases) {
      const failure = await rejection(get(url, { proxy: proxy.origin }, limits), 'unreachable');
      assert.deepEqual([failure.reason, failure.sent], [reason, false], failure.message);
      assert.ok(proxy.connections() <= 1, `${proxy.connections()} connections to a proxy that fails`);
    }
    await using deadEnd = await serveProxy({ route: () => 1 });
    assert.equal((await rejection(get(url, { proxy: deadEnd.origin }))).sent, false);
  });

  it('is not used for the excluded hosts, and never for this computer', async () => {
    await using server = await secure();
    await using proxy = await serveProxy({ route: () => server.port });
    const local = `https://127.0.0.1:${server.port}/`;
    assert.equal(await get(local, { ...trusting, proxy: proxy.origin }), '200 hello');
    assert.equal(await get(local.replace('127.0.0.1', 'localhost'), { ...trusting, proxy: proxy.origin }), '200 hello');
    for (const noProxy of ['example.test', '.example.test', 'x, api.example.test:443', '*.example.test', '*']) {
      const direct = await rejection(get(url, { ...trusting, proxy: proxy.origin, noProxy }, { connect: 500 }));
      assert.ok(['dns', 'offline', 'connectTimeout'].includes(direct.reason!), `${noProxy}: ${direct.message}`);
    }
    assert.equal(proxy.tunnels.length, 0);
    for (const noProxy of ['', 'ample.test', 'api.example.test:80', 'other.test']) {
      assert.equal(await get(url, { ...trusting, proxy: proxy.origin, noProxy }), '200 hello');
    }
    assert.equal(proxy.tunnels.length, 4);
  });

  it('can be a SOCKS proxy', async () => {
    await using server = await secure();
    const asked: string[] = [];
    await using proxy = await serveSockets((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]));
        socket.once('data', (request: Buffer) => {
          asked.push(request.toString('latin1', 5, 5 + request[4]!));
          const inner = connect(server.port, '127.0.0.1', () => {
            socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
            inner.pipe(socket).pipe(inner);
          });
          inner.on('error', () => socket.destroy());
        });
      });
    });
    assert.equal(await get(url, { ...trusting, proxy: `socks5h://127.0.0.1:${proxy.port}` }), '200 hello');
    assert.deepEqual(asked, ['api.example.test']);
    const gone = await serveSockets(() => undefined);
    await gone[Symbol.asyncDispose]();
    const failure = await rejection(get(url, { proxy: `socks5://127.0.0.1:${gone.port}` }), 'unreachable');
    assert.equal(failure.sent, false);
  });

  it('is reached over TLS with its own certificate', async () => {
    await using server = await secure();
    await using plain = await serveProxy({ route: () => server.port });
    await using front = await serveSockets((socket) => {
      const inner = connect(plain.port, '127.0.0.1');
      inner
        .on('error', () => socket.destroy())
        .pipe(socket)
        .pipe(inner);
    }, good);
    const proxy = `https://localhost:${front.port}`;
    assert.equal(await get(url, { ...trusting, proxy }), '200 hello');
    assert.equal((await rejection(get(url, { proxy }))).reason, 'proxyUnreachable');
  });
});

describe('address of the proxy', () => {
  const of = (options: Partial<NetworkOptions>): string | undefined => {
    const proxy = proxyOf({ strictSSL: true, env: {}, ...options });
    return proxy && `${proxy.url} ${proxy.noProxy} ${proxy.authorization ?? '-'}`;
  };

  it('is the setting, otherwise the environment', () => {
    assert.equal(of({}), undefined);
    assert.equal(of({ proxy: ' ', env: { https_proxy: '' } }), undefined);
    assert.equal(of({ env: { HTTP_PROXY: 'http://b:1', ALL_PROXY: 'http://c:1' } }), 'http://b:1/  -');
    assert.equal(
      of({ env: { https_proxy: 'a:3128', HTTP_PROXY: 'http://b:1', NO_PROXY: 'x,y' } }),
      'http://a:3128/ x,y -',
    );
    assert.equal(
      of({ proxy: 'http://s:1', noProxy: 'z', env: { https_proxy: 'a:1', no_proxy: 'x' } }),
      'http://s:1/ z -',
    );
    assert.equal(of({ proxy: 'socks5h://s:1' }), 'socks5://s:1 -'.replace(' ', '  '));
  });

  it('must have a supported scheme', () => {
    for (const proxy of ['socks4://a:1', 'ftp://a', 'http://', 'http://a:b:c', 'pac+file:///x']) {
      assert.throws(() => of({ proxy }), { name: 'Failure', kind: 'unreachable', reason: 'proxyInvalid', sent: false });
    }
  });
});

describe('hosts without a proxy', () => {
  it('are this computer, networks of the list, and all hosts for *', () => {
    const direct = bypass('10.0.0.0/8, 192.168.1.7 fd00::/8,[fe80::1],nonsense/8,1.2.3.4/x,5.6.7.8/99');
    for (const host of [
      'localhost',
      'api.localhost',
      '127.0.0.1',
      '127.9.9.9',
      '[::1]',
      '10.1.2.3',
      '192.168.1.7',
      '[fd12::1]',
      '[fe80::1]',
    ]) {
      assert.ok(direct(host), host);
    }
    for (const host of [
      '11.0.0.1',
      '192.168.1.8',
      '[fe80::2]',
      'example.test',
      'localhost.example.test',
      '1.2.3.4',
      '5.6.7.8',
    ]) {
      assert.ok(!direct(host), host);
    }
    assert.ok(bypass('a, *')('example.test'));
    assert.ok(!bypass('')('example.test'));
  });
});
