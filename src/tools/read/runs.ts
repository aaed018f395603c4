import { line, name, optional, range } from '../../api/contract/field.ts';
import type { Run, RunDetail } from '../../api/record/run.ts';
import { unlessFailed } from '../../core/errors.ts';
import { oneLine } from '../../core/text.ts';
import { findingsOf, type Finding } from '../../domain/runs/findings.ts';
import { firstFailed, isUnreadable, jobsOf, type JobPlace } from '../../domain/runs/jobs.ts';
import { readJobLog } from '../../domain/runs/jobLog.ts';
import { lastLines } from '../../domain/runs/logText.ts';
import { runStatuses, type RunFilter } from '../../domain/runs/runQueries.ts';
import { stateOf } from '../../domain/runs/runState.ts';
import { runsPage } from '../../domain/runs/runs.ts';
import { quotedName } from '../kit/fence.ts';
import { hasRef, inBackground, openRepository } from '../kit/place.ts';
import type { RepositoryInput, ToolRepository, ToolServices } from '../kit/place.ts';
import { placeFields, readTool } from '../kit/tool.ts';

const mostRuns = 30;
const mostLines = 100;
/** Characters of the end of a log: what went wrong stands there. */
const mostCharacters = 5_000;

export const listRuns = readTool({
  name: 'sourcehost_list_runs',
  title: 'List CI Runs',
  description: 'Lists the newest CI runs.',
  fields: {
    ...placeFields,
    branch: optional(line),
    number: optional(range(1)),
    workflow: optional(line),
    status: optional(line),
  },
  texts: { number: 'Of a pull request.', workflow: 'Id, name or file.', status: 'As FAILED.' },
  record: ['run', 'status', 'workflow', 'branch', 'pull_request', 'title', 'begun'],
  async run(services, { branch, number, workflow, status, ...input }, signal) {
    const repository = await openRepository(services, input);
    const filter = { branch, workflow, status, number: number === undefined ? undefined : `${number}` };
    const runs = await services.runList.first(repository, filter, mostRuns, inBackground(signal));
    const unknown = runs.length > 0 ? [] : await unknownFilters(services, input, { branch, status }, signal);
    return {
      summary: [`${runs.length} runs of ${repository.title}`, ...unknown].join('. '),
      entries: runs.map(runRow),
      records: runs.map(runRecord),
    };
  },
});

/** A sentence for each filter of an empty list that cannot have a run. */
async function unknownFilters(
  services: ToolServices,
  input: RepositoryInput,
  { branch, status }: Pick<RunFilter, 'branch' | 'status'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const sentences: string[] = [];
  const hasBranch = async (name: string): Promise<boolean> =>
    await hasRef(services, input, { kind: 'branch', name }, signal).catch(() => true);
  if (branch !== undefined && !(await hasBranch(branch))) sentences.push(`There is no branch ${quotedName(branch)}`);
  if (status !== undefined && stateOf(status) === 'unknown')
    sentences.push(`The status ${quotedName(status)} is unknown, usual are ${runStatuses.join(', ')}`);
  return sentences;
}

export const getRun = readTool({
  name: 'sourcehost_get_run',
  title: 'Read CI Run',
  description: 'Reads a CI run: its jobs, the first failed step and the end of its log.',
  fields: { ...placeFields, run: name },
  async run(services, { run: id, ...input }, signal) {
    const repository = await openRepository(services, input);
    const run = await services.runs.get(repository, id, inBackground(signal));
    const failed = firstFailed(run);
    const log = failed === undefined ? [] : await endOfLog(services, repository, run, failed, signal);
    const invalid = isUnreadable(run) ? await invalidFile(services, repository, run, signal) : [];
    return {
      summary: `Run of ${repository.title}`,
      entries: [runRow(run), `page: ${runsPage(repository, id)}`, ...invalid, ...jobRows(run), ...log],
    };
  },
});

