import {
  env,
  l10n,
  SnippetString,
  TabInputText,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import { insertPlace, movedPlace } from '../../../core/insertPlace.ts';
import { findSections } from '../../../domain/documents/text/sections.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { labelIn, nameIn, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { addressOf } from '../../documents/documents/addresses.ts';
import { copied } from '../../kit/messages/copied.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { tabsOf } from '../../kit/tabs.ts';

export interface Inputs {
  /** The repository of an input of a thread; undefined for every other document. */
  readonly repositoryOfInput: (document: TextDocument) => RepositoryName | undefined;
}

/** Undefined if no link can be inserted: a document that is neither the one of a record nor an input of a thread. */
export const repositoryOf = (document: TextDocument, { repositoryOfInput }: Inputs): RepositoryName | undefined =>
  addressOf(document.uri) ?? repositoryOfInput(document);

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
    const sections = addressOf(document.uri) === undefined ? undefined : findSections(text);
    if (sections !== undefined && 'body' in sections && this.#offset < sections.body.from) {
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
  async insert({ url, markdown }: Uploaded): Promise<void> {
    const link = this.#between + markdown;
    // The editor refuses it while something is typed.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (!(await this.#tryToInsert(link))) continue;
      this.#offset += link.length;
      this.#between = '\n';
      return;
    }
    void tellLeft({ url, name: nameIn(markdown) });
  }

  async #tryToInsert(link: string): Promise<boolean> {
    const document = this.#document;
    if (document.isClosed) return false;
    const at = document.positionAt(this.#offset);
    const editor = editorOf(document);
    if (editor === undefined) {
      const isOpen = (input: unknown): boolean =>
        input instanceof TabInputText && String(input.uri) === String(document.uri);
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, at, link);
      return tabsOf(isOpen).length > 0 && (await workspace.applyEdit(edit));
    }
    if (document.offsetAt(editor.selection.end) !== this.#cursor)
      return await editor.edit((edit) => edit.insert(at, link));
    const [from, to] = labelIn(link);
    const text = (start: number, end?: number): string => link.slice(start, end).replaceAll(/[\\$}]/g, String.raw`\$&`);
    const snippet = new SnippetString(`${text(0, from)}\${1:${text(from, to)}}${text(to)}`);
    return await editor.insertSnippet(snippet, at, { undoStopBefore: true, undoStopAfter: true, keepWhitespace: true });
  }
}

/** Says that a file of which no text has the link is on the host. */
export async function tellLeft({ url, name }: { readonly url: string; readonly name: string }): Promise<void> {
  const [open, copy] = [l10n.t('Open on the Web'), l10n.t('Copy Link')];
  const chosen = await inform(l10n.t('{0} stays on the host. It cannot be removed from here.', name), open, copy);
  if (chosen === open) await env.openExternal(Uri.parse(url, true));
  if (chosen === copy) await env.clipboard.writeText(url);
}

export async function copyLink({ markdown }: Uploaded): Promise<void> {
  await copied(markdown, { silent: false });
}
