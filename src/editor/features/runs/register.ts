import {
  languages,
  workspace,
  FilePermission,
  FileType,
  l10n,
  type TextDocument,
  type FileStat,
  type Uri,
} from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { Event } from '../../../core/emitter.ts';
import { messageOf } from '../../../core/errors.ts';
import type { CiReports } from '../../../domain/runs/ciReports.ts';
import type { NameSources } from '../../kit/rows/queryPrompt.ts';
import type { ShownRef } from '../../kit/rows/shownRef.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Register, Services } from '../../services/services.ts';
import { fileSystemError } from '../../kit/messages/failures.ts';
import { notOpened } from '../../kit/messages/explain.ts';
import { ReadOnlyFiles } from '../../kit/readOnlyFiles.ts';
import { fileSubject } from '../../kit/uri.ts';
import type { RunTools } from './runTools.ts';
import type { LogFile, RunLogs } from './runLogs.ts';

export interface RunsFeature {
  readonly loadRuns: () => Promise<RunTools>;
  readonly loadCi: () => Promise<CiReports>;
}

interface RunsParts extends Pick<NameSources, 'loadRecords'> {
  readonly onDidShowRef: Event<ShownRef | undefined>;
}

export const registerRuns: Register<RunsParts, RunsFeature> = (services, lifetime) => {
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
  const loadCi = async (): Promise<CiReports> => (await loadRuns()).ci;
  const { connections, load, log } = services;
  const loadStatus = lazily(async () => lifetime.add(new (await load()).CiStatus({ connections, loadCi, log })));
  let isShown = false;
  lifetime.add(
    services.onDidShowRef((shown) => {
      isShown ||= shown !== undefined;
      if (isShown)
        loadStatus().then(
          (status) => status.show(shown),
          (error: unknown) => log.warn(messageOf(error)),
        );
    }),
  );
  return { loadRuns, loadCi };
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

/** A read-only file system of the logs of runs: `sourcehost-log://<host>/<owner>/<repo>/<run>/<job>.log`. */
class RunLogFiles extends ReadOnlyFiles implements LogFile {
  readonly #load: () => Promise<RunLogs>;

  constructor(load: () => Promise<RunLogs>) {
    super(() => l10n.t('The log of a run is read-only.'));
    this.#load = load;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { bytes, time } = await this.#read(uri);
    return { type: FileType.File, size: bytes.length, mtime: time, ctime: 0, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  async #read(uri: Uri): ReturnType<RunLogs['read']> {
    try {
      return await (await this.#load()).read(uri);
    } catch (error) {
      throw fileSystemError(error, uri, notOpened(fileSubject(uri)));
    }
  }
}
