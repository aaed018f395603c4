import { window, workspace } from 'vscode';
import { ContextKey } from '../../../kit/contextKey.ts';
import type { Markers } from './markers.ts';

/** Sets the context keys for conflict commands. The editor itself colours the conflicts. */
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
