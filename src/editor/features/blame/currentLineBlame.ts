import { DecorationRangeBehavior, Range, ThemeColor, window, workspace, type TextEditor } from 'vscode';
import { isFailure } from '../../../core/errors.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { isRemoteDocument, type DocumentBlame } from './documentBlame.ts';
import { commitHover, describeLine } from './texts.ts';

/** Milliseconds after a movement of the cursor or an edit. */
const pause = 250;

interface EditorLine {
  readonly editor: TextEditor;
  /** From 0. */
  readonly line: number;
  readonly version: number;
}

export class CurrentLineBlame extends Lifetime {
  readonly #blame: DocumentBlame;
  readonly #onFailure: (error: unknown) => void;
  readonly #type = this.add(
    window.createTextEditorDecorationType({
      // A heading of Markdown is bold; its commit is not.
      after: {
        color: new ThemeColor('editorCodeLens.foreground'),
        margin: '0 0 0 3em',
        fontWeight: 'normal',
        fontStyle: 'normal',
      },
      rangeBehavior: DecorationRangeBehavior.ClosedOpen,
    }),
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborted when another editor becomes active. */
  #abort = new AbortController();
  #visibleLine: EditorLine | undefined;
  /** Git failed or was cancelled for this editor: it is asked again after another editor was active. */
  #failedIn: TextEditor | undefined;

  constructor(blame: DocumentBlame, onFailure: (error: unknown) => void) {
    super();
    this.#blame = blame;
    this.#onFailure = onFailure;
    this.add(window.onDidChangeActiveTextEditor(() => this.#restart()));
    this.add(
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.#update();
      }),
    );
    this.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === window.activeTextEditor?.document) this.#update();
      }),
    );
    this.add(blame.onDidChange(() => this.#update()));
    this.#update();
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    super.dispose();
  }

  #restart(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#failedIn = undefined;
    this.#update();
  }

  #update(): void {
    const editor = window.activeTextEditor;
    if (this.#visibleLine !== undefined && !isAt(this.#visibleLine, editor)) {
      this.#visibleLine.editor.setDecorations(this.#type, []);
      this.#visibleLine = undefined;
    }
    clearTimeout(this.#timer);
    if (editor === undefined || editor === this.#failedIn || !isRemoteDocument(editor.document)) return;
    this.#timer = setTimeout(() => void this.#show(editor, this.#abort.signal), pause);
  }

  async #show(editor: TextEditor, signal: AbortSignal): Promise<void> {
    const { document } = editor;
    const { line } = editor.selection.active;
    const visibleLine = { editor, line, version: document.version };
    try {
      const origin = (await this.#blame.lines(document, signal))[line];
      if (signal.aborted || origin === undefined || !isAt(visibleLine, window.activeTextEditor)) return;
      const { end } = document.lineAt(line).range;
      this.#visibleLine = visibleLine;
      editor.setDecorations(this.#type, [
        {
          range: new Range(end, end),
          hoverMessage: commitHover(origin.commit, document.uri, line + 1),
          renderOptions: { after: { contentText: describeLine(origin.commit) } },
        },
      ]);
    } catch (error) {
      if (signal.aborted) return;
      this.#failedIn = editor;
      // The user can have cancelled the fetch.
      if (!isFailure(error, 'cancelled')) this.#onFailure(error);
    }
  }
}

/** Whether `active` is the editor of the line, with the cursor in the same line and the same text. */
function isAt({ editor, line, version }: EditorLine, active: TextEditor | undefined): boolean {
  return editor === active && editor.selection.active.line === line && editor.document.version === version;
}
