import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { isFailure, toFailure } from '../../../core/errors.ts';
import { isOn } from '../../../domain/pullRequests/stack.ts';
import type { Invocation } from '../../kit/command.ts';
import type { AtRepository } from '../../kit/commands/declare.ts';
import { explain } from '../../kit/messages/explain.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { confirmPullRequest, type ConfirmParts } from './confirmPullRequest.ts';

/** Asks before a pull request gets another base. A program is not asked. */
export async function confirmBase(
  parts: ConfirmParts,
  on: AtRepository,
  number: string,
  base: string,
  invocation: Invocation,
): Promise<void> {
  await confirmPullRequest(parts, { on, number }, invocation, {
    message: () => l10n.t('Merge !{0} into “{1}” from now on?', number, plainLabel(base)),
    detail: () => l10n.t('Its commits stay as they are. What it changes is compared with the new base.'),
    action: () => l10n.t('Change Base'),
    first: 'action',
  });
}

/**
 * Offers each open pull request on the head of the merged one its base. The merge is done, so a failure is only shown.
 * Resolves with those that have it now, and with those that `left` the base as it is.
 */
export async function offerNewBase(
  parts: ConfirmParts,
  on: AtRepository,
  merged: PullRequest,
  invocation: Invocation,
): Promise<{ readonly changed: readonly string[]; readonly left: readonly string[] }> {
  const [from, base] = [merged.head.ref, merged.base.ref];
  if (from === undefined || base === undefined || merged.from_forked_project === true) return { changed: [], left: [] };
  const { signal } = invocation;
  const changed: string[] = [];
  let above: readonly string[] = [];
  try {
    const pullRequests = await parts.load();
    const { items } = await pullRequests.list(on, { state: 'open', base: from }, { signal });
    above = items.filter((one) => isOn(one, merged)).map(({ number }) => number);
    for (const number of above) {
      await confirmBase(parts, on, number, base, invocation);
      await pullRequests.edit(on, number, { base }, { signal });
      changed.push(number);
    }
  } catch (error) {
    if (!isFailure(error, 'cancelled', 'unsupported'))
      void showMessage('warning', l10n.t('The base was not changed. {0}', explain(toFailure(error))));
  }
  return { changed, left: above.filter((one) => !changed.includes(one)) };
}
