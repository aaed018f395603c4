import { answered, host, person, refused, sha, type Form } from './kit.ts';

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

const runsPath = 'GET /actions/runs';
const jobsPath = 'GET /actions/runs/{run_id}/jobs';
const validatePath = 'POST /actions/workflows/validate';
const dispatchPath = 'POST /actions/workflows/{workflow_id}/dispatches';
const artifactsPath = 'GET /actions/artifacts';
const wrong = (line: number, message: string): object => ({
  valid: false,
  diagnostics: [{ range: { start: { line, column: 0 }, end: { line, column: 4 } }, severity: 'error', message }],
});

export const runs: Readonly<Record<string, readonly Form[]>> = {
  'ci-runs': [
    answered(runsPath, {
      total_count: 31,
      workflow_runs: [
        run({ status: 'RUNNING', event: 'Note' }),
        run({ start_time: String(start), end_time: String(start + 300_000), pause_time: '0' }),
        run({ status: 'COMPLETED', event: 'PUSH', head_sha: '', pull_request_id: '', ...ended, pause_time: 0 }),
      ],
    }),
    answered(runsPath, { total_count: 0, workflow_runs: null }),
    refused(runsPath, 400, 'codeArtsIds must not be empty', { error_code: 1000, error_code_name: 'PARAMETER_ERROR' }),
    refused(runsPath, 404, 'Not Found', { error_code: 404, error_code_name: 'NOT_PATH' }),
  ],
  'ci-run': [
    answered('GET /actions/runs/{run_id}', run({ ...ended, exist_in_default_branch: true, stages })),
    answered(jobsPath, { total_count: 3, jobs: [job('shown', 'FAILED', { id: '', steps: [] }), ran] }),
    answered(jobsPath, { total_count: 3, jobs: null }),
    answered(`${jobsPath}/{job_id}`),
    answered(jobsPath, {
      total_count: 1,
      jobs: [{ id: id(6), name: 'arm', status: 'FAILED', start_time: null, steps: [] }],
    }),
  ],
  'ci-workflows': [
    answered('GET /actions/workflows', {
      total_count: 1,
      workflows: [{ workflow_id: id(2), file_path: '.gitcode/workflows/checks.yml', name: 'Checks', state: 'active' }],
    }),
    answered(dispatchPath, { workflow_id: id(2), workflow_run_id: id(1) }, 201),
    answered(dispatchPath, wrong(0, 'jobs[test]: a name is missing'), 400),
    answered(validatePath, { valid: true, diagnostics: [] }),
    answered(validatePath, wrong(3, '格式错误')),
    answered(validatePath, { message: 'base64content is required' }, 400),
  ],
  'ci-artifacts': [
    answered(artifactsPath, {
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
    answered(artifactsPath, { total_count: 0, artifacts: null }),
    { ...answered('GET /actions/artifacts/{id}/zip', undefined, 302), headers: { location: `${host}/store` } },
    refused('GET /actions/artifacts/{id}/zip', 400, '参数类型错误', {
      error_code: 400,
      error_code_name: 'BAD_REQUEST',
    }),
    answered('DELETE /actions/artifacts/{id}', undefined, 204),
  ],
};
