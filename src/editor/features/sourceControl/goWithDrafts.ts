import { commands, l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { MovedDrafts } from '../../../domain/sourceControl/drafts/movableDrafts.ts';
import type { Failures } from '../../kit/messages/failures.ts';
import { inform } from '../../kit/prompts/prompt.ts';

/** Files saved after the drafts `moved` were moved are moved too, before and after the switch. */
export async function goWithDrafts(
  from: Checkout,
  to: Checkout,
  moved: MovedDrafts,
  failures: Failures,
): Promise<void> {
  await moveRest(from, to, moved, failures);
  await commands.executeCommand('sourcehost.ref.switch', {
    host: to.branch.host,
    repository: fullName(to.branch),
    ref: to.remote.ref ?? to.branch.branch,
  });
  const stayed = await moveRest(from, to, moved, failures);
  if (stayed.length > 0) void inform(remainingText(stayed, from.branch.branch));
}

/** A draft that cannot be moved stays. Resolves with the paths that have a draft in both branches. */
async function moveRest(
  from: Checkout,
  to: Checkout,
  moved: MovedDrafts,
  failures: Failures,
): Promise<readonly string[]> {
  try {
    return await from.drafts.moveRest(to.drafts, moved);
  } catch (error) {
    failures.show(error, { task: l10n.t('Drafts of {0} were not moved to {1}', from.branch.branch, to.branch.branch) });
    return [];
  }
}

const remainingText = (paths: readonly string[], branch: string): string =>
  paths.length === 1
    ? l10n.t('{0} was saved meanwhile. What you saved is still a draft of {1}.', paths.join(''), branch)
    : l10n.t('{0} files were saved meanwhile. What you saved is still in drafts of {1}.', paths.length, branch);
