import type { Register } from '../../services/services.ts';
import type { IssueNeeds, issueTable } from './commandTable.ts';

export const registerIssues: Register<{ readonly issueTable: typeof issueTable }, IssueNeeds> = (services) =>
  services.commands.add(async () => (await services.load()).issueTable(services));
