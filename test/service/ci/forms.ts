import { createHash } from 'node:crypto';
import type { Call } from '../call.ts';
import { statusAt, timeOf, type CiArtifact, type CiJob, type CiRun, type CiStage, type CiStep } from './engine.ts';

type Moment = number | string | null;

/** Times as the host writes them. */
function momentOf({ habits: { runTimes } }: Call, time: number | undefined): Moment {
  if (time === undefined) return null;
  return runTimes === 'seconds' ? Math.floor(time / 1000) : runTimes === 'texts' ? String(time) : time;
}

interface Shown {
  readonly call: Call;
  readonly run: CiRun;
  readonly now: number;
}

function timesOf({ call, run, now }: Shown, part: CiRun | CiStage | CiJob | CiStep): Record<string, unknown> {
  const until = Math.min(now, run.canceled ?? now);
  const [start, end] = [part.start ?? Infinity, part.end ?? Infinity];
  return {
    status: statusAt(part, run, now),
    start_time: momentOf(call, start <= until ? start : undefined),
    end_time: momentOf(call, end <= until ? end : part === run ? run.canceled : undefined),
  };
}

export const shownAt = (call: Call, run: CiRun): Shown => ({ call, run, now: timeOf(call.state) });

/** A field without a value is left out of a run, and null elsewhere. */
export function runForm(call: Call, run: CiRun): Record<string, unknown> {
  const { id, number, workflow, title, event, branch, sha, pull, actor } = run;
  const account = call.state.accounts.get(actor);
  const times = Object.entries(timesOf(shownAt(call, run), run)).filter(([, value]) => value !== null);
  return {
    workflow_run_id: id,
    workflow_id: workflow.id,
    workflow_name: workflow.name,
    file_path: workflow.path,
    title,
    event,
    run_number: number,
    head_branch: branch,
    head_sha: sha,
    pull_request_id: pull,
    actor: { id: String(number), object_id: account?.id, login: actor, name: account?.name },
    ...Object.fromEntries(times),
  };
}

export const runDetail = (call: Call, run: CiRun): Record<string, unknown> => ({
  ...runForm(call, run),
  exist_in_default_branch: true,
  stages: run.stages.map((stage, sequence) => ({
    id: stage.id,
    category: null,
    name: stage.name,
    identifier: stage.identifier,
    sequence,
    run_always: false,
    fail_fast: stage.failFast,
    depends_on: [],
    ...timesOf(shownAt(call, run), stage),
    jobs: stage.jobs.map((job) => jobForm(shownAt(call, run), job)),
  })),
});

export const jobForm = (shown: Shown, job: CiJob): Record<string, unknown> => ({
  id: job.id,
  name: job.name,
  identifier: job.identifier,
  message: null,
  execute_cost_time: null,
  depends_on: [],
  ...timesOf(shown, job),
  steps: job.steps.map((step, sequence) => ({
    id: step.id,
    job_run_id: job.id,
    name: step.name,
    task: step.task,
    sequence,
    ...(step.status === 'FAILED' ? { message: step.lines.at(-1) } : {}),
    ...timesOf(shown, step),
  })),
});

const month = 30 * 86_400_000;

export const artifactForm = ({ id, name, content, run, created }: CiArtifact): Record<string, unknown> => ({
  id: String(id),
  name,
  size_bytes: content.length,
  workflow_id: run.workflow.id,
  workflow_run_id: run.id,
  digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
  expires_at: String(created + month),
  created_at: String(created),
  updated_at: String(created),
});
