import { window, workspace } from 'vscode';
import { ContextKey } from '../../kit/context.ts';
import type { Markers } from './markers.ts';

/** Lets commands about conflicts be found where there are some. Their colours are those of the editor itself. */
export class MarkerContext {
  readonly #markers: Markers;
  readonly #inConflict = new ContextKey<boolean>('sourcehost.conflictMarkers');
  readonly #listeners: readonly { dispose(): void }[];

  constructor(markers: Markers) {
    this.#markers = markers;
    this.#listeners = [
      window.onDidChangeActiveTextEditor(() => this.#note()),
      workspace.onDidChangeTextDocument(() => this.#note()),
    ];
    this.#note();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #note(): void {
    const document = window.activeTextEditor?.document;
    void this.#inConflict.set(document !== undefined && this.#markers.of(document).length > 0);
  }
}
