import { commands, Range, ViewColumn, workspace, type TextDocument, type Uri } from 'vscode';
import { encodingOf } from '../../../domain/text/encoding.ts';
import type { TextRange } from '../../../domain/search/textQuery.ts';
import type { ResultOpening } from '../../../domain/search/viewMessages.ts';

/**
 * Opens the document of `uri`, in GB18030 if it has this encoding. The editor recognises UTF-16 by itself. The
 * encoding stays with the document while it is open.
 */
export async function openText(uri: Uri): Promise<TextDocument> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open;
  const isOther = encodingOf(await workspace.fs.readFile(uri)) === 'gb18030';
  return await (isOther ? workspace.openTextDocument(uri, { encoding: 'gb18030' }) : workspace.openTextDocument(uri));
}

/** Opens a file and selects a match. */
export async function openMatch(uri: Uri, { line, column, length }: TextRange, mode: ResultOpening): Promise<void> {
  await openText(uri);
  await commands.executeCommand('vscode.open', uri, {
    selection: new Range(line - 1, column - 1, line - 1, column - 1 + length),
    preserveFocus: mode === 'preview',
    preview: mode !== 'side',
    viewColumn: mode === 'side' ? ViewColumn.Beside : ViewColumn.Active,
  });
}
