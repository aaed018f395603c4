import {
  CodeAction,
  CodeActionKind,
  CodeLens,
  l10n,
  Range,
  type CodeActionProvider,
  type CodeLensProvider,
  type Command,
  type TextDocument,
} from 'vscode';
import type { MarkedConflict } from '../../../../domain/text/conflict.ts';
import type { Markers } from './markers.ts';

/** Actions of each conflict: as lenses above it, and as quick fixes for keyboard users. */
export class MarkerLenses implements CodeLensProvider, CodeActionProvider {
  static readonly kinds = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
  readonly #markers: Markers;

  constructor(markers: Markers) {
    this.#markers = markers;
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    return this.#markers
      .of(document)
      .flatMap((conflict) =>
        choices(document, conflict).map(
          (command) => new CodeLens(new Range(conflict.from, 0, conflict.from, 0), command),
        ),
      );
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    const conflict = this.#markers.at(document, range.start);
    if (conflict === undefined) return [];
    return choices(document, conflict).map((command) => {
      const action = new CodeAction(command.title, CodeActionKind.QuickFix);
      action.command = command;
      return action;
    });
  }
}

function choices(document: TextDocument, { from }: MarkedConflict): Command[] {
  const named: readonly (readonly [string, string])[] = [
    ['sourcehost.conflict.takeMine', l10n.t('Take Mine')],
    ['sourcehost.conflict.takeTheirs', l10n.t('Take Theirs')],
    ['sourcehost.conflict.takeBoth', l10n.t('Take Both')],
    ['sourcehost.conflict.compare', l10n.t('Compare')],
  ];
  return named.map(([command, title]) => ({ command, title, arguments: [{ uri: document.uri, line: from + 1 }] }));
}
