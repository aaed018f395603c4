import * as v from 'valibot';
import { flag, identity, many, moment, number, one, text, time, word } from './decode.ts';
import { Person } from './person.ts';

/** Status and event are words of the host: see `domain/runs/runState.ts`. */
const states = { status: word, start_time: moment, end_time: moment };

export const RunStep = v.object({
  id: word,
  name: text,
  task: word,
  sequence: number,
  message: text,
  ...states,
});
export type RunStep = v.InferOutput<typeof RunStep>;

/** Without an `id` it has no log. `job_type` and `resource` say where it runs. */
export const RunJob = v.object({
  id: word,
  name: text,
  identifier: word,
  sequence: number,
  message: text,
  steps: many(RunStep),
  ...states,
});
export type RunJob = v.InferOutput<typeof RunJob>;

export const RunStage = v.object({ id: word, name: text, sequence: number, jobs: many(RunJob), ...states });
export type RunStage = v.InferOutput<typeof RunStage>;

const run = {
  workflow_run_id: identity,
  workflow_id: word,
  workflow_name: word,
  file_path: word,
  title: text,
  event: word,
  run_number: number,
  head_branch: word,
  head_sha: word,
  /** The number of the pull request. */
  pull_request_id: word,
  actor: one(Person),
  ...states,
};

export const Run = v.object(run);
export type Run = v.InferOutput<typeof Run>;

/** GET …/actions/runs/{run_id} */
export const RunDetail = v.object({ ...run, message: text, stages: many(RunStage) });
export type RunDetail = v.InferOutput<typeof RunDetail>;

export const Artifact = v.object({
  id: identity,
  name: text,
  size_bytes: number,
  workflow_run_id: word,
  digest: word,
  expires_at: moment,
  created_at: moment,
  updated_at: moment,
});
export type Artifact = v.InferOutput<typeof Artifact>;

export const Workflow = v.object({ workflow_id: identity, file_path: word, name: word, state: word });
export type Workflow = v.InferOutput<typeof Workflow>;

/** POST …/dispatches */
export const Dispatched = v.object({ workflow_id: word, workflow_run_id: word });
export type Dispatched = v.InferOutput<typeof Dispatched>;

const place = one(v.object({ line: number, column: number }));

/** POST …/actions/workflows/validate. The host does not tell whether its lines count from 0 or from 1. */
export const Validation = v.object({
  valid: flag,
  diagnostics: many(v.object({ range: one(v.object({ start: place, end: place })), severity: word, message: text })),
});
export type Validation = v.InferOutput<typeof Validation>;

/** GET …/merge_requests/{number}/pipeline. `pipeline_detail` is given back as it came, and shown to nobody. */
export const Pipeline = v.object({
  id: identity,
  web_url: word,
  sha: word,
  ref: word,
  status: word,
  name: word,
  type: word,
  pipeline_id: word,
  pipeline_run_id: word,
  pipeline_detail: text,
  user: one(Person),
  created_at: time,
  updated_at: time,
});
export type Pipeline = v.InferOutput<typeof Pipeline>;
