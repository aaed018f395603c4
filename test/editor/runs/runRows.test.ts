import assert from 'node:assert/strict';
import { RunFollower } from '../../../src/domain/runs/runFollower.ts';
import { RunList } from '../../../src/domain/runs/runList.ts';
import { Runs } from '../../../src/domain/runs/runs.ts';
import { windowClock } from '../../../src/editor/kit/windowClock.ts';
import { runsOf, type RunsSource } from '../../../src/editor/features/runs/runRows.ts';
import type { RunTools } from '../../../src/editor/features/runs/runTools.ts';
import { runsList } from '../../../src/editor/kit/rows/filters.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

describe('rows of runs', () => {
  let sidebar: Sidebar;
  let website: RepositoryPlace;
  let source: RunsSource;
  let follower: RunFollower;

  beforeEach(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    website = await sidebar.place('alice/website');
    const runs = new Runs(sidebar.features);
    const unused = (): void => {};
    follower = new RunFollower({ get: (...run) => runs.get(...run), refresh: unused, tell: unused, ...windowClock });
    const tools = { runs, list: new RunList(sidebar.features), follower } as RunTools;
    source = { load: () => Promise.resolve(tools), filters: sidebar.filters };
    await sidebar.asked();
  });
  afterEach(async () => {
    follower.dispose();
    assert.deepEqual(await sidebar.service.violations(), []);
  });

  it('are read with one request, and lead to stages, jobs and steps', async () => {
    const looking = new Looking(runsOf(website, source));
    const rows = await looking.rows();
    assert.deepEqual(
      rows.map((row) => row.split(' · ').slice(0, 2).join(' · ')),
      ['Checks #3 | running · develop', 'Checks #2 | failed · !41', 'Checks #1 | passed · main'],
    );
    assert.deepEqual(await sidebar.asked(), ['runs.list']);
    const failed = await looking.row('Checks #2');
    const stages = await looking.rows('Checks #2');
    assert.deepEqual(await sidebar.asked(), ['runs.get']);
    assert.deepEqual(
      stages.map((row) => row.split(' · ')[0]),
      ['Prepare | passed', 'Test | failed', 'Package | waiting'],
    );
    const steps = await looking.rows('Checks #2', 'Test', 'Unit tests');
    assert.equal(steps[2]?.split(' · ')[0], '单元测试 | failed');
    assert.deepEqual(await sidebar.asked(), []);
    assert.equal(failed.node.row.context, 'run+failed');
  });

  it('follow the filter', async () => {
    await sidebar.filters.set(runsList, { status: 'FAILED' });
    assert.equal((await new Looking(runsOf(website, source)).rows()).length, 1);
    await sidebar.filters.set(runsList, { branch: 'nothing' });
    assert.deepEqual(await new Looking(runsOf(website, source)).rows(), ['No runs match the filter.']);
  });

  it('of a host without CI are a link to its page, with one request a day', async () => {
    await sidebar.service.set({ habits: { optionalOperations: '404' } });
    for (let twice = 0; twice < 2; twice += 1)
      assert.deepEqual(await new Looking(runsOf(website, source)).rows(), [
        'This host lists no runs. | Open on the Web',
      ]);
    assert.equal((await sidebar.asked()).filter((operation) => operation === 'runs.list').length, 1);
  });
});
