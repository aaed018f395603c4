import assert from 'node:assert/strict';
import { authorizeAddress } from '../../../../src/api/oauth/oauth.ts';
import { createPkce } from '../../../../src/api/oauth/pkce.ts';
import { silent } from '../../../../src/core/log.ts';
import { Attempts, type CallbackResult, type SignInAttempt } from '../../../../src/domain/session/attempts.ts';
import type { RegisteredClient } from '../../../../src/domain/session/clients.ts';
import { listeningPlace } from '../../../../src/domain/session/flows.ts';
import { hostFromSettings } from '../../../../src/domain/session/hostSettings.ts';
import { grantedSession } from '../../../../src/domain/session/identify.ts';
import type { Session } from '../../../../src/domain/session/session.ts';
import { listenLoopback } from '../../../../src/net/http/loopback.ts';
import { navigate as page } from '../../../kit/navigate.ts';
import { rejection } from '../../../kit/rejection.ts';
import { Clients } from '../../kit/clients.ts';

describe('sign-in over the loopback listener', () => {
  const { signal } = new AbortController();
  let clients: Clients;
  before(async () => (clients = await Clients.start()));
  after(() => clients.close());
  afterEach(() => {
    assert.deepEqual(clients.service.violations, []);
    clients.service.calm();
  });

  /** Starts a sign-in as the extension does, without the editor: a loopback listener and an attempt. */
  async function begin(attempts: Attempts, registered?: string) {
    const { url, clientId, clientSecret } = clients.service;
    const host = hostFromSettings({ id: 'local', name: 'Local', apiUrl: url, authUrl: url, clientId });
    const client: RegisteredClient = { authUrl: url, clientId, clientSecret, redirectUri: registered };
    const place = listeningPlace(registered);
    const arrivals: CallbackResult[] = [];
    const listener = await listenLoopback({
      ...place,
      receive: (query) => {
        const arrival = attempts.receive(query);
        arrivals.push(arrival);
        return { expected: arrival === 'accepted', title: 'Done', message: arrival };
      },
    });
    const redirectUri = registered ?? `http://127.0.0.1:${listener.port}${place.path}`;
    const over = new AbortController();
    const attempt: SignInAttempt = attempts.begin(over.signal);
    attempt.code.catch(() => undefined);
    const { verifier, challenge } = await createPkce();
    const { state } = attempt;
    const address = authorizeAddress(client, { redirectUri, scopes: host.scopes, state, challenge });
    const session = async (): Promise<Session> => {
      const grant = { client, code: await attempt.code, redirectUri, verifier, scopes: host.scopes };
      return (await grantedSession({ fetch: clients.fetch, log: silent }, host, grant, signal)).session;
    };
    const close = async (): Promise<void> => {
      over.abort();
      await listener.close();
    };
    return { address, arrivals, session, [Symbol.asyncDispose]: close };
  }

  /** Grants or denies access on the page of the service; the address of the redirect. */
  async function decide(address: string, decision: 'grant' | 'deny'): Promise<string> {
    const { searchParams, origin, pathname } = new URL(address);
    const body = new URLSearchParams({ ...Object.fromEntries(searchParams), login: 'carol', decision });
    const answer = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }

  it('ends with a session, and accepts a code once', async () => {
    await using way = await begin(new Attempts());
    const back = await decide(way.address, 'grant');
    assert.match(await page(back), /accepted/);
    const session = await way.session();
    assert.deepEqual([session.login, session.kind, session.host], ['carol', 'oauth', 'local']);
    assert.ok(session.refreshToken);
    assert.match(await page(back), /again/);
    assert.equal((await rejection(way.session(), 'refused')).reason, 'codeRefused');
  });

  it('listens at the registered redirect address, and throws portBusy if the port is in use', async () => {
    await using free = await begin(new Attempts());
    const registered = new URL(free.address).searchParams.get('redirect_uri') ?? '';
    assert.equal((await rejection(begin(new Attempts(), registered))).reason, 'portBusy');
    await free[Symbol.asyncDispose]();
    await using way = await begin(new Attempts(), registered);
    assert.match(await page(await decide(way.address, 'grant')), /accepted/);
    assert.equal((await way.session()).login, 'carol');
  });

  it('throws signInDenied with the message of the service', async () => {
    await using way = await begin(new Attempts());
    assert.match(await page(await decide(way.address, 'deny')), /denied/);
    const failure = await rejection(way.session(), 'refused');
    assert.deepEqual(
      [failure.reason, failure.serverMessage],
      ['signInDenied', 'The resource owner or authorization server denied the request.'],
    );
  });

  it('ignores the answer of another attempt, and reports a late one', async () => {
    const attempts = new Attempts();
    await using first = await begin(attempts);
    const back = await decide(first.address, 'grant');
    assert.match(await page(back.replace(/state=./, 'state=x')), /foreign/);
    assert.match(await page(back.replace(/[?].*/, '')), /incomplete/);
    await using second = await begin(attempts);
    await rejection(first.session(), 'cancelled');
    assert.match(await page(back), /late/);
    await page(await decide(second.address, 'grant'));
    assert.equal((await second.session()).login, 'carol');
    assert.deepEqual(first.arrivals, ['foreign', 'incomplete', 'late']);
  });

  it('times out', async () => {
    await using way = await begin(new Attempts(1));
    assert.equal((await rejection(way.session(), 'timeout')).reason, 'signInLate');
    assert.match(await page(await decide(way.address, 'grant')), /late/);
  });
});
