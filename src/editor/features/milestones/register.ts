import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Register } from '../../services/services.ts';

interface Needs {
  readonly loadRecords: LoadRecordTools;
}

export const registerMilestones: Register<Needs> = ({ commands, load, changes, loadRecords }) =>
  commands.add(async () => (await load()).milestoneCommands(changes, loadRecords));
