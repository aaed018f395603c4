import {
  commands,
  CompletionItem,
  CompletionItemKind,
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  languages,
  Range,
  workspace,
  type DiagnosticCollection,
  type TextDocument,
} from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { workflowWarnings, type WorkflowDoubt } from '../../../domain/runs/workflowCheck.ts';
import { shapeAt, typedPlace } from '../../../domain/runs/workflowSyntax.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { fileAddressOf } from '../../kit/uri.ts';

/** Milliseconds between two checks of a file by the host. */
const leastPause = 2_000;

const workflowPath = /\/\.gitcode\/workflows\/[^/]+\.ya?ml$/;
const selector = { pattern: '**/.gitcode/workflows/*.{yml,yaml}' };

/**
 * Completion of workflow files, and warnings about what the host is known to refuse. A saved file of a remote repository
 * is checked by its host.
 */
export function registerWorkflowLanguage(log: Log, lifetime: Lifetime): void {
  const provider = { provideCompletionItems: complete };
  lifetime.add(languages.registerCompletionItemProvider(selector, provider, ' ', '-'));
  const warnings = lifetime.add(languages.createDiagnosticCollection('sourcehost-workflow-syntax'));
  const check = (document: TextDocument): void => warn(document, warnings);
  lifetime.add(workspace.onDidOpenTextDocument(check));
  lifetime.add(workspace.onDidChangeTextDocument(({ document }) => check(document)));
  lifetime.add(workspace.onDidCloseTextDocument(({ uri }) => warnings.delete(uri)));
  workspace.textDocuments.forEach(check);
  const saved = new Map<string, number>();
  lifetime.add(
    workspace.onDidSaveTextDocument((document) => {
      const key = document.uri.toString();
      const address = isWorkflow(document) ? fileAddressOf(document.uri) : undefined;
      if (address === undefined || Date.now() - (saved.get(key) ?? 0) < leastPause) return;
      saved.set(key, Date.now());
      const args = { host: address.host, repository: fullName(address), uri: document.uri };
      Promise.resolve(commands.executeCommand('sourcehost.workflow.validate', args)).catch((error: unknown) =>
        log.info(`a workflow was not checked: ${messageOf(error)}`),
      );
    }),
  );
}

/** Whether a document is a workflow of this host, in a remote repository or a clone. */
const isWorkflow = ({ uri }: Pick<TextDocument, 'uri'>): boolean =>
  ['file', 'sourcehost'].includes(uri.scheme) && workflowPath.test(uri.path);

function complete(document: TextDocument, position: { readonly line: number; readonly character: number }) {
  const lines = Array.from({ length: position.line + 1 }, (_, at) => document.lineAt(at).text);
  const typed = (lines.pop() ?? '').slice(0, position.character);
  const { path, key } = typedPlace([...lines, typed]);
  const at = shapeAt(key === undefined ? path : [...path, key]);
  const values = at?.values ?? at?.items?.values ?? [];
  if (key !== undefined || at?.keys === undefined)
    return values.map((value) => new CompletionItem(value, CompletionItemKind.Value));
  return Object.keys(at.keys).map((name) => {
    const item = new CompletionItem(name, CompletionItemKind.Property);
    item.insertText = `${name}: `;
    return item;
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

const doubts: Readonly<Record<WorkflowDoubt, () => string>> = {
  onIsNoMap: () => l10n.t('“on” must be a map of events, such as “push: {}”.'),
  stagesAreNoMap: () => l10n.t('“stages” must be a map: each stage has an id.'),
  noJobs: () => l10n.t('The workflow has neither “stages” nor “jobs”.'),
  noName: () => l10n.t('Each job and step needs a “name”.'),
  name: () => l10n.t('A name has at most 128 letters, digits, Chinese characters, spaces and -_,;:./().'),
  manySteps: () => l10n.t('A job has at most 16 steps.'),
  runsOnIsNoList: () => l10n.t('“runs-on” must be a list, such as [ubuntu-latest, x64, small].'),
  pluginWithOwner: () => l10n.t('Plugins of this host have no owner: write “checkout”, not “actions/checkout@v4”.'),
  bareCondition: () => l10n.t('Write the condition as an expression, such as ${{ always() }}.'),
  pullRequestType: () => l10n.t('The types of pull_request are open, reopen, update and merge.'),
  inputWithoutType: () => l10n.t('An input needs “type: string”: without it the workflow cannot be started by hand.'),
};
