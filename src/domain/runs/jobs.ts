import type { RunDetail, RunJob, RunStage, RunStep } from '../../api/record/run.ts';
import { stateOf } from './runState.ts';

/** A part of a run. The host lists some jobs twice: one that is only shown, and one that ran and has the steps. */
export interface JobPlace {
  readonly stage: RunStage;
  readonly job: RunJob;
  readonly step?: RunStep;
}

export const jobsOf = ({ stages }: RunDetail): readonly JobPlace[] =>
  stages.flatMap((stage) => stage.jobs.map((job) => ({ stage, job })));

/** The jobs that count: those with steps, or all if none has any. */
export function ranJobs(run: RunDetail): readonly JobPlace[] {
  const all = jobsOf(run);
  const ran = all.filter(({ job }) => job.steps.length > 0);
  return ran.length > 0 ? ran : all;
}

/** The first step that failed, or else the first failed job: one that no runner took has no step. */
export function firstFailed(run: RunDetail): JobPlace | undefined {
  const failed = (status: string | undefined): boolean => stateOf(status) === 'failed';
  for (const place of ranJobs(run)) {
    const step = place.job.steps.find(({ status }) => failed(status));
    if (step !== undefined) return { ...place, step };
  }
  const all = jobsOf(run);
  return ranJobs(run).find(({ job }) => failed(job.status)) ?? all.find(({ job }) => failed(job.status));
}

/** The place of a job, by its id. */
export const jobWithId = (run: RunDetail, id: string): JobPlace | undefined =>
  jobsOf(run).find(({ job }) => job.id === id);

/** The file of the workflow could not be read: nothing ran. `validate` of the file may say why. */
export const isUnreadable = (run: RunDetail): boolean => stateOf(run.status) === 'failed' && jobsOf(run).length === 0;

/** Milliseconds; undefined before the begin. `now` counts for what has no end yet. */
export function durationOf(
  { start_time, end_time }: { readonly start_time?: string | undefined; readonly end_time?: string | undefined },
  now: number,
): number | undefined {
  if (start_time === undefined) return undefined;
  return Math.max(0, (end_time === undefined ? now : Date.parse(end_time)) - Date.parse(start_time));
}
