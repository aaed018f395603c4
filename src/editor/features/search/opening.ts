import { commands, Range, ViewColumn, workspace, type TextDocument, type Uri } from 'vscode';
import { encodingOf } from '../../../domain/text/encoding.ts';
import type { TextRange } from '../../../domain/search/textQuery.ts';

/** How a result is opened: in the preview editor, with the focus in it, or in the next editor group. */
export type ResultOpening = 'preview' | 'focus' | 'side';

/** Opens GB18030 as such; the editor itself recognises UTF-16. An open document keeps its encoding. */
export async function openText(uri: Uri): Promise<TextDocument> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open;
  const isOther = encodingOf(await workspace.fs.readFile(uri)) === 'gb18030';
  return await (isOther ? workspace.openTextDocument(uri, { encoding: 'gb18030' }) : workspace.openTextDocument(uri));
}

export async function openMatch(uri: Uri, { line, column, length }: TextRange, mode: ResultOpening): Promise<void> {
  await openText(uri);
  await commands.executeCommand('vscode.open', uri, {
    selection: new Range(line - 1, column - 1, line - 1, column - 1 + length),
    preserveFocus: mode === 'preview',
    preview: mode !== 'side',
    viewColumn: mode === 'side' ? ViewColumn.Beside : ViewColumn.Active,
  });
}
