import type { Register } from '../../services/services.ts';
import type { HostNeeds } from './commandTable.ts';
import { LimitStatus } from './limitStatus.ts';

export const registerHosts: Register<HostNeeds> = (services, lifetime) => {
  lifetime.add(new LimitStatus(services.waiting));
  services.commands.add(async () => (await services.load()).hostTable(services));
};
