import { commands, l10n, workspace, type Uri } from 'vscode';
import { name as text, optional } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import type { WriteWorkingCopy } from '../../../core/workingCopy.ts';
import { fullName, repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { checkUnmoved, copyDrafts, type LocalCopy } from '../../../domain/sourceControl/workingTree/localCopy.ts';
import { uri } from '../../kit/arguments.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { onRepository, recordOf, repositoryAt } from '../../kit/commands/declare.ts';
import type { ActiveTarget } from '../../kit/commands/places.ts';
import { activeEditorRef, repositoryOfWindow } from '../../kit/commands/activeEditor.ts';
import { askCloneTarget, cloneAddress, toFolder, type Cloning } from './cloneCommands.ts';

export interface ContinueParts {
  readonly cloning: Pick<Cloning, 'clone' | 'holdsSomething'>;
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
  readonly write: WriteWorkingCopy;
  readonly active: () => ActiveTarget | undefined;
}

export function continueCommands(parts: ContinueParts) {
  const { cloning, repositories, checkouts, write, active } = parts;
  return {
    'sourcehost.repository.continueLocally': onRepository({
      does: 'Clones a repository into the folder `target`, which is new or empty, checks out the ref, and puts the drafts into the clone with their bytes and modes. Changes that others made meanwhile are merged. Where they cannot be, it rejects with the kind `conflict`. The drafts stay; a user is asked whether to discard them. The folder opens in a new window.',
      result: 'the folder',
      fields: { target: uri, ref: optional(text) },
      repository: repositoryAt(() => repositoryOfWindow(active()?.name)),
      ask: { target: askCloneTarget(cloning) },
      run: async ({ target, ref: refArgument }, on, invocation) => {
        const { name, connection } = on;
        const { signal, silent } = invocation;
        const place = toFolder(target, 'target');
        const address = { ...name, ref: refArgument ?? activeEditorRef(name) };
        await saveUnsaved(name, address.ref);
        const record = await recordOf(on, invocation);
        const url = cloneAddress(connection.host, record);
        const head = await repositories.at(address).head({ signal }, record.default_branch);
        const isBranch = head.kind === 'branch';
        const checkout = isBranch ? await checkouts.as(connection.account?.login, address) : undefined;
        const copy = checkout && (await copyDrafts(checkout, signal));
        await invocation.withoutProgress(cloning.clone(url, place, copy?.head ?? head, { mayAsk: !silent }));
        if (checkout !== undefined && copy !== undefined && copy.drafts.length > 0) {
          await put(write, place, checkout, copy, signal);
          if (!silent) await offerToDiscard(checkout, copy, place);
        }
        await commands.executeCommand('vscode.openFolder', place, { forceNewWindow: true });
        return place;
      },
    }),
  };
}

/** Saves the unsaved files of a remote folder, so that they are drafts. @throws Failure `conflict` if one cannot be saved */
async function saveUnsaved(name: RepositoryName, ref: string | undefined): Promise<void> {
  const isOwn = (file: Uri): boolean => {
    const address = file.query === '' ? fileAddressOf(file) : undefined;
    return address !== undefined && address.ref === ref && repositoryKey(address) === repositoryKey(name);
  };
  for (const document of [...workspace.textDocuments, ...workspace.notebookDocuments]) {
    if (!document.isDirty || !isOwn(document.uri)) continue;
    if (!(await document.save()))
      throw new Failure('conflict', `not saved: ${document.uri.path}`, { reason: 'textNotSaved' });
  }
}

/** Writes the drafts into the clone at `place`. If that fails, the clone is removed, and the drafts are kept. */
async function put(
  write: WriteWorkingCopy,
  place: Uri,
  checkout: Checkout,
  copy: LocalCopy,
  signal: AbortSignal,
): Promise<void> {
  try {
    await checkUnmoved(checkout, copy, signal);
    await write(place.fsPath, copy.changes);
  } catch (error) {
    await workspace.fs.delete(place, { recursive: true });
    throw error;
  }
}

/** Discards the copied drafts if the user agrees. A draft that was saved after it was copied stays. */
async function offerToDiscard({ branch, drafts }: Checkout, copy: LocalCopy, place: Uri): Promise<void> {
  const count = copy.drafts.length;
  const where = `${fullName(branch)} (${branch.branch})`;
  const discard = l10n.t('Discard Drafts');
  const message =
    count === 1 ? l10n.t('Discard the draft of {0}?', where) : l10n.t('Discard the {0} drafts of {1}?', count, where);
  const detail = l10n.t(
    'The same changes are in {0} now. Drafts that you keep stay in the remote folder.',
    place.fsPath,
  );
  const keep = l10n.t('Keep Drafts');
  // Dismissing the question keeps the drafts. A button Cancel would seem to cancel the clone.
  const chosen = await showMessage('warning', message, [discard, keep], detail, keep);
  if (chosen === discard) await drafts.discardSame(copy.drafts);
}
