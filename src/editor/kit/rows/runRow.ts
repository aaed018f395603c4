import { l10n } from 'vscode';
import type { Run } from '../../../api/record/run.ts';
import { hasEnded, stateOf } from '../../../domain/runs/runState.ts';
import { runsPage } from '../../../domain/runs/runs.ts';
import { formatAgo, formatAgoAt } from '../messages/format.ts';
import type { Node } from '../tree/node.ts';
import { context, described } from './group.ts';
import { denied, repositoryTarget, type RepositoryPlace } from './place.ts';
import { durationText, runName, stateIcon, stateWord } from './runTexts.ts';

/** The row of a run without what is below it. `about`: what the list says besides its state and times. */
export function runNode(place: RepositoryPlace, run: Run, about: readonly (string | undefined)[]) {
  const { workflow_run_id: id, title, status, event, pull_request_id: number, head_branch: branch } = run;
  return {
    id: `run:${id}`,
    row: {
      label: runName(run),
      description: described(stateWord(status), ...about, formatAgo(run.start_time), durationText(run)),
      ...stateIcon(status),
      context: context('run', { failed: stateOf(status) === 'failed', running: !hasEnded(run), ...denied(place) }),
    },
    tooltip: () => ({
      title: runName(run),
      text: title,
      facts: [
        [l10n.t('State'), stateWord(status)],
        [l10n.t('Event'), event],
        [l10n.t('Branch'), branch],
        [l10n.t('Pull request'), number === undefined ? undefined : `!${number}`],
        [l10n.t('Commit'), run.head_sha?.slice(0, 10)],
        [l10n.t('Begun by'), run.actor?.login],
        [l10n.t('Begun'), formatAgoAt(run.start_time)],
        [l10n.t('Duration'), durationText(run)],
        [l10n.t('Workflow file'), run.file_path],
      ],
    }),
    target: { ...repositoryTarget(place), workflow_run_id: id, label: runName(run), url: runsPage(place, id) },
  } satisfies Node;
}
