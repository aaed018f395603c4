import { answered, host, person, refused, sha, time, type Form } from './kit.ts';

const id = (seed: number): string => sha(seed).slice(8);
const start = 1_772_412_000_000;
const run = (more: object): object => ({
  ...{
    workflow_run_id: id(1),
    workflow_id: id(2),
    workflow_name: 'Checks',
    file_path: '.gitcode/workflows/checks.yml',
  },
  ...{ title: 'build', head_branch: 'patch-1', head_sha: sha(3), pull_request_id: '42', run_number: 17, event: 'MR' },
  actor: { ...person('alice', 'object_id login name'), id: '40017' },
  ...{ status: 'FAILED', start_time: start, ...more },
});
const ended = { end_time: start + 300_000 };
const step = (at: number, status: string, more: object): object => ({
  ...{ id: id(10 + at), job_run_id: id(5), name: ['初始化步骤', 'Checkout', 'test', 'cover', 'upload'][at], status },
  ...{ sequence: at, ...more },
});
const job = (name: string, status: string, more: object): object => ({
  ...{ id: id(5), name, identifier: name, status, message: null, execute_cost_time: null, depends_on: [], ...more },
});
const ran = job('test', 'FAILED', {
  steps: [
    step(0, 'COMPLETED', { task: 'official_init' }),
    step(1, 'COMPLETED', { task: 'checkout' }),
    step(2, 'FAILED', { task: 'shell', message: 'exit code 2' }),
    step(3, 'IGNORED', {}),
    step(4, 'IGNORED', { start_time: null }),
  ],
  ...{ start_time: start, ...ended },
});
const stage = (name: string, status: string, sequence: number, more: object): object => ({
  ...{ id: id(30 + sequence), name, status, sequence, ...more },
});
const stages = [
  stage('Prepare', 'COMPLETED', 0, {
    ...{ category: null, identifier: 'prepare', run_always: false, fail_fast: true, depends_on: [] },
    ...{ start_time: start, ...ended, jobs: [job('image', 'COMPLETED', { steps: [step(0, 'COMPLETED', {})] })] },
  }),
  stage('Test', 'FAILED', 1, { fail_fast: true, jobs: [job('shown', 'FAILED', { steps: [] }), ran] }),
  stage('Package', 'INIT', 2, { jobs: [] }),
];

const notPath = { error_code: 404, error_code_name: 'NOT_PATH' };
const wrong = (line: number, message: string): object => ({
  valid: false,
  diagnostics: [{ range: { start: { line, column: 0 }, end: { line, column: 4 } }, severity: 'error', message }],
});

