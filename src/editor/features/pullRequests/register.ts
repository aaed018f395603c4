import { workspace, type TextDocument } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { named } from '../../../core/log.ts';
import type { OnEnded } from '../../../domain/hosts/endedPullRequests.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import type { PullRequestSources } from '../../../domain/pullRequests/pullRequestList.ts';
import type { RefPoller } from '../../../domain/repositories/refPoller.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Register, Services } from '../../services/services.ts';
import type { PullRequestParts } from './commandTable.ts';
import { registerPatches } from './patches.ts';
import { OpenedPullRequests } from './openedPullRequests.ts';
import { registerThreads, type ThreadRecords } from './threads/register.ts';
import type { ReviewedHeads } from './threads/reviewedHeads.ts';

type Parts = PullRequestParts &
  ThreadRecords & { readonly heads: ReviewedHeads; readonly poller: Pick<RefPoller, 'onDidLook'> };

export interface PullRequestsFeature {
  readonly loadPullRequests: () => Promise<PullRequestSources>;
  readonly loadComparison: () => Promise<PullRequestComparisonParts>;
  /** Reads the comments of the shown files again. */
  readonly refreshThreads: () => Promise<void>;
  /** The repository of an input of a thread; undefined for every other document. */
  readonly repositoryOfInput: (document: TextDocument) => RepositoryName | undefined;
}

export const registerPullRequests: Register<Parts, PullRequestsFeature> = (services, lifetime) => {
  const { commands, context, fetcher, git, heads, load, log, loadHostFeatures, repositories } = services;
  const onHead: PullRequestComparisonParts['onHead'] = async (pull, commit, base) => {
    heads.noteBase(pull.name, base, pull.number);
    await heads.add(pull.name, commit, pull.number);
    const { ViewedHeads } = await load();
    await new ViewedHeads(context.globalState).look(pull, commit);
  };
  const loadComparison = async (): Promise<PullRequestComparisonParts> => {
    return { features: await loadHostFeatures(), git, fetcher, repositories, log, onHead };
  };
  const loadPullRequests = lazily(async () => ({
    features: await loadHostFeatures(),
    refs: new (await load()).PullRequestRefs(git),
  }));
  const onEnded: OnEnded = (ended) => {
    void load().then(({ offerWorktrees }) => offerWorktrees(services.openClones, context.globalState, ended));
  };
  lifetime.add(services.onDidEndPulls(onEnded));
  registerPatches(services, lifetime);
  followHeads(services, services.poller, lifetime);
  const { load: loadThreads, refresh, repositoryOf } = registerThreads(services, heads, lifetime);
  commands.add(async () => {
    const { pullRequestTable } = await load();
    return pullRequestTable({ ...services, loadComparison, loadPullRequests, loadThreads, onEnded });
  });
  return { loadPullRequests, loadComparison, refreshThreads: refresh, repositoryOfInput: repositoryOf };
};

/** Keeps the heads in the folders of the window current. */
function followHeads(services: Services, poller: Parts['poller'], lifetime: Lifetime): void {
  const { connections, repositories, git, loadHostFeatures, afterwards, log, load } = services;
  lifetime.add(
    new OpenedPullRequests({
      folders: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri),
      readHead: async (name, number) => {
        const { readPullRequestHead } = await load();
        const [connection, features] = await Promise.all([connections.connect(name.host), loadHostFeatures()]);
        const options = { priority: 'background' } as const;
        const parts = { features, git, repositories };
        return (await readPullRequestHead(parts, connection, name, number, options)).headCommit;
      },
      replace: async (old, folder) => await afterwards.replace(old, folder, undefined),
      onDidLook: poller.onDidLook,
      log: named(log, 'pullRequests'),
    }),
  );
}
