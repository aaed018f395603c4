import assert from 'node:assert/strict';
import type { Api } from '../../../../src/api/client/client.ts';
import { collect } from '../../../../src/core/async.ts';
import { rejection } from '../../../kit/rejection.ts';
import type { Service } from '../../../service/handle.ts';
import { optionalOperation, website } from '../operations/operation.ts';

const workflow = `name: Build
on:
  push:
    branches: [main]
  workflow_dispatch:
    inputs:
      level: { type: string, required: true }
jobs:
  build:
    name: Build
    runs-on: [ubuntu-latest]
    steps:
      - name: Compile
        run: sleep 5
      - name: Keep
        uses: upload-artifact
        with: { name: readme, path: README.md }
`;

/** Pushes a workflow to `main` of a new repository, which starts its first run. */
async function withWorkflow(
  fresh: () => Promise<{ readonly owner: string; readonly repo: string }>,
  service: Service,
  text = workflow,
) {
  const at = await fresh();
  const files = { '.gitcode/workflows/build.yml': text };
  await service.act({ do: 'push', repository: `${at.owner}/${at.repo}`, branch: 'main', files });
  return at;
}

const newest = async (api: Api, at: { readonly owner: string; readonly repo: string }) =>
  (await api.runs.list(at)).items[0]!;
