import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Budget } from '../../../../src/api/throttle/budget.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { passTime } from '../../../kit/clockwork.ts';
import { fakeApi, token } from '../../../kit/fakeApi.ts';
import type { Given } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';

const me = { body: { login: 'me' } };
const branch = { owner: 'o', repo: 'r', refs: 'main', branch_name: 'b' };
const error = (status: number, words: string, code = status): Given => ({
  status,
  body: { error_code: code, error_message: words, trace_id: 't-1' },
});

const pass = async (milliseconds: number): Promise<void> => await passTime(milliseconds, 250);

describe('API call', () => {
  it('sends the token in the Authorization header only', async () => {
    const { api, net, log } = fakeApi(() => me);
    await api.users.self({});
    assert.equal(net.last.headers.authorization, `Bearer ${token}`);
    assert.equal(net.last.url, 'https://api.test/api/v5/user');
    assert.ok(!log.lines.join('\n').includes(token));
  });

  it('is sent without a token if there is none', async () => {
    const credentials = { token: () => Promise.resolve(undefined), renew: () => Promise.resolve(undefined) };
    const { api, net } = fakeApi(() => me, { credentials });
    await api.users.get({ username: 'me' });
    assert.ok(!('authorization' in net.last.headers));
  });

  it('is not sent without a token if it changes something or concerns an account', async () => {
    const credentials = { token: () => Promise.resolve(undefined), renew: () => Promise.resolve(undefined) };
    const { api, net } = fakeApi(() => me, { credentials });
    const member = { owner: 'o', repo: 'r', username: 'me' };
    for (const call of [
      () => api.users.self({}),
      () => api.members.check(member),
      () => api.members.permission(member),
      () => api.members.list({ owner: 'o', repo: 'r' }),
      () => api.branches.create(branch),
      () => api.own.repositories({}),
      () => api.milestones.create({ owner: 'o', repo: 'r', title: 'One', due_on: '2026-12-31' }),
      () => api.webhooks.list({ owner: 'o', repo: 'r' }),
    ]) {
      const failure = await rejection(call(), 'signedOut');
      assert.equal(failure.reason, 'noAccount');
    }
    assert.equal(net.sent.length, 0);
  });

  it('rejects plain http to other computers', async () => {
    const { api, net } = fakeApi(() => me, { apiUrl: 'http://api.test' });
    await rejection(api.users.self({}), 'refused');
    assert.equal(net.sent.length, 0);
    for (const apiUrl of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1', 'https://api.test/api/v5/'])
      await fakeApi(() => me, { apiUrl }).api.users.self({});
  });

  it('rejects a token that is no valid header value, without repeating it', async () => {
    const credentials = { token: () => Promise.resolve('secret\nvalue'), renew: () => Promise.resolve(undefined) };
    const { api, net } = fakeApi(() => me, { credentials });
    const failure = await rejection(api.users.self({}), 'signedOut');
    assert.equal(net.sent.length, 0);
    assert.ok(!failure.message.includes('value'));
  });

  it('removes the token from messages of the service and of the transport', async () => {
    const echo = fakeApi(() => error(403, `token ${token} may not`));
    const said = await rejection(echo.api.users.self({}), 'forbidden');
    assert.equal(said.serverMessage, 'token … may not');
    const thrown = fakeApi(() => new Error('outer', { cause: new Error(`bad header Bearer ${token}`) }));
    const failure = await rejection(thrown.api.branches.create(branch), 'unreachable');
    assert.equal(failure.cause, undefined);
    assert.ok(![...echo.log.lines, ...thrown.log.lines].join('\n').includes(token));
  });

  it('removes also the part of a token that the end of a message leaves', async () => {
    for (let padding = 470; padding < 500; padding += 1) {
      const echo = fakeApi(() => error(403, `${'x'.repeat(padding)}${token}`));
      const { message, serverMessage = '' } = await rejection(echo.api.users.self({}), 'forbidden');
      for (const text of [message, serverMessage, ...echo.log.lines])
        assert.ok(!text.includes(token.slice(0, 6)), text);
    }
  });

  describe('with a rejected token', () => {
    for (const [name, rejected] of Object.entries({
      '401': error(401, 'unauthorized'),
      '404 token not found': error(404, 'token not found'),
      '400 with code 401': error(400, 'no', 401),
    })) {
      it(`renews the token once and repeats the call once (${name})`, async () => {
        const { api, net, renewed } = fakeApi((_, count) => (count === 1 ? rejected : me), { fresh: 'fresh-token-1' });
        await api.branches.create(branch).catch(() => undefined);
        assert.deepEqual(renewed, [token]);
        assert.deepEqual(
          net.sent.map(({ headers }) => headers.authorization),
          [`Bearer ${token}`, 'Bearer fresh-token-1'],
        );
        assert.equal(net.sent[0]?.body, net.sent[1]?.body);
      });
    }

    it('fails if the new token is rejected too', async () => {
      const { api, net, renewed } = fakeApi(() => error(401, 'no'), { fresh: 'fresh-token-1' });
      await rejection(api.users.self({}), 'signedOut');
      assert.equal(net.sent.length, 2);
      assert.equal(renewed.length, 1);
    });

    it('fails without a repetition if there is no new token', async () => {
      const { api, net } = fakeApi(() => error(401, 'no'));
      await rejection(api.users.self({}), 'signedOut');
      assert.equal(net.sent.length, 1);
    });

    it('throws the failure of the renewal', async () => {
      const credentials = {
        token: () => Promise.resolve(token),
        renew: () => Promise.reject(new Failure('unreachable', 'no network', { reason: 'offline' })),
      };
      const { api } = fakeApi(() => error(401, 'no'), { credentials });
      await rejection(api.users.self({}), 'unreachable');
    });
  });

  describe('retries', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
    afterEach(() => mock.timers.reset());

    const cutOff = { body: '{"login":"m' };
    for (const [name, answer] of Object.entries<Given | Error>({
      '500': error(500, 'FAIL'),
      'a web page with 503': { status: 503, body: '<html>' },
      'truncated JSON': cutOff,
      'an empty answer': { body: '' },
      'a broken connection': new Failure('unreachable', 'reset', { reason: 'reset', sent: true }),
    })) {
      it(`repeats a GET twice after ${name}, with pauses of half a second to two seconds`, async () => {
        const { api, net } = fakeApi((_, count) => (count < 3 ? answer : me));
        const read = api.users.self({});
        await pass(4_000);
        assert.equal((await read).login, 'me');
        const [first, second, third] = net.sent.map(({ at }) => at);
        assert.ok(second! - first! >= 375 && second! - first! <= 1000, `${second! - first!} ms`);
        assert.ok(third! - second! >= 750 && third! - second! <= 1750, `${third! - second!} ms`);
      });
    }

    it('fails after three attempts', async () => {
      const { api, net } = fakeApi(() => error(500, 'FAIL'));
      const read = rejection(api.users.self({}), 'broken');
      await pass(10_000);
      assert.equal((await read).traceId, 't-1');
      assert.equal(net.sent.length, 3);
    });

    it('sends a request once if the caller wants no retry', async () => {
      for (const [answer, kind] of [
        [error(500, 'FAIL'), 'broken'],
        [{ ...error(429, 'slow'), headers: { 'retry-after': '7' } }, 'throttled'],
      ] as const) {
        const { api, net } = fakeApi(() => answer);
        const read = rejection(api.users.self({}, { once: true }), kind);
        await pass(10_000);
        await read;
        assert.equal(net.sent.length, 1);
      }
    });

    it('waits as long as Retry-After demands', async () => {
      const { api, net } = fakeApi((_, count) =>
        count === 1 ? { ...error(503, 'later'), headers: { 'retry-after': '20' } } : me,
      );
      const read = api.users.self({});
      await pass(19_500);
      assert.equal(net.sent.length, 1);
      await pass(1_000);
      await read;
    });

    it('fails at once if Retry-After is too long', async () => {
      const { api, net } = fakeApi(() => ({ ...error(503, 'later'), headers: { 'retry-after': '3600' } }));
      await rejection(api.users.self({}), 'broken');
      assert.equal(net.sent.length, 1);
    });

    for (const [name, answer] of Object.entries<Given | Error>({
      '404': error(404, 'not found'),
      'an answer of an unexpected form': { body: [1, 2] },
      'a certificate of an unknown issuer': new Failure('unreachable', 'certificate', {
        reason: 'tlsUnknownIssuer',
        sent: false,
      }),
    })) {
      it(`does not repeat a GET after ${name}`, async () => {
        const { api, net } = fakeApi(() => answer);
        await rejection(api.users.self({}));
        assert.equal(net.sent.length, 1);
      });
    }

    it('never repeats a change that the service may have executed', async () => {
      const changes = (answer: Given | Error) => {
        const { api, net } = fakeApi(() => answer);
        const file = { owner: 'o', repo: 'r', path: 'p', message: 'm', sha: 's' };
        const calls = [
          () => api.branches.create(branch),
          () => api.files.update({ ...file, content: '' }),
          () => api.repositories.edit({ owner: 'o', repo: 'r', name: 'n' }),
          () => api.files.remove(file),
        ];
        return { net, calls };
      };
      for (const answer of [error(500, 'FAIL'), new Failure('unreachable', 'reset', { reason: 'reset' })]) {
        const { net, calls } = changes(answer);
        for (const call of calls) await rejection(call());
        assert.deepEqual(
          net.sent.map(({ method }) => method),
          ['POST', 'PUT', 'PATCH', 'DELETE'],
        );
      }
    });

    it('repeats a change that was not sent', async () => {
      const unsent = new Failure('unreachable', 'connection refused', { reason: 'connectionRefused', sent: false });
      const { api, net } = fakeApi((_, count) => (count === 1 ? unsent : { body: { name: 'b' } }));
      const made = api.branches.create(branch);
      await pass(2_000);
      assert.equal((await made)?.name, 'b');
      assert.equal(net.sent.length, 2);
    });

    it('treats a change with a truncated success answer as done', async () => {
      const { api } = fakeApi(() => ({ status: 201, body: '{"name":"b' }));
      assert.equal(await api.branches.create(branch), undefined);
    });
  });

  describe('throttled', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
    afterEach(() => mock.timers.reset());
    const budget = () => new Budget(50, () => Date.now());

    for (const [name, given] of Object.entries<Given>({
      '429': error(429, 'slow'),
      '400 with code 429': error(400, 'slow', 429),
    })) {
      it(`repeats even a change after ${name}, at the end of the pause`, async () => {
        const answer = { ...given, headers: { 'retry-after': '7' } };
        const { api, net } = fakeApi((_, count) => (count === 1 ? answer : { body: { name: 'b' } }), {
          budget: budget(),
        });
        const made = api.branches.create(branch);
        await pass(6_750);
        assert.equal(net.sent.length, 1);
        await pass(500);
        assert.equal((await made)?.name, 'b');
      });
    }

    it('reads a Retry-After date relative to the clock of the service', async () => {
      const ahead = Date.now() + 3_600_000;
      const headers = {
        date: new Date(ahead).toUTCString(),
        'retry-after': new Date(ahead + 5_000).toUTCString(),
      };
      const { api, net } = fakeApi((_, count) => (count === 1 ? { ...error(429, 'slow'), headers } : me), {
        budget: budget(),
      });
      const read = api.users.self({});
      await pass(4_750);
      assert.equal(net.sent.length, 1);
      await pass(500);
      await read;
    });

    it('fails as throttled after two pauses', async () => {
      const { api, net } = fakeApi(() => error(429, 'slow'), { budget: budget() });
      const started = Date.now();
      const read = rejection(api.users.self({}), 'throttled');
      await pass(91_000);
      await read;
      assert.deepEqual(
        net.sent.map(({ at }) => at - started),
        [0, 60_000, 90_000],
      );
    });

    it('fails as throttled within 100 seconds, also if an operation asks twice', async () => {
      const { api, net } = fakeApi(() => error(429, 'slow'), { budget: budget() });
      const started = Date.now();
      const asked = (async () => {
        const first = await rejection(api.users.self({}), 'throttled');
        const second = await rejection(api.users.emails({}), 'throttled');
        assert.ok(Date.now() - started <= 100_000);
        return [first.reason, second.reason];
      })();
      await pass(100_000);
      assert.deepEqual(await asked, [undefined, 'requestLimit']);
      assert.equal(net.sent.length, 3);
    });

    it('sends again after a third pause, and has all pauses again once the service answers', async () => {
      const { api, net } = fakeApi((_, count) => (count === 4 ? me : error(429, 'slow')), { budget: budget() });
      const first = rejection(api.users.self({}), 'throttled');
      await pass(120_500);
      await first;
      await api.users.self({});
      const third = rejection(api.users.self({}), 'throttled');
      await pass(60_500);
      assert.equal(net.sent.length, 6, 'it waited, and was sent again');
      await pass(60_000);
      await third;
    });

    it('is cancelled at once when the person cancels the wait', async () => {
      const waiting = budget();
      const { api, net } = fakeApi(() => error(429, 'slow'), { budget: waiting });
      const read = rejection(api.users.self({}), 'cancelled');
      await pass(1_000);
      assert.deepEqual(waiting.state, { waiting: ['GET /api/v5/user'], delay: 59_000, paused: true });
      waiting.cancelWaiting();
      await read;
      assert.equal(net.sent.length, 1);
    });

    it('fails at once for a long pause, and later calls fail without a request', async () => {
      const { api, net } = fakeApi(() => ({ ...error(429, 'slow'), headers: { 'retry-after': '1800' } }), {
        budget: budget(),
      });
      const first = await rejection(api.users.self({}), 'throttled');
      assert.equal(first.retryAfter, 1_800_000);
      await rejection(api.users.emails({}), 'throttled');
      assert.equal(net.sent.length, 1);
    });
  });

  describe('timeouts', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
    afterEach(() => mock.timers.reset());

    /** Milliseconds until the call fails as `timeout`, and the reason of the failure. */
    async function endOf(call: Promise<unknown>): Promise<readonly [number, string | undefined]> {
      const started = Date.now();
      let ended = Infinity;
      const failing = rejection(call, 'timeout').finally(() => (ended = Date.now() - started));
      await pass(101_000);
      return [ended, (await failing).reason];
    }

    it('end a GET without an answer within 40 s', async () => {
      const { api } = fakeApi(() => 'hang');
      const [ended, reason] = await endOf(api.users.self({}));
      assert.equal(reason, 'answerTimeout');
      assert.ok(ended <= 40_000, `${ended} ms`);
    });

    it('end a GET without a connection within 40 s, including retries', async () => {
      const { api, net } = fakeApi(async () => {
        await new Promise((resolve) => setTimeout(resolve, 30_000));
        throw new Failure('timeout', 'no answer', { reason: 'answerTimeout', sent: true });
      });
      const [ended] = await endOf(api.users.self({}));
      assert.equal(net.sent.length, 2);
      assert.ok(ended <= 40_000, `${ended} ms`);
    });

    it('end a change without an answer within 100 s', async () => {
      const { api } = fakeApi(() => 'hang');
      const [ended, reason] = await endOf(api.branches.create(branch));
      assert.equal(reason, 'answerTimeout');
      assert.ok(ended <= 100_000, `${ended} ms`);
    });

    it('end a GET whose answer stalls within 40 s', async () => {
      const { api } = fakeApi(() => ({ body: new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([123])) }) }));
      const [ended, reason] = await endOf(api.users.self({}));
      assert.equal(reason, 'stalled');
      assert.ok(ended <= 40_000, `${ended} ms`);
    });

    for (const [name, waiting] of Object.entries({
      token: { token: () => new Promise<never>(() => {}), renew: () => Promise.resolve(undefined) },
      renewal: { token: () => Promise.resolve(token), renew: () => new Promise<never>(() => {}) },
    })) {
      it(`end a call without a ${name} within 40 s`, async () => {
        const { api } = fakeApi(() => error(401, 'no'), { credentials: waiting });
        const [ended] = await endOf(api.users.self({}));
        assert.ok(ended <= 40_000, `${ended} ms`);
      });
    }

    it('end a GET whose answer drips without end', async () => {
      const dripping = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
        new ReadableStream({
          pull: async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 5_000));
            controller.enqueue(new Uint8Array([32]));
          },
        });
      const { api, net } = fakeApi(() => ({ body: dripping() }));
      let reason: string | undefined;
      void rejection(api.users.self({}), 'timeout').then((failure) => (reason = failure.reason));
      await pass(700_000);
      assert.equal(reason, 'stalled');
      assert.ok(net.sent.length <= 2);
    });

    it('do not end an answer that continues to arrive', async () => {
      const parts = ['{"login":', '"slow', ' but', ' sure', '"', '}'];
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (controller) =>
          new Promise((resolve) => {
            setTimeout(() => {
              const part = parts.shift();
              if (part === undefined) controller.close();
              else controller.enqueue(new TextEncoder().encode(part));
              resolve();
            }, 25_000);
          }),
      });
      const { api } = fakeApi(() => ({ body }));
      const read = api.users.self({});
      await pass(400_000);
      assert.equal((await read).login, 'slow but sure');
    });

    it('do not end a large body that is sent slowly', async () => {
      const content = 'A'.repeat(1 << 20);
      const { api, net } = fakeApi(() => ({ status: 201, body: { commit: { sha: '1' } } }));
      const slowly = net.fetch;
      const { api: slow } = fakeApi(() => me, {
        fetch: async (url, init) => {
          if (typeof init.body !== 'object') throw new Error('a large body must be a stream');
          const taken: Uint8Array<ArrayBuffer>[] = [];
          for await (const part of init.body.stream()) {
            taken.push(part);
            await new Promise((resolve) => setTimeout(resolve, 20_000));
          }
          return await slowly(url, { ...init, body: await new Blob(taken).text() });
        },
      });
      const made = slow.files.create({ owner: 'o', repo: 'r', path: 'p', content, message: 'm' });
      await pass(400_000);
      assert.equal((await made)?.commit?.sha, '1');
      assert.ok(net.last.body?.includes(content));
      assert.ok(api);
    });
  });

  describe('cancelled', () => {
    it('ends during the request, and closes it', async () => {
      const abort = new AbortController();
      const { api, net } = fakeApi(() => 'hang');
      const read = rejection(api.users.self({}, { signal: abort.signal }), 'cancelled');
      await Promise.resolve();
      setTimeout(() => abort.abort(), 5);
      await read;
      assert.equal(net.open, 0);
    });

    it('ends before a request is sent', async () => {
      const { api, net } = fakeApi(() => me);
      await rejection(api.users.self({}, { signal: AbortSignal.abort() }), 'cancelled');
      assert.equal(net.sent.length, 0);
    });

    it('ends while the answer arrives, and releases its body', async () => {
      const abort = new AbortController();
      let released = false;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => controller.enqueue(new Uint8Array([123])),
        cancel: () => void (released = true),
      });
      const { api } = fakeApi(() => ({ body }));
      const read = rejection(
        api.users.self({}, { signal: abort.signal, onProgress: () => abort.abort() }),
        'cancelled',
      );
      await read;
      assert.ok(released);
    });

    it('ends while it waits for the budget, a retry or a new token', async () => {
      const full = fakeApi(() => 'hang', { budget: new Budget(1) });
      void full.api.users.self({}, { signal: AbortSignal.timeout(50) }).catch(() => undefined);
      await rejection(full.api.users.self({}, { signal: AbortSignal.timeout(10) }), 'cancelled');
      assert.equal(full.net.sent.length, 1);

      const failing = fakeApi(() => error(500, 'FAIL'));
      await rejection(failing.api.users.self({}, { signal: AbortSignal.timeout(20) }), 'cancelled');
      assert.equal(failing.net.sent.length, 1);

      const credentials = { token: () => Promise.resolve(token), renew: () => new Promise<never>(() => {}) };
      const renewing = fakeApi(() => error(401, 'no'), { credentials });
      await rejection(renewing.api.users.self({}, { signal: AbortSignal.timeout(20) }), 'cancelled');
    });

    it('writes no error into the log', async () => {
      const { api, log } = fakeApi(() => 'hang');
      await rejection(api.users.self({}, { signal: AbortSignal.timeout(5) }), 'cancelled');
      assert.deepEqual(log.lines, []);
    });
  });

  it('reads an answer whose parts end within a character', async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        for (const byte of Buffer.from('{"login":"小明"}')) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    assert.equal((await fakeApi(() => ({ body })).api.users.self({})).login, '小明');
  });

  it('rejects an answer that is larger than the limit', async () => {
    const { api } = fakeApi(() => ({ body: { login: 'x'.repeat(10_000) } }));
    await rejection(api.users.self({}, { limit: 1_000 }), 'unreadable');
  });

  it('reports the received bytes, and the total if it is known', async () => {
    const text = JSON.stringify({ login: 'me' });
    const seen: [number, number | undefined][] = [];
    const { api } = fakeApi(() => ({ body: text, headers: { 'content-length': String(text.length) } }));
    await api.users.self({}, { onProgress: (received, total) => seen.push([received, total]) });
    assert.deepEqual(seen, [[text.length, text.length]]);
  });
});
