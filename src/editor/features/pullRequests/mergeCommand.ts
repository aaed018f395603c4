import { l10n } from 'vscode';
import { filledText, flag, oneOf, optional, text } from '../../../api/contract/field.ts';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { Failure, toFailure } from '../../../core/errors.ts';
import { fullName, parseFullName } from '../../../domain/hosts/address.ts';
import type { OnEnded } from '../../../domain/hosts/endedPullRequests.ts';
import { pullRequestTitle } from '../../../domain/pullRequests/pullRequestHead.ts';
import { mergeMethods, type MergeOutcome } from '../../../domain/pullRequests/pullRequests.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { AnyCommand } from '../../kit/command.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { explain } from '../../kit/messages/explain.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { askPullRequest } from './askPullRequest.ts';
import { offerNewBase } from './changeBase.ts';
import { mergeByDialog, type MergeDialogParts } from './mergeDialog.ts';

export interface MergeCommandParts extends MergeDialogParts {
  readonly onEnded: OnEnded;
  /** `sha`: nothing is removed if the branch has another commit. */
  readonly removeBranch: (
    on: Pick<AtRepository, 'connection' | 'name'>,
    removed: { readonly branch: string; readonly sha: string | undefined },
  ) => Promise<void>;
}

export function mergeCommand(parts: MergeCommandParts): AnyCommand {
  const { load, changes } = parts;
  const notify = changeNotifier(changes, 'pullRequests');
  return onRepository({
    does: 'Merges a pull request. With `removeBranch` it then removes the source branch. If that fails, a message says so, and the command does not reject.',
    result: '`{ merged, sha }`',
    needsAccount: true,
    fields: {
      number: recordNumber,
      merge_method: optional(oneOf(...mergeMethods)),
      title: optional(filledText),
      message: optional(text),
      removeBranch: optional(flag),
    },
    ask: { number: askPullRequest(load, 'open') },
    runAsks: ['merge_method', 'title', 'message', 'removeBranch'],
    run: async ({ number: numberArgument, ...given }, on, invocation): Promise<MergeOutcome> => {
      const { signal, silent } = invocation;
      const number = String(numberArgument);
      const merge = async () => {
        const { removeBranch = false, ...how } = given;
        const pullRequests = await load();
        const pull = removeBranch ? await pullRequests.get(on, number, { signal }) : undefined;
        return { outcome: await pullRequests.merge(on, number, how, { signal }), pull, removeBranch };
      };
      const merging = silent ? merge() : mergeByDialog(parts, { on, number, given }, invocation);
      const { outcome, pull, removeBranch } = await merging;
      const isOffered = !silent && pull !== undefined;
      const { changed, left } = isOffered ? await offerNewBase(parts, on, pull, invocation) : { changed: [], left: [] };
      notify(on, { silent }, number, ...changed);
      if (removeBranch && pull !== undefined) await removeHead(parts, on, pull, left);
      if (!silent) parts.onEnded({ name: on.name, isEnded: (one) => one === number });
      return outcome;
    },
  });
}

/** Removes the source branch, in the fork that has it, unless it is the base of `above`. A failure is only shown. */
async function removeHead(
  { removeBranch }: MergeCommandParts,
  { connection, name }: AtRepository,
  { head: { ref, repo, sha } }: PullRequest,
  above: readonly string[],
): Promise<void> {
  if (ref === undefined) return;
  try {
    if (above.length > 0)
      throw new Failure('refused', 'the branch is the base of others', {
        reason: 'baseOfOthers',
        about: [above.map(pullRequestTitle).join(', ')],
      });
    // Another branch of the target repository may have the same name.
    const own = parseFullName(repo?.full_name ?? '');
    if (own === undefined)
      throw new Failure('missing', 'the host does not tell whose branch it is', {
        field: 'head',
        reason: 'noSuchRef',
        about: [ref, fullName(name)],
      });
    await removeBranch({ connection, name: { host: name.host, ...own } }, { branch: ref, sha });
  } catch (error) {
    const reason = explain(toFailure(error));
    void showMessage(
      'warning',
      l10n.t('The pull request is merged, but the branch “{0}” was not removed. {1}', ref, reason),
    );
  }
}
