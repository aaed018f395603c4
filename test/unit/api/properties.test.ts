import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { pagesOf } from '../../../src/api/client/pages.ts';
import type { ReplyPage } from '../../../src/api/contract/reply.ts';
import { collect } from '../../../src/core/async.ts';
import { isFailure, messageOf } from '../../../src/core/errors.ts';
import { anyCall } from '../../kit/anyCall.ts';
import { atOnce } from '../../kit/clockwork.ts';
import { fakeApi, token } from '../../kit/fakeApi.ts';
import type { Given } from '../../kit/fakeFetch.ts';
import { runs } from '../../kit/runs.ts';
import { samples } from './record/samples.ts';

const often = runs(1_000);

/** A sample of the description in which random fields have random values. */
const spoiled = fc
  .constantFrom(...Object.values(samples).map(([, sample]) => sample))
  .chain((sample) =>
    fc.tuple(
      fc.constant(sample),
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(sample)), fc.jsonValue()), { maxLength: 4 }),
    ),
  )
  .map(([sample, changes]) => ({ ...sample, ...Object.fromEntries(changes) }));

const anyBody: fc.Arbitrary<unknown> = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.string(),
  spoiled,
  fc.array(spoiled, { maxLength: 4 }),
  fc.record({ tree: fc.oneof(fc.jsonValue(), fc.array(spoiled)) }),
  fc.record(
    { error_code: fc.jsonValue(), error_message: fc.jsonValue(), trace_id: fc.jsonValue(), message: fc.jsonValue() },
    { requiredKeys: [] },
  ),
  fc.record({ code: fc.jsonValue(), msg: fc.jsonValue() }),
  spoiled.map((record) => JSON.stringify(record).slice(0, -3)),
  fc.constantFrom('', 'success', '<html></html>', 'null', '{"__proto__":{"x":1}}', '['.repeat(50_000), undefined),
);

const anyHeaders = fc.record(
  {
    'retry-after': fc.oneof(
      fc.nat(200).map(String),
      fc.constantFrom('soon', '-1', 'Sat, 31 Jan 2026 01:30:00 GMT', '1e9'),
    ),
    location: fc.oneof(fc.webUrl(), fc.constantFrom('/x', 'http://[', '//other.test', 'javascript:alert(1)', '')),
    'content-length': fc.constantFrom('0', '7', 'many', '-1'),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
    total_count: fc.constantFrom('7', 'x', ''),
    total_page: fc.constantFrom('3', '-1'),
  },
  { requiredKeys: [] },
);

const anyAnswer: fc.Arbitrary<Given> = fc.record({
  status: fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })),
  body: anyBody,
  headers: anyHeaders,
});

const hasNoBody = ({ status = 200 }: Given): boolean => status === 204 || status === 205 || status === 304;
const possible = (answer: Given): Given => (hasNoBody(answer) ? { ...answer, body: undefined } : answer);

describe('API client with random answers', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  it('settles every call with the described form or with a Failure', async () => {
    let [read, failed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(anyCall, fc.array(anyAnswer, { minLength: 1, maxLength: 3 }), async (call, answers) => {
        const { api } = fakeApi((_, count) => possible(answers[Math.min(count, answers.length) - 1]!), {
          fresh: 'fresh-0123456789',
        });
        const outcome = await atOnce(call.run(api, call.params));
        if (outcome.status === 'fulfilled') read += 1;
        else {
          failed += 1;
          assert.ok(isFailure(outcome.reason), messageOf(outcome.reason));
          assert.ok(/\/api\/v\d\//.test(outcome.reason.operation ?? ''), outcome.reason.message);
        }
      }),
      often,
    );
    assert.ok(read > often.numRuns / 50 && failed > often.numRuns / 50, `${read} read, ${failed} failed`);
    assert.equal(({} as { x?: unknown }).x, undefined);
  }).timeout(300_000);

  it('writes no token into an address, a log, an error or another header', async () => {
    const echo = fc.constantFrom(
      (secret: string): Given => ({ status: 403, body: { error_message: `no ${secret}`, trace_id: secret } }),
      (secret: string): Given => ({ status: 200, body: { error_code: 404, message: `Bearer ${secret}` } }),
      (secret: string): Given => ({ status: 500, body: secret }),
      (secret: string): Given => ({ status: 302, headers: { location: `https://other.test/?t=${secret}` } }),
      (secret: string): Given => ({ status: 200, body: { code: 0, msg: `${secret} is wrong` } }),
      (secret: string): Given => ({ status: 200, body: [{ [secret]: secret }, secret] }),
      (secret: string): Given => ({ status: 401, body: { message: secret } }),
    );
    const thrown = fc.constantFrom(
      (secret: string): Error => new Error(`invalid header value "Bearer ${secret}"`),
      (secret: string): Error => new TypeError('fetch failed', { cause: new Error('x', { cause: secret }) }),
    );
    const fresh = 'fresh-0123456789abcdef';
    await fc.assert(
      fc.asyncProperty(
        anyCall,
        fc.array(fc.oneof(echo, thrown), { minLength: 1, maxLength: 3 }),
        async (call, answers) => {
          const { api, net, log } = fakeApi(
            (sent, count) => {
              const secret = (sent.headers.authorization ?? token).replace('Bearer ', '');
              return answers[Math.min(count, answers.length) - 1]!(secret);
            },
            { fresh },
          );
          const outcome = await atOnce(call.run(api, call.params));
          const failure = outcome.status === 'rejected' ? (outcome.reason as Error) : undefined;
          const own = net.sent.filter(({ url }) => new URL(url).origin === 'https://api.test');
          const told = [
            ...log.lines,
            ...own.flatMap(({ url, body, headers }) => [
              url,
              body ?? '',
              ...Object.entries(headers)
                .filter(([name]) => name !== 'authorization')
                .flat(),
            ]),
            ...net.sent.filter((sent) => !own.includes(sent)).flatMap(({ headers }) => Object.values(headers)),
            ...textsOf(failure),
          ];
          for (const text of told) for (const secret of [token, fresh]) assert.ok(!text.includes(secret), text);
        },
      ),
      often,
    );
  }).timeout(300_000);
});

