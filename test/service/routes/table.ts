import type { endpoints } from '../../../src/api/client/endpoints.ts';
import type { optionalEndpoints } from '../../../src/api/client/optionalEndpoints.ts';
import { branches, branchRules, protectedTags, tags } from './branches.ts';
import { files } from './files.ts';
import { forks } from './forks.ts';
import { gates } from './gates.ts';
import type { Handler, Handlers } from './handler.ts';
import { inbox } from './inbox.ts';
import { issueBranches, issues } from './issues.ts';
import { commits, issueComments, issueEvents, labels, ownKeys, refs } from './optional.ts';
import { members } from './members.ts';
import { milestones } from './milestones.ts';
import { enterprises, organizations } from './organizations.ts';
import { pullRequestComments } from './pullRequestComments.ts';
import { pullRequests } from './pullRequests.ts';
import { releaseFiles, releases } from './releases.ts';
import { repositories } from './repositories.ts';
import { artifacts, pipelines, runs, workflows } from './runs.ts';
import { search } from './search.ts';
import { keys, own, users } from './users.ts';
import { uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';

type Groups = typeof endpoints & typeof optionalEndpoints;

/** The handler of each operation of the endpoint table. */
const table: { readonly [Name in keyof Groups]: Handlers<Groups[Name]> } = {
  users,
  own,
  keys,
  organizations,
  enterprises,
  repositories,
  files,
  branches,
  branchRules,
  tags,
  protectedTags,
  members,
  releases,
  issues,
  milestones,
  search,
  webhooks,
  pullRequests,
  pullRequestComments,
  issueComments,
  commits,
  refs,
  uploads,
  releaseFiles,
  labels,
  ownKeys,
  gates,
  inbox,
  runs,
  artifacts,
  workflows,
  pipelines,
  issueEvents,
  issueBranches,
  forks,
};

const byOperation: ReadonlyMap<string, Handler> = new Map(
  Object.entries(table).flatMap(([group, handlers]) =>
    Object.entries<Handler>(handlers).map(([name, handler]) => [`${group}.${name}`, handler] as const),
  ),
);

export const handlerOf = (operation: string): Handler | undefined => byOperation.get(operation);
