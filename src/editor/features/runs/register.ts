import { languages, workspace, type TextDocument } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { messageOf } from '../../../core/errors.ts';
import type { PullRequestRuns } from '../../../domain/runs/pullRequestRuns.ts';
import type { NameSources } from '../../kit/rows/queryPrompt.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Register, Services } from '../../services/services.ts';
import { RunLogFiles } from './runLogFiles.ts';
import type { RunTools } from './runTools.ts';

export interface RunsFeature {
  readonly loadRuns: () => Promise<RunTools>;
  readonly loadPullRequestRuns: () => Promise<PullRequestRuns>;
}

export const registerRuns: Register<Pick<NameSources, 'loadRecords'>, RunsFeature> = (services, lifetime) => {
  const files: RunLogFiles = lifetime.add(new RunLogFiles(async () => (await loadRuns()).logs));
  const loadRuns = lazily(async () => await (await services.load()).createRunTools(services, files, lifetime));
  const options = { isCaseSensitive: true, isReadonly: true };
  lifetime.add(workspace.registerFileSystemProvider('sourcehost-log', files, options));
  registerWorkflows(services, lifetime);
  services.commands.add(async () => {
    const { localFiles, runTable } = await services.load();
    const problems = lifetime.add(languages.createDiagnosticCollection('sourcehost-workflow'));
    // They are about the text that was checked.
    lifetime.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) problems.delete(document.uri);
      }),
    );
    return runTable({ ...services, loadRuns, problems }, localFiles);
  });
  return { loadRuns, loadPullRequestRuns: async () => (await loadRuns()).ofPullRequests };
};

/** The language of workflow files is loaded with the first one. */
function registerWorkflows({ active, load, log }: Services, lifetime: Lifetime): void {
  const loadLanguage = lazily(async () => (await load()).registerWorkflowLanguage({ active, log }, lifetime));
  const look = ({ uri }: TextDocument): void => {
    if (!uri.path.includes('/.gitcode/workflows/')) return;
    loadLanguage().catch((error: unknown) => log.warn(messageOf(error)));
  };
  lifetime.add(workspace.onDidOpenTextDocument(look));
  workspace.textDocuments.forEach(look);
}
