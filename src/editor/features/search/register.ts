import { window, workspace } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { Event } from '../../../core/emitter.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import type * as textSearch from '../../../domain/search/textSearch.ts';
import type * as activeEditor from '../../kit/commands/activeEditor.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type * as readableFile from '../../kit/readableFile.ts';
import type { Services } from '../../services/services.ts';
import type * as view from './textSearchView.ts';

interface TimeLimit {
  readonly run: view.SearchViewParts['limitTime'];
}

interface Code
  extends
    Pick<typeof textSearch, 'TextSearch'>,
    Pick<typeof activeEditor, 'activeEditorRef' | 'repositoryOfWindow'>,
    Pick<typeof readableFile, 'readableUri'>,
    Pick<typeof view, 'TextSearchView'> {
  readonly TimeLimit: new (limit: number) => TimeLimit;
}

interface SearchContext {
  /** The repository that is searched where no remote folder is open. */
  readonly active: { readonly current: RepositoryAt | undefined; readonly onDidChange: Event<void> };
  readonly writeAccess: WriteAccess;
}

/** Milliseconds in which an expression of the user has to match one file. */
const matchLimit = 1_000;

export interface SearchParts {
  readonly loadSearch: () => Promise<textSearch.TextSearch>;
  readonly loadTextSearch: () => Promise<view.TextSearchView>;
}

/** Declares the search view, which is loaded when it is shown. */
export function registerSearch(
  services: Services<Code>,
  { active, writeAccess }: SearchContext,
  lifetime: Lifetime,
): SearchParts {
  const { context, fetcher, git, log, repositories, trust } = services;
  const loadLimit = lazily(async () => new (await services.load()).TimeLimit(matchLimit));
  const loadSearch = lazily(async () => {
    const [{ TextSearch }, limit] = await Promise.all([services.load(), loadLimit()]);
    return new TextSearch({
      git,
      fetch: fetcher.fetch.bind(fetcher),
      fetchBlobs: fetcher.fetchBlobs.bind(fetcher),
      limitTime: limit.run.bind(limit),
      log,
    });
  });
  const loadTextSearch = lazily(async () => {
    const [code, engine, limit] = await Promise.all([services.load(), loadSearch(), loadLimit()]);
    return lifetime.add(
      new code.TextSearchView({
        ...services,
        extension: context.extensionUri,
        memory: services.windowMemory,
        search: ({ remote, checkout }, query, signal) =>
          engine.search({ remote, workingTree: checkout?.workingTree }, query, { signal }),
        target: () => {
          const name = code.repositoryOfWindow(active.current?.name) ?? active.current?.name;
          return name && { ...name, ref: code.activeEditorRef(name) };
        },
        onDidChangeTarget: active.onDidChange,
        readable: (address, signal) => code.readableUri(repositories, trust, address, signal),
        readOnly: (head, name) => writeAccess.reason(head, name),
        limitTime: (work) => limit.run(work),
        gitProblem: (host) => git.problem(host),
      }),
    );
  });
  registerView(loadTextSearch, lifetime);
  return { loadSearch, loadTextSearch };
}

function registerView(load: SearchParts['loadTextSearch'], lifetime: Lifetime): void {
  const hasRemoteFolder = new ContextKey<boolean>('sourcehost.hasRemoteFolder');
  const update = (): void => {
    const has = (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === fileScheme);
    void hasRemoteFolder.set(has);
  };
  lifetime.add(workspace.onDidChangeWorkspaceFolders(update));
  update();
  lifetime.add(
    window.registerWebviewViewProvider('sourcehost.textSearch', {
      resolveWebviewView: async (webviewView) => (await load()).resolve(webviewView),
    }),
  );
}
