import {
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  Range,
  window,
  workspace,
  type DiagnosticCollection,
  type Uri,
} from 'vscode';
import { name, optional, textsByName } from '../../../api/contract/field.ts';
import { isFailure, wrongValue } from '../../../core/errors.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { requires } from '../../../core/requirement.ts';
import { findingsOf, type Finding } from '../../../domain/runs/findings.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { workflowInputs } from '../../../domain/runs/workflowFile.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import type { Changes } from '../../kit/changes.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import { asTyped, askFrom } from '../../kit/commands/ask.ts';
import { atRepository, needsOperation, onRepository } from '../../kit/commands/declare.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import type { RunTools } from './runTools.ts';

export interface WorkflowCommandParts {
  readonly loadRuns: () => Promise<RunTools>;
  readonly changes: Changes;
  readonly repositories: RemoteRepositories;
  readonly problems: DiagnosticCollection;
}

const askWorkflow =
  (load: () => Promise<RunTools>): Ask<string> =>
  async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const all = await (await load()).runs.workflows(on, { signal: invocation.signal });
    return await prompt.pick({
      placeholder: all.length > 0 ? l10n.t('Which workflow?') : l10n.t('The default branch has no workflow.'),
      items: all.map(({ workflow_id, name: title, file_path = '' }) => ({
        label: title ?? file_path,
        description: file_path,
        value: workflow_id,
      })),
    });
  };

/** Commands on workflows and their files. */
export function workflowCommands(parts: WorkflowCommandParts) {
  return {
    'sourcehost.workflow.list': onRepository({
      does: `Lists the workflows of the default branch. ${needsOperation}`,
      result: 'an array of workflows',
      fields: {},
      run: async (_, on, { signal }) => await (await parts.loadRuns()).runs.workflows(on, { signal }),
    }),
    'sourcehost.workflow.run': runWorkflow(parts),
    'sourcehost.workflow.validate': validateWorkflow(parts),
  };
}

function runWorkflow({ loadRuns: load, changes, repositories }: WorkflowCommandParts): AnyCommand {
  return onRepository({
    does: `Starts a workflow on a branch or tag. \`inputs\` are texts by their name. The run can be listed two minutes later. ${needsOperation}`,
    result: '`{ workflow_run_id }`; the id is missing where the host does not tell it',
    needsAccount: true,
    fields: { workflow_id: name, ref: name, inputs: optional(textsByName) },
    ask: {
      workflow_id: askWorkflow(load),
      ref: askFrom(
        () => l10n.t('On which branch?'),
        ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
        (branch) => ({ label: branch.name, value: branch.name }),
        asTyped,
      ),
    },
    runAsks: ['inputs'],
    run: async ({ workflow_id, ref, inputs }, on, invocation) => {
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
      );
      const started = await runs.start(on, { workflow: workflow_id, ref, inputs: given }, { signal });
      const id = started?.workflow_run_id;
      changes.report({ subject: 'runs', host: on.name.host, repository: on.name });
      if (id !== undefined) follower.expect(on, id);
      return { workflow_run_id: id };
    },
  });
}

function validateWorkflow({ loadRuns: load, problems }: WorkflowCommandParts): AnyCommand {
  return onRepository({
    does: `Lets the host check a workflow file. Its text is sent to the host. \`uri\` is the address of the file. ${needsOperation}`,
    result: '`{ valid, diagnostics }`; lines and columns count from 0',
    fields: { uri },
    ask: { uri: askActiveFile },
    run: async ({ uri: address }, on, { signal }) => {
      const file = toUri(address);
      const document = await workspace.openTextDocument(file);
      const text = document.getText();
      const validation = await (await load()).runs.validate(on, text, { signal });
      const diagnostics = findingsOf(validation, text);
      problems.set(file, diagnostics.map(problemOf));
      return { valid: validation.valid ?? diagnostics.length === 0, diagnostics };
    },
  });
}

/** The inputs that the file of the workflow declares on this branch or tag. */
async function askInputs(
  repositories: RemoteRepositories,
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
  for (const { name: input, description, required, value, options } of inputs) {
    const prompt = new Prompt({ title: l10n.t('Run Workflow') });
    const text = [input, description].filter(Boolean).join(': ');
    const answer =
      options === undefined
        ? await prompt.input({
            prompt: text,
            value: value ?? '',
            validate: (typed) => (required && typed === '' ? l10n.t('Enter a value.') : undefined),
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
const askActiveFile: Ask<Uri> = Object.assign(
  () => {
    const file = window.activeTextEditor?.document.uri;
    return file === undefined ? Promise.reject(wrongValue('uri', requires('given'))) : Promise.resolve(file);
  },
  { answered: () => true, silent: true as const },
);

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
