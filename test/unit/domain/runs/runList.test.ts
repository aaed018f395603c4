import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Run } from '../../../../src/api/record/run.ts';
import type { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { RunList } from '../../../../src/domain/runs/runList.ts';

const place = {
  connection: { host: { id: 'local', name: 'Local', webUrl: 'https://local.test' } },
  name: { host: 'local', owner: 'a', repo: 'b' },
} as HostPlace;

interface Query {
  readonly page: number;
  readonly per_page: number;
}

describe('the list of a repository with 1,000 runs', () => {
  const runs = Array.from({ length: 1_000 }, (_, index) =>
    v.parse(Run, {
      ...{ workflow_run_id: String(index), status: 'COMPLETED', start_time: 1_800_000_000_000 - index * 60_000 },
      ...{ event: index % 250 === 249 ? 'Manual' : 'Push' },
    }),
  );
  let asked: string[];
  beforeEach(() => (asked = []));
  const api = {
    runs: {
      list: ({ page, per_page }: Query) => {
        asked.push(`${page} of ${per_page}`);
        return Promise.resolve({ items: runs.slice((page - 1) * per_page, page * per_page), unreadable: [] });
      },
    },
  };
  const features = {
    call: async (_: unknown, { send }: { readonly send: (to: typeof api) => unknown }) => await send(api),
  } as unknown as HostFeatures;

  it('shows its first rows after one request, and at most 300', async () => {
    const list = new RunList(features);
    const pages = list.pages(place, {}, {});
    const first = await pages.next();
    assert.deepEqual([first.value?.runs.length, first.value?.more, asked], [30, true, ['1 of 30']]);
    let count = first.value?.runs.length ?? 0;
    for await (const page of pages) count += page.runs.length;
    assert.deepEqual([count, asked.length], [300, 10]);
    asked = [];
    assert.equal((await list.first(place, {}, 1_000, {})).length, 300);
    assert.deepEqual(asked, ['1 of 100', '2 of 100', '3 of 100']);
  });

  it('looks for an event, which the host does not filter, in three requests', async () => {
    const found = await new RunList(features).first(place, { event: 'manual' }, 100, {});
    assert.deepEqual(
      found.map(({ workflow_run_id }) => workflow_run_id),
      ['249'],
    );
    assert.equal(asked.length, 3);
  });
});