export const runs: Readonly<Record<string, readonly Form[]>> = {
  'ci-runs': [
    answered('runs.list', {
      total_count: 31,
      workflow_runs: [
        run({ status: 'RUNNING', event: 'Note' }),
        run({ start_time: String(start), end_time: String(start + 300_000), pause_time: '0' }),
        run({ status: 'COMPLETED', event: 'PUSH', head_sha: '', pull_request_id: '', ...ended, pause_time: 0 }),
      ],
    }),
    answered('runs.list', { total_count: 0, workflow_runs: null }),
    refused('runs.list', 400, 'codeArtsIds must not be empty', {
      error_code: 1000,
      error_code_name: 'PARAMETER_ERROR',
    }),
    refused('runs.list', 404, 'Not Found', notPath),
  ],
  'ci-run': [
    answered('runs.get', run({ ...ended, exist_in_default_branch: true, stages })),
    answered('runs.jobs', { total_count: 3, jobs: [job('shown', 'FAILED', { id: '', steps: [] }), ran] }),
    answered('runs.jobs', { total_count: 3, jobs: null }),
    answered('GET /actions/runs/{run_id}/jobs/{job_id}'),
    answered('runs.jobs', {
      total_count: 1,
      jobs: [{ id: id(6), name: 'arm', status: 'FAILED', start_time: null, steps: [] }],
    }),
  ],
  'ci-workflows': [
    answered('workflows.list', {
      total_count: 1,
      workflows: [{ workflow_id: id(2), file_path: '.gitcode/workflows/checks.yml', name: 'Checks', state: 'active' }],
    }),
    answered('workflows.run', { workflow_id: id(2), workflow_run_id: id(1) }, 201),
    answered('workflows.run', wrong(0, 'jobs[test]: a name is missing'), 400),
    answered('workflows.validate', { valid: true, diagnostics: [] }),
    answered('workflows.validate', wrong(3, '格式错误')),
    answered('workflows.validate', { message: 'base64content is required' }, 400),
  ],
  'ci-artifacts': [
    answered('runs.artifacts', {
      total_count: 1,
      artifacts: [
        {
          ...{ id: '88', name: 'coverage', size_bytes: 2_048, workflow_id: id(2), workflow_run_id: id(1) },
          ...{
            digest: `sha256:${sha(9)}`,
            expires_at: String(start),
            created_at: String(start),
            updated_at: String(start),
          },
        },
      ],
    }),
    answered('runs.artifacts', { total_count: 0, artifacts: null }),
    { ...answered('redirect of artifacts.download', undefined, 302), headers: { location: `${host}/store` } },
    refused('artifacts.download', 400, '参数类型错误', {
      error_code: 400,
      error_code_name: 'BAD_REQUEST',
    }),
    answered('artifacts.remove', undefined, 204),
  ],
  'ci-log-layout': [
    answered('entries of the archive of runs.log', [
      { name: '0_初始化步骤.log', kind: 'text', name_encoding: 'GBK' },
      { name: '1_Checkout.log', kind: 'text' },
      {
        ...{ name: '2_test.log', kind: 'zip' },
        entries: [{ name: `${id(5)}_${id(5)}.zip`, kind: 'zip', entries: [{ name: 'log', kind: 'text' }] }],
      },
      { name: '3_cover.log', kind: 'text', size: 1 },
      { name: '4_upload.log', kind: 'text', size: 1 },
    ]),
    answered('runs.log'),
    refused('runs.log', 404, 'Not Found', notPath),
  ],
  'ci-pipeline-v5': [
    answered('pipelines.list', {
      ...{ page_num: 1, page_size: 20, total: 1, page_count: 1 },
      content: [
        {
          ...{ id: 505, web_url: `${host}/alice/website/pipelines/505`, sha: sha(3), ref: 'patch-1', status: 'failed' },
          ...{ name: 'website_all', type: 'REPORT PIPELINE', pipeline_id: id(7), pipeline_run_id: id(8) },
          ...{ pipeline_detail: '{"hook_id":"1"}', created_at: time(0), updated_at: time(13) },
          user: person('robot-ci', 'name username'),
        },
      ],
    }),
    answered('pipelines.list', { total: 0, content: [] }),
    answered('POST /pipelines/{pipeline_id}/pipeline-runs/detail', {
      ...{ id: id(8), pipeline_id: id(7), name: 'website_all', status: 'FAILED' },
      stages: [
        {
          ...{ name: '子流水线', status: 'FAILED' },
          jobs: [
            {
              ...{ id: id(5), name: 'compile', status: 'FAILED', message: '步骤执行失败' },
              steps: [
                {
                  id: id(10),
                  job_run_id: id(5),
                  name: 'compile',
                  task: 'official_devcloud_subPipeline',
                  status: 'FAILED',
                },
              ],
            },
          ],
        },
        { name: '后处理阶段', status: 'INIT', jobs: [] },
      ],
    }),
    answered('POST /pipelines/{pipeline_id}/pipeline-runs/{run}/jobs/{job}/logs', {
      ...{ log: 'one\ntwo\n', has_more: false, start_offset: '0', end_offset: '8' },
    }),
  ],
  'robot-comments': [
    'Docs pipeline is running...',
    '✅ 跳过检查，没有需要检查的文件',
    `<div>流水线 <a href="${host}/detail?run=${id(8)}">website_all#12</a>  [ commitID：${sha(3).slice(0, 8)} ] 已终止运行</div>\n<table>\n<tr><th>阶段</th><th>任务名</th><th>状态</th><th>详情</th></tr>\n<tr><td>Build</td><td>Build_x86</td><td>✅ COMPLETED</td><td><a href="${host}/detail">>>></a></td></tr>\n<tr><td>流水线</td><td>website_all</td><td>🟨 CANCELED</td><td></td></tr>\n</table>`,
    `<div>流水线 <a href="${host}/detail?run=${id(8)}">website_all_smoke#2</a>  [ commitID：${sha(3).slice(0, 8)} ] 运行中</div>`,
    '## PR Approval Progress\n\n| module | lgtm status | approve status |\n|---|---|---|\n| alice/website | ❌ (1/2) | ❌ (0/1) |\n\n------\n\n## CLA Signature Guide  \n@erik , one commit needs a signature.',
    `流水线已触发 [查看详情](${host}/alice/website/actions/runs/${id(1)})`,
    `### CLA Signature Pass  \n\n[@erik](${host}/erik), thank you. :wave: `,
  ].map((body) => answered('body of a comment', body)),
};
