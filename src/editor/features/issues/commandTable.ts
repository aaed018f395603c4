import { Labels } from '../../../domain/issues/labels.ts';
import type { RefSwitchParts } from '../../kit/commands/switchRef.ts';
import type { RecordDocuments } from '../../documents/recordDocuments.ts';
import type { Pages } from '../../pages/register.ts';
import type { Services } from '../../services/services.ts';
import { issueCommands } from './commands/issueCommands.ts';
import { issueDraftCommands } from './commands/issueDraftCommands.ts';
import { issueFilterCommands } from './commands/issueFilterCommands.ts';
import { labelCommands } from './commands/labelCommands.ts';
import { startWorkCommands, type StartWorkParts } from './commands/startWorkCommands.ts';
import { commentCommands, readCommentsCommand } from './commentCommands.ts';

type OpenClone = NonNullable<Awaited<ReturnType<StartWorkParts['openClone']>>>;

export interface IssueParts extends Pick<RefSwitchParts, 'switchInPlace'>, Pages {
  readonly loadRecords: () => Promise<RecordDocuments>;
  readonly loadScm: () => Promise<{ readonly controls: Pick<StartWorkParts, 'prepareMessage'> }>;
  readonly openClones: (...name: Parameters<StartWorkParts['openClone']>) => Promise<readonly OpenClone[]>;
}

export function issueTable(services: Services & IssueParts) {
  const { active, builtInGit, changes, loadHostFeatures, loadRecords, loadScm, openClones, settings } = services;
  return {
    ...commentCommands(services),
    ...readCommentsCommand(services.loadConversations),
    ...issueCommands(changes, loadRecords, services.pages),
    ...issueDraftCommands(loadRecords, { repositories: services.repositories, cloneAt: (uri) => builtInGit.at(uri) }),
    ...issueFilterCommands({ ...services, active: () => active.current }),
    ...labelCommands(async () => new Labels(await loadHostFeatures()), changes),
    ...startWorkCommands({
      ...services,
      branchPattern: () => settings.text('issues.branchName'),
      openClone: async (name) => (await openClones(name))[0],
      prepareMessage: async (...message) => await (await loadScm()).controls.prepareMessage(...message),
    }),
  };
}
