import { TextDocumentSaveReason, workspace, type Uri } from 'vscode';
import { Lifetime } from '../../kit/lifetime.ts';

/** The files that the editor saves by itself, after a delay or when it loses the focus. */
export class AutomaticSaves extends Lifetime {
  readonly #saving = new Set<string>();

  constructor() {
    super();
    this.add(
      workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (reason === TextDocumentSaveReason.Manual) this.#saving.delete(uri.toString());
        else this.#saving.add(uri.toString());
      }),
    );
    this.add(workspace.onDidSaveTextDocument(({ uri }) => this.#saving.delete(uri.toString())));
  }

  /** Whether the file is being saved without a command of the user. */
  has(uri: Uri): boolean {
    return this.#saving.has(uri.toString());
  }
}
