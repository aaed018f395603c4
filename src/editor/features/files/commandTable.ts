import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import type { Services } from '../../services/services.ts';
import { fileCommands } from './commands/fileCommands.ts';
import { fileLinkCommands } from './commands/fileLinkCommands.ts';
import { trustCommands } from './commands/trustCommands.ts';

export function fileTable(services: Services) {
  const { connections, repositories, trust } = services;
  return {
    ...fileCommands(services),
    ...fileLinkCommands({
      repositories,
      connections,
      localPlaces: new LocalPlaces(services),
    }),
    ...trustCommands(repositories, trust),
  };
}
