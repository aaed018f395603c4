import type { RefSwitchParts } from '../../kit/commands/switchRef.ts';
import type { Pages } from '../../pages/register.ts';
import type { Services } from '../../services/services.ts';
import { branchCommands } from './commands/branchCommands.ts';
import { branchRuleCommands } from './commands/branchRuleCommands.ts';
import { removalCommands } from './commands/removalCommands.ts';
import { switchCommands } from './commands/switchCommands.ts';

export function branchTable(services: Services & RefSwitchParts & Pages) {
  const { changes, fetcher, git, pages, repositories } = services;
  return {
    ...branchCommands(changes, pages, repositories),
    ...branchRuleCommands(changes),
    ...removalCommands({
      ...services,
      git: {
        problem: (host) => git.problem(host),
        of: (name) => git.of(name),
        demand: (...args) => fetcher.demand(...args),
      },
    }),
    ...switchCommands(services),
  };
}