/** All texts of an error that a logger may print. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [JSON.stringify(error)];
  return [error.message, error.stack ?? '', JSON.stringify(Object.entries(error)), ...textsOf(error.cause)];
}

/** A paging behaviour of a service whose items are numbers. */
interface Behaviour {
  readonly paging: { readonly perPage: number; readonly lastPage: number; readonly shortIsLast: boolean };
  readonly serve: (page: number, perPage: number) => ReplyPage<number>;
}

const page = (
  items: readonly number[],
  unreadable: readonly string[] = [],
  counts: ReplyPage<number>['counts'] = {},
): ReplyPage<number> => ({
  items,
  unreadable,
  counts,
  size: 0,
  key: String,
});
const sliceOf = (all: readonly number[], number: number, size: number): readonly number[] =>
  all.slice((number - 1) * size, number * size);

const behaviours: Readonly<
  Record<string, (all: readonly number[], size: number, noise: readonly number[]) => Behaviour>
> = {
  'obeys paging': (all, perPage) => ({
    paging: { perPage, lastPage: Infinity, shortIsLast: true },
    serve: (number, size) => page(sliceOf(all, number, size)),
  }),
  'ignores paging and sends all items on every page': (all, perPage) => ({
    paging: { perPage, lastPage: Infinity, shortIsLast: true },
    serve: () => page(all),
  }),
  'serves 20 per page for every per_page': (all) => ({
    paging: { perPage: 100, lastPage: Infinity, shortIsLast: true },
    serve: (number) => page(sliceOf(all, number, 20)),
  }),
  'serves fewer than per_page and sends the page count': (all, perPage) => {
    const own = Math.max(1, Math.floor(perPage / 2));
    return {
      paging: { perPage, lastPage: Infinity, shortIsLast: true },
      serve: (number) => page(sliceOf(all, number, own), [], { total_page: Math.ceil(all.length / own) }),
    };
  },
  'sends the total count': (all, perPage) => ({
    paging: { perPage, lastPage: Infinity, shortIsLast: false },
    serve: (number, size) => page(sliceOf(all, number, size), [], { total_count: all.length }),
  }),
  'repeats the last page endlessly': (all, perPage) => ({
    paging: { perPage, lastPage: Infinity, shortIsLast: true },
    serve: (number, size) => page(sliceOf(all, Math.min(number, Math.max(1, Math.ceil(all.length / size))), size)),
  }),
  'has short pages in a search': (all, _, noise) => {
    const cuts = [0];
    for (let at = 0; cuts.at(-1)! < all.length; at += 1) cuts.push(cuts.at(-1)! + 1 + (noise[at % noise.length] ?? 0));
    return {
      paging: { perPage: 50, lastPage: Infinity, shortIsLast: false },
      serve: (number) => page(all.slice(cuts[number - 1] ?? all.length, cuts[number] ?? all.length)),
    };
  },
  'has overlapping pages because items are added': (all, perPage, noise) => ({
    paging: { perPage: perPage + 3, lastPage: Infinity, shortIsLast: false },
    serve: (number) => {
      const from = Math.max(0, (number - 1) * perPage - ((noise[number % noise.length] ?? 0) % Math.min(perPage, 3)));
      return page(all.slice(from, number * perPage));
    },
  }),
  'has unreadable items': (all, perPage, noise) => ({
    paging: { perPage, lastPage: Infinity, shortIsLast: true },
    serve: (number, size) => {
      const part = sliceOf(all, number, size);
      const isBad = (item: number): boolean => part.length > 1 && item % 7 === (noise[0] ?? 0) % 7 && item !== part[0];
      return page(
        part.filter((item) => !isBad(item)),
        part.filter(isBad).map(String),
      );
    },
  }),
};

describe('pagesOf with random pages', () => {
  it('lists every item once, for every paging behaviour of a service', async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.entries(behaviours)),
        fc.nat(130),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 9 }),
        async ([name, behave], length, perPage, noise) => {
          met.add(name);
          const all = Array.from({ length }, (_, index) => index);
          const { paging, serve } = behave(all, perPage, noise);
          let asked = 0;
          const bad: string[] = [];
          const list = pagesOf(paging, undefined, (number, size) => {
            asked += 1;
            assert.ok(asked <= length + 3, `${name}: never ends`);
            const served = serve(number, size);
            bad.push(...served.unreadable);
            return Promise.resolve(served);
          });
          const listed = await collect(list);
          const wanted = all.filter((item) => !bad.includes(String(item)));
          assert.deepEqual(listed, wanted, name);
        },
      ),
      often,
    );
    assert.equal(met.size, Object.keys(behaviours).length);
  }).timeout(120_000);

  it('ends for any pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(fc.array(fc.nat(30), { maxLength: 12 }), fc.nat(3)), { minLength: 1 }),
        async (shortIsLast, served) => {
          let asked = 0;
          const list = pagesOf({ perPage: 10, lastPage: Infinity, shortIsLast }, undefined, () => {
            assert.ok((asked += 1) < 100, 'never ends');
            const [items, unreadable] = served[asked % served.length] ?? [[], 0];
            return Promise.resolve(page(items, Array.from({ length: unreadable }, String)));
          });
          const items = await collect(list);
          assert.equal(new Set(items).size, items.length);
        },
      ),
      often,
    );
  }).timeout(120_000);
});
