import type { RecordDocuments } from '../../../documents/recordDocuments.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import type { Services } from '../../../services/services.ts';
import type { IssueComments } from './issueComments.ts';

export const withComments =
  (services: Services, lifetime: Lifetime) =>
  async (parts: RecordDocuments): Promise<RecordDocuments & IssueComments> => {
    const { createIssueComments } = await services.load();
    const comments = await services.loadComments();
    return { ...parts, ...createIssueComments({ ...services, ...parts, comments }, lifetime) };
  };
