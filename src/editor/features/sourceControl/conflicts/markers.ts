import { Range, type Position, type TextDocument, window, workspace } from 'vscode';
import { fileScheme } from '../../../../domain/hosts/address.ts';
import { markedConflicts, type MarkedConflict } from '../../../../domain/text/conflict.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
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
