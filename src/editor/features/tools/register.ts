import { lm } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import type { Register } from '../../services/services.ts';
import type { ToolParts } from './createTools.ts';
import type { Undo } from '../../../domain/sourceControl/drafts/drafts.ts';
import { ToolChanges } from './toolChanges.ts';

interface Parts {
  /** The titles of the tools of package.json. */
  readonly toolTitles: ReadonlyMap<string, string>;
  readonly writeAccess: WriteAccess;
  readonly loadSearch: () => Promise<ToolParts['search']>;
  readonly loadScm: () => Promise<{
    readonly authors: { readonly of: ToolParts['author'] };
    readonly undoing: { readonly keep: (undo: Undo, message: undefined) => Promise<void> };
  }>;
}

/** The first call of a tool loads their code. */
export const registerTools: Register<Parts, { readonly toolChanges: ToolChanges }> = (services, lifetime) => {
  const { active, connections, diffs, fetcher, loadScm, loadSearch, pinned, toolTitles, windowMemory } = services;
  const toolChanges = new ToolChanges(windowMemory, (...account) => connections.isSignedOut(...account));
  const load = lazily(async () => {
    const search = await loadSearch();
    const { createTools } = await services.load();
    return createTools({
      ...services,
      toolChanges,
      search,
      features: await services.loadHostFeatures(),
      comments: await services.loadComments(),
      conversations: await services.loadConversations(),
      author: async (connection) => await (await loadScm()).authors.of(connection),
      keepUndo: async (undo) => await (await loadScm()).undoing.keep(undo, undefined),
      history: (name) => fetcher.history(name, { background: true }),
      opened: () => active.trustedFolders(),
      pinned: () => pinned.all(),
      titleOf: (name) => toolTitles.get(name) ?? name,
      showDiff: (...args) => diffs.show(...args),
    });
  });
  for (const name of toolTitles.keys())
    lifetime.add(
      lm.registerTool<object>(name, {
        prepareInvocation: async (options, token) => await (await load()).prepare(name, options, token),
        invoke: async (options, token) => await (await load()).invoke(name, options, token),
      }),
    );
  return { toolChanges };
};
