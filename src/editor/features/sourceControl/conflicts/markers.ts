import { Range, type Position, type TextDocument } from 'vscode';
import { fileScheme } from '../../../../domain/hosts/address.ts';
import { markedConflicts, type MarkedConflict } from '../../../../domain/text/conflict.ts';

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

/** The range of whole lines, including the line ending of the last one. */
export function linesOf(document: TextDocument, from: number, to: number): Range {
  return document.validateRange(new Range(from, 0, to, 0));
}
