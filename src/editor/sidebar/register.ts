import { DefaultBranches } from '../features/branches/defaultBranches.ts';
import { Enterprises } from '../features/organizations/enterprises.ts';
import { OwnRights } from '../kit/rows/ownRights.ts';
import { dragAndDrop } from '../kit/tree/dragAndDrop.ts';
import type { Register } from '../services/services.ts';
import type { RefreshedFiles } from './commandTable.ts';
import { Views, type ViewsParts } from './views.ts';

/** What the features give to the sidebar. */
type Parts = RefreshedFiles &
  Pick<
    ViewsParts,
    | 'history'
    | 'inbox'
    | 'layout'
    | 'loadComparison'
    | 'loadCi'
    | 'loadPullRequests'
    | 'loadRuns'
    | 'results'
    | 'toolChanges'
  >;

export interface SidebarFeature {
  readonly views: Views;
  readonly showResults: Views['showResults'];
}

/** Registers the sidebar. It sends no request before a view is visible. */
export const registerSidebar: Register<Parts, SidebarFeature> = (services, lifetime) => {
  const { active, builtInGit: git, commands, context, knownRepositories, load, log } = services;
  context.globalState.setKeysForSync(['pinned', 'inbox']);
  const views = lifetime.add(
    new Views({
      ...services,
      enterprises: new Enterprises(context.globalState),
      defaultBranches: new DefaultBranches({ knownRepositories, active, git, memory: context.workspaceState, log }),
      rights: new OwnRights(context.workspaceState, log),
      memory: context.globalState,
      options: dragAndDrop(context.globalStorageUri, load),
    }),
  );
  commands.add(async () => (await load()).sidebarTable(services, views));
  return { views, showResults: views.showResults.bind(views) };
};
