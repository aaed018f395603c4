import { SnippetString, window, type TextDocument } from 'vscode';
import { labelIn, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { copied } from '../../kit/messages/copied.ts';

/** Inserts a link at the cursor of a document, with its text selected; copies it if the document is not open. */
export async function insertLink({ markdown }: Uploaded, document: TextDocument | undefined): Promise<void> {
  if (document === undefined || document.isClosed) {
    await copied(markdown, { silent: false });
    return;
  }
  const [from, to] = labelIn(markdown);
  const text = (start: number, end?: number): string =>
    markdown.slice(start, end).replaceAll(/[\\$}]/g, String.raw`\$&`);
  const shown = window.visibleTextEditors.find((editor) => editor.document === document);
  const editor = shown ?? (await window.showTextDocument(document));
  await editor.insertSnippet(new SnippetString(`${text(0, from)}\${1:${text(from, to)}}${text(to)}`));
}
