import { l10n } from 'vscode';
import type { Run } from '../../../api/record/run.ts';
import { visible } from '../../../core/text.ts';
import { durationOf } from '../../../domain/runs/jobs.ts';
import { stateOf, type RunState } from '../../../domain/runs/runState.ts';
import type { Row } from '../tree/node.ts';

const words: Readonly<Record<Exclude<RunState, 'unknown'>, () => string>> = {
  passed: () => l10n.t('passed'),
  failed: () => l10n.t('failed'),
  running: () => l10n.t('running'),
  waiting: () => l10n.t('waiting'),
  stopped: () => l10n.t('stopped'),
  skipped: () => l10n.t('left out'),
};

/** What a status means, or the word of the host if nobody knows it. */
export function stateWord(status: string | undefined): string {
  const state = stateOf(status);
  return state === 'unknown' ? visible(status ?? l10n.t('unknown')) : words[state]();
}

const icons: Readonly<Record<RunState, Pick<Row, 'icon' | 'color'>>> = {
  passed: { icon: 'pass', color: 'testing.iconPassed' },
  failed: { icon: 'error', color: 'testing.iconFailed' },
  running: { icon: 'sync', color: 'charts.yellow' },
  waiting: { icon: 'clock' },
  stopped: { icon: 'circle-slash' },
  skipped: { icon: 'debug-step-over' },
  unknown: { icon: 'question' },
};

export const stateIcon = (status: string | undefined): Pick<Row, 'icon' | 'color'> => icons[stateOf(status)];

/** `1 h 2 min`, `3 min 5 s`, `12 s`; undefined before the begin. */
export function durationText(part: Pick<Run, 'start_time' | 'end_time'>, now = Date.now()): string | undefined {
  const duration = durationOf(part, now);
  if (duration === undefined) return undefined;
  const seconds = Math.round(duration / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
  return minutes > 0 ? l10n.t('{0} min {1} s', minutes, seconds % 60) : l10n.t('{0} s', seconds);
}

/** `Checks #12` */
export const runName = ({ workflow_name, file_path, run_number }: Run): string =>
  [workflow_name ?? file_path ?? '', run_number === undefined ? '' : `#${run_number}`].filter(Boolean).join(' ');
