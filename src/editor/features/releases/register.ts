import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Register } from '../../services/services.ts';

export const registerReleases: Register<{ readonly loadRecords: LoadRecordTools }> = ({
  commands,
  load,
  changes,
  loadHostFeatures,
  loadRecords,
}) => {
  commands.add(async () => (await load()).releaseCommands(changes, loadRecords));
  commands.add(async () => {
    const code = await load();
    return {
      ...code.releaseFileCommands(changes, code.localFiles),
      ...code.attachmentRemoval(changes, loadHostFeatures),
    };
  });
};
