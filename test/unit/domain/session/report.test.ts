import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { describeReach, redact, writeReport } from '../../../../src/domain/session/report.ts';
import { aHost, aSession } from '../../../kit/sessions.ts';

const url = 'https://api.test';
const failed = (
  reason: 'dns' | 'connectionRefused' | 'tlsExpired' | 'proxyAuth' | 'answerTimeout' | 'notTheApi',
): string => describeReach({ url, outcome: new Failure('unreachable', 'x', { reason }) });

describe('problem report', () => {
  it('describes how far a request to a host gets: DNS, TCP, TLS, answer', () => {
    assert.equal(
      describeReach({ url, outcome: { status: 401, took: 5 } }),
      'DNS ok, TCP ok, TLS ok, answered 401 in 5 ms',
    );
    assert.equal(
      describeReach({ url: 'http://localhost', outcome: { status: 401, took: 5 } }),
      'DNS ok, TCP ok, answered 401 in 5 ms',
    );
    assert.equal(failed('dns'), 'DNS failed (dns)');
    assert.equal(failed('connectionRefused'), 'DNS ok, TCP failed (connectionRefused)');
    assert.equal(failed('tlsExpired'), 'DNS ok, TCP ok, TLS failed (tlsExpired)');
    assert.equal(failed('proxyAuth'), 'proxy failed (proxyAuth)');
    assert.equal(failed('answerTimeout'), 'DNS ok, TCP ok, TLS ok, answer failed (answerTimeout)');
    assert.equal(failed('notTheApi'), 'DNS ok, TCP ok, TLS ok, answer failed (notTheApi)');
  });

  it('shows the kind, scopes and end of a session, but neither token nor login', () => {
    const token = 'abcdefgh12345678';
    const session = aSession({
      token,
      refreshToken: 'xyz',
      login: 'alice',
      scopes: ['all_user'],
      granted: ['all_user'],
    });
    const reach = { url, outcome: { status: 401, took: 5 } };
    const atHome = ['', 'home', 'somebody', 'x'].join('/');
    const report = writeReport({
      versions: [['Sourcehost', '1.0']],
      hosts: [{ host: aHost(), api: reach, signInPages: reach, clockAhead: 3_600_000, sessions: [session] }],
      problems: [{ entry: 'corp', field: 'apiUrl', why: 'notSafe' }],
      failures: [`GET /users/alice failed: ${token} https://api.test/x?access_token=${token} ${atHome}`],
      now: session.receivedAt,
    });
    for (const secret of [token, 'xyz', 'alice', 'somebody', 'access_token'])
      assert.ok(!report.includes(secret), report);
    assert.match(report, /OAuth token, asked for all_user, granted all_user, ends in 60 min, can be renewed/);
    assert.match(report, /3600 s ahead of the host/);
    assert.match(report, /corp: apiUrl notSafe/);
    assert.match(report, /account-1/);
  });

  it('shows the settings without the queries of addresses', () => {
    const reach = { url, outcome: { status: 200, took: 1 } };
    const bare = { api: reach, signInPages: reach, clockAhead: 0, sessions: [] };
    const report = (redirectUri: string): string =>
      writeReport({
        versions: [],
        failures: [],
        now: 0,
        problems: [{ entry: '#2', field: undefined, why: 'wrong' }],
        hosts: [{ host: aHost({ clientId: 'c', redirectUri }), ...bare }],
      });
    assert.match(report('http://127.0.0.1:1/x?key=value'), /Redirect address \| http:\/\/127.0.0.1:1\/x\?\*\*\* \|/);
    assert.match(report('http://127.0.0.1:1/x'), /Client id \| in the settings/);
    assert.match(report('http://127.0.0.1:1/x'), /- #2: entry wrong/);
  });

  it('shows missing facts as unknown', () => {
    const reach = { url, outcome: new Failure('broken', 'x', { status: 502 }) };
    const facts = { versions: [], problems: [], failures: [], now: 10 * 60_000 };
    const bare = { api: reach, signInPages: reach, clockAhead: undefined, sessions: [] };
    const nobody = writeReport({ ...facts, hosts: [{ host: aHost(), ...bare }] });
    assert.match(nobody, /answer failed \(broken, status 502\)/);
    assert.match(nobody, /the host does not tell/);
    assert.match(nobody, /Accounts \| none/);
    assert.match(nobody, /None since the window opened/);
    const old = { ...aSession(), kind: 'personal', scopes: [], granted: [], receivedAt: 0, lifetime: 60_000 } as const;
    const sessions = [
      { ...old, refreshToken: undefined },
      { ...old, granted: undefined, lifetime: undefined, refreshToken: 'xyz', ended: true },
    ];
    const report = writeReport({ ...facts, hosts: [{ host: aHost(), ...bare, sessions }] });
    assert.match(report, /personal token, no scopes asked for, granted none, ended 9 min ago, cannot be renewed/);
    assert.match(report, /end not known, can be renewed, the host refused to renew it/);
  });

  it('masks text that looks like a secret', () => {
    const clean = redact('ghp_0123456789abcdefABCDEF01 and https://u:p@x.test/a?b=c#d and all_repository', [], []);
    assert.equal(clean, '*** and https://x.test/a?*** and all_repository');
  });
});
