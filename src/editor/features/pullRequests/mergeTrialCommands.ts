import { l10n } from 'vscode';
import { line, optional } from '../../../api/contract/field.ts';
import { demandConflict, tryMerge, type MergeTrial } from '../../../domain/pullRequests/mergeTrial.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { pullRequestTitle } from '../../../domain/pullRequests/pullRequestHead.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { Invocation } from '../../kit/command.ts';
import { onRepository, recordOf } from '../../kit/commands/declare.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform, Prompt } from '../../kit/prompts/prompt.ts';
import { askPullRequest } from './askPullRequest.ts';
import { openConflict, type MergeEditorParts } from './mergeEditor.ts';
import { conflictCountText, conflictText } from './mergeTrialRows.ts';

export function mergeTrialCommands({
  load,
  loadComparison,
  checkouts,
}: {
  readonly load: () => Promise<PullRequests>;
  readonly loadComparison: () => Promise<PullRequestComparisonParts>;
  readonly checkouts: MergeEditorParts['checkouts'];
}) {
  return {
    'sourcehost.pullRequest.tryMerge': onRepository({
      does: 'Tries with git 2.38 or newer, without a working copy, whether a pull request merges into the latest commit of its base. With `path` it opens this file with conflicts in the merge editor. What the editor saves by itself does not resolve a conflict.',
      result: '`{ conflicts: [{ path, kind }] }`, empty if it merges without conflicts',
      fields: { number: recordNumber, path: optional(line) },
      ask: { number: askPullRequest(load, 'open') },
      runAsks: ['path'],
      run: async ({ number: numberArgument, path }, on, invocation) => {
        const number = String(numberArgument);
        const parts = await loadComparison();
        const trial = await invocation.withProgress(
          l10n.t('Trying to merge {0}', pullRequestTitle(number)),
          async (signal) => await tryMerge(parts, on.connection, on.name, number, { signal }),
        );
        const chosen = path ?? (await askConflict(trial, invocation));
        if (chosen !== undefined) {
          const record = await recordOf(on, invocation);
          parts.repositories.knownRepositories.noteRecord(on.name.host, record, on.connection.account?.login);
          await openConflict({ ...parts, checkouts }, on, trial, demandConflict(trial, chosen), invocation);
        }
        return { conflicts: trial.conflicts.map((one) => ({ path: one.path, kind: one.kind })) };
      },
    }),
  };
}

/** Tells the user the result. Resolves with the file to open; undefined: none. */
async function askConflict(
  trial: MergeTrial,
  { silent, withoutProgress, signal }: Invocation,
): Promise<string | undefined> {
  if (silent) return undefined;
  const { head, conflicts } = trial;
  const title = pullRequestTitle(head.number);
  const base = plainLabel(head.base);
  if (conflicts.length === 0) {
    void inform(l10n.t('{0} merges into “{1}” without conflicts.', title, base));
    return undefined;
  }
  const question = {
    placeholder: l10n.t('{0} into “{1}”: {2}. Open which one?', title, base, conflictCountText(trial)),
    items: conflicts.map((conflict) => ({
      label: plainLabel(conflict.path),
      description: conflictText(conflict),
      value: conflict.path,
    })),
    signal,
  };
  return await withoutProgress(new Prompt({ title }).pick(question));
}
