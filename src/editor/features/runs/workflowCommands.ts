import {
  commands,
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  Range,
  workspace,
  type DiagnosticCollection,
  type Uri,
} from 'vscode';
import { name, optional, textsByName } from '../../../api/contract/field.ts';
import type { Workflow } from '../../../api/record/run.ts';
import { Failure, isFailure } from '../../../core/errors.ts';
import { fullName, parseFileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import { findingsOf, type Finding } from '../../../domain/runs/findings.ts';
import { workflowInputs } from '../../../domain/runs/workflowFile.ts';
import { isUri, toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand, type Arguments, type Ask } from '../../kit/command.ts';
import { givenOrShown } from '../../kit/commands/activeEditor.ts';
import { askBranchOf } from '../../kit/commands/ask.ts';
import { atRepository, needsOperation, onRepository } from '../../kit/commands/declare.ts';
import type { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import { repositoryFields } from '../../kit/commands/target.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import { target } from '../../kit/prompts/target.ts';
import { repositoryTarget } from '../../kit/rows/place.ts';
import type { Services } from '../../services/services.ts';
import type { RunTools } from './runTools.ts';

export interface WorkflowCommandParts extends Pick<Services, 'active' | 'changes' | 'repositories'> {
  readonly loadRuns: () => Promise<RunTools>;
  readonly localPlaces: LocalPlaces;
  readonly problems: DiagnosticCollection;
}

/** The arguments, with the repository of the file that they name. @throws Failure `refused` for a file outside of clones */
function placed({ active, localPlaces }: WorkflowCommandParts, args: Arguments): Arguments {
  if (args.repository !== undefined || !isUri(args.uri)) return args;
  const file = toUri(args.uri);
  const name = file.scheme === 'file' ? localPlaces.demand(file).name : active.of(file)?.name;
  return name === undefined ? args : { ...args, host: name.host, repository: fullName(name) };
}

/** Where a workflow file is on its host; without a ref if its branch is not there. */
async function fileOnHost(
  { localPlaces, repositories }: WorkflowCommandParts,
  file: Uri,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly ref: string | undefined }> {
  if (file.scheme === 'file') {
    const { path, branch } = localPlaces.demand(file);
    return { path, ref: branch };
  }
  const { path, ...remote } = parseFileAddress(file);
  return { path, ref: remote.ref ?? (await repositories.at(remote).head({ signal })).name };
}

const askWorkflow =
  (parts: WorkflowCommandParts): Ask<string> =>
  async (prompt, given, invocation) => {
    const args = placed(parts, given);
    const on = await atRepository(invocation, args);
    const { signal } = invocation;
    const all = await (await parts.loadRuns()).runs.workflows(on, { signal });
    if (isUri(args.uri)) {
      const { path } = await fileOnHost(parts, toUri(args.uri), signal);
      const own = all.find(({ file_path }) => file_path === path);
      if (own === undefined) throw new Failure('missing', 'no such workflow', { reason: 'noWorkflow', about: [path] });
      return own.workflow_id;
    }
    return await prompt.pick(listOf(all));
  };

const listOf = (all: readonly Workflow[]) => ({
  placeholder: all.length > 0 ? l10n.t('Which workflow?') : l10n.t('The default branch has no workflow.'),
  items: all.map(({ workflow_id, name: title, file_path = '' }) => ({
    label: title ?? file_path,
    description: file_path,
    value: workflow_id,
  })),
});

const askBranch = askBranchOf(() => l10n.t('On which branch?'));

const askRef =
  (parts: WorkflowCommandParts): Ask<string> =>
  async (prompt, args, invocation) => {
    const { ref } = isUri(args.uri) ? await fileOnHost(parts, toUri(args.uri), invocation.signal) : {};
    return ref ?? (await askBranch(prompt, placed(parts, args), invocation));
  };

/** Commands on workflows and their files. */
export function workflowCommands(parts: WorkflowCommandParts) {
  return {
    'sourcehost.workflow.list': onRepository({
      does: `Lists the workflows of the default branch; a user can run one. ${needsOperation}`,
      result: 'an array of workflows',
      fields: {},
      runAsks: [],
      run: async (_, on, { signal, silent }) => {
        const all = await (await parts.loadRuns()).runs.workflows(on, { signal });
        if (!silent) {
          const workflow_id = await new Prompt({ title: l10n.t('Run Workflow') }).pick(listOf(all));
          await commands.executeCommand('sourcehost.workflow.run', {
            [target]: { ...repositoryTarget(on), workflow_id },
          });
        }
        return all;
      },
    }),
    'sourcehost.workflow.run': runWorkflow(parts),
    'sourcehost.workflow.validate': validateWorkflow(parts),
  };
}

function runWorkflow(parts: WorkflowCommandParts): AnyCommand {
  const { loadRuns: load, changes, repositories } = parts;
  return command({
    does: `Starts a workflow on a branch or tag. \`inputs\` are texts by their name. \`uri\` is the file of the workflow, for the questions. The run can be listed two minutes later. ${needsOperation}`,
    result: '`{ workflow_run_id }`; the id is missing where the host does not tell it',
    needsAccount: true,
    fields: { ...repositoryFields, workflow_id: name, ref: name, inputs: optional(textsByName), uri: optional(uri) },
    ask: { workflow_id: askWorkflow(parts), ref: askRef(parts) },
    runAsks: ['inputs'],
    run: async (args, invocation) => {
      const { workflow_id, ref, inputs } = args;
      const on = await atRepository(invocation, placed(parts, args));
      const { runs, follower } = await load();
      const { signal, silent, confirm } = invocation;
      const workflow = silent
        ? undefined
        : (await runs.workflows(on, { signal })).find((one) => one.workflow_id === workflow_id);
      const file = workflow?.file_path;
      const given = inputs ?? (file === undefined ? undefined : await askInputs(repositories, on.name, { file, ref }));
      const shown = Object.entries(given ?? {}).map(([key, value]) => `${key}: ${value}`);
      await confirm(
        l10n.t('Run {0} on {1}?', workflow?.name ?? file ?? workflow_id, ref),
        [l10n.t('It uses the machines and minutes of the repository.'), ...shown].join('\n'),
        l10n.t('Run'),
        'action',
      );
      const started = await runs.start(on, { workflow: workflow_id, ref, inputs: given }, { signal });
      const id = started?.workflow_run_id;
      changes.report({ subject: 'runs', host: on.name.host, repository: on.name });
      if (id !== undefined) follower.expect(on, id);
      return { workflow_run_id: id };
    },
  });
}

function validateWorkflow(parts: WorkflowCommandParts): AnyCommand {
  const { loadRuns: load, problems } = parts;
  return command({
    does: `Lets the host check a workflow file. Its text is sent to the host. \`uri\` is the address of the file. ${needsOperation}`,
    result: '`{ valid, diagnostics }`; lines and columns count from 0',
    needsAccount: true,
    fields: { uri, ...repositoryFields },
    ask: { uri: askActiveFile },
    run: async (args, invocation) => {
      const file = toUri(args.uri);
      const { signal } = invocation;
      const on = await atRepository(invocation, placed(parts, args));
      const document = await workspace.openTextDocument(file);
      const text = document.getText();
      const validation = await (await load()).runs.validate(on, text, { signal });
      const diagnostics = findingsOf(validation, text);
      // They are about the text that was sent.
      if (document.getText() === text) problems.set(file, diagnostics.map(problemOf));
      return { valid: validation.valid ?? diagnostics.length === 0, diagnostics };
    },
  });
}

/** The inputs that the file of the workflow declares on this branch or tag. */
async function askInputs(
  repositories: Services['repositories'],
  repository: RepositoryName,
  { file, ref }: { readonly file: string; readonly ref: string },
): Promise<Readonly<Record<string, string>> | undefined> {
  const bytes = await repositories
    .at({ ...repository, ref })
    .read(file)
    .catch((error: unknown) => {
      // The branch lacks the file: the host decides what runs.
      if (isFailure(error, 'missing')) return new Uint8Array();
      throw error;
    });
  const inputs = workflowInputs(new TextDecoder().decode(bytes));
  const given: Record<string, string> = {};
  for (const { name: input, description, required, value, options, isNumber } of inputs) {
    const prompt = new Prompt({ title: l10n.t('Run Workflow') });
    const text = [input, description].filter(Boolean).join(': ');
    const answer =
      options === undefined
        ? await prompt.input({
            prompt: text,
            value: value ?? '',
            validate: (typed) => {
              if (typed.trim() === '') return required ? l10n.t('Enter a value.') : undefined;
              return isNumber && !Number.isFinite(Number(typed)) ? l10n.t('Enter a number.') : undefined;
            },
          })
        : await prompt.pick({
            placeholder: text,
            items: options.map((label) => ({ label, value: label })),
            active: (one) => one === value,
          });
    if (answer !== '') given[input] = answer;
  }
  return inputs.length === 0 ? undefined : given;
}

/** The file in the active editor. */
const askActiveFile: Ask<Uri> = Object.assign(() => new Promise<Uri>((resolve) => resolve(givenOrShown(undefined))), {
  answered: () => true,
  silent: true as const,
});

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

function problemOf({ start, end, severity, message }: Finding): Diagnostic {
  const range = new Range(start.line, start.column, end.line, end.column);
  const problem = new Diagnostic(range, message, severities[severity]);
  problem.source = 'Sourcehost';
  return problem;
}
