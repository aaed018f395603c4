import { TextDocumentSaveReason, workspace, type Uri } from 'vscode';
import type { Lifetime } from '../../kit/lifetime.ts';

/**
 * Tells of a write whether the editor saves the file by itself: after a delay, or when it loses the focus. It must be
 * asked once for each write: the end of an earlier save can be reported after the next one has begun.
 */
export function automaticSaves(lifetime: Lifetime): (uri: Uri) => boolean {
  const automatic = new Set<string>();
  lifetime.add(
    workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (reason === TextDocumentSaveReason.Manual) automatic.delete(uri.toString());
      else automatic.add(uri.toString());
    }),
  );
  return (uri) => automatic.delete(uri.toString());
}
