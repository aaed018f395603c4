import { EndOfLine, Range, workspace, WorkspaceEdit, type TextDocument, type Uri } from 'vscode';
import { eachLimited } from '../../../core/async.ts';
import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import type { FileMatches } from '../../../domain/search/textQuery.ts';
import { MatchReplacer, replacesTooMuch, type Replacement } from '../../../domain/search/replacement.ts';
import type { LimitTime } from '../../../domain/search/searchRun.ts';
import { openText } from './opening.ts';

export interface ReplaceRequest {
  readonly files: readonly FileMatches[];
  readonly uriOf: (path: string) => Uri;
  readonly expression: RegExp;
  readonly pattern: string;
  /** Limits what the expression may take in one file. */
  readonly limitTime: LimitTime;
}

interface ReplacedText {
  readonly uri: Uri;
  readonly before: string;
  readonly after: string;
}

export interface ReplaceResult {
  readonly replaced: readonly ReplacedText[];
  readonly matches: number;
  /** Paths of files that cannot be opened or saved. */
  readonly unreadable: readonly string[];
  /** Paths of files whose lines differ from the results. */
  readonly changed: readonly string[];
}

export interface PlannedFile {
  readonly path: string;
  readonly uri: Uri;
  readonly before: string;
  readonly replacements: readonly Replacement[];
}

export interface ReplacePlan extends Pick<ReplaceResult, 'unreadable' | 'changed'> {
  /** Sorted by path. */
  readonly files: readonly PlannedFile[];
}

const filesAtOnce = 8;

/** UTF-16 units of all files that are changed together: their texts are in memory until the change is applied. */
const longestFiles = 200 * 1024 * 1024;

/** @throws Failure `invalid` (field `query`) if the expression takes too long, `refused` (`replacesTooMuch`) */
export async function planReplacing(request: ReplaceRequest): Promise<ReplacePlan> {
  const files: PlannedFile[] = [];
  const unreadable: string[] = [];
  const changed: string[] = [];
  const replacer = new MatchReplacer(request.expression, request.pattern);
  const stop = new AbortController();
  let length = 0;
  const plan = async (file: FileMatches): Promise<void> => {
    const uri = request.uriOf(file.path);
    const document = await openText(uri).catch(() => undefined);
    if (stop.signal.aborted) return;
    if (document === undefined) {
      unreadable.push(file.path);
      return;
    }
    const planned = planFile(document, file, replacer, request.limitTime);
    if (planned === undefined) throw wrongValue('query', requires('fastExpression'));
    const { replacements, differs } = planned;
    if (differs) changed.push(file.path);
    if (replacements.length === 0) return;
    const before = document.getText();
    length += before.length;
    if (length > longestFiles) throw replacesTooMuch(longestFiles);
    files.push({ path: file.path, uri, before, replacements });
  };
  await eachLimited(request.files, filesAtOnce, async (file) => {
    if (stop.signal.aborted) return;
    await plan(file).catch((error: unknown) => {
      stop.abort();
      throw error;
    });
  });
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files, unreadable, changed };
}

/** Changes and saves the documents as planned: they become drafts, with undo. A document with another text stays. */
export async function applyPlan({ files: planned, unreadable, changed }: ReplacePlan): Promise<ReplaceResult> {
  const documents = new Map<PlannedFile, TextDocument>();
  await eachLimited(planned, filesAtOnce, async (file) => {
    const document = await openText(file.uri).catch(() => undefined);
    if (document !== undefined) documents.set(file, document);
  });
  // Nothing is awaited between the comparison and the edit, which the editor rejects if the version of a document differs.
  const files = planned.filter((file) => documents.get(file)?.getText() === file.before);
  const same = new Set(files);
  const others = planned.filter((file) => !same.has(file)).map(({ path }) => path);
  if (files.length > 0) await apply(editOf(files, documents));
  const replaced: ReplacedText[] = [];
  const unsaved: string[] = [];
  let matches = 0;
  await eachLimited(files, filesAtOnce, async ({ path, uri, before, replacements }) => {
    const document = await openText(uri);
    const after = document.getText();
    if (after === before) return;
    matches += replacements.length;
    replaced.push({ uri, before, after });
    if (!(await document.save())) unsaved.push(path);
  });
  return { replaced, matches, unreadable: [...unreadable, ...unsaved], changed: [...changed, ...others] };
}

/** Gives the documents their earlier text, unless they were changed since. Resolves with the number of those. */
export async function undoReplacing(replaced: readonly ReplacedText[]): Promise<number> {
  const edit = new WorkspaceEdit();
  const restored: TextDocument[] = [];
  await eachLimited(replaced, filesAtOnce, async ({ uri, before, after }) => {
    const document = await openText(uri);
    if (document.getText() !== after) return;
    edit.replace(uri, wholeOf(document), before);
    restored.push(document);
  });
  if (restored.length > 0) await apply(edit);
  await eachLimited(restored, filesAtOnce, (document) => Promise.resolve(document.save()));
  return replaced.length - restored.length;
}

async function apply(edit: WorkspaceEdit): Promise<void> {
  if (await workspace.applyEdit(edit)) return;
  const why = 'the editor did not apply the edit';
  throw new Failure('conflict', why, { reason: 'unexpected', about: [why] });
}

function wholeOf(document: TextDocument): Range {
  return new Range(document.positionAt(0), document.positionAt(document.getText().length));
}

/** The replacements in one document; undefined if they take too long. `differs`: lines are no longer as they were found. */
function planFile(
  document: TextDocument,
  { lines }: FileMatches,
  replacer: MatchReplacer,
  limitTime: LimitTime,
): { readonly replacements: readonly Replacement[]; readonly differs: boolean } | undefined {
  const matches = lines.flatMap(({ ranges, preview }) =>
    ranges.map((range) => {
      const line = range.line <= document.lineCount ? document.lineAt(range.line - 1) : undefined;
      return { range, line: line?.text.startsWith(preview.replace(/\r$/, '')) === true ? line : undefined };
    }),
  );
  // Only the expression: the end of the time must not interrupt code of the editor.
  const texts = limitTime(() => matches.map(({ line, range }) => line && replacer.textFor(line.text, range)));
  if (texts === undefined) return undefined;
  const replacements = matches.flatMap(({ range, line }, index) => {
    const text = texts[index];
    if (line === undefined || text === undefined) return [];
    const offset = document.offsetAt(line.range.start) + range.column - 1;
    const written = document.eol === EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text;
    return [{ offset, length: range.length, text: written }];
  });
  return { replacements, differs: replacements.length < matches.length };
}

function editOf(files: readonly PlannedFile[], documents: ReadonlyMap<PlannedFile, TextDocument>): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  for (const file of files) {
    const document = documents.get(file);
    if (document === undefined) continue;
    for (const { offset, length, text } of file.replacements)
      edit.replace(file.uri, new Range(document.positionAt(offset), document.positionAt(offset + length)), text);
  }
  return edit;
}
