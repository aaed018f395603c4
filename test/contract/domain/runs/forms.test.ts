import type { HostPlace } from '../../../../src/domain/hosts/connections.ts';
import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { RunList } from '../../../../src/domain/runs/runList.ts';
import { Runs } from '../../../../src/domain/runs/runs.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { zip } from '../../../service/ci/zip.ts';
import { Clients } from '../../kit/clients.ts';
import { toolWindow } from '../../kit/toolWindow.ts';

const id = 'ab'.repeat(16);
const hostile = '\u001b[31mred\u0007\u202e [x](command:workbench.action.quit) <b> $(error)\nsecond\r\n| third';
const step = (sequence: unknown, status: string, more: object = {}): object => ({
  name: 'test',
  status,
  sequence,
  ...more,
});
const run = (jobs: unknown, more: object = {}): object => ({
  ...{ workflow_run_id: id, status: 'FAILED', stages: [{ name: 'Test', status: 'FAILED', jobs }, null], ...more },
});
const log = (sequence: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zip([{ name: `${sequence}_any.log`, content: Buffer.from(`${'long '.repeat(200)}\n${hostile}\n`) }]));

describe('runs in forms that nobody promised', () => {
  const clients = Clients.ofSuite();
  let place: HostPlace;
  let runs: Runs;
  before(async () => {
    const connection = await session(clients.service, { login: 'alice', fetch: clients.fetch }).connect();
    place = { connection, name: { host: 'local', owner: 'alice', repo: 'website' } };
  });
  beforeEach(() => (runs = new Runs(new HostFeatures(memoryStorage()))));

  const answers = (operation: string, json: unknown, status = 200): void => {
    clients.service.fail({ operation, fault: { kind: 'answer', status, json } });
  };

  for (const [title, json, archive, shown] of [
    [
      'numbers as text, and an id as a number',
      run([{ id: 5, name: 'unit', status: 'failed', sequence: '0', steps: [step('2', 'failed')] }], {
        ...{ status: 'failed', run_number: '12', start_time: '1789541185', end_time: '1789541485000' },
      }),
      log(2),
      /failed #12; begun 2026-09-16T06:46:25.000Z; ended 2026-09-16T06:51:25.000Z\n[^]*failed: unit \/ test; the last 4 lines of its log:\n/,
    ],
    [
      'lists that are null',
      run([{ id: '5', name: 'unit', status: 'FAILED', steps: null }, null, 7]),
      log(0),
      /failed: unit; it has no log$/,
    ],
    [
      'a pair of jobs',
      run([
        { id: '4', name: 'Unit_common', status: 'FAILED', steps: [] },
        { id: '5', name: 'unit', status: 'FAILED', steps: [step(0, 'COMPLETED'), step(1, 'FAILED')] },
      ]),
      log(1),
      /job Test \/ Unit_common: FAILED;\n[^]*failed: unit \/ test; the last 4 lines of its log:\n/,
    ],
    [
      'a failed job without a failed step',
      run([{ id: '5', name: 'unit', status: 'FAILED', steps: [step(0, 'COMPLETED')] }]),
      log(0),
      /failed: unit; the last 4 lines of its log:\n/,
    ],
    [
      'a log without the failed step',
      run([{ id: '5', name: 'unit', status: 'FAILED', steps: [step(3, 'FAILED')] }]),
      log(1),
      /failed: unit \/ test; the last 4 lines of any, its own log is missing:\n/,
    ],
    [
      'a log that is a page',
      run([{ id: '5', name: 'unit', status: 'FAILED', steps: [step(3, 'FAILED')] }]),
      new TextEncoder().encode('<html>'),
      /failed: unit \/ test; it has no log yet$/,
    ],
    [
      'words that nobody knows',
      run([{ id: '5', name: 'unit', status: 'TIMEOUT', steps: [step(0, 'ENV_ERROR')] }], { status: 'COMPILE_ERROR' }),
      log(0),
      / COMPILE_ERROR\n[^]*job Test \/ unit: TIMEOUT; test ENV_ERROR$/,
    ],
    [
      'hostile texts',
      run(
        [{ id: '5', name: hostile, status: 'FAILED', message: hostile, steps: [step(0, 'FAILED', { name: hostile })] }],
        {
          ...{ title: hostile, workflow_name: hostile, head_branch: hostile },
        },
      ),
      log(0),
      /the last 4 lines of its log:\n/,
    ],
  ] as const)
    it(`are told to an agent: ${title}`, async () => {
      await using tools = await toolWindow(clients.service);
      answers('runs.get', json);
      const download = () => Promise.resolve({ body: new Response(archive).body!, size: undefined, doubt: undefined });
      Object.assign(tools.services.runs, { log: download });
      const { text } = await tools.call('get_run', { host: 'local', repository: 'alice/website', run: id });
      assert.match(text, shown);
      // eslint-disable-next-line no-control-regex -- That is what must not be there.
      assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u202e]/);
      for (const line of text.split('\n').slice(2)) assert.ok(line.startsWith('| ') && line.length < 620, line);
    });

  it('are told without the log where the host has no route for it, and without jobs', async () => {
    await using tools = await toolWindow(clients.service);
    const notPath = { error_code: 404, error_code_name: 'NOT_PATH', error_message: 'Not Found' };
    answers('runs.get', run([{ id: '5', name: 'unit', status: 'FAILED', steps: [step(0, 'FAILED')] }]));
    answers('runs.log', notPath, 404);
    const given = { host: 'local', repository: 'alice/website', run: id };
    assert.match((await tools.call('get_run', given)).text, /failed: unit \/ test; its log cannot be read$/);
    clients.service.calm();
    answers('runs.get', { workflow_run_id: id, status: 'RUNNING' });
    answers('runs.jobs', notPath, 404);
    assert.deepEqual((await runs.get(place, id, {})).stages, []);
  });

  it('list what has an id, and nothing of another answer', async () => {
    const list = new RunList(new HostFeatures(memoryStorage()));
    const odd = [
      { workflow_run_id: 'a', status: null },
      { status: 'FAILED' },
      null,
      { workflow_run_id: 7, pull_request_id: 41 },
    ];
    for (const [json, found] of [
      [{ total_count: '4', workflow_runs: odd }, ['a', '7']],
      [{ total_count: 5, workflow_runs: null }, []],
      [{}, []],
    ] as const) {
      clients.service.calm();
      answers('runs.list', json);
      assert.deepEqual(
        (await list.first(place, {}, 30, {})).map(({ workflow_run_id }) => workflow_run_id),
        found,
      );
    }
    assert.equal((await list.first(place, { number: '41' }, 30, {})).length, 0);
  });

  it('of a start are its id, nothing, or what is wrong with the file', async () => {
    const start = () => runs.start(place, { workflow: id, ref: 'main' }, {});
    for (const [status, json, run] of [
      [202, { workflow_run_id: 5 }, '5'],
      [201, {}, undefined],
      [204, undefined, undefined],
    ] as const) {
      clients.service.calm();
      answers('workflows.run', json, status);
      assert.equal((await start())?.workflow_run_id, run);
    }
    clients.service.calm();
    const message = 'jobs[build].steps[0].name: The value cannot be empty';
    answers('workflows.run', { valid: false, diagnostics: [{ range: null, severity: 'error', message }] }, 400);
    assert.equal((await rejection(start(), 'invalid')).serverMessage, message);
  });
});
