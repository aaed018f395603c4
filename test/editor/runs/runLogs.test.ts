import assert from 'node:assert/strict';
import * as v from 'valibot';
import { type Uri } from 'vscode';
import { RunDetail, type Run } from '../../../src/api/record/run.ts';
import type { Connections, HostPlace } from '../../../src/domain/hosts/connections.ts';
import { RunLogs } from '../../../src/editor/features/runs/runLogs.ts';
import type { Runs } from '../../../src/domain/runs/runs.ts';
import { InboxTime } from '../../kit/inboxClock.ts';
import { until } from '../../kit/until.ts';
import { zip } from '../../service/ci/zip.ts';
import { tidy } from '../kit/tidy.ts';

const step = { name: 'Test', sequence: 1 };
const runOf = (status: string, whole = status): RunDetail =>
  v.parse(RunDetail, {
    workflow_run_id: 'r',
    status: whole,
    stages: [{ name: 'one', jobs: [{ id: 'j', name: 'Job', status, steps: [{ ...step, status }] }] }],
  });

describe('the log of a job that runs', () => {
  afterEach(tidy);

  it('is asked for again until the job ends, and then the run until it ends', async () => {
    const time = new InboxTime(0);
    const asked: number[] = [];
    const changed: string[] = [];
    const seen: (string | undefined)[] = [];
    let [status, whole, log] = ['RUNNING', 'RUNNING', new Uint8Array()];
    const runs: Pick<Runs, 'get' | 'log'> = {
      get: () => Promise.resolve(runOf(status, whole)),
      log: () => {
        asked.push(time.clock.now() / 1000);
        return Promise.resolve({ body: new Blob([log]).stream(), size: log.length, doubt: undefined });
      },
    };
    const place = {
      connection: { host: { id: 'local' } },
      name: { host: 'local', owner: 'a', repo: 'b' },
    } as HostPlace;
    const connections = { connect: () => Promise.resolve(place.connection) } as unknown as Connections;
    const file = { changed: (uri: Uri) => void changed.push(uri.path) };
    const follower = { seen: (_: HostPlace, run: Run) => void seen.push(run.status) };
    /** Until the next reading is due, or was the last one. */
    const settle = (): Promise<void> => until(() => time.isAwaited || seen.at(-1) === 'COMPLETED');
    const logs = new RunLogs({ runs, follower, connections, file, times: time });
    const textNow = async (uri: Uri): Promise<string> => new TextDecoder().decode((await logs.read(uri)).bytes);
    try {
      const uri = await logs.open(place, runOf(status), 'j', {});
      assert.match(await textNow(uri), /^There is no log yet. It is read again while the job runs\.$/m);
      await time.pass(30_000, settle);
      assert.deepEqual([asked, changed.length], [[0, 10, 30], 2]);
      log = new Uint8Array(zip([{ name: '1_Test.log', content: Buffer.from('begun\n') }]));
      await time.pass(40_000, settle);
      assert.match(await textNow(uri), /^▸ 1 Test · RUNNING\nbegun\n$/);
      [status, log] = ['FAILED', new Uint8Array(zip([{ name: '1_Test.log', content: Buffer.from('begun\nended\n') }]))];
      await time.pass(300_000, settle);
      assert.match(await textNow(uri), /FAILED\nbegun\nended\n$/);
      assert.deepEqual([asked, seen.at(-1)], [[0, 10, 30, 70, 130], 'RUNNING']);
      whole = 'COMPLETED';
      await time.pass(300_000, settle);
      assert.deepEqual([asked.length, seen.filter((one) => one === 'COMPLETED').length], [5, 1]);
    } finally {
      logs.dispose();
    }
  });
});
