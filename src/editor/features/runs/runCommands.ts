import type { HostPlace } from '../../../domain/hosts/connections.ts';
import { commands, env, l10n, Range, Selection, TextEditorRevealType, window, workspace, Uri } from 'vscode';
import { line, name, optional, range } from '../../../api/contract/field.ts';
import type { Run, RunDetail } from '../../../api/record/run.ts';
import { Failure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { sameRepository } from '../../../domain/hosts/activeRepository.ts';
import { firstFailed, jobWithId, ranJobs } from '../../../domain/runs/jobs.ts';
import { fits } from '../../../domain/runs/runList.ts';
import { runFilter, runLine, RunQuery } from '../../../domain/runs/runQueries.ts';
import { stateOf } from '../../../domain/runs/runState.ts';
import { runsPage } from '../../../domain/runs/runs.ts';
import { queryOf, queryText } from '../../../domain/queries/queryLine.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { Changes } from '../../kit/changes.ts';
import { command, type AnyCommand, type Ask } from '../../kit/command.ts';
import { atRepository, needsOperation, onRepository } from '../../kit/commands/declare.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { runsList, type Filters } from '../../kit/rows/filters.ts';
import { askQuery, type NameSources } from '../../kit/rows/queryPrompt.ts';
import { runName, stateWord } from '../../kit/rows/runTexts.ts';
import type { RunTools } from './runTools.ts';

export interface RunCommandParts {
  readonly loadRuns: () => Promise<RunTools>;
  readonly changes: Changes;
  readonly filters: Filters;
  readonly sources: NameSources;
}

const usualLimit = 30;

export const askRun =
  (load: () => Promise<RunTools>): Ask<string> =>
  async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const { list } = await load();
    const branch = typeof args.branch === 'string' ? args.branch : undefined;
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      for await (const { runs } of list.pages(on, { branch }, { signal: invocation.signal })) yield runs.map(choice);
    }
    return await prompt.pick({ placeholder: l10n.t('Which run?'), items: items(), paged: true });
  };

const choice = (run: Run): Choice<string> => ({
  label: oneLine(runName(run), 120),
  description: [stateWord(run.status), run.head_branch ?? '', oneLine(run.title ?? '', 80)].filter(Boolean).join(' · '),
  value: run.workflow_run_id,
});

/** A run as programs get it. */
const shownRun = (place: HostPlace, run: Run) => ({
  workflow_run_id: run.workflow_run_id,
  workflow_name: run.workflow_name,
  run_number: run.run_number,
  status: run.status,
  event: run.event,
  head_branch: run.head_branch,
  head_sha: run.head_sha,
  pull_request_id: run.pull_request_id,
  title: run.title,
  start_time: run.start_time,
  end_time: run.end_time,
  web_url: runsPage(place, run.workflow_run_id),
});

const shownDetail = (place: HostPlace, run: RunDetail) => ({
  ...shownRun(place, run),
  stages: run.stages.map((stage) => ({
    name: stage.name,
    status: stage.status,
    jobs: stage.jobs.map((job) => ({
      id: job.id,
      name: job.name,
      status: job.status,
      steps: job.steps.map((step) => ({ name: step.name, status: step.status, sequence: step.sequence })),
    })),
  })),
});

export function runCommands({ loadRuns: load, changes, filters, sources }: RunCommandParts) {
  return {
    'sourcehost.run.list': onRepository({
      does: `Lists runs of CI; a user gets the view Runs. \`number\` is that of a pull request, \`workflow\` the id, name or file of one, \`status\` a word of the host. \`limit\` is the largest number of runs; without it, 30. ${needsOperation}`,
      result: 'an array of runs, newest first',
      fields: {
        branch: optional(line),
        number: optional(recordNumber),
        workflow: optional(line),
        status: optional(line),
        limit: optional(range(1)),
      },
      run: async ({ limit = usualLimit, number, ...filter }, on, { signal, silent }) => {
        if (!silent) await commands.executeCommand('sourcehost.runs.focus');
        const { list } = await load();
        const own = { ...filter, number: number === undefined ? undefined : String(number) };
        return (await list.first(on, own, limit, { signal })).map((run) => shownRun(on, run));
      },
    }),
    'sourcehost.run.show': onRepository({
      does: `Shows a run in the view Runs; a filter that hides the run is cleared. For a run of another repository than that of the view, a user gets its web page. \`branch\` is only for the question. ${needsOperation}`,
      result: 'the run with its stages, jobs and steps',
      fields: { workflow_run_id: name, branch: optional(line) },
      ask: { workflow_run_id: askRun(load) },
      run: async ({ workflow_run_id: id }, on, { signal, silent }) => {
        const { runs, follower } = await load();
        const run = await runs.get(on, id, { signal });
        follower.seen(on, run);
        if (!silent && !sameRepository(sources.active(), { name: on.name, account: undefined })) {
          // The view shows another repository.
          await env.openExternal(Uri.parse(runsPage(on, id), true));
          return shownDetail(on, run);
        }
        const query = runFilter(filters.get(runsList, RunQuery) ?? {}, on.connection.account?.login ?? '');
        if (!fits(run, query)) await filters.set(runsList, undefined);
        const { name: repository } = on;
        changes.report({ subject: 'runs', host: repository.host, repository, reveal: [id], opens: true });
        return shownDetail(on, run);
      },
    }),
    ...logCommands(load),
    'sourcehost.run.filter': filterRuns(filters, sources),
  };
}

