import { EndOfLine, l10n, Range, workspace, WorkspaceEdit, type TextDocument, type Uri } from 'vscode';
import { eachLimited } from '../../core/async.ts';
import { Failure } from '../../core/errors.ts';
import { oneLine } from '../../core/text.ts';
import type { FileMatches } from '../../domain/search/textQuery.ts';
import { countApplied, replacementFor, type Replacement } from '../../domain/search/replacement.ts';
import { openText } from './opening.ts';

export interface ReplaceRequest {
  readonly files: readonly FileMatches[];
  readonly uriOf: (path: string) => Uri;
  /** Undefined: the matches are replaced by the text as it is, without `$1`. */
  readonly expression: RegExp | undefined;
  readonly pattern: string;
  /** Shows the changes before they are applied; the user may refuse all or some. */
  readonly isPreviewed: boolean;
}

/** A document that was changed. */
interface Replaced {
  readonly uri: Uri;
  readonly before: string;
  readonly after: string;
}

export interface ReplaceResult {
  readonly replaced: readonly Replaced[];
  readonly matches: number;
  /** Paths of files that cannot be opened or saved. */
  readonly unreadable: readonly string[];
  /** Paths of files whose lines differ from the results. */
  readonly changed: readonly string[];
}

interface Planned {
  readonly path: string;
  readonly uri: Uri;
  readonly before: string;
  readonly replacements: readonly Replacement[];
}

/** Files that are opened or saved at the same time. */
const parallel = 8;

/**
 * Replaces matches in the documents of the editor and saves them: they become drafts, and the editor can undo the
 * change. Undefined if the user refused the preview.
 */
export async function replaceMatches(request: ReplaceRequest): Promise<ReplaceResult | undefined> {
  const planned: Planned[] = [];
  const unreadable: string[] = [];
  const changed: string[] = [];
  await eachLimited(request.files, parallel, async (file) => {
    const uri = request.uriOf(file.path);
    const document = await openText(uri).catch(() => undefined);
    if (document === undefined) {
      unreadable.push(file.path);
      return;
    }
    const { replacements, differs } = plan(document, file, request);
    if (differs) changed.push(file.path);
    if (replacements.length > 0) planned.push({ path: file.path, uri, before: document.getText(), replacements });
  });
  planned.sort((one, other) => (one.path < other.path ? -1 : 1));
  if (planned.length > 0 && !(await workspace.applyEdit(await editOf(planned, request)))) return undefined;
  let matches = 0;
  const replaced: Replaced[] = [];
  await eachLimited(planned, parallel, async ({ path, uri, before, replacements }) => {
    const document = await workspace.openTextDocument(uri);
    const after = document.getText();
    if (after === before) return;
    matches += countApplied(before, after, replacements);
    replaced.push({ uri, before, after });
    if (!(await document.save())) unreadable.push(path);
  });
  return { replaced, matches, unreadable, changed };
}

/** Gives the documents their earlier text, unless they were changed since. Resolves with the number of those. */
export async function undoReplacing(replaced: readonly Replaced[]): Promise<number> {
  const edit = new WorkspaceEdit();
  const restored: TextDocument[] = [];
  await eachLimited(replaced, parallel, async ({ uri, before, after }) => {
    const document = await openText(uri);
    if (document.getText() !== after) return;
    edit.replace(uri, wholeOf(document), before);
    restored.push(document);
  });
  if (restored.length > 0 && !(await workspace.applyEdit(edit)))
    throw new Failure('conflict', 'the editor did not apply the edit', { reason: 'unexpected', about: ['undo'] });
  await eachLimited(restored, parallel, (document) => Promise.resolve(document.save()));
  return replaced.length - restored.length;
}

function wholeOf(document: TextDocument): Range {
  return new Range(document.positionAt(0), document.positionAt(document.getText().length));
}

/** The replacements in one document. `differs`: lines are no longer as they were found. */
function plan(
  document: TextDocument,
  { lines }: FileMatches,
  { expression, pattern }: ReplaceRequest,
): { readonly replacements: readonly Replacement[]; readonly differs: boolean } {
  const replacements: Replacement[] = [];
  let differs = false;
  for (const { ranges, preview } of lines) {
    for (const range of ranges) {
      const line = range.line <= document.lineCount ? document.lineAt(range.line - 1) : undefined;
      const same = line?.text.startsWith(preview.replace(/\r$/, '')) === true;
      const text = same ? replacementFor(expression, line.text, range, pattern) : undefined;
      if (line === undefined || text === undefined) {
        differs = true;
        continue;
      }
      const offset = document.offsetAt(line.range.start) + range.column - 1;
      const written = document.eol === EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text;
      replacements.push({ offset, length: range.length, text: written });
    }
  }
  return { replacements, differs };
}

async function editOf(planned: readonly Planned[], { isPreviewed, pattern }: ReplaceRequest): Promise<WorkspaceEdit> {
  const edit = new WorkspaceEdit();
  const metadata = { needsConfirmation: true, label: l10n.t('Replace with “{0}”', oneLine(pattern, 80)) };
  for (const { uri, replacements } of planned) {
    const document = await openText(uri);
    for (const { offset, length, text } of replacements) {
      const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
      if (isPreviewed) edit.replace(uri, range, text, metadata);
      else edit.replace(uri, range, text);
    }
  }
  return edit;
}
