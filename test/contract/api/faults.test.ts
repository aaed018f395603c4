import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Budget } from '../../../src/api/throttle/budget.ts';
import type { Priority } from '../../../src/api/throttle/sharedPriority.ts';
import type { Api } from '../../../src/api/client/client.ts';
import type { BodySource } from '../../../src/api/http/fetch.ts';
import { limitsFor } from '../../../src/api/http/timeoutBudget.ts';
import { isFailure } from '../../../src/core/errors.ts';
import { usualLimits } from '../../../src/net/http/limits.ts';
import { rejection } from '../../kit/rejection.ts';
import type { Fault } from '../../service/faults.ts';
import { Clients } from '../kit/clients.ts';
import { website } from './operations/operation.ts';

describe('client with faults of the service', () => {
  let clients: Clients;
  /** End a call after a second without an answer. Only stalled answers are read with them: a busy computer answers late. */
  let impatient: Clients;
  let api: Api;
  before(async () => {
    clients = await Clients.start();
    impatient = new Clients(clients.service, usualLimits, limitsFor(1_000));
  });
  after(() => {
    impatient.end();
    return clients.close();
  });
  beforeEach(() => {
    api = clients.as('alice');
    clients.service.clear();
  });
  afterEach(() => {
    assert.deepEqual(clients.service.violations, []);
    clients.service.calm();
  });

  const requests = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;
  const strike = (operation: string, fault: Fault): void => clients.service.fail({ operation, fault, times: 1 });
  const apiFor = ({ kind }: Fault): Api => (kind === 'stalled' ? impatient.as('alice') : api);

  const passing: readonly Fault[] = [
    { kind: 'error', status: 500 },
    { kind: 'error', status: 400, code: 500 },
    { kind: 'html', status: 502 },
    { kind: 'empty' },
    { kind: 'truncated' },
    { kind: 'reset', at: 'headers' },
    { kind: 'reset', at: 'body' },
    { kind: 'stalled', at: 'headers' },
    { kind: 'stalled', at: 'body' },
    { kind: 'throttled', seconds: 1 },
  ];
  for (const fault of passing) {
    it(`repeats a GET after one fault: ${JSON.stringify(fault)}`, async () => {
      strike('issues.get', fault);
      assert.equal((await apiFor(fault).issues.get({ ...website, number: 1 })).number, '1');
      assert.equal(requests('issues.get'), 2);
    });
  }

  it('reads slow answers completely', async () => {
    strike('issues.list', { kind: 'trickle', bytes: 4_000, ms: 50 });
    strike('issues.get', { kind: 'slow', ms: 100 });
    assert.ok((await api.issues.list(website)).items.length > 50);
    assert.equal((await api.issues.get({ ...website, number: 1 })).number, '1');
    assert.equal(clients.service.requests.length, 2);
  });

  const spoiled: readonly Fault[] = [
    { kind: 'error', status: 500, done: true },
    { kind: 'reset', at: 'headers', done: true },
    { kind: 'reset', at: 'body', done: true },
    { kind: 'stalled', at: 'headers', done: true },
    { kind: 'truncated' },
    { kind: 'html', status: 502, done: true },
  ];
  for (const fault of spoiled) {
    it(`never executes a change twice: ${JSON.stringify(fault)}`, async () => {
      const title = `Once ${JSON.stringify(fault)}`;
      strike('issues.create', fault);
      await apiFor(fault)
        .issues.create({ ...website, title })
        .catch(() => undefined);
      assert.equal(requests('issues.create'), 1);
      const { items } = await api.search.issues({ q: title, repo: 'alice/website' });
      assert.equal(items.filter((issue) => issue.title === title).length, 1);
    });
  }

  it('repeats a throttled change once, after the pause', async () => {
    clients.service.set({ habits: { throttledStatus: 400, retryAfter: 'date' } });
    strike('issues.create', { kind: 'throttled', seconds: 1 });
    await api.issues.create({ ...website, title: 'Throttled' });
    assert.equal(requests('issues.create'), 2);
    const { items } = await api.search.issues({ q: 'Throttled', repo: 'alice/website' });
    assert.equal(items.length, 1);
  });

  it('throws unreachable with sent: false if the service does not listen', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const far = clients.as('alice', { apiUrl: `http://127.0.0.1:${port}` });
    const made = rejection(far.issues.create({ ...website, title: 't' }), 'unreachable');
    assert.equal((await made).reason, 'connectionRefused');
    assert.equal((await made).sent, false);
  });

  it('sends no token to the target of a redirect to another site', async () => {
    const seen: IncomingMessage[] = [];
    const other = createServer((request, response) => {
      seen.push(request);
      response.setHeader('content-type', 'application/json').end('{"login":"somebody"}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/elsewhere`;
    clients.service.fail({ operation: '*', fault: { kind: 'redirect', to } });
    assert.equal((await api.users.self({})).login, 'somebody');
    await rejection(api.issues.create({ ...website, title: 't' }), 'refused');
    other.closeAllConnections();
    other.close();
    assert.deepEqual(
      seen.map(({ headers, method }) => [method, headers.authorization]),
      [['GET', undefined]],
    );
  });

  it('throws refused for the page of a firewall', async () => {
    strike('users.self', { kind: 'html', status: 418 });
    await rejection(api.users.self({}), 'refused');
  });

  it('frees the connection of a call that is cancelled at any moment', async () => {
    clients.service.set({ latency: 5_000 });
    const given = (ms: number) => rejection(api.issues.list(website, { signal: AbortSignal.timeout(ms) }), 'cancelled');
    for (let ms = 1; ms <= 45; ms += 4) await Promise.all([given(ms), given(ms), given(ms)]);
    clients.service.set({ latency: 0 });
    assert.ok((await api.issues.list(website)).items.length > 0);
  });

  it('ends a stalled or cancelled upload, and fails a download that breaks off', async () => {
    const repo = { owner: 'alice', repo: 'website' };
    const grant = await api.releases.uploadGrant({ ...repo, tag: 'v1.0', file_name: 'a.bin' });
    strike('upload.put', { kind: 'stalled', at: 'headers' });
    const small: BodySource = { size: 3, stream: () => new Blob(['abc']).stream() };
    await rejection(impatient.as('alice').upload(grant, small), 'timeout');
    const endless: BodySource = {
      size: 1e9,
      stream: () => new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(65_536)) }),
    };
    await rejection(api.upload(grant, endless, { signal: AbortSignal.timeout(50) }), 'cancelled');
    strike('releases.download', { kind: 'reset', at: 'body' });
    const { body } = await api.releases.download({ ...repo, tag: 'v1.1', file_name: '说明 书.pdf' });
    const failure = await rejection(new Response(body).arrayBuffer());
    assert.ok(['unreachable', 'timeout'].includes(failure.kind), failure.message);
  });

  describe('with hundreds of concurrent calls', () => {
    const minute = 1_000;

    // `unit/api/storm` proves the limit to the millisecond, with a clock of its own.
    it('keeps to the limit of each minute, completes every call and serves interactive calls first', async () => {
      const client = clients.as('alice', { budget: new Budget(50, undefined, minute) });
      const order: Priority[] = [];
      const call = async (priority: Priority): Promise<void> => {
        await client.users.emails({}, { priority });
        order.push(priority);
      };
      const started = performance.now();
      const background = Array.from({ length: 100 }, () => call('background'));
      await pause(20);
      const people = Array.from({ length: 100 }, () => call('interactive'));
      await Promise.all([...background, ...people]);
      assert.ok(performance.now() - started >= 3 * minute - 100, '200 calls take more than three minutes of 50');
      const { requests: arrived } = clients.service;
      assert.equal(arrived.length, 200);
      assert.ok(arrived.every(({ status }) => status === 200));
      const lastPerson = order.lastIndexOf('interactive');
      const before = order.slice(0, lastPerson).filter((priority) => priority === 'background').length;
      assert.ok(before <= 44, `${before} in the background before the last of a person`);
    }).timeout(60_000);

    it('waits as long as the service demands, and settles every call', async () => {
      clients.service.set({ rateLimit: 20, minute, habits: { throttledStatus: 400 } });
      const client = clients.as('alice', { budget: new Budget(50, undefined, minute) });
      const ends = await Promise.allSettled(Array.from({ length: 60 }, () => client.users.emails({})));
      const failed = ends.filter((end) => end.status === 'rejected');
      assert.ok(failed.length <= 20, `${failed.length} failed`);
      assert.ok(failed.every(({ reason }) => isFailure(reason, 'throttled')));
    }).timeout(60_000);
  });
});
