import { l10n } from 'vscode';
import type { Run } from '../../../api/record/run.ts';
import { visible } from '../../../core/text.ts';
import type { CiReport, CiReports } from '../../../domain/runs/ciReports.ts';
import { durationOf } from '../../../domain/runs/jobs.ts';
import { stateOf, type RunState } from '../../../domain/runs/runState.ts';
import { formatAgo } from '../messages/format.ts';
import type { Row } from '../tree/node.ts';
import { described } from './group.ts';
import type { RepositoryPlace } from './place.ts';

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

// `testing.iconFailed` has no colour in high contrast.
const icons: Readonly<Record<RunState, Pick<Row, 'icon' | 'color'>>> = {
  passed: { icon: 'pass', color: 'testing.iconPassed' },
  failed: { icon: 'error', color: 'charts.red' },
  running: { icon: 'sync', color: 'charts.yellow' },
  waiting: { icon: 'clock', color: 'icon.foreground' },
  stopped: { icon: 'circle-slash', color: 'icon.foreground' },
  skipped: { icon: 'debug-step-over', color: 'icon.foreground' },
  unknown: { icon: 'question', color: 'icon.foreground' },
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

/** Name, state and time of what a CI says. `source`: undefined for a run of the host. */
export function ciParts({ run, pipeline, note }: CiReport) {
  if (run !== undefined) return { name: runName(run), status: run.status, source: undefined, time: run.start_time };
  if (note === undefined) {
    const { id, name = `#${id}`, status, created_at: time } = pipeline;
    return { name, status, source: l10n.t('older pipeline'), time };
  }
  const { name, number, state, login = '', time } = note;
  return { name: `${name} #${number}`, status: state, source: l10n.t('report of {0}', login), time };
}

/** Undefined: about the present head. */
export function ageText({ about }: CiReport): string | undefined {
  if (about === 'head') return undefined;
  return about === 'earlier' ? l10n.t('about an earlier commit') : l10n.t('maybe older');
}

const urgency: readonly RunState[] = ['failed', 'running', 'waiting', 'unknown', 'stopped', 'passed', 'skipped'];
const urgencyOf = (report: CiReport): number => urgency.indexOf(stateOf(ciParts(report).status));

/** What needs a look first. */
export const byUrgency = (reports: readonly CiReport[]): readonly CiReport[] =>
  reports.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));

/** `Checks #2: failed · Docs #7: passed, maybe older`: each CI with its own state. Undefined: none is known. */
export const ciText = (reports: readonly CiReport[]): string | undefined =>
  described(
    ...byUrgency(reports).map((report) => {
      const { name, status } = ciParts(report);
      return l10n.t('{0}: {1}', name, [stateWord(status), ageText(report)].filter(Boolean).join(', '));
    }),
  );

export const ciFacts = (reports: readonly CiReport[]): (readonly [name: string, value: string | undefined])[] =>
  byUrgency(reports).map((report) => {
    const { name, status, source, time } = ciParts(report);
    return [name, described(stateWord(status), ageText(report), source, formatAgo(time))];
  });

const none = (): string | undefined => undefined;

/** The runs that rows of branches, commits and pull requests tell of: read in the background when the rows are shown, with one request for all. */
export class RowRuns {
  readonly #place: RepositoryPlace;
  readonly #load: () => Promise<CiReports>;
  readonly #onRead: () => void;
  readonly #branch: () => string | undefined;
  #runs: readonly Run[] = [];

  /** `branch`: undefined for the runs of all. */
  constructor(place: RepositoryPlace, load: () => Promise<CiReports>, onRead: () => void, branch = none) {
    [this.#place, this.#load, this.#onRead, this.#branch] = [place, load, onRead, branch];
  }

  get known(): readonly Run[] {
    return this.#runs;
  }

  /** Never rejects: the rows are useful without. */
  async read(signal: AbortSignal): Promise<void> {
    const before = this.#runs;
    this.#runs = await this.of(this.#branch(), signal);
    if (this.#runs !== before && !signal.aborted) this.#onRead();
  }

  /** The runs of one branch, which those of all can lack. */
  async of(branch: string | undefined, signal: AbortSignal): Promise<readonly Run[]> {
    const read = async (): Promise<readonly Run[]> =>
      await (await this.#load()).runs(this.#place, { branch }, { priority: 'background', signal });
    return await read().catch(() => this.#runs);
  }
}
