import { commands, l10n, Selection, TextEditorRevealType, window, workspace } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { markedConflicts } from '../../../domain/text/conflict.ts';
import { isMarked, type Change, type Layer } from '../../../domain/sourceControl/drafts/draft.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { Prompt, inform } from '../../kit/prompts/prompt.ts';
import { addressAt, uriAt } from './place.ts';
import { stateOf } from './rows.ts';
import type { Undoing } from './undoing.ts';
import { draftVersionUri } from '../../kit/uri.ts';

export type FileSide = 'mine' | 'theirs';

interface Open {
  readonly layer: Layer;
  readonly change: Change;
}

/** Files of a branch that need a decision of the user before they can be committed. */
export function openConflicts({ drafts }: Checkout): readonly Open[] {
  return (['staged', 'working'] as const).flatMap((layer) =>
    drafts.changes(layer).flatMap((change) => (change.conflict === undefined ? [] : [{ layer, change }])),
  );
}

/** Resolves conflicts of whole files, and opens the files that contain conflict markers. */
export class FileConflicts {
  readonly #undoing: Undoing;

  constructor(undoing: Undoing) {
    this.#undoing = undoing;
  }

  /** Asks about the conflict of one file, or opens it. Resolves with true if it is decided. */
  async resolve(checkout: Checkout, path: string, side?: FileSide): Promise<boolean> {
    const open = openConflicts(checkout).find(({ change }) => change.path === path);
    if (open === undefined)
      throw new Failure('missing', `there is no conflict at ${path}`, {
        field: 'path',
        reason: 'noConflict',
        about: [path],
      });
    if (isMarked(open.change.conflict) && side === undefined) {
      await this.#show(checkout, path);
      return false;
    }
    const chosen = side ?? (await this.#ask(checkout, open));
    if (chosen === undefined) return false;
    await this.#decide(checkout, open, chosen, side === undefined);
    return true;
  }

  /** Opens the first one with markers. Resolves with true if all are decided. */
  async resolveAll(checkout: Checkout): Promise<boolean> {
    const open = openConflicts(checkout);
    for (const { change } of open.filter(({ change: { conflict } }) => conflict?.resolve === 'choice')) {
      if (!(await this.resolve(checkout, change.path))) return false;
    }
    const marked = open.find(({ change: { conflict } }) => isMarked(conflict));
    if (marked !== undefined) await this.#show(checkout, marked.change.path);
    return marked === undefined;
  }

  async #ask(checkout: Checkout, open: Open): Promise<FileSide | undefined> {
    const { path, kind, conflict } = open.change;
    const theirsGone = conflict?.theirs === undefined;
    const chosen = await new Prompt({ title: plainLabel(path) }).pick<FileSide | 'compare'>({
      placeholder: stateOf(open.change),
      items: [
        {
          label: l10n.t('Keep Mine'),
          description: kind === 'removed' ? l10n.t('delete it on the server too') : l10n.t('your version replaces it'),
          value: 'mine',
        },
        {
          label: l10n.t('Take Theirs'),
          description: theirsGone ? l10n.t('it stays deleted') : l10n.t('your change is discarded (can be undone)'),
          value: 'theirs',
        },
        ...(kind === 'removed' || theirsGone ? [] : [{ label: l10n.t('Compare'), value: 'compare' as const }]),
      ],
    });
    if (chosen !== 'compare') return chosen;
    if (conflict?.theirs !== undefined) {
      const title = l10n.t('{0} (on the server ↔ your draft)', path);
      const theirs = draftVersionUri(addressAt(checkout, path), 'server');
      await commands.executeCommand('vscode.diff', theirs, uriAt(checkout, path), title);
    }
    return undefined;
  }

  async #decide(checkout: Checkout, { change }: Open, side: FileSide, isManual: boolean): Promise<void> {
    const { path } = change;
    if (side === 'mine') await checkout.committer.takeMine(path);
    else {
      const undo = await checkout.committer.takeTheirs(path);
      const done =
        change.conflict?.resolve === 'merge'
          ? l10n.t('In {0}, each conflict now has the lines of the base.', plainLabel(path))
          : l10n.t('{0} equals the version on the server.', plainLabel(path));
      await this.#undoing.keep(undo, isManual ? done : undefined);
    }
  }

  async #show(checkout: Checkout, path: string): Promise<void> {
    const document = await workspace.openTextDocument(uriAt(checkout, path));
    const editor = await window.showTextDocument(document);
    const [first] = markedConflicts(document.getText());
    if (first === undefined) {
      void inform(l10n.t('{0} was saved automatically. Save it to resolve its conflicts.', plainLabel(path)));
      return;
    }
    const { range } = document.lineAt(first.from);
    editor.selection = new Selection(range.start, range.start);
    editor.revealRange(range, TextEditorRevealType.InCenter);
  }
}
