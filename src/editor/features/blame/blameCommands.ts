import { window, workspace, type TextDocument, type Uri } from 'vscode';
import { optional, range } from '../../../api/contract/field.ts';
import type { LineOrigin } from '../../../domain/blame/fileBlame.ts';
import { parseFileAddress } from '../../../domain/hosts/address.ts';
import { uri } from '../../kit/arguments.ts';
import { command } from '../../kit/command.ts';
import { givenOrShown } from '../../kit/commands/activeEditor.ts';

interface BlamedFiles {
  toggle(document: TextDocument, signal: AbortSignal): Promise<readonly LineOrigin[] | undefined>;
  showCommit(document: TextDocument, line: number, signal: AbortSignal): Promise<LineOrigin>;
}

export function blameCommands(load: () => Promise<BlamedFiles>) {
  return {
    'sourcehost.blame.showCommit': command({
      does: 'Compares a file with its version before the commit of `line`. Without `uri` it takes the file and the line of the cursor. It needs git.',
      result: 'the line: `{ line, sha, author_name, authored_date, message }`',
      fields: { uri: optional(uri), line: optional(range(1)) },
      run: async ({ uri: resource, line }, { signal }) => {
        const document = await shownDocument(resource);
        const editor = window.activeTextEditor;
        const atCursor = editor?.document === document ? editor.selection.active.line + 1 : 1;
        return resultOf(await (await load()).showCommit(document, line ?? atCursor, signal));
      },
    }),
    'sourcehost.blame.toggle': command({
      does: 'Shows the commit of each line of a file, or hides it. Without `uri` it takes the file that is shown. It needs git.',
      result:
        'the lines: `[{ line, sha, author_name, authored_date, message }]`, without `sha` for a line of a draft; with nothing after hiding',
      fields: { uri: optional(uri) },
      run: async ({ uri: resource }, { signal }) => {
        const document = await shownDocument(resource);
        return (await (await load()).toggle(document, signal))?.map(resultOf);
      },
    }),
  };
}

/** The document of the remote file `resource`, which is opened if no editor shows it; without `resource` the active one. */
async function shownDocument(resource: Uri | string | undefined): Promise<TextDocument> {
  const target = givenOrShown(resource);
  // Throws for an address that is not one of a remote file.
  parseFileAddress(target);
  const isTarget = ({ document }: { readonly document: TextDocument }): boolean =>
    document.uri.toString() === target.toString();
  const visibleDocument = window.visibleTextEditors.find(isTarget)?.document;
  if (visibleDocument !== undefined) return visibleDocument;
  const document = await workspace.openTextDocument(target);
  return (await window.showTextDocument(document)).document;
}

const resultOf = ({ line, commit }: LineOrigin) => ({
  line,
  sha: commit?.sha,
  author_name: commit?.authorName,
  authored_date: commit?.authoredDate,
  message: commit?.message,
});
