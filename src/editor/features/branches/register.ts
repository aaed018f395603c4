import type { RefSwitchParts } from '../../kit/commands/switchRef.ts';
import type { Register } from '../../services/services.ts';
import type * as code from './commandTable.ts';

export const registerBranches: Register<typeof code, Pick<RefSwitchParts, 'switchInPlace'>> = (services) =>
  services.commands.add(async () => (await services.load()).branchTable(services));
