import { CodeAction, CodeActionKind, CodeLens, l10n, Range, type Command, type TextDocument, languages } from 'vscode';
import type { MarkedConflict } from '../../../../domain/text/conflict.ts';
import { type Markers, remoteFileSelector } from './markers.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';

/** Actions of each conflict: as lenses above it, and as quick fixes for keyboard users. */
export function registerLenses(markers: Markers, lifetime: Lifetime): void {
  const provideCodeLenses = (document: TextDocument): CodeLens[] =>
    markers
      .of(document)
      .flatMap((conflict) =>
        choices(document, conflict).map(
          (command) => new CodeLens(new Range(conflict.from, 0, conflict.from, 0), command),
        ),
      );
  const provideCodeActions = (document: TextDocument, range: Range): CodeAction[] => {
    const conflict = markers.at(document, range.start);
    if (conflict === undefined) return [];
    return choices(document, conflict).map((command) =>
      Object.assign(new CodeAction(command.title, CodeActionKind.QuickFix), { command }),
    );
  };
  const kinds = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
  lifetime.add(languages.registerCodeLensProvider(remoteFileSelector, { provideCodeLenses }));
  lifetime.add(languages.registerCodeActionsProvider(remoteFileSelector, { provideCodeActions }, kinds));
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
