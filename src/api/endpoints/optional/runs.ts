import { del, get, list100, post } from '../../contract/endpoint.ts';
import { base64, line, name, optional, textsByName } from '../../contract/field.ts';
import { emptyReply, record, stream, written } from '../../contract/reader.ts';
import { Artifact, Dispatched, Pipeline, Run, RunDetail, RunJob, Validation, Workflow } from '../../record/run.ts';

const actions = '/api/v8/repos/{owner}/{repo}/actions';
const one = `${actions}/runs/{run_id}` as const;

/** The log of a job, and an artifact, are ZIP archives at an address of another host: see `stream`. */
export const runs = {
  list: list100(`${actions}/runs`, {
    query: {
      status: optional(line),
      branch: optional(line),
      pull_request_id: optional(line),
      workflow_id: optional(line),
    },
    of: Run,
    key: 'workflow_run_id',
    within: 'workflow_runs',
  }),
  get: get(one, { returns: record(RunDetail) }),
  jobs: list100(`${one}/jobs`, { of: RunJob, key: ({ id, name }) => id ?? name ?? '', within: 'jobs' }),
  log: get(`${one}/jobs/{job_id}/download_log`, { returns: stream }),
  artifacts: list100(`${one}/artifacts`, { of: Artifact, key: 'id', within: 'artifacts' }),
};

export const artifacts = {
  get: get(`${actions}/artifacts/{id}`, { returns: record(Artifact) }),
  download: get(`${actions}/artifacts/{id}/zip`, { returns: stream }),
  remove: del(`${actions}/artifacts/{id}`, { returns: emptyReply }),
};

export const workflows = {
  list: list100(`${actions}/workflows`, { of: Workflow, key: 'workflow_id', within: 'workflows' }),
  run: post(`${actions}/workflows/{workflow_id}/dispatches`, {
    body: { ref: name, inputs: optional(textsByName) },
    returns: written(Dispatched),
  }),
  validate: post(`${actions}/workflows/validate`, {
    body: { base64_content: base64 },
    returns: record(Validation),
  }),
};

/** The CI that the host had before its workflows. */
export const pipelines = {
  list: list100('/repos/{owner}/{repo}/merge_requests/{number}/pipeline', {
    query: { type: optional(line) },
    of: Pipeline,
    key: 'id',
    within: 'content',
  }),
};
