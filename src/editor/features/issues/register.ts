import type { Register } from '../../services/services.ts';
import type { IssueNeeds } from './commandTable.ts';

export const registerIssues: Register<IssueNeeds> = (services) =>
  services.commands.add(async () => (await services.load()).issueTable(services));
