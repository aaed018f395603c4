import type { Services } from '../../services/services.ts';
import { accountCommands } from './accountCommands.ts';
import type { Accounts } from './accounts.ts';
import { keyCommands, type PublicKeys } from './keyCommands.ts';
import { reportProblem } from './support.ts';
import { supportCommands } from './supportCommands.ts';

interface SessionNeeds {
  readonly accounts: Accounts;
  readonly publicKeys: PublicKeys;
}

export function sessionTable(services: Services & SessionNeeds) {
  const { accounts, connections, context, log } = services;
  const failures = () => log.failures();
  const machine = { platform: `${process.platform} ${process.arch}`, env: process.env };
  return {
    ...accountCommands(accounts, connections),
    ...keyCommands({ ...services, state: context.globalState }),
    ...supportCommands(log, (signal) => reportProblem({ ...services, ...machine, failures }, signal)),
  };
}
