import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Budget } from '../../../src/api/throttle/budget.ts';
import type { Given } from '../../kit/fakeFetch.ts';
import { isFailure } from '../../../src/core/errors.ts';
import { fakeApi } from '../../kit/fakeApi.ts';

/** A service that accepts at most `limit` requests in any minute, counted at their arrival. */
class Limited {
  readonly taken: number[] = [];
  readonly arrived: number[] = [];
  readonly #limit: number;
  readonly #refusal: (wait: number) => Given;

  constructor(limit: number, refusal: (wait: number) => Given) {
    this.#limit = limit;
    this.#refusal = refusal;
  }

  answer = async (): Promise<Given> => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2_000));
    const now = Date.now();
    this.arrived.push(now);
    const recent = this.taken.filter((at) => at > now - 60_000);
    const given = recent.length < this.#limit ? { body: { login: 'me' } } : this.#refusal(recent[0]! + 60_000 - now);
    if (recent.length < this.#limit) this.taken.push(now);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2_000));
    return given;
  };

  /** The highest number of requests that arrived within a minute. */
  get most(): number {
    return Math.max(
      ...this.arrived.map((from) => this.arrived.filter((at) => at >= from && at < from + 60_000).length),
    );
  }
}

const refusals: Readonly<Record<string, (wait: number) => Given>> = {
  '429 with Retry-After': (wait) => ({
    status: 429,
    headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
    body: { error_code: 429, error_message: 'slow' },
  }),
  '400 with code 429 and no Retry-After': () => ({ status: 400, body: { error_code: 429, error_message: 'slow' } }),
};

async function storm(requests: number, service: Limited, minutes: number) {
  const { api } = fakeApi(service.answer, { budget: new Budget(50, () => Date.now()) });
  let answered = 0;
  const failed: unknown[] = [];
  for (let each = 0; each < requests; each += 1)
    api.users.self({}).then(
      () => (answered += 1),
      (error: unknown) => failed.push(error),
    );
  for (let gone = 0; gone < minutes * 60_000 && answered + failed.length < requests; gone += 100) {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    mock.timers.tick(100);
  }
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  return { answered, failed };
}

describe('API client with hundreds of concurrent calls', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  it('never receives a 429 if the limit of the service equals the budget', async () => {
    const service = new Limited(50, refusals['429 with Retry-After']!);
    const { answered, failed } = await storm(300, service, 15);
    assert.deepEqual([answered, failed.length], [300, 0]);
    assert.equal(service.arrived.length, 300);
    assert.ok(service.most <= 50, `${service.most} in a minute`);
  });

  for (const [name, refusal] of Object.entries(refusals)) {
    it(`settles every call if the service allows less than the budget and answers ${name}`, async () => {
      const service = new Limited(20, refusal);
      const { answered, failed } = await storm(150, service, 30);
      assert.equal(answered + failed.length, 150);
      assert.ok(failed.every((failure) => isFailure(failure, 'throttled')));
      assert.equal(answered, service.taken.length);
      assert.ok(service.most <= 50, `${service.most} in a minute`);
      assert.ok(answered >= 100, `${answered} answered`);
    });
  }
}).timeout(60_000);
