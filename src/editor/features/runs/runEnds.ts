import { commands, l10n } from 'vscode';
import type { Run } from '../../../api/record/run.ts';
import type { HostPlace } from '../../../domain/hosts/connections.ts';
import { stateOf } from '../../../domain/runs/runState.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { target } from '../../kit/prompts/target.ts';
import { repositoryTarget } from '../../kit/rows/place.ts';
import { runName, stateWord } from '../../kit/rows/runTexts.ts';

/** Says that a run has ended. */
export async function tellEnd(place: HostPlace, run: Run): Promise<void> {
  const text = l10n.t('{0}: {1}', runName(run), stateWord(run.status));
  const isFailed = stateOf(run.status) === 'failed';
  const show = isFailed ? l10n.t('Show Failed Step') : l10n.t('Show Run');
  if ((await inform(text, show)) !== show) return;
  await commands.executeCommand(isFailed ? 'sourcehost.run.showFailedStep' : 'sourcehost.run.show', {
    [target]: { ...repositoryTarget(place), workflow_run_id: run.workflow_run_id },
  });
}
