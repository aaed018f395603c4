import { lm } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import type * as parts from './parts.ts';
import type { Undo } from '../../../domain/sourceControl/drafts/drafts.ts';
import type { ToolCalls } from './toolCalls.ts';

interface ToolContext {
  readonly toolChanges: parts.ToolParts['toolChanges'];
  readonly active: { readonly trustedFolders: () => readonly RepositoryAt[] };
  readonly pinned: { readonly all: () => readonly RepositoryAt[] };
  readonly writeAccess: WriteAccess;
  readonly loadSearch: () => Promise<parts.ToolParts['search']>;
  readonly loadComments: () => Promise<parts.ToolParts['comments']>;
  readonly loadScm: () => Promise<{
    readonly authors: { readonly of: parts.ToolParts['author'] };
    readonly undoing: { readonly keep: (undo: Undo, message: undefined) => Promise<void> };
  }>;
}

/** `titles` are the tools of package.json. A call of a tool, or the result, loads their code. */
export function registerTools(
  services: Services<Pick<typeof parts, 'createTools'>>,
  titles: ReadonlyMap<string, string>,
  { active, pinned, writeAccess, toolChanges, loadSearch, loadScm, loadComments }: ToolContext,
  lifetime: Lifetime,
): () => Promise<ToolCalls> {
  const { fetcher, details } = services;
  const load = lazily(async () => {
    const search = await loadSearch();
    const { createTools } = await services.load();
    return createTools({
      ...services,
      toolChanges,
      search,
      features: await services.loadHostFeatures(),
      comments: await loadComments(),
      author: async (connection) => await (await loadScm()).authors.of(connection),
      keepUndo: async (undo) => await (await loadScm()).undoing.keep(undo, undefined),
      history: (name) => fetcher.history(name, { background: true }),
      readOnly: (head, name) => writeAccess.reason(head, name),
      opened: () => active.trustedFolders(),
      pinned: () => pinned.all(),
      titleOf: (name) => titles.get(name) ?? name,
      showDiff: (...args) => details.showDiff(...args),
    });
  });
  for (const name of titles.keys())
    lifetime.add(
      lm.registerTool<object>(name, {
        prepareInvocation: async (options, token) => await (await load()).prepare(name, options, token),
        invoke: async (options, token) => await (await load()).invoke(name, options, token),
      }),
    );
  return load;
}
