import { l10n, workspace, type TextDocument } from 'vscode';
import { cancelled } from '../../../core/errors.ts';
import { AgreedCommit } from '../../../domain/sourceControl/commit/agreedCommit.ts';
import type { CommitRequest } from '../../../domain/sourceControl/commit/commitPlan.ts';
import { changesAt, isAt, type SelectedChange } from '../../../domain/sourceControl/commit/commitSelection.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { choose } from '../../kit/prompts/prompt.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { pathSummary } from './labels.ts';
import { isOf } from './place.ts';

/** What the user sees in Source Control now, after the question about unsaved files: only that is committed. */
export async function seenBy(checkout: Checkout, request: CommitRequest, signal: AbortSignal): Promise<CommitRequest> {
  await saveFirst(checkout, request.paths);
  return { ...request, agreed: new AgreedCommit(await checkout.committer.clean(request, signal)) };
}

/** Only saved changes are committed. @throws Failure `invalid` (reason `draftsChanged`) if other files changed */
async function saveFirst(checkout: Checkout, paths: readonly string[] | undefined): Promise<void> {
  const { drafts } = checkout;
  // Staged content is committed as it was staged.
  if (paths === undefined && drafts.changes('staged').length > 0) return;
  const unsaved = workspace.textDocuments.filter((document) => isUnsaved(document, checkout, paths));
  if (unsaved.length === 0) return;
  const [save, leave] = [l10n.t('Save and Commit'), l10n.t('Commit Saved Changes Only')];
  const names = pathSummary(unsaved.map(({ uri }) => fileAddressOf(uri)?.path ?? ''));
  const saved = new Set<string>();
  const others = (): readonly SelectedChange[] => changesAt(drafts, (path) => isAt(path, paths) && !saved.has(path));
  const seen = others();
  if ((await choose(unsavedText(unsaved.length), names, save, leave)) === save)
    for (const document of unsaved) {
      if (!(await document.save())) throw cancelled();
      saved.add(fileAddressOf(document.uri)?.path ?? '');
    }
  new AgreedCommit(seen.filter(({ change }) => !saved.has(change.path))).demand(others(), undefined);
}

function isUnsaved({ isDirty, uri }: TextDocument, checkout: Checkout, paths: readonly string[] | undefined): boolean {
  const address = isDirty ? fileAddressOf(uri) : undefined;
  return address !== undefined && isOf(address, checkout) && isAt(address.path, paths);
}

const unsavedText = (files: number): string =>
  files === 1 ? l10n.t('1 file has unsaved changes.') : l10n.t('{0} files have unsaved changes.', files);
