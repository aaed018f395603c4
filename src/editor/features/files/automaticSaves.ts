import { TextDocumentSaveReason, workspace, type Uri } from 'vscode';
import type { Lifetime } from '../../kit/lifetime.ts';

/** Tells whether the editor is saving a file by itself: after a delay, or when it loses the focus. */
export function automaticSaves(lifetime: Lifetime): (uri: Uri) => boolean {
  const reasons = new Map<string, TextDocumentSaveReason>();
  lifetime.add(
    workspace.onWillSaveTextDocument(({ document, reason }) => reasons.set(document.uri.toString(), reason)),
  );
  lifetime.add(workspace.onDidSaveTextDocument(({ uri }) => reasons.delete(uri.toString())));
  return (uri) => (reasons.get(uri.toString()) ?? TextDocumentSaveReason.Manual) !== TextDocumentSaveReason.Manual;
}