function logCommands(load: () => Promise<RunTools>) {
  return {
    'sourcehost.run.showLog': onRepository({
      does: `Shows the log of a job as a read-only document. \`step\` is the number of a step. Without \`job_id\` it shows the first failed step of the run, or else the last job. ${needsOperation}`,
      result: 'the address of the log',
      fields: { workflow_run_id: name, job_id: optional(name), step: optional(range(0)) },
      ask: { workflow_run_id: askRun(load) },
      run: async ({ workflow_run_id, ...part }, on, { signal }) =>
        await showLog(await load(), on, { run: workflow_run_id, ...part }, signal),
    }),
    'sourcehost.run.showFailedStep': onRepository({
      does: `Shows the end of the first failed step of a run in its log. ${needsOperation}`,
      result: 'the address of the log',
      fields: { workflow_run_id: name },
      ask: { workflow_run_id: askRun(load) },
      run: async ({ workflow_run_id: run }, on, { signal }) => await showLog(await load(), on, { run }, signal),
    }),
    'sourcehost.run.toggleLogTimes': command({
      does: 'Shows or hides the times beside the lines of logs.',
      fields: {},
      run: async () => (await load()).decorations.toggleTimes(),
    }),
  };
}

function filterRuns(filters: Filters, sources: NameSources): AnyCommand {
  return command({
    does: 'Selects which runs the view Runs lists. A program that gives no argument clears the filter.',
    fields: {
      branch: optional(line),
      workflow: optional(line),
      status: optional(line),
      event: optional(line),
      actor: optional(line),
    },
    runAsks: ['branch', 'workflow', 'status', 'event', 'actor'],
    run: async (given, { origin }) => {
      const current = filters.get(runsList, RunQuery) ?? {};
      const isAsked = origin !== 'code' && Object.keys(given).length === 0;
      const title = l10n.t('Filter Runs');
      const start = queryText(runLine, current);
      const presets = runPresets();
      const query = isAsked
        ? queryOf(runLine, await askQuery({ title, line: runLine, start, presets, sources }))
        : given;
      await filters.set(runsList, Object.keys(query).length === 0 ? undefined : query);
    },
  });
}

const runPresets = () => [
  { label: l10n.t('Failed'), icon: 'error', line: 'status:FAILED' },
  { label: l10n.t('Running'), icon: 'sync', line: 'status:RUNNING' },
  { label: l10n.t('Begun by me'), icon: 'account', line: 'actor:@me' },
];

/** The job of the first failed step, or else the last one that ran. */
function jobToShow(run: RunDetail): string | undefined {
  const failed = firstFailed(run)?.job.id;
  return failed ?? ranJobs(run).findLast(({ job }) => job.id !== undefined && job.start_time !== undefined)?.job.id;
}

function noLog(place: HostPlace, { workflow_run_id: id }: RunDetail): Failure {
  const about = [runsPage(place, id)];
  return new Failure('missing', 'the run has no such log', { reason: 'noLog', about });
}

interface LogPart {
  readonly run: string;
  readonly job_id?: string | undefined;
  readonly step?: number | undefined;
}

/** Shows a step, or the end of the failed one: it says what went wrong. */
async function showLog(
  { runs, logs }: RunTools,
  on: HostPlace,
  { run: id, job_id, step }: LogPart,
  signal: AbortSignal,
): Promise<Uri> {
  const run = await runs.get(on, id, { signal });
  const job = job_id ?? jobToShow(run);
  if (job === undefined || (job_id !== undefined && jobWithId(run, job_id) === undefined)) throw noLog(on, run);
  const uri = await logs.open(on, run, job, { signal });
  const log = logs.shown(uri)?.log;
  const document = await workspace.openTextDocument(uri);
  const editor = await window.showTextDocument(document, { preview: true });
  const named = log?.sections.find(({ sequence }) => step !== undefined && sequence === step);
  // The log can lack the failed step.
  const isFailed = stateOf(jobWithId(run, job)?.job.status) === 'failed';
  const line = named?.line ?? log?.failed?.end ?? (isFailed ? document.lineCount - 1 : undefined);
  if (line !== undefined) {
    const { start } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
    editor.selection = new Selection(start, start);
    const how = named === undefined ? TextEditorRevealType.InCenter : TextEditorRevealType.AtTop;
    editor.revealRange(new Range(start, start), how);
  }
  return uri;
}
