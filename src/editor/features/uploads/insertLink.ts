import { SnippetString, window, workspace, type TextDocument, type TextEditor } from 'vscode';
import { insertPlace, movedPlace } from '../../../core/insertPlace.ts';
import { findSections } from '../../../domain/documents/text/sections.ts';
import { labelIn, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { copied } from '../../kit/messages/copied.ts';
import { Lifetime } from '../../kit/lifetime.ts';

const editorOf = (document: TextDocument): TextEditor | undefined =>
  [window.activeTextEditor, ...window.visibleTextEditors].find((editor) => editor?.document === document);

/** The cursor of a document when uploads begin, or the end of the text if it is in a field. It moves with what is typed before it. */
export class LinkPlace extends Lifetime {
  readonly #document: TextDocument;
  #offset: number;
  /** Where the selection ends while nobody moves it. */
  #cursor: number;
  #between = '';

  constructor(document: TextDocument) {
    super();
    this.#document = document;
    const { selection } = editorOf(document) ?? {};
    const from = selection === undefined ? 0 : document.offsetAt(selection.start);
    this.#cursor = selection === undefined ? 0 : document.offsetAt(selection.end);
    const text = document.getText();
    this.#offset = insertPlace(text, from, this.#cursor);
    // A field takes no link.
    const sections = findSections(text);
    if ('body' in sections && this.#offset < sections.body.from) {
      this.#offset = text.length;
      this.#between = text.endsWith('\n') ? '' : '\n';
    }
    this.add(
      workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
        if (changed !== document) return;
        this.#offset = contentChanges.reduce(movedPlace, this.#offset);
        this.#cursor = contentChanges.reduce(movedPlace, this.#cursor);
      }),
    );
  }

  /** Inserts a link, below those before it. Its text is selected if nobody moved the cursor. */
  async insert(uploaded: Uploaded): Promise<void> {
    if (this.#document.isClosed) {
      await copyLink(uploaded);
      return;
    }
    const editor = editorOf(this.#document) ?? (await window.showTextDocument(this.#document));
    const markdown = this.#between + uploaded.markdown;
    const [from, to] = labelIn(markdown);
    const text = (start: number, end?: number): string =>
      markdown.slice(start, end).replaceAll(/[\\$}]/g, String.raw`\$&`);
    const at = this.#document.positionAt(this.#offset);
    const stays = this.#document.offsetAt(editor.selection.end) === this.#cursor;
    if (!stays) await editor.edit((edit) => edit.insert(at, markdown));
    else await editor.insertSnippet(new SnippetString(`${text(0, from)}\${1:${text(from, to)}}${text(to)}`), at);
    this.#offset += markdown.length;
    this.#between = '\n';
  }
}

export async function copyLink({ markdown }: Uploaded): Promise<void> {
  await copied(markdown, { silent: false });
}
