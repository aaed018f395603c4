import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Run } from '../../../../src/api/record/run.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { RunFollower } from '../../../../src/domain/runs/runFollower.ts';
import { runCallbacks } from '../../../kit/clockwork.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';

const placeOf = (repo: string): HostPlace =>
  ({
    connection: { host: { id: 'local' }, account: { login: 'alice' } },
    name: { host: 'local', owner: 'a', repo },
  }) as unknown as HostPlace;
const place = placeOf('b');
const run = (id: string, status: string, login = 'alice'): Run =>
  v.parse(Run, { workflow_run_id: id, status, actor: { login } });

describe('RunFollower', () => {
  let time: InboxTime;
  let reads: string[];
  let told: string[];
  /** What the view lists when it is read again; undefined: it is hidden. */
  let list: readonly Run[] | Failure | undefined;
  let started: Run | Failure;
  let follower: RunFollower;

  beforeEach(() => {
    [time, reads, told, list] = [new InboxTime(0), [], [], []];
    const { clock, window } = time;
    const seconds = (): number => clock.now() / 1000;
    follower = new RunFollower({
      ...{ clock, window },
      get: (_, id) => {
        reads.push(`${id} ${seconds()}`);
        return started instanceof Failure ? Promise.reject(started) : Promise.resolve(started);
      },
      refresh: (at) => {
        reads.push(`${at.name.repo} ${seconds()}`);
        if (list instanceof Failure) follower.failed(list);
        else if (list !== undefined) follower.listed(at, list);
      },
      tell: (_, { workflow_run_id: id, status }) => void told.push(`${id} ${status}`),
    });
  });
  afterEach(() => follower.dispose());

  const show = (runs: readonly Run[]): void => {
    list = runs;
    follower.listed(place, runs);
  };

  it('reads the view after 10 s, then half as often up to a minute, until all runs end, and tells the end once', async () => {
    show([run('1', 'RUNNING'), run('2', 'INIT', 'bob'), run('3', 'FAILED')]);
    await time.pass(190_000);
    assert.deepEqual(reads, ['b 10', 'b 30', 'b 70', 'b 130', 'b 190']);
    assert.deepEqual(told, []);
    list = [run('1', 'FAILED'), run('2', 'RUNNING', 'bob')];
    await time.pass(60_000);
    list = [run('1', 'FAILED'), run('2', 'COMPLETED', 'bob')];
    await time.pass(7_200_000);
    assert.deepEqual([reads.length, told], [7, ['1 FAILED']]);
    show([run('1', 'FAILED')]);
    assert.deepEqual(told, ['1 FAILED']);
  });

  it('tells the end of a run of another person that the user looked at, also when the filter leaves it out', async () => {
    const other = run('2', 'RUNNING', 'bob');
    show([other, run('3', 'RUNNING', 'bob')]);
    follower.seen(place, other);
    show([other]);
    started = run('2', 'RUNNING', 'bob');
    list = [];
    await time.pass(10_000);
    assert.deepEqual([reads, told], [['b 10', '2 10'], []]);
    show([other]);
    started = run('2', 'FAILED', 'bob');
    list = [];
    await time.pass(10_000);
    follower.seen(place, started);
    show([started]);
    assert.deepEqual(told, ['2 FAILED']);
  });

  it('reads nothing while all runs have ended', async () => {
    show([run('1', 'COMPLETED'), run('2', 'IGNORED')]);
    await time.pass(3_600_000);
    assert.deepEqual([reads, told], [[], []]);
  });

  it('reads once a minute what waits for a person', async () => {
    show([run('1', 'PAUSED')]);
    await time.pass(310_000);
    assert.deepEqual(reads, ['b 10', 'b 70', 'b 130', 'b 190', 'b 250', 'b 310']);
  });

  it('reads nothing without the focus, and ends after two hours', async () => {
    show([run('1', 'RUNNING')]);
    time.setFocus(false);
    await time.pass(3_600_000);
    assert.deepEqual(reads, []);
    time.setFocus(true);
    await time.pass(3_700_000);
    const { length } = reads;
    assert.ok(length > 50 && length < 66, String(length));
    await time.pass(7_200_000);
    assert.equal(reads.length, length);
  });

  it('waits while the view is hidden, and goes on when it is shown', async () => {
    show([run('1', 'RUNNING')]);
    list = undefined;
    await time.pass(3_600_000);
    assert.deepEqual(reads, ['b 10']);
    show([run('1', 'RUNNING')]);
    await runCallbacks();
    await time.pass(20_000);
    assert.deepEqual(reads, ['b 10', 'b 3620']);
  });

  it('follows the repository that the view shows', async () => {
    show([run('1', 'RUNNING')]);
    list = undefined;
    await time.pass(15_000);
    list = [run('2', 'RUNNING')];
    follower.listed(placeOf('c'), list);
    await time.pass(30_000);
    assert.deepEqual(reads, ['b 10', 'c 25', 'c 45']);
  });

  it('goes on once a minute after a failure, and ends where the host has no CI', async () => {
    show([run('1', 'RUNNING')]);
    list = new Failure('unreachable', 'away', { reason: 'offline' });
    await time.pass(130_000);
    assert.deepEqual(reads, ['b 10', 'b 70', 'b 130']);
    list = new Failure('unsupported', 'no runs', { status: 405 });
    await time.pass(3_600_000);
    assert.equal(reads.length, 4);
  });

  it('finds a started run within two minutes, shows it, and tells its end, also while the view is hidden', async () => {
    started = new Failure('missing', 'not yet', { status: 404 });
    follower.expect(place, '7');
    await time.pass(30_000);
    assert.deepEqual(reads, ['7 10', '7 20', '7 30']);
    started = run('7', 'RUNNING', 'host');
    list = [run('7', 'RUNNING', 'host')];
    await time.pass(10_000);
    assert.deepEqual(reads.slice(3), ['7 40', 'b 40']);
    list = undefined;
    await time.pass(60_000);
    assert.deepEqual([reads.slice(5), told], [['b 50', '7 60', '7 100'], []]);
    started = run('7', 'COMPLETED', 'host');
    await time.pass(3_600_000);
    assert.deepEqual([reads.slice(8), told], [['7 160', 'b 160'], ['7 COMPLETED']]);
    show([started]);
    assert.deepEqual(told, ['7 COMPLETED']);
  });
});
