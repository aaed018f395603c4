import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { pullRequestPages } from '../../../../src/domain/pullRequests/pullRequestList.ts';
import { budget, within, withinProcessorTime } from '../../../budgets.ts';
import { named } from '../../../kit/localGit.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { suiteService } from '../../kit/suiteService.ts';

describe('The list of pull requests', () => {
  const service = suiteService();

  it('shows the newest 20 of 2,000 with one request', async () => {
    const { record } = await service.repository('alice/website');
    const first = record.pullRequests.get(41);
    assert.ok(first);
    for (let number = 2_001; number <= 4_000; number += 1)
      record.pullRequests.set(number, {
        ...first,
        number,
        id: number + 1_000_000,
        created: Date.now() - 4_000 + number,
      });
    const features = new HostFeatures(memoryStorage());
    const connection = await session(service).connect();
    const read = async (): Promise<readonly (string | undefined)[]> => {
      const query = { state: 'open', sort: 'created', direction: 'desc' } as const;
      const pages = pullRequestPages(features, connection, named('alice/website'), query, {}, 20).pages();
      const { value } = await pages.next();
      assert.equal(value?.more, true);
      return value.items.map(({ number }) => number);
    };
    await read();
    const latency = 50;
    service.set({ latency });
    // Not by the clock, because other stages run at the same time. The service is in this process.
    await withinProcessorTime(budget.times.pullRequestList - latency, async () => {
      const requests = await asked(service, async () =>
        assert.deepEqual(
          await read(),
          Array.from({ length: 20 }, (_, index) => String(4_000 - index)),
        ),
      );
      within(1, requests);
    });
  });
});