/** What the host finds in the file of a run that did not begin: the run does not tell it. */
async function invalidFile(
  { repositories, runs }: ToolServices,
  repository: ToolRepository,
  { file_path: file, head_branch, head_sha, pull_request_id }: RunDetail,
  signal: AbortSignal,
): Promise<string[]> {
  const said = 'nothing ran: the workflow file may not be valid';
  const ref = pull_request_id === undefined ? (head_sha ?? head_branch) : head_branch;
  if (file === undefined || ref === undefined) return [said];
  const check = async (): Promise<readonly Finding[]> => {
    const bytes = await repositories.at({ ...repository.name, ref }).read(file, inBackground(signal));
    const text = new TextDecoder().decode(bytes);
    return findingsOf(await runs.validate(repository, text, inBackground(signal)), text);
  };
  const found = (await unlessFailed(check(), 'unsupported', 'missing', 'forbidden', 'signedOut')) ?? [];
  return [said, ...found.map(({ start, message }) => oneLine(`${file}:${start.line + 1}: ${message}`, 500))];
}

const runRecord = (run: Run) => ({
  run: run.workflow_run_id,
  status: run.status ?? '',
  workflow: run.workflow_name ?? '',
  number: `${run.run_number ?? ''}`,
  event: run.event ?? '',
  branch: run.head_branch ?? '',
  commit: run.head_sha ?? '',
  pull_request: run.pull_request_id ?? '',
  title: run.title ?? '',
  file: run.file_path ?? '',
  begun: run.start_time ?? '',
  ended: run.end_time ?? '',
});

function runRow(run: Run): string {
  const { pull_request: pull, number, begun, ended, ...is } = runRecord(run);
  const given = (parts: readonly string[]): string[] => parts.filter((part) => part !== '');
  const named = (name: string, value: string): string => (value === '' ? '' : `${name}${value}`);
  const about = [is.event, is.branch, pull === '' ? is.commit : `!${pull}`, is.title, is.file];
  const first = given([is.run, is.status, is.workflow, named('#', number)]).join(' ');
  return oneLine([first, ...given([...about, named('begun ', begun), named('ended ', ended)])].join('; '), 500);
}

const jobRows = (run: RunDetail): string[] =>
  jobsOf(run).map(({ stage, job }) => {
    const steps = job.steps.map((step) => `${step.name ?? ''} ${step.status ?? ''}`).join(', ');
    return oneLine(`job ${stage.name ?? ''} / ${job.name ?? ''}: ${job.status ?? ''}; ${steps}`, 500);
  });

async function endOfLog(
  { runs }: ToolServices,
  repository: ToolRepository,
  run: RunDetail,
  { job, step }: JobPlace,
  signal: AbortSignal,
): Promise<string[]> {
  const which = oneLine([job.name, step?.name, step?.message ?? job.message].filter(Boolean).join(' / '), 500);
  if (job.id === undefined || job.steps.length === 0) return [`failed: ${which}; it has no log`];
  const reading = readJobLog(runs, repository, run, job.id, () => 'the beginning is left out', inBackground(signal));
  const log = await unlessFailed(reading, 'unsupported', 'missing', 'forbidden', 'unreadable');
  if (log === undefined) return [`failed: ${which}; its log cannot be read`];
  const own = log.sections.find(({ sequence }) => sequence === step?.sequence);
  // A log can lack the step.
  const section = own ?? log.failed ?? log.sections.at(-1);
  if (section === undefined) return [`failed: ${which}; it has no log yet`];
  const lines = lastLines(log, section, mostLines);
  const shown: string[] = [];
  let size = 0;
  for (const text of lines.toReversed()) {
    const cut = oneLine(text, 400);
    size += cut.length + 1;
    if (size > mostCharacters) break;
    shown.unshift(`  ${cut}`);
  }
  const whose = step === undefined || section === own ? 'its log' : `${section.name}, its own log is missing`;
  return [oneLine(`failed: ${which}; the last ${shown.length} lines of ${whose}:`, 600), ...shown];
}
