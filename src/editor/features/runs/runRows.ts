import { l10n, Uri } from 'vscode';
import type { Run, RunDetail, RunJob, RunStage, RunStep } from '../../../api/record/run.ts';
import { isFailure } from '../../../core/errors.ts';
import { firstFailed, isUnreadable } from '../../../domain/runs/jobs.ts';
import { runFilter, RunQuery } from '../../../domain/runs/runQueries.ts';
import { hasEnded, stateOf } from '../../../domain/runs/runState.ts';
import { runsPage } from '../../../domain/runs/runs.ts';
import { formatAgoAt } from '../../kit/messages/format.ts';
import { runsList, type Filters } from '../../kit/rows/filters.ts';
import { described } from '../../kit/rows/group.ts';
import { repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { runNode } from '../../kit/rows/runRow.ts';
import { emptyNode, fixed, lazyChildren, type Batch, type Children, type Node } from '../../kit/tree/node.ts';
import { durationText, stateIcon, stateWord } from '../../kit/rows/runTexts.ts';
import type { RunTools } from './runTools.ts';

export interface RunsSource {
  readonly load: () => Promise<RunTools>;
  readonly filters: Filters;
}

/** The runs of a repository, the newest first. A host that lists none has a row that says so, and leads to its page. */
export function runsOf(place: RepositoryPlace, source: RunsSource): Children {
  return lazyChildren((signal) => {
    const { filters } = source;
    const query = filters.get(runsList, RunQuery) ?? {};
    const filter = runFilter(query, place.connection.account?.login);
    const isFiltered = Object.keys(query).length > 0;
    let isFirst = true;
    let pages: AsyncGenerator<{ readonly runs: readonly Run[]; readonly more: boolean }, void, void> | undefined;
    const next = async (): Promise<Batch | undefined> => {
      const { list, follower } = await source.load();
      // Much of a filter is applied here, so that few of many runs may be left.
      pages ??= list.pages(place, filter, { signal }, isFiltered ? 100 : undefined);
      const { value } = await pages.next();
      if (value === undefined) return undefined;
      const { runs, more } = value;
      if (isFirst) follower.listed(place, runs);
      const isNothing = isFirst && runs.length === 0 && !more && isFiltered;
      isFirst = false;
      const nodes = runs.map((run) => runWithParts(place, run, source));
      return { nodes: isNothing ? [emptyNode(l10n.t('No runs match the filter.'))] : nodes, unreadable: [], more };
    };
    return async () => {
      try {
        return await next();
      } catch (error) {
        pages = undefined;
        (await source.load()).follower.failed(error);
        if (!isFirst || !isFailure(error, 'unsupported')) throw error;
        return { nodes: [pageNode(runsPage(place))], unreadable: [], more: false };
      }
    };
  });
}

const pageNode = (page: string): Node => ({
  id: 'page',
  row: {
    label: l10n.t('This host lists no runs.'),
    description: l10n.t('Open on the Web'),
    icon: 'link-external',
    context: 'runsPage',
    open: { command: 'vscode.open', title: l10n.t('Open on the Web'), arguments: [Uri.parse(page)] },
  },
});

function runWithParts(place: RepositoryPlace, run: Run, { load }: Pick<RunsSource, 'load'>): Node {
  const { workflow_run_id: id, title, pull_request_id: number, head_branch: branch } = run;
  return {
    ...runNode(place, run, [number === undefined ? branch : `!${number}`, title]),
    children: fixed(async (signal) => {
      const { runs, follower } = await load();
      const detail = await runs.get(place, id, { signal });
      follower.seen(place, detail);
      return partsOf(place, detail);
    }, true),
  };
}

/** The stages, or the jobs if there is only one stage. */
function partsOf(place: RepositoryPlace, run: RunDetail): readonly Node[] {
  if (isUnreadable(run)) return [emptyNode(l10n.t('Nothing ran: the workflow file may not be valid.'))];
  const { stages } = run;
  if (stages.length === 0) return [emptyNode(hasEnded(run) ? l10n.t('No jobs') : l10n.t('No jobs yet'))];
  const [only] = stages;
  if (stages.length === 1 && only !== undefined) return jobNodes(place, run, only);
  return stages.map((stage, index) => ({
    id: `stage:${stage.id ?? index}`,
    row: {
      ...partRow(stage, 'runStage'),
      expanded: ['failed', 'running'].includes(stateOf(stage.status)),
    },
    ...(stage.jobs.length === 0 ? {} : { children: fixed(() => jobNodes(place, run, stage), true) }),
  }));
}

const partRow = (part: RunStage | RunJob | RunStep, kind: string): Node['row'] => ({
  label: part.name ?? '',
  description: described(stateWord(part.status), durationText(part)),
  ...stateIcon(part.status),
  context: kind,
});

function jobNodes(place: RepositoryPlace, run: RunDetail, { jobs }: RunStage): readonly Node[] {
  const failed = firstFailed(run);
  return jobs.map((job, index) => {
    const target = { ...repositoryTarget(place), workflow_run_id: run.workflow_run_id, job_id: job.id };
    // A job that is only shown has no log.
    const hasLog = job.id !== undefined && job.steps.length > 0;
    const row = (part: RunJob | RunStep, kind: string): Node['row'] => ({
      ...partRow(part, hasLog ? kind : `${kind}+nolog`),
      ...(hasLog ? { open: { command: 'sourcehost.run.showLog', title: l10n.t('Show Log') } } : {}),
    });
    const steps = job.steps.map((step, at): Node => ({
      id: `step:${step.sequence ?? at}`,
      row: row(step, 'runStep'),
      target: { ...target, step: step.sequence, label: step.name },
      ...tooltipOf(step),
    }));
    return {
      id: `job:${job.id ?? index}`,
      row: { ...row(job, 'runJob'), expanded: failed?.job === job || stateOf(job.status) === 'running' },
      target: { ...target, label: job.name },
      ...tooltipOf(job),
      ...(steps.length === 0 ? {} : { children: fixed(() => steps, true) }),
    };
  });
}

const tooltipOf = (part: RunJob | RunStep): Pick<Node, 'tooltip'> => ({
  tooltip: () => ({
    title: part.name ?? '',
    text: part.message,
    facts: [
      [l10n.t('State'), stateWord(part.status)],
      [l10n.t('Begun'), formatAgoAt(part.start_time)],
      [l10n.t('Duration'), durationText(part)],
    ],
  }),
});
