import { window, workspace, type Memento } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import type { WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import type { TextSearch } from '../../../domain/search/textSearch.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { rootNode } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';
import type { Register } from '../../services/services.ts';
import type { TextSearchView } from './textSearchView.ts';

/** Milliseconds in which an expression of the user has to match one file. */
const matchLimit = 1_000;

/** Whether the user was told that the Search of the editor lacks files. */
const told = 'sourcehost.toldOfSearch';

/** Declares the search view, which is loaded when it is shown. */
export const registerSearch: Register<
  { readonly writeAccess: WriteAccess },
  {
    readonly loadSearch: () => Promise<TextSearch>;
    /** The view of the results, whose rows are read when a search begins. */
    readonly results: View;
  }
> = (services, lifetime) => {
  const { active, context, fetcher, git, log, repositories, trust, writeAccess } = services;
  const loadLimit = lazily(async () => new (await services.load()).TimeLimit(matchLimit));
  const loadSearch = lazily(async () => {
    const [{ TextSearch }, limit] = await Promise.all([services.load(), loadLimit()]);
    return new TextSearch({ git, fetcher, limitTime: limit.run.bind(limit), log });
  });
  const results = lifetime.add(new View('sourcehost.textResults', rootNode('', undefined)));
  const loadTextSearch = lazily(async () => {
    const [code, engine, limit] = await Promise.all([services.load(), loadSearch(), loadLimit()]);
    return lifetime.add(
      new code.TextSearchView({
        ...services,
        extension: context.extensionUri,
        memory: services.windowMemory,
        view: results,
        search: ({ remote, checkout }, query, signal) =>
          engine.search({ remote, workingTree: checkout?.workingTree }, query, { signal }),
        // Where no remote folder is open, the active repository is searched.
        target: () => {
          const name = code.repositoryOfWindow(active.current?.name) ?? active.current?.name;
          return name && { ...name, ref: code.activeEditorRef(name) };
        },
        onDidChangeTarget: active.onDidChange,
        readable: (address, signal) => code.readableUri(repositories, trust, address, signal),
        readOnly: (head, name) => writeAccess.draftReason(head, name),
        limitTime: (work) => limit.run(work),
        gitProblem: (host) => git.problem(host),
      }),
    );
  });
  const tell = async (): Promise<void> => (await services.load()).tellOfSearch();
  registerView(loadTextSearch, { memory: context.globalState, tell }, lifetime);
  services.commands.add(async () => (await services.load()).textSearchCommands(loadTextSearch, () => active.current));
  return { loadSearch, results };
};

function registerView(
  load: () => Promise<TextSearchView>,
  { memory, tell }: { readonly memory: Memento; readonly tell: () => Promise<void> },
  lifetime: Lifetime,
): void {
  const hasRemoteFolder = new ContextKey<boolean>('sourcehost.hasRemoteFolder');
  const update = (): void => {
    const has = (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === fileScheme);
    void hasRemoteFolder.set(has);
    if (has && memory.get(told) !== true) void memory.update(told, true).then(tell);
  };
  lifetime.add(workspace.onDidChangeWorkspaceFolders(update));
  update();
  lifetime.add(
    window.registerWebviewViewProvider('sourcehost.textSearch', {
      resolveWebviewView: async (webviewView) => (await load()).resolve(webviewView),
    }),
  );
}
