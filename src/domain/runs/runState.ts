import type { Run } from '../../api/record/run.ts';

/** What a word of the host, or of the note of a robot, means. `unknown`: neither good nor bad, shown as the word itself. */
export type RunState = 'passed' | 'failed' | 'running' | 'waiting' | 'stopped' | 'skipped' | 'unknown';

const states: Readonly<Record<string, RunState>> = {
  COMPLETED: 'passed',
  SUCCESS: 'passed',
  FAILED: 'failed',
  RUNNING: 'running',
  QUEUED: 'running',
  PENDING: 'running',
  WAITING: 'running',
  CREATED: 'running',
  INIT: 'waiting',
  PAUSED: 'waiting',
  SUSPEND: 'waiting',
  CANCELED: 'stopped',
  ABORTED: 'stopped',
  IGNORED: 'skipped',
  已完成: 'passed',
  运行失败: 'failed',
  运行中: 'running',
  已终止运行: 'stopped',
};

/** A status that the host writes in any case. */
export const stateOf = (status: string | undefined): RunState => states[(status ?? '').toUpperCase()] ?? 'unknown';

/** Whether a run does not change any more. One with a word that nobody knows ends with its time, or as an error. */
export function hasEnded({ status = '', end_time }: Pick<Run, 'status' | 'end_time'>): boolean {
  const state = stateOf(status);
  const word = status.toUpperCase();
  if (state === 'unknown') return end_time !== undefined || word === 'TIMEOUT' || word.endsWith('_ERROR');
  return state !== 'running' && state !== 'waiting';
}

/** A paused run waits for a person: it is asked for rarely. */
export const isPaused = (status: string | undefined): boolean => /^(paused|suspend)$/i.test(status ?? '');
