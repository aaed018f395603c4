import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  accountSessions,
  allowsGit,
  belongsTo,
  isDue,
  parseSession,
  sameScopes,
  satisfies,
  sessionId,
  tokenParts,
} from '../../../../src/domain/session/session.ts';
import { aHost, aSession } from '../../../kit/sessions.ts';

const hour = 3_600_000;
const scopes = fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { maxLength: 5 });

describe('Session', () => {
  it('is parsed from its stored form, and undefined if that is damaged', () => {
    const session = aSession({ granted: ['a'], scopes: ['b'], gitOrigins: ['https://web.test'] });
    assert.deepEqual(parseSession(JSON.stringify(session)), session);
    for (const damaged of ['', '{', 'null', '[]', '{"host":"x"}', JSON.stringify({ ...session, token: '' })])
      assert.equal(parseSession(damaged), undefined, damaged);
  });

  it('has an id of host, login and scopes', () => {
    assert.equal(sessionId(aSession()), 'local/alice');
    assert.equal(sessionId(aSession({ scopes: ['b', 'a', 'b'] })), 'local/alice a b');
  });

  it('is matched by its scopes as a set, in any order', () => {
    fc.assert(
      fc.property(scopes, scopes, (one, other) => {
        const shuffled = [...one, ...one].reverse();
        assert.ok(sameScopes(one, shuffled));
        assert.ok(satisfies(aSession({ scopes: one }), shuffled));
        const equal = one.every((scope) => other.includes(scope)) && other.every((scope) => one.includes(scope));
        assert.equal(sameScopes(one, other), equal);
      }),
    );
    assert.ok(satisfies(aSession({ scopes: ['a'] }), []));
    assert.ok(!satisfies(aSession({ scopes: ['a'] }), ['a', 'b']));
    assert.ok(!satisfies(aSession({ scopes: ['a', 'b'] }), ['a']));
    assert.ok(satisfies(aSession({ scopes: [], granted: ['a'] }), ['a']));
  });

  it('belongs to a host only if the API origin is exactly equal', () => {
    const session = aSession();
    assert.ok(belongsTo(session, aHost({ apiUrl: 'https://api.test/base/' })));
    for (const apiUrl of ['https://api.test.evil', 'https://api.test:444', 'http://localhost', 'https://test'])
      assert.ok(!belongsTo(session, aHost({ apiUrl })), apiUrl);
    assert.ok(!belongsTo(session, aHost({ id: 'other' })));
  });

  it('allows git at its own origins, including both domains of one service', () => {
    const stored = aSession({ apiOrigin: 'https://api.gitcode.com', authOrigin: 'https://gitcode.com' });
    for (const origin of ['https://gitcode.com', 'https://atomgit.com', 'https://api.gitcode.com'])
      assert.ok(allowsGit(stored, origin), origin);
    for (const origin of ['https://gitcode.com:444', 'http://gitcode.com', 'https://web.test'])
      assert.ok(!allowsGit(stored, origin), origin);
    assert.ok(!allowsGit({ ...stored, gitOrigins: ['https://web.test'] }, 'https://gitcode.com'));
  });

  it('is due for renewal shortly before its end, measured from its receipt', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 * 24 * hour }), fc.nat(), (lifetime, start) => {
        const session = aSession({ receivedAt: start, lifetime });
        assert.ok(!isDue(session, start));
        assert.ok(isDue(session, start + lifetime));
        assert.ok(!isDue(session, start + Math.floor(lifetime * 0.89)));
      }),
    );
    assert.ok(!isDue(aSession({ lifetime: undefined }), Infinity));
    assert.ok(!isDue(aSession({ refreshToken: undefined }), Infinity));
  });

  it('keeps its refresh token if the service sends no new one', () => {
    const answer = {
      access_token: 'n',
      expires_in: 60,
      refresh_token: undefined,
      scope: undefined,
    };
    const parts = tokenParts(answer, 5, aSession({ granted: ['a'] }));
    assert.deepEqual(parts, { token: 'n', refreshToken: 'refresh-1', receivedAt: 5, lifetime: 60_000, granted: ['a'] });
    assert.equal(tokenParts({ ...answer, refresh_token: 'r' }, 5, aSession()).refreshToken, 'r');
    assert.equal(tokenParts({ ...answer, expires_in: undefined }, 5).lifetime, undefined);
    assert.equal(tokenParts({ ...answer, expires_in: -5 }, 5).lifetime, 0);
  });
});

describe('accountSessions', () => {
  it('lists each account once, and prefers the session of the extension over those of others', () => {
    const own = aSession({ token: 'own' });
    const other = aSession({ scopes: ['x'], token: 'x' });
    const accounts = accountSessions([other, own, aSession({ login: 'bob' }), aSession({ host: 'h' })], aHost());
    const named = accounts.map(({ account }) => `${account.id}: ${account.label}`);
    assert.deepEqual(named, ['local/alice: alice (Local)', 'local/bob: bob (Local)']);
    assert.equal(accounts[0]?.session, own);
  });

  it('prefers an active session over an ended one', () => {
    const other = aSession({ scopes: ['x'] });
    assert.equal(accountSessions([aSession({ ended: true }), other], aHost())[0]?.session, other);
  });
});