const bytesOf = async (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  new Uint8Array(await new Response(body).arrayBuffer());
const states = (items: readonly { readonly status?: string | undefined }[]) => items.map(({ status }) => status);

export const runs = [
  optionalOperation('runs.list', 'lists the newest runs first, with times in any form', async ({ api, service }) => {
    const { items } = await api.runs.list(website);
    assert.deepEqual(
      items.map(({ status, head_branch, pull_request_id }) => [status, head_branch, pull_request_id]),
      [
        ['RUNNING', 'develop', undefined],
        ['FAILED', 'feature/login', '41'],
        ['COMPLETED', 'main', undefined],
      ],
    );
    const [failed] = (await api.runs.list({ ...website, pull_request_id: '41' })).items;
    assert.deepEqual([failed?.event, failed?.actor?.login, failed?.run_number], ['MR', 'alice', 2]);
    assert.deepEqual(states((await api.runs.list({ ...website, status: 'RUNNING' })).items), ['RUNNING']);
    for (const runTimes of ['texts', 'seconds'] as const) {
      service.set({ habits: { runTimes } });
      const other = (await api.runs.list(website)).items.map(({ start_time }) => start_time?.slice(0, 19));
      assert.deepEqual(
        other,
        items.map(({ start_time }) => start_time?.slice(0, 19)),
      );
    }
    service.set({ habits: { runListing: 'needs status' } });
    const refusal = await rejection(api.runs.list(website), 'invalid');
    assert.equal(refusal.serverMessage, 'codeArtsIds must not be empty');
    service.set({ habits: { runListing: 'ignores filters' } });
    assert.equal((await api.runs.list({ ...website, pull_request_id: '1' })).items.length, 3);
  }),

  optionalOperation('runs.get', 'returns stages, jobs and steps, whose states follow the time', async (visit) => {
    const { api, service } = visit;
    const at = await withWorkflow(visit.fresh, service);
    const { workflow_run_id: run_id } = await newest(api, at);
    const steps = async () => (await api.runs.get({ ...at, run_id })).stages[0]!.jobs[0]!.steps;
    assert.deepEqual(states(await steps()), ['INIT', 'INIT', 'INIT']);
    await service.act({ do: 'passTime', seconds: 3 });
    assert.deepEqual(states(await steps()), ['COMPLETED', 'RUNNING', 'INIT']);
    assert.equal((await api.runs.get({ ...at, run_id })).status, 'RUNNING');
    await service.act({ do: 'passTime', seconds: 60 });
    assert.deepEqual(states(await steps()), ['COMPLETED', 'COMPLETED', 'COMPLETED']);
    await rejection(api.runs.get({ ...at, run_id: 'nothing' }), 'missing');
  }),

  optionalOperation('runs.jobs', 'lists the jobs without stages', async ({ api, service }) => {
    const [failed] = (await api.runs.list({ ...website, pull_request_id: '41' })).items;
    const at = { ...website, run_id: failed!.workflow_run_id };
    const jobs = (await api.runs.jobs(at)).items;
    assert.deepEqual(states(jobs), ['COMPLETED', 'FAILED']);
    assert.deepEqual(states(jobs[1]!.steps), ['COMPLETED', 'COMPLETED', 'FAILED', 'IGNORED']);
    service.set({ habits: { jobIds: 'empty' } });
    assert.deepEqual(
      (await api.runs.jobs(at)).items.map(({ id, name }) => [id, name]),
      jobs.map(({ name }) => [undefined, name]),
    );
  }),

  optionalOperation('runs.log', 'follows to the storage without the token', async ({ api, service }) => {
    const [failed] = (await api.runs.list({ ...website, pull_request_id: '41' })).items;
    const at = { ...website, run_id: failed!.workflow_run_id };
    const [, job] = (await api.runs.jobs(at)).items;
    const bytes = await bytesOf((await api.runs.log({ ...at, job_id: job!.id! })).body);
    assert.deepEqual([...bytes.subarray(0, 2)], [0x50, 0x4b]);
    const stored = service.requests.findLast(({ operation }) => operation === 'storage.get');
    assert.equal(stored?.headers.authorization, undefined);
    const none = await api.runs.log({ ...at, job_id: 'f'.repeat(32) });
    assert.equal((await bytesOf(none.body)).length, 0);
  }),

  optionalOperation('runs.artifacts', 'lists what the run made', async ({ api, service, fresh }) => {
    const at = await withWorkflow(fresh, service);
    const { workflow_run_id: run_id } = await newest(api, at);
    assert.deepEqual((await api.runs.artifacts({ ...at, run_id })).items, []);
    await service.act({ do: 'passTime', seconds: 60 });
    const [artifact] = (await api.runs.artifacts({ ...at, run_id })).items;
    assert.deepEqual([artifact?.name, artifact?.workflow_run_id], ['readme', run_id]);
    assert.match(artifact?.digest ?? '', /^sha256:[0-9a-f]{64}$/);
    assert.ok(Date.parse(artifact?.expires_at ?? '') > Date.now());
  }),

  optionalOperation('artifacts.get', 'returns one of them', async ({ api, service, fresh }) => {
    const { at, id } = await withArtifact(api, service, fresh);
    assert.equal((await api.artifacts.get({ ...at, id })).name, 'readme');
    assert.equal((await rejection(api.artifacts.get({ ...at, id: 'x' }), 'invalid')).serverMessage, '参数类型错误');
  }),

  optionalOperation('artifacts.download', 'returns its bytes', async ({ api, service, fresh }) => {
    const { at, id } = await withArtifact(api, service, fresh);
    const { size_bytes } = await api.artifacts.get({ ...at, id });
    assert.equal((await bytesOf((await api.artifacts.download({ ...at, id })).body)).length, size_bytes);
  }),

  optionalOperation('artifacts.remove', 'removes it', async ({ api, as, service, fresh }) => {
    const { at, id } = await withArtifact(api, service, fresh);
    await rejection(as('carol').artifacts.remove({ ...at, id }));
    await api.artifacts.remove({ ...at, id });
    await rejection(api.artifacts.get({ ...at, id }), 'missing');
  }),

  optionalOperation('workflows.list', 'lists the files of the default branch', async ({ api, service, fresh }) => {
    const at = await withWorkflow(fresh, service);
    const files = async () =>
      (await collect(api.workflows.list.all(at))).map(({ name, file_path }) => [name, file_path]);
    const repository = `${at.owner}/${at.repo}`;
    const other = { '.gitcode/workflows/other.yaml': workflow };
    await service.act({ do: 'push', repository, branch: 'other', files: other });
    assert.deepEqual(await files(), [['Build', '.gitcode/workflows/build.yml']]);
  }),

  optionalOperation('workflows.run', 'starts a run with inputs, which may be found later', async (visit) => {
    const { api, as, service } = visit;
    const at = await withWorkflow(visit.fresh, service);
    const [{ workflow_id }] = (await api.workflows.list(at)).items as [{ workflow_id: string }];
    const to = { ...at, workflow_id, ref: 'main' };
    const refusal = await rejection(api.workflows.run(to), 'invalid');
    assert.equal(refusal.serverMessage, 'inputs.level is required');
    await rejection(as('carol').workflows.run({ ...to, inputs: { level: '1' } }), 'forbidden');
    service.set({ habits: { runDelay: 60_000 } });
    const started = await api.workflows.run({ ...to, inputs: { level: '1' } });
    const run_id = started?.workflow_run_id ?? '';
    await rejection(api.runs.get({ ...at, run_id }), 'missing');
    await service.act({ do: 'passTime', seconds: 61 });
    assert.equal((await api.runs.get({ ...at, run_id })).event, 'Manual');
    service.set({ habits: { emptyAfterWrite: true } });
    assert.equal(await api.workflows.run({ ...to, inputs: { level: '1' } }), undefined);
  }),

  optionalOperation('workflows.validate', 'says what is wrong, and where', async ({ api, service }) => {
    const check = async (text: string) =>
      await api.workflows.validate({ ...website, base64_content: Buffer.from(text).toString('base64') });
    const good = await check(workflow);
    assert.deepEqual([good.valid, good.diagnostics], [true, []]);
    const wrong = workflow.replace('uses: upload-artifact', 'uses: actions/upload-artifact@v4');
    const found = await check(wrong);
    assert.deepEqual([found.valid, found.diagnostics[0]?.message], [false, '格式错误：pluginname@version']);
    assert.deepEqual(found.diagnostics[0]?.range?.start, { line: 15, column: 14 });
    service.set({ habits: { firstLine: 1 } });
    assert.equal((await check(wrong)).diagnostics[0]?.range?.start?.line, 16);
    await rejection(check(''), 'invalid');
  }),

  optionalOperation('pipelines.list', 'lists reports of the older CI', async ({ api }) => {
    const [report] = (await api.pipelines.list({ ...website, number: 41, type: 'report_pipeline' })).items;
    assert.deepEqual([report?.name, report?.status, report?.user?.login], ['website_all', 'success', 'robot-ci']);
    assert.deepEqual((await api.pipelines.list({ ...website, number: 42 })).items, []);
  }),
];

async function withArtifact(
  api: Api,
  service: Service,
  fresh: () => Promise<{ readonly owner: string; readonly repo: string }>,
) {
  const at = await withWorkflow(fresh, service);
  await service.act({ do: 'passTime', seconds: 60 });
  const { workflow_run_id: run_id } = await newest(api, at);
  const [artifact] = (await api.runs.artifacts({ ...at, run_id })).items;
  return { at, id: artifact!.id };
}
