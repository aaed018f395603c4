import { l10n } from 'vscode';
import { lazily } from '../../core/async.ts';
import { messageOf } from '../../core/errors.ts';
import type { Connections } from '../../domain/hosts/connections.ts';
import type { KnownRepositories } from '../../domain/hosts/knownRepositories.ts';
import type { PullRequestComparisonParts } from '../../domain/pullRequests/pullRequestComparison.ts';
import type { PullRequestSources } from '../../domain/pullRequests/pullRequestList.ts';
import type { PickRepository } from '../kit/command.ts';
import type { Git } from '../kit/git.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import type { Services } from '../services/services.ts';
import { ActiveRepository } from '../kit/rows/activeRepository.ts';
import { DefaultBranches } from '../features/branches/defaultBranches.ts';
import { dragAndDrop } from '../kit/tree/dragAndDrop.ts';
import { Enterprises } from '../features/organizations/enterprises.ts';
import { Filters } from '../kit/rows/filters.ts';
import { RepositoryList } from '../kit/rows/repositoryList.ts';
import { OwnRights } from '../kit/rows/ownRights.ts';
import { ReviewedHeads } from '../features/pullRequests/threads/reviewedHeads.ts';
import { ToolChanges } from '../features/tools/toolChanges.ts';
import type * as onDemand from './onDemand.ts';
import { Views } from './views.ts';

export interface ExplorerParts {
  readonly active: ActiveRepository;
  readonly pinned: RepositoryList;
  readonly filters: Filters;
  readonly knownRepositories: KnownRepositories;
  readonly toolChanges: ToolChanges;
  readonly git: Git;
  readonly views: Views;
  readonly pickRepository: PickRepository;
  readonly loadPullRequests: () => Promise<PullRequestSources>;
  readonly heads: ReviewedHeads;
  readonly loadComparison: () => Promise<PullRequestComparisonParts>;
}

/** Registers the sidebar. It sends no request before a view is visible. */
export function registerSidebar(services: Services<typeof onDemand>, lifetime: Lifetime): ExplorerParts {
  const { context, windowMemory, connections, knownRepositories, settings, changes, checkouts } = services;
  const { builtInGit: git, storage, load, log } = services;
  const active = lifetime.add(new ActiveRepository(git, connections, context.workspaceState, windowMemory));
  const filters = new Filters(context.workspaceState);
  const pinned = new RepositoryList(context.globalState, 'pinned', 50);
  const recent = new RepositoryList(context.globalState, 'recent', 10);
  const enterprises = new Enterprises(context.globalState);
  const toolChanges = new ToolChanges(windowMemory);
  const loadPullRequests = lazily(async () => ({
    features: await services.loadHostFeatures(),
    refs: new (await load()).PullRequestRefs(services.git),
  }));
  const heads = new ReviewedHeads(context.globalState);
  const onHead: PullRequestComparisonParts['onHead'] = async (pull, commit) => {
    await heads.add(pull.name, commit, pull.number);
    const { ViewedHeads } = await load();
    await new ViewedHeads(context.globalState).look(pull, commit);
  };
  const loadComparison = async (): Promise<PullRequestComparisonParts> => {
    const { fetcher, repositories } = services;
    return { features: await services.loadHostFeatures(), git: services.git, fetcher, repositories, log, onHead };
  };
  context.globalState.setKeysForSync(['pinned', 'inbox']);
  const source = { connections, knownRepositories, filters, pinned, recent, enterprises };
  const views = lifetime.add(
    new Views({
      ...source,
      active,
      defaultBranches: new DefaultBranches({ knownRepositories, active, git, memory: context.workspaceState, log }),
      rights: new OwnRights(context.workspaceState, log),
      changes,
      checkouts,
      toolChanges,
      settings,
      memory: context.globalState,
      storage,
      log,
      loadRows: load,
      loadPullRequests,
      loadComparison,
      loadHostFeatures: services.loadHostFeatures,
      options: dragAndDrop(context.globalStorageUri, load),
    }),
  );
  git.start().catch((error: unknown) => log.warn(`git cannot be asked: ${messageOf(error)}`));
  return {
    active,
    pinned,
    filters,
    knownRepositories,
    toolChanges,
    git,
    views,
    loadPullRequests,
    heads,
    loadComparison,
    pickRepository: repositoryPick(load, { connections, knownRepositories, recent, pinned }),
  };
}

function repositoryPick(
  load: () => Promise<typeof onDemand>,
  {
    recent,
    pinned,
    ...parts
  }: Pick<ExplorerParts, 'knownRepositories' | 'pinned'> & {
    readonly connections: Connections;
    readonly recent: RepositoryList;
  },
): PickRepository {
  return async (signal, within = {}, prompt) => {
    const { pickRepository, Prompt } = await load();
    return await pickRepository(prompt ?? new Prompt({ title: l10n.t('Repository') }), {
      ...parts,
      recent: recent.all(),
      pinned: pinned.all(),
      ...within,
      signal,
    });
  };
}
