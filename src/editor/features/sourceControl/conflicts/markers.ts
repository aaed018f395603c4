import {
  Range,
  window,
  workspace,
  CodeAction,
  CodeActionKind,
  CodeLens,
  l10n,
  languages,
  type Position,
  type TextDocument,
  type Command,
} from 'vscode';
import { fileScheme } from '../../../../domain/hosts/address.ts';
import { markedConflicts, type MarkedConflict } from '../../../../domain/text/conflict.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import { ContextKey } from '../../../kit/contextKey.ts';

/** Files of remote repositories; only their conflict markers are handled here. */
export const remoteFileSelector = { scheme: fileScheme };

/** Conflicts of open documents, cached for each version of the text. */
export class Markers {
  readonly #cached = new WeakMap<TextDocument, { readonly version: number; readonly all: readonly MarkedConflict[] }>();

  of(document: TextDocument): readonly MarkedConflict[] {
    if (document.uri.scheme !== remoteFileSelector.scheme) return [];
    const cacheEntry = this.#cached.get(document);
    if (cacheEntry?.version === document.version) return cacheEntry.all;
    const all = markedConflicts(document.getText());
    this.#cached.set(document, { version: document.version, all });
    return all;
  }

  at(document: TextDocument, { line }: Position): MarkedConflict | undefined {
    return this.of(document).find(({ from, to }) => line >= from && line <= to);
  }
}

/** Sets the context keys for conflict commands while `markers` is used. The editor itself colours the conflicts. */
export function followMarkers(markers: Markers, lifetime: Lifetime): void {
  const inConflict = new ContextKey<boolean>('sourcehost.conflictMarkers');
  const note = (): void => {
    const document = window.activeTextEditor?.document;
    void inConflict.set(document !== undefined && markers.of(document).length > 0);
  };
  lifetime.add(window.onDidChangeActiveTextEditor(note));
  lifetime.add(workspace.onDidChangeTextDocument(note));
  note();
}

/** The range of whole lines, including the line ending of the last one. */
export function linesOf(document: TextDocument, from: number, to: number): Range {
  return document.validateRange(new Range(from, 0, to, 0));
}

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
