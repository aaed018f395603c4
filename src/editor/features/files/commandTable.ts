import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import type { Services } from '../../services/services.ts';
import { fileCommands } from './commands/fileCommands.ts';
import { fileLinkCommands } from './commands/fileLinkCommands.ts';
import { trustCommands } from './commands/trustCommands.ts';

export function fileTable({ active, builtInGit, connections, repositories, trust }: Services) {
  return {
    ...fileCommands(repositories, trust, () => active.current),
    ...fileLinkCommands({
      repositories,
      connections,
      localPlaces: new LocalPlaces(active, builtInGit, connections),
    }),
    ...trustCommands(repositories, trust),
  };
}
