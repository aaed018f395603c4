import type { DiagnosticCollection } from 'vscode';
import type { LocalFiles } from '../../../core/files.ts';
import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import type { NameSources } from '../../kit/rows/queryPrompt.ts';
import type { Services } from '../../services/services.ts';
import { artifactCommands } from './artifactCommands.ts';
import { robotCommands } from './robotCommands.ts';
import { runCommands } from './runCommands.ts';
import type { RunTools } from './runTools.ts';
import { workflowCommands } from './workflowCommands.ts';

interface Parts extends Services {
  readonly loadRuns: () => Promise<RunTools>;
  readonly loadRecords: NameSources['loadRecords'];
  readonly problems: DiagnosticCollection;
}

export function runTable(parts: Parts, files: LocalFiles) {
  const { active, loadRecords } = parts;
  return {
    ...runCommands({ ...parts, sources: { active: () => active.current, loadRecords } }),
    ...robotCommands(parts),
    ...artifactCommands(parts.loadRuns, files),
    ...workflowCommands({ ...parts, localPlaces: new LocalPlaces(parts) }),
  };
}
