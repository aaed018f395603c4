import assert from 'node:assert/strict';
import {
  commands,
  CompletionItemKind,
  languages,
  workspace,
  type CodeAction,
  type CompletionList,
  type Diagnostic,
  type Position,
  type TextDocument,
  type WorkspaceEdit,
} from 'vscode';
import { eventually } from './documents.ts';

/** The end of the first `what` of a document. */
export function behind(document: TextDocument, what: string): Position {
  const at = document.getText().indexOf(what);
  assert.ok(at >= 0, `${what} is not in\n${document.getText()}`);
  return document.positionAt(at + what.length);
}

/** The completions behind the first `what`, without the words and snippets of the editor itself. */
export async function offered(document: TextDocument, what: string): Promise<CompletionList['items']> {
  const at = behind(document, what);
  const id = 'vscode.executeCompletionItemProvider';
  const { items } = await commands.executeCommand<CompletionList>(id, document.uri, at);
  const editors = [CompletionItemKind.Text, CompletionItemKind.Snippet];
  return items.filter(({ kind = CompletionItemKind.Text }) => !editors.includes(kind));
}

export const labelsOf = (items: CompletionList['items']): string[] =>
  items
    .toSorted((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1))
    .map(({ label }) => (typeof label === 'string' ? label : label.label));

export const own = (document: TextDocument): Diagnostic[] =>
  languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Sourcehost');

/** Waits for the only diagnostic, and returns its code and its text. */
export async function marked(document: TextDocument): Promise<string> {
  return await eventually(() => {
    const [first, ...others] = own(document);
    assert.ok(first !== undefined && others.length === 0, `${JSON.stringify(own(document))} in\n${document.getText()}`);
    return markOf(document, first);
  });
}

const markOf = (document: TextDocument, { code, range }: Diagnostic): string =>
  `${typeof code === 'string' ? code : ''}: ${document.getText(range)}`;

/** Waits until the diagnostics are `marks`, each with its code and its text. @returns the message of each */
export async function allMarked(
  document: TextDocument,
  marks: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return await eventually(() => {
    const found = new Map(own(document).map((one) => [markOf(document, one), one.message]));
    assert.deepEqual([...found.keys()].sort(), marks.toSorted());
    return found;
  });
}

/** The fix with this title of the diagnostic `mark`, or of the first one. */
export async function fixOf(document: TextDocument, title: string, mark?: string): Promise<WorkspaceEdit> {
  const wrong = own(document).find((one) => mark === undefined || markOf(document, one) === mark);
  assert.ok(wrong);
  const id = 'vscode.executeCodeActionProvider';
  const all = await commands.executeCommand<CodeAction[]>(id, document.uri, wrong.range);
  const found = all.find((one) => one.title === title);
  assert.ok(found?.edit, `${title} is not among ${all.map((one) => one.title).join(', ')}`);
  return found.edit;
}

export async function fix(document: TextDocument, title: string): Promise<void> {
  assert.ok(await workspace.applyEdit(await fixOf(document, title)));
}
