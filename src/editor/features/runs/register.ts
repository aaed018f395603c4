import { languages, workspace } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { NameSources } from '../../kit/rows/queryPrompt.ts';
import type { Register } from '../../services/services.ts';
import { RunLogFiles } from './runLogFiles.ts';
import type { RunTools } from './runTools.ts';

export interface RunsFeature {
  readonly loadRuns: () => Promise<RunTools>;
}

export const registerRuns: Register<Pick<NameSources, 'loadRecords'>, RunsFeature> = (services, lifetime) => {
  const files: RunLogFiles = lifetime.add(new RunLogFiles(async () => (await loadRuns()).logs));
  const loadRuns = lazily(async () => await (await services.load()).createRunTools(services, files, lifetime));
  const options = { isCaseSensitive: true, isReadonly: true };
  lifetime.add(workspace.registerFileSystemProvider('sourcehost-log', files, options));
  services.commands.add(async () => {
    const { localFiles, runTable } = await services.load();
    const problems = lifetime.add(languages.createDiagnosticCollection('sourcehost-workflow'));
    return runTable({ ...services, loadRuns, problems }, localFiles);
  });
  return { loadRuns };
};
