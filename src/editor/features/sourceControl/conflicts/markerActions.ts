import {
  commands,
  EventEmitter,
  l10n,
  Range,
  Selection,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextEditor,
} from 'vscode';
import { Failure } from '../../../../core/errors.ts';
import { isObject, parseJson } from '../../../../core/text.ts';
import { baseName } from '../../../../core/path.ts';
import { chosenText, withSide, type MarkedConflict, type Side } from '../../../../domain/text/conflict.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { linesOf, type Markers } from './markers.ts';

/** Scheme of read-only documents that contain one side of every conflict of a file. */
export const sideScheme = 'sourcehost-conflict';

export interface ConflictPlace {
  /** Undefined: the file in the active editor. */
  readonly uri: Uri | undefined;
  /** Any line of the conflict, starting at 1. Undefined: the conflict at the cursor, else the only or next one. */
  readonly line: number | undefined;
}

/** By edits of the text, so that the editor can undo them. */
export class MarkerActions extends Lifetime implements TextDocumentContentProvider {
  readonly #markers: Markers;
  readonly #changed = this.add(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(markers: Markers) {
    super();
    this.#markers = markers;
    this.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const { uri } of workspace.textDocuments)
          if (uri.scheme === sideScheme && sideOf(uri).file === document.uri.toString()) this.#changed.fire(uri);
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const { file, side } = sideOf(uri);
    const document = await workspace.openTextDocument(Uri.parse(file, true));
    return withSide(document.getText(), side);
  }

  /** Replaces one conflict by `side` and goes to the next one. Resolves with the number of remaining conflicts. */
  async take(place: ConflictPlace, side: Side): Promise<number> {
    const { document, conflict } = await this.#find(place);
    const edit = new WorkspaceEdit();
    const text = chosenText(document.getText(), conflict, side);
    edit.replace(document.uri, linesOf(document, conflict.from, conflict.to + 1), text);
    await workspace.applyEdit(edit);
    const left = this.#markers.of(document);
    const editor = editorOf(document);
    const next = left.find(({ from }) => from >= conflict.from) ?? left[0];
    if (editor !== undefined) reveal(editor, next?.from ?? conflict.from);
    return left.length;
  }

  /** Opens a comparison of both sides of the file, scrolled to this conflict. */
  async compare(place: ConflictPlace): Promise<void> {
    const { document, conflict } = await this.#find(place);
    const name = baseName(document.uri.path);
    const before = this.#markers.of(document).filter(({ from }) => from < conflict.from);
    // Number of lines above this conflict that the other side lacks: the markers and the lines of the other choice.
    const gone = before.reduce((sum, { from, middle: at, to }) => sum + (to - from + 1) - (to - at - 1), 0);
    const line = Math.max(0, conflict.from - gone);
    await commands.executeCommand(
      'vscode.diff',
      sideUri(document.uri, 'mine'),
      sideUri(document.uri, 'theirs'),
      l10n.t('{0} (mine ↔ theirs)', name),
      { selection: new Range(line, 0, line, 0) },
    );
  }

  /** Goes to the next or previous conflict of the active editor; after the last one it continues with the first. */
  go(step: 1 | -1): void {
    const editor = window.activeTextEditor;
    const all = editor === undefined ? [] : this.#markers.of(editor.document);
    if (editor === undefined || all.length === 0) throw none();
    const { line } = editor.selection.active;
    const next = step === 1 ? all.find(({ from }) => from > line) : all.findLast(({ to }) => to < line);
    reveal(editor, (next ?? (step === 1 ? all[0] : all.at(-1)))?.from ?? line);
  }

  async #find({ uri, line }: ConflictPlace): Promise<{ document: TextDocument; conflict: MarkedConflict }> {
    const active = window.activeTextEditor;
    const document = uri === undefined ? active?.document : await workspace.openTextDocument(uri);
    if (document === undefined) throw none();
    const all = this.#markers.of(document);
    const cursor = active?.document === document ? active.selection.active.line : 0;
    const at = line === undefined ? cursor : line - 1;
    const here = all.find(({ from, to }) => at >= from && at <= to);
    const conflict = here ?? (line === undefined ? (all.find(({ from }) => from > at) ?? all[0]) : undefined);
    if (conflict === undefined) throw none();
    return { document, conflict };
  }
}

const none = (): Failure =>
  new Failure('missing', 'there is no conflict here', { field: 'line', reason: 'noConflictHere' });

function sideUri(file: Uri, side: 'mine' | 'theirs'): Uri {
  return file.with({ scheme: sideScheme, query: JSON.stringify({ file: file.toString(), side }) });
}

function sideOf({ query }: Uri): { readonly file: string; readonly side: Side } {
  const parsed = parseJson(query);
  const { file, side } = isObject(parsed) ? parsed : {};
  return { file: typeof file === 'string' ? file : '', side: side === 'theirs' ? 'theirs' : 'mine' };
}

const editorOf = (document: TextDocument): TextEditor | undefined =>
  window.visibleTextEditors.find((editor) => editor.document === document);

function reveal(editor: TextEditor, line: number): void {
  const { start } = editor.document.validateRange(new Range(line, 0, line, 0));
  editor.selection = new Selection(start, start);
  editor.revealRange(new Range(start, start), TextEditorRevealType.InCenterIfOutsideViewport);
}
