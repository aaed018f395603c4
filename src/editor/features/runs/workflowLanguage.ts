import {
  commands,
  CompletionItem,
  CompletionItemKind,
  Diagnostic,
  DiagnosticSeverity,
  DocumentSymbol,
  Hover,
  l10n,
  languages,
  Range,
  SymbolKind,
  workspace,
  type DiagnosticCollection,
  type Position,
  type TextDocument,
} from 'vscode';
import { delay } from '../../../core/async.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { visible } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { workflowWarnings } from '../../../domain/runs/workflowCheck.ts';
import { workflowOutline } from '../../../domain/runs/workflowOutline.ts';
import { shapeAt, typedPlace } from '../../../domain/runs/workflowSyntax.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { markdown } from '../../kit/messages/markdown.ts';
import type { Services } from '../../services/services.ts';
import { doubts, meaningOf } from './workflowTexts.ts';

/** Milliseconds between two checks of a file by the host. */
const leastPause = 2_000;

const workflowPath = /\/\.gitcode\/workflows\/[^/]+\.ya?ml$/;
const selector = { pattern: '**/.gitcode/workflows/*.{yml,yaml}' };

/** Milliseconds after the last edit. */
const pause = 300;

interface Parts extends Pick<Services, 'active'> {
  readonly log: Log;
}

/**
 * Completion, hover and outline of workflow files, and warnings about what the host is known to refuse. A saved file of a
 * remote repository or of a clone is checked by its host.
 */
export function registerWorkflowLanguage({ active, log }: Parts, lifetime: Lifetime): void {
  const completion = { provideCompletionItems: complete };
  const outline = { provideDocumentSymbols: (document: TextDocument) => symbolsOf(document) };
  lifetime.add(languages.registerCompletionItemProvider(selector, completion, ' ', '-', '{'));
  lifetime.add(languages.registerHoverProvider(selector, { provideHover: hover }));
  lifetime.add(languages.registerDocumentSymbolProvider(selector, outline, { label: 'Sourcehost' }));
  const warnings = lifetime.add(languages.createDiagnosticCollection('sourcehost-workflow-syntax'));
  const check = (document: TextDocument): void => warn(document, warnings);
  lifetime.add(workspace.onDidOpenTextDocument(check));
  lifetime.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      const { version } = document;
      if (isWorkflow(document)) void delay(pause).then(() => document.version === version && check(document));
    }),
  );
  lifetime.add(workspace.onDidCloseTextDocument(({ uri }) => warnings.delete(uri)));
  workspace.textDocuments.forEach(check);
  const checked = new Map<string, number>();
  const checkByHost = async (document: TextDocument): Promise<void> => {
    const at = isWorkflow(document) ? active.of(document.uri) : undefined;
    if (at === undefined) return;
    const key = document.uri.toString();
    const { version } = document;
    await delay(Math.max(0, (checked.get(key) ?? 0) + leastPause - Date.now()));
    if (document.version !== version || document.isClosed) return;
    checked.set(key, Date.now());
    const args = { host: at.name.host, repository: fullName(at.name), uri: document.uri };
    await commands.executeCommand('sourcehost.workflow.validate', args);
  };
  lifetime.add(
    workspace.onDidSaveTextDocument((document) => {
      checkByHost(document).catch((error: unknown) => log.info(`a workflow was not checked: ${messageOf(error)}`));
    }),
  );
}

/** Whether a document is a workflow of this host, in a remote repository or a clone. */
const isWorkflow = ({ uri }: Pick<TextDocument, 'uri'>): boolean =>
  ['file', 'sourcehost'].includes(uri.scheme) && workflowPath.test(uri.path);

/** What can stand in an expression. */
const contexts = ['atomgit', 'env', 'inputs', 'secrets.ATOMGIT_TOKEN', 'always()'];

function complete(document: TextDocument, position: Position): CompletionItem[] {
  const typed = textBefore(document, position);
  const line = typed.at(-1) ?? '';
  if (line.lastIndexOf('${{') > line.lastIndexOf('}'))
    return contexts.map((value) => new CompletionItem(value, CompletionItemKind.Variable));
  const { path, key } = typedPlace(typed);
  const at = shapeAt(key === undefined ? path : [...path, key]);
  const values = at?.values ?? at?.items?.values ?? [];
  if (key !== undefined || at?.keys === undefined)
    return values.map((value) => new CompletionItem(value, CompletionItemKind.Value));
  return Object.keys(at.keys).map((name) => {
    const item = new CompletionItem(name, CompletionItemKind.Property);
    item.insertText = `${name}: `;
    const meaning = meaningOf(name);
    if (meaning !== undefined) item.documentation = meaning;
    return item;
  });
}

/** The lines to a position. */
function textBefore(document: TextDocument, { line, character }: Position): readonly string[] {
  const lines = Array.from({ length: line + 1 }, (_, at) => document.lineAt(at).text);
  return lines.with(line, (lines[line] ?? '').slice(0, character));
}

/** About a key, and the values that it can have. */
function hover(document: TextDocument, position: Position): Hover | undefined {
  const { text } = document.lineAt(position.line);
  const lineToKey = text.slice(0, text.indexOf(':') + 1);
  const { path, key = '' } = typedPlace([...textBefore(document, position).slice(0, -1), lineToKey]);
  const from = text.indexOf(key);
  if (key === '' || position.character < from || position.character > from + key.length) return undefined;
  const parent = shapeAt(path);
  const shape = parent?.keys !== undefined && Object.hasOwn(parent.keys, key) ? parent.keys[key] : undefined;
  if (shape === undefined) return undefined;
  const values = shape.values ?? shape.items?.values ?? Object.keys(shape.keys ?? {});
  const shown = [meaningOf(key), values.length === 0 ? undefined : l10n.t('Known: {0}', values.join(', '))];
  const lines = shown.filter((line) => line !== undefined).map((line) => markdown`${line}`);
  const range = new Range(position.line, from, position.line, from + key.length);
  return lines.length === 0 ? undefined : new Hover(lines, range);
}

const kinds = { stage: SymbolKind.Namespace, job: SymbolKind.Class, step: SymbolKind.Function };

function symbolsOf(document: TextDocument, parts = workflowOutline(document.getText())): DocumentSymbol[] {
  return parts.map(({ kind, name, detail, from, to, nameTo, parts: inner }) => {
    const range = new Range(document.positionAt(from), document.positionAt(to));
    const own = new Range(range.start, document.positionAt(nameTo));
    const symbol = new DocumentSymbol(visible(name) || '?', visible(detail), kinds[kind], range, own);
    symbol.children = symbolsOf(document, inner);
    return symbol;
  });
}

function warn(document: TextDocument, warnings: DiagnosticCollection): void {
  if (!isWorkflow(document)) return;
  const found = workflowWarnings(document.getText()).map(({ doubt, from, to }) => {
    const range = new Range(document.positionAt(from), document.positionAt(to));
    const first = range.start.line === range.end.line ? range : document.lineAt(range.start.line).range;
    const problem = new Diagnostic(first, doubts[doubt](), DiagnosticSeverity.Warning);
    problem.source = 'Sourcehost';
    return problem;
  });
  warnings.set(document.uri, found);
}
