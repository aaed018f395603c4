import type { RefSwitchParts } from '../../kit/commands/switchRef.ts';
import type { Pages } from '../../pages/register.ts';
import type { Register } from '../../services/services.ts';

export const registerBranches: Register<Pick<RefSwitchParts, 'switchInPlace'> & Pages> = (services) =>
  services.commands.add(async () => (await services.load()).branchTable(services));
