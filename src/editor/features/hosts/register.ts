import type { Register } from '../../services/services.ts';
import type { HostParts } from './commandTable.ts';
import { LimitStatus } from './limitStatus.ts';

export const registerHosts: Register<HostParts> = (services, lifetime) => {
  lifetime.add(new LimitStatus(services.waiting));
  services.commands.add(async () => (await services.load()).hostTable(services));
};
