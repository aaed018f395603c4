import type { Pages } from '../../pages/register.ts';
import type { Services } from '../../services/services.ts';
import { accountCommands } from './accountCommands.ts';
import type { Accounts } from './accounts.ts';
import { keyCommands, type PublicKeys } from './keyCommands.ts';
import { reportProblem } from './support.ts';
import { supportCommands } from './supportCommands.ts';

export function sessionTable(
  services: Services & Pages & { readonly accounts: Accounts; readonly publicKeys: PublicKeys },
) {
  const { accounts, connections, context, log } = services;
  const failures = () => log.failures();
  const machine = { platform: `${process.platform} ${process.arch}`, env: process.env };
  return {
    ...accountCommands(accounts, connections),
    ...keyCommands({ ...services, state: context.globalState }),
    ...supportCommands(log, (signal) => reportProblem({ ...services, ...machine, failures }, signal)),
  };
}
