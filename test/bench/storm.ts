// What a storm of requests becomes under a limit: counted where they arrive. Fails where more arrive than the budget
// allows, or where one is lost: neither answered nor, after two pauses, ended as throttled.
import { createApi } from '../../src/api/client/client.ts';
import { Budget } from '../../src/api/throttle/budget.ts';
import { isFailure } from '../../src/core/errors.ts';
import { silent } from '../../src/core/log.ts';
import { createNetwork } from '../../src/net/http/network.ts';
import * as transports from '../../src/net/http/onDemand.ts';
import { budget } from '../budgets.ts';
import type { BehaviourSetting } from '../service/handle.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

/** A minute lasts this many milliseconds here. */
const minute = 3_000;
const { perMinute: allowed, lost: mostLost } = budget.storm;
const asked = 200;
const rows: (readonly string[])[] = [];

const storms: readonly (readonly [name: string, setting: BehaviourSetting])[] = [
  ['the service allows as much', { rateLimit: allowed }],
  ['the service allows 20, says 429 and when', { rateLimit: 20 }],
  [
    'the service allows 20, says 400 with code 429 and no time',
    { rateLimit: 20, habits: { throttledStatus: 400, retryAfter: 'none' } },
  ],
];

await withService({}, async (service) => {
  const network = createNetwork({
    load: () => Promise.resolve(transports),
    settings: () => ({ mode: 'undici', strictSSL: true, env: {} }),
    editorFetch: fetch,
    log: silent,
  });
  const token = await service.token('alice');
  for (const [name, setting] of storms) {
    await service.set({ minute, ...setting });
    await service.clear();
    const api = createApi({
      apiUrl: service.url,
      fetch: network.fetch,
      credentials: { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) },
      budget: new Budget(allowed, undefined, minute),
      log: silent,
    });
    const started = performance.now();
    const calls = Array.from({ length: asked }, (_, at) =>
      api.users.emails({}, { priority: at % 2 === 0 ? 'interactive' : 'background' }),
    );
    const ends = await Promise.allSettled(calls);
    const answered = ends.filter(({ status }) => status === 'fulfilled').length;
    const throttled = ends.filter((end) => end.status === 'rejected' && isFailure(end.reason, 'throttled')).length;
    const minutes = (performance.now() - started) / minute;
    const arrived = await service.requests();
    const times = arrived.map(({ time }) => time);
    const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + minute).length));
    const refused = arrived.filter(({ status }) => status !== 200).length;
    const lost = asked - answered - throttled;
    rows.push([
      name,
      `${asked}`,
      `${throttled}`,
      `${lost} (≤ ${mostLost})`,
      `${arrived.length}`,
      `${refused}`,
      `${most} (≤ ${allowed})`,
      minutes.toFixed(1),
    ]);
    console.log(rows.at(-1)?.join(' | '));
  }
  network.dispose();
});
const head = [
  '',
  'asked',
  'ended as throttled',
  'lost',
  'arrived',
  'refused of those',
  'arrived in a minute at most',
  'minutes',
];
await writeSection('storm', table(head, rows));
