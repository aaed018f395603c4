import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { readLogArchive } from '../../../../src/domain/runs/logArchive.ts';
import { writeLog } from '../../../../src/domain/runs/logText.ts';
import { firstFailed } from '../../../../src/domain/runs/jobs.ts';
import { RunList } from '../../../../src/domain/runs/runList.ts';
import type { RunFilter } from '../../../../src/domain/runs/runQueries.ts';
import { Runs } from '../../../../src/domain/runs/runs.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

const notPath = { error_code: 404, error_code_name: 'NOT_PATH', error_message: 'Not Found' };

describe('runs of a repository', () => {
  const clients = Clients.ofSuite();
  let runs: Runs;
  let list: RunList;
  let waits: number[] = [];
  let now = 0;
  beforeEach(() => {
    const features = new HostFeatures(memoryStorage(), () => now);
    [runs, waits, now] = [new Runs(features), [], 1_800_000_000_000];
    const wait = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
    list = new RunList(features, () => now, wait);
    clients.service.clear();
  });

  const place = async (repo = 'website'): Promise<HostPlace> => ({
    connection: await session(clients.service, { login: 'alice', fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo },
  });
  const branches = async (filter: RunFilter, limit = 30) =>
    (await list.first(await place(), filter, limit, {})).map(({ head_branch }) => head_branch);
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  it('lists by branch, pull request, workflow and status, also where the host ignores a filter', async () => {
    for (const runListing of ['obeyed', 'ignores filters'] as const) {
      clients.habit({ runListing });
      assert.deepEqual(await branches({}), ['develop', 'feature/login', 'main']);
      assert.deepEqual(await branches({}, 1), ['develop']);
      assert.deepEqual(await branches({ branch: 'main' }), ['main']);
      assert.deepEqual(await branches({ number: '41' }), ['feature/login']);
      assert.deepEqual(await branches({ number: '4' }), []);
      assert.deepEqual(await branches({ status: 'failed' }), ['feature/login']);
      for (const workflow of ['Checks', 'checks.yml', '.gitcode/workflows/checks.yml'])
        assert.equal((await branches({ workflow })).length, 3);
      const [{ workflow_id } = {}] = await list.first(await place(), {}, 1, {});
      assert.equal((await branches({ workflow: workflow_id! })).length, 3);
      assert.deepEqual(await branches({ workflow: 'Other' }), []);
    }
  });

  it('asks by status where a host needs one, remembers that for a day, and gives up for an hour', async () => {
    clients.habit({ runListing: 'needs status' });
    assert.deepEqual(await branches({}), ['develop', 'feature/login', 'main']);
    assert.deepEqual([waits, sent('runs.list')], [[3000, 3000], 6]);
    assert.equal((await branches({})).length, 3);
    assert.equal(sent('runs.list'), 9);
    now += 25 * 3_600_000;
    await branches({});
    assert.equal(sent('runs.list'), 15);
    const error_message = 'codeArtsIds must not be empty';
    const json = { error_code: 1000, error_code_name: 'PARAMETER_ERROR', error_message };
    clients.service.fail({ operation: 'runs.list', fault: { kind: 'answer', status: 200, json } });
    now += 25 * 3_600_000;
    const failure = await rejection(branches({}), 'unsupported');
    assert.match(failure.about?.[1] ?? '', /\/alice\/website\/actions$/);
    const count = sent('runs.list');
    await rejection(branches({}), 'unsupported');
    assert.equal(sent('runs.list'), count);
  });

  it('repeats a list that fails now and then', async () => {
    const json = { error_code: 1000, error_message: 'codeArtsIds must not be empty' };
    clients.service.fail({ operation: 'runs.list', times: 1, fault: { kind: 'answer', status: 400, json } });
    assert.equal((await branches({})).length, 3);
    assert.deepEqual([waits, sent('runs.list')], [[3000], 2]);
  });

  it('reads a failed step in four requests', async () => {
    const at = await place();
    const [failed] = await list.first(at, { number: '41' }, 1, {});
    clients.service.clear();
    const id = failed!.workflow_run_id;
    const found = firstFailed(await runs.get(at, id, {}))!;
    const { body } = await runs.log(at, id, found.job.id!, {});
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const log = await writeLog(found.job, await readLogArchive(bytes), String);
    assert.equal(clients.service.requests.length, 3);
    assert.deepEqual([found.step?.name, log.failed?.name], ['单元测试', '单元测试']);
    assert.match(log.lines.join('\n'), /✘ src\/login\.ts:3: expected/);
    assert.ok(log.lines.includes('[INFO] 100 %'));
    assert.equal(log.sections[0]?.name, '初始化步骤');
  });

  it('takes an artifact that has expired for missing', async () => {
    const at = await place();
    for (const status of [404, 410]) {
      const fault = { kind: 'error', status } as const;
      clients.service.fail({ operation: 'artifacts.download', times: 1, fault });
      await rejection(runs.download(at, '1', {}), 'missing');
    }
  });

  it('reads the jobs of a run without stages', async () => {
    const at = await place();
    const [failed] = await list.first(at, { number: '41' }, 1, {});
    const json = { ...failed, status: 'RUNNING', stages: null };
    clients.service.fail({ operation: 'runs.get', fault: { kind: 'answer', status: 200, json } });
    const run = await runs.get(at, failed!.workflow_run_id, {});
    assert.deepEqual(
      run.stages.map(({ jobs }) => jobs.length),
      [2],
    );
  });

  it('is unsupported for each operation that the host does not have, and asks again after a day', async () => {
    const at = await place();
    clients.habit({ optionalOperations: '404' });
    for (let twice = 0; twice < 2; twice += 1) {
      await rejection(list.first(at, {}, 30, {}), 'unsupported');
      await rejection(runs.workflows(at, {}), 'unsupported');
    }
    assert.deepEqual([sent('runs.list'), sent('workflows.list')], [1, 1]);
    for (const asked of [
      () => runs.get(at, 'f'.repeat(32), {}),
      () => runs.log(at, 'f'.repeat(32), 'f'.repeat(32), {}),
      () => runs.artifacts(at, 'f'.repeat(32), {}),
      () => runs.artifact(at, '1', {}),
      () => runs.start(at, { workflow: 'f'.repeat(32), ref: 'main' }, {}),
    ]) {
      await rejection(asked(), 'unsupported');
      const { length } = clients.service.requests;
      await rejection(asked(), 'unsupported');
      assert.equal(clients.service.requests.length, length);
    }
    now += 25 * 3_600_000;
    await rejection(list.first(at, {}, 30, {}), 'unsupported');
    assert.equal(sent('runs.list'), 2);
    clients.service.calm();
    clients.service.fail({ operation: 'runs.get', fault: { kind: 'answer', status: 404, json: notPath } });
    await rejection(runs.get(at, 'f'.repeat(32), {}), 'unsupported');
    assert.equal((await runs.workflows(at, {})).length, 1);
  });

  it('does not take a missing run for a missing operation', async () => {
    const at = await place();
    await rejection(runs.get(at, 'f'.repeat(32), {}), 'missing');
    await rejection(runs.artifacts(at, 'f'.repeat(32), {}), 'missing');
    await rejection(runs.start(at, { workflow: 'f'.repeat(32), ref: 'main' }, {}), 'missing');
    const [run] = await list.first(at, {}, 1, {});
    assert.equal((await runs.get(at, run!.workflow_run_id, {})).status, 'RUNNING');
  });

  it('lists what the CI of before reported', async () => {
    assert.deepEqual(
      (await runs.pipelines(await place(), '41', {})).map(({ status }) => status),
      ['success'],
    );
  });
});
