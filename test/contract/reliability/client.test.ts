import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { leakIn } from '../../../scripts/test/leaks.ts';
import { rows } from '../../../scripts/apiCoverage/table.ts';
import { Budget } from '../../../src/api/throttle/budget.ts';
import type { Api } from '../../../src/api/client/client.ts';
import { authorizeAddress, exchangeCode, refreshToken, type OAuthClient } from '../../../src/api/oauth/oauth.ts';
import { collect } from '../../../src/core/async.ts';
import { isFailure } from '../../../src/core/errors.ts';
import { isObject } from '../../../src/core/text.ts';
import { Ledger, type Line } from '../../kit/reliability/ledger.ts';
import { mayBeDone, singleHabits, troubles, type Trouble } from '../../kit/reliability/troubles.ts';
import { otherHabits } from '../../service/otherHabits.ts';
import { usual } from '../../service/habits.ts';
import { Clients } from '../kit/clients.ts';
import { website } from '../api/operations/operation.ts';
import { callsAt } from './calls.ts';

/** Milliseconds after which the client aborts a silent answer. */
const timeout = 400;
/** Milliseconds within which a call must end: three attempts with their pauses, on a slow machine. */
const longest = 40_000;
const redirectUri = 'http://127.0.0.1:51789/callback';
const writes = new Set(rows().flatMap(({ name, endpoint }) => (endpoint.method === 'GET' ? [] : [name])));

describe('client with every operation', () => {
  const clients = Clients.ofSuite(timeout, 200);
  const ledger = new Ledger('client');
  before(() => ledger.open());
  after(() => ledger.close());

  it('uses only habits that differ from the default', () => {
    for (const [habit, values] of Object.entries(otherHabits))
      for (const value of values) assert.notEqual(value, usual[habit as keyof typeof usual], habit);
  });

  for (const trouble of troubles(singleHabits)) {
    it(`settles every call with a result or a Failure: ${trouble.name}`, async function () {
      this.timeout(120_000);
      this.retries(0);
      const line = ledger.begin(trouble);
      await meet(clients, line, trouble);
      line.end();
      assert.deepEqual(clients.service.violations, []);
    });
  }
});

/** Calls every operation concurrently on a service with one fault or habit. */
async function meet({ service, as, fetch, log }: Clients, line: Line, trouble: Trouble): Promise<void> {
  await service.reset();
  const calls = Object.entries(await callsAt(service));
  const api = as('alice', { budget: new Budget(0) });
  const grant = await api.releases.uploadGrant({ ...website, tag: 'v1.1', file_name: 'sent.bin' });
  const client = { authUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret };
  const { signal } = new AbortController();
  const exchange = async (code: string) => await exchangeCode(fetch, client, { code, redirectUri }, signal);
  const { refresh_token = '' } = await exchange(await newCode(client));
  const code = await newCode(client);
  service.clear();
  log.lines.length = 0;
  if (trouble.habits !== undefined) service.set({ habits: trouble.habits });
  if (trouble.fault !== undefined) service.fail({ operation: '*', fault: trouble.fault });
  const others: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['upload.put', () => api.upload(grant, { size: 4, stream: () => new Blob(['sent']).stream() })],
    ['oauth.token, code', () => exchange(code)],
    ['oauth.token, renewal', () => refreshToken(fetch, client, refresh_token, signal)],
  ];
  const all = [...calls.map(([name, params]) => [name, () => call(api, name, params)] as const), ...others];
  await Promise.all(
    all.map(async ([name, run]) => {
      line.cell(name);
      const { error } = await line.ends(name, run(), longest);
      if (error === undefined) return;
      const leak = leakIn(inspect(error, { depth: 10, showHidden: true }));
      if (leak !== undefined) line.note('leaked', `${name}: ${leak}`);
      if (!isFailure(error)) line.note('unclear', `${name} fails with ${inspect(error)}`);
      else line.logs(name, `${error.kind} of ${name}: ${error.message}`);
    }),
  );
  const leak = leakIn(log.lines.join('\n'));
  if (leak !== undefined) line.note('leaked', `in the log: ${leak}`);
  if (!mayBeDone(trouble)) return;
  for (const name of writes) {
    const done = service.requests.filter(({ operation, status }) => operation === name && status < 300).length;
    const sent = service.requests.filter(({ operation }) => operation === name).length;
    // The alternate encoding of a change is sent only if the service refused the first one.
    if (done > 1 || (trouble.fault !== undefined && sent > 1)) line.note('lost', `${name} was sent ${sent} times`);
  }
}

/** Calls an operation, and reads a list or a stream to its end. */
async function call(api: Api, name: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
  const [group = '', operation = ''] = name.split('.');
  type Call = ((given: unknown) => Promise<unknown>) & { readonly all?: (given: unknown) => AsyncIterable<unknown> };
  const run = (api as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>)[group]?.[operation];
  if (run?.all !== undefined) return await collect(run.all(params));
  const answer = await run?.(params);
  return isObject(answer) && answer.body instanceof ReadableStream
    ? await new Response(answer.body).arrayBuffer()
    : answer;
}

/** The code of the redirect after carol grants access. */
async function newCode(client: OAuthClient): Promise<string> {
  const address = authorizeAddress(client, { redirectUri, scopes: [], state: 'state' });
  const body = new URLSearchParams({
    ...Object.fromEntries(new URL(address).searchParams),
    login: 'carol',
    decision: 'grant',
  });
  const answer = await globalThis.fetch(`${client.authUrl}/oauth/authorize`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
