import type { Register } from '../../services/services.ts';
import type { IssueParts } from './commandTable.ts';

export const registerIssues: Register<IssueParts> = (services) =>
  services.commands.add(async () => (await services.load()).issueTable(services));
