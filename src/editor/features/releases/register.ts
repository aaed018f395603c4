import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Register } from '../../services/services.ts';
import type { releaseCommands } from './releaseCommands.ts';
import type { releaseFileCommands } from './releaseFileCommands.ts';

interface Code {
  readonly releaseCommands: typeof releaseCommands;
  readonly releaseFileCommands: typeof releaseFileCommands;
  readonly localFiles: Parameters<typeof releaseFileCommands>[1];
}

interface Needs {
  readonly loadRecords: LoadRecordTools;
}

export const registerReleases: Register<Code, Needs> = ({ commands, load, changes, loadRecords }) => {
  commands.add(async () => (await load()).releaseCommands(changes, loadRecords));
  commands.add(async () => {
    const code = await load();
    return code.releaseFileCommands(changes, code.localFiles);
  });
};
