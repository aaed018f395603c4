import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { networkFailure, ProxyError } from '../../../../src/net/http/networkFailure.ts';

const signal = new AbortController().signal;
const coded = (code: string, extra: object = {}): Error =>
  Object.assign(new Error(`failed with ${code}`), { code, ...extra });
const of = (error: unknown, sent?: boolean): Failure =>
  networkFailure(error, { host: 'api.example.test', signal, sent });

describe('networkFailure', () => {
  it('finds the reason anywhere in an error and its causes', () => {
    const cases: readonly (readonly [unknown, string, boolean | undefined])[] = [
      [coded('ENOTFOUND', { syscall: 'getaddrinfo' }), 'dns', false],
      [coded('EAI_AGAIN', { syscall: 'getaddrinfo' }), 'offline', false],
      [coded('ENETUNREACH', { syscall: 'connect' }), 'offline', false],
      [coded('EHOSTUNREACH'), 'offline', undefined],
      [coded('ECONNRESET'), 'reset', undefined],
      [new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }), 'connectionRefused', false],
      [
        new AggregateError([coded('ECONNREFUSED', { syscall: 'connect' }), coded('ENETUNREACH')]),
        'connectionRefused',
        false,
      ],
      [
        new TypeError('Failed to fetch', { cause: new Error('net::ERR_CERT_AUTHORITY_INVALID') }),
        'tlsUnknownIssuer',
        false,
      ],
      [new Error('net::ERR_INTERNET_DISCONNECTED'), 'offline', undefined],
      [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'tlsUnknownIssuer', false],
      [coded('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'tls', undefined],
      [coded('CERT_REVOKED'), 'tls', undefined],
      [
        new Error('outer', { cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling') }),
        'proxyAuth',
        false,
      ],
      [new Error('Proxy response (502) !== 200 when HTTP Tunneling'), 'proxyRefused', false],
      [new ProxyError('no connection', { cause: coded('CERT_HAS_EXPIRED') }), 'proxyUnreachable', false],
      [new TypeError('Failed to fetch'), 'network', undefined],
      ['a text', 'network', undefined],
    ];
    for (const [error, reason, sent] of cases) {
      const failure = of(error);
      assert.deepEqual([failure.kind, failure.reason, failure.sent], ['unreachable', reason, sent], failure.message);
      assert.equal(failure.cause, error);
      assert.match(failure.message, /^api\.example\.test: ./);
      assert.equal(of(error, true).sent, true);
    }
  });

  it('returns a timeout with its reason', () => {
    for (const [code, reason] of [
      ['ETIMEDOUT', 'connectTimeout'],
      ['UND_ERR_HEADERS_TIMEOUT', 'answerTimeout'],
      ['UND_ERR_BODY_TIMEOUT', 'stalled'],
    ] as const) {
      assert.deepEqual([of(coded(code)).kind, of(coded(code)).reason], ['timeout', reason]);
    }
  });

  it('returns a cancellation, and a Failure unchanged', () => {
    assert.equal(networkFailure(coded('ECONNRESET'), { host: 'x', signal: AbortSignal.abort() }).kind, 'cancelled');
    assert.equal(of(coded('UND_ERR_DESTROYED')).kind, 'cancelled');
    const own = new Failure('refused', 'the file is gone', { reason: 'diskMissing', about: ['file'] });
    assert.equal(of(own), own);
  });

  it('handles errors with circular causes', () => {
    const circle = new Error('a');
    circle.cause = circle;
    assert.equal(of(circle).reason, 'network');
  });
});
