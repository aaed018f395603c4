import { window, workspace } from 'vscode';
import { ContextKey } from '../../../kit/contextKey.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import type { Markers } from './markers.ts';

/** Sets the context keys for conflict commands. The editor itself colours the conflicts. */
export class MarkerContext extends Lifetime {
  readonly #markers: Markers;
  readonly #inConflict = new ContextKey<boolean>('sourcehost.conflictMarkers');

  constructor(markers: Markers) {
    super();
    this.#markers = markers;
    this.add(window.onDidChangeActiveTextEditor(() => this.#note()));
    this.add(workspace.onDidChangeTextDocument(() => this.#note()));
    this.#note();
  }

  #note(): void {
    const document = window.activeTextEditor?.document;
    void this.#inConflict.set(document !== undefined && this.#markers.of(document).length > 0);
  }
}
