import { inbox } from '../endpoints/optional/inbox.ts';
import {
  commits,
  forks,
  gates,
  issueBranches,
  issueComments,
  issueEvents,
  labels,
  ownKeys,
  refs,
  releaseFiles,
  uploads,
} from '../endpoints/optional/more.ts';
import { artifacts, pipelines, runs, workflows } from '../endpoints/optional/runs.ts';
import { pullRequestComments, pullRequests } from '../endpoints/optional/pullRequests.ts';

/** The operations that only some hosts have. A host without one answers 404 or 405. */
export const optionalEndpoints = {
  pullRequests,
  pullRequestComments,
  issueComments,
  issueEvents,
  issueBranches,
  forks,
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
};

type NamesOf<Table> = {
  [Group in Extract<keyof Table, string>]: `${Group}.${Extract<keyof Table[Group], string>}`;
}[Extract<keyof Table, string>];

export type OptionalOperation = NamesOf<typeof optionalEndpoints>;
