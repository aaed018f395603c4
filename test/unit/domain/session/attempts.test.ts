import assert from 'node:assert/strict';
import { Attempts, readPasted } from '../../../../src/domain/session/attempts.ts';
import { rejection } from '../../../kit/rejection.ts';

const answer = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

describe('Attempts to sign in', () => {
  it('resolves with the code that arrives with its state', async () => {
    const attempts = new Attempts();
    const { state, code } = attempts.begin();
    assert.equal(attempts.receive(answer({ code: 'c', state })), 'accepted');
    assert.equal(await code, 'c');
  });

  it('uses a random state of 192 bits', () => {
    const states = Array.from({ length: 100 }, () => {
      const { state, code } = new Attempts().begin(AbortSignal.abort());
      code.catch(() => undefined);
      return state;
    });
    assert.equal(new Set(states).size, 100);
    for (const state of states) assert.match(state, /^[0-9a-f]{48}$/);
  });

  it('ignores an answer with another state', async () => {
    const attempts = new Attempts();
    const { state, code } = attempts.begin();
    assert.equal(attempts.receive(answer({ code: 'evil', state: 'guessed' })), 'foreign');
    assert.equal(attempts.receive(answer({ code: 'evil' })), 'foreign');
    assert.equal(attempts.receive(answer({ error: 'access_denied', state: `${state}x` })), 'foreign');
    assert.equal(attempts.receive(answer({ error: 'access_denied', error_description: 'Go away' })), 'foreign');
    attempts.receive(answer({ code: 'right', state }));
    assert.equal(await code, 'right');
  });

  it('rejects as signInDenied, with the message of the service', async () => {
    const attempts = new Attempts();
    const { state, code } = attempts.begin();
    const denied = answer({ error: 'access_denied', error_description: 'The owner\nsaid no.', state });
    assert.equal(attempts.receive(denied), 'denied');
    const failure = await rejection(code, 'refused');
    assert.equal(failure.reason, 'signInDenied');
    assert.equal(failure.serverMessage, 'The owner said no.');
  });

  it('rejects as requestRefused if the host refuses the request itself', async () => {
    const attempts = new Attempts();
    const { state, code } = attempts.begin();
    assert.equal(attempts.receive(answer({ error: 'invalid_request', state })), 'denied');
    assert.equal((await rejection(code, 'refused')).reason, 'requestRefused');
  });

  it('accepts a code once', async () => {
    const attempts = new Attempts();
    const { state, code } = attempts.begin();
    attempts.receive(answer({ code: 'c', state }));
    assert.equal(attempts.receive(answer({ code: 'c', state })), 'again');
    assert.equal(attempts.receive(answer({ error: 'access_denied', state })), 'again');
    assert.equal(await code, 'c');
  });

  it('rejects after its time, and reports a later answer as late', async () => {
    const attempts = new Attempts(5);
    const { state, code } = attempts.begin();
    const failure = await rejection(code, 'timeout');
    assert.equal(failure.reason, 'signInLate');
    assert.equal(attempts.receive(answer({ code: 'c', state })), 'late');
  });

  it('rejects when it is cancelled', async () => {
    const attempts = new Attempts();
    const abort = new AbortController();
    const { state, code } = attempts.begin(abort.signal);
    abort.abort();
    await rejection(code, 'cancelled');
    assert.equal(attempts.receive(answer({ code: 'c', state })), 'late');
  });

  it('cancels an attempt when a newer one begins', async () => {
    const attempts = new Attempts();
    const first = attempts.begin();
    const second = attempts.begin();
    await rejection(first.code, 'cancelled');
    assert.equal(attempts.receive(answer({ code: 'old', state: first.state })), 'late');
    assert.equal(attempts.receive(answer({ code: 'new', state: second.state })), 'accepted');
    assert.equal(await second.code, 'new');
  });

  for (const [form, fields] of Object.entries({
    'an answer with nothing but the state': (state: string) => ({ state }),
    'an empty code': (state: string) => ({ state, code: '' }),
  })) {
    it(`rejects as signInDenied for ${form}`, async () => {
      const attempts = new Attempts();
      const { state, code } = attempts.begin();
      assert.equal(attempts.receive(answer(fields(state))), 'denied');
      const failure = await rejection(code, 'refused');
      assert.equal(failure.reason, 'signInDenied');
    });
  }

  it('reports an answer without code, error and state as incomplete', async () => {
    const attempts = new Attempts();
    assert.equal(attempts.receive(answer({ error: 'access_denied' })), 'foreign');
    const { state, code } = attempts.begin();
    assert.equal(attempts.receive(answer({})), 'incomplete');
    assert.equal(attempts.receive(answer({ state: `${state}x` })), 'incomplete');
    attempts.receive(answer({ code: 'c', state }));
    assert.equal(await code, 'c');
  });
});

describe('readPasted', () => {
  it('reads an address with state and code or error', () => {
    const query = readPasted('  http://127.0.0.1:51789/callback?code=a%2Bb&state=s#x \n');
    assert.equal(query?.get('code'), 'a+b');
    assert.equal(query.get('state'), 's');
    assert.equal(readPasted('vscode://sourcehost.sourcehost/callback?error=access_denied&state=s')?.get('state'), 's');
    assert.equal(readPasted('http://127.0.0.1:51789/callback?error=access_denied')?.get('error'), 'access_denied');
    assert.equal(readPasted('http://127.0.0.1:51789/callback?state=s')?.get('state'), 's');
  });

  it('returns undefined if state or code is missing', () => {
    const asking = 'https://x/oauth/authorize?client_id=c&redirect_uri=http%3A%2F%2F127.0.0.1&state=s';
    const texts = ['', 'abc', 'http://127.0.0.1/callback', 'http://x/?code=1', asking, '?code=1&state=2'];
    for (const text of texts) assert.equal(readPasted(text), undefined, text);
  });
});
