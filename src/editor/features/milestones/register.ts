import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Register } from '../../services/services.ts';

export const registerMilestones: Register<{ readonly loadRecords: LoadRecordTools }> = ({
  commands,
  load,
  changes,
  loadRecords,
}) => commands.add(async () => (await load()).milestoneCommands(changes, loadRecords));
