import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { PickRepository } from '../../kit/command.ts';
import type { Pages } from '../../pages/register.ts';
import type { Services } from '../../services/services.ts';
import { activeRepositoryCommands } from './commands/activeRepositoryCommands.ts';
import { forkCommands } from './commands/forkCommands.ts';
import { linkCommands } from './commands/linkCommands.ts';
import { offlineCommands } from './commands/offlineCommands.ts';
import { openCommands } from './commands/openCommands.ts';
import { repositoryCreateCommands } from './commands/repositoryCreateCommands.ts';
import { repositorySettingsCommands } from './commands/repositorySettingsCommands.ts';
import { searchCommands, type ShowResults } from './commands/searchCommands.ts';

export interface RepositoryCommandParts {
  readonly loadRecords: LoadRecordTools;
  readonly pages: Pages['pages'];
  readonly showResults: ShowResults;
}

export function repositoryTable(
  services: Services & RepositoryCommandParts & { readonly pickRepository: PickRepository },
) {
  const { active, afterwards, changes, connections, context, knownRepositories, repositories } = services;
  return {
    ...activeRepositoryCommands(services, connections),
    ...forkCommands(services),
    ...linkCommands(repositories, connections, afterwards, services.loadRecords, services.trust, services.pages),
    ...offlineCommands(services.loadOffline),
    ...openCommands(repositories, afterwards),
    ...repositoryCreateCommands(changes, knownRepositories),
    ...repositorySettingsCommands(changes, knownRepositories),
    ...searchCommands(context.globalState, () => active.current, services.showResults),
  };
}
