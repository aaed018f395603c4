import { ExtensionMode, l10n, Uri, type ExtensionContext } from 'vscode';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { lazily } from './core/async.ts';
import { messageOf } from './core/errors.ts';
import { OpenAfterwards } from './editor/kit/openAfterwards.ts';
import { registerLocalClones } from './editor/features/clones/open/entry.ts';
import type { ActiveTarget } from './editor/kit/commands/places.ts';
import { registerCommands } from './editor/kit/commands/register.ts';
import { CheckoutRegistry } from './domain/sourceControl/workingTree/checkoutRegistry.ts';
import { LazyGit } from './domain/git/lazyGit.ts';
import { CommitFetcher } from './domain/repositories/commitFetcher.ts';
import type { OfflineRepositories } from './domain/repositories/offlineRepositories.ts';
import { RemoteRepositories } from './domain/repositories/remoteRepositories.ts';
import { WindowRefs } from './domain/refs/windowRefs.ts';
import { KnownRepositories } from './domain/hosts/knownRepositories.ts';
import { recordingConnections } from './domain/hosts/recordingConnections.ts';
import { Objects } from './domain/objects/objectStore.ts';
import { createFileParts } from './editor/features/files/parts.ts';
import { RefStatus } from './editor/features/files/statusBar.ts';
import { Changes } from './editor/kit/changes.ts';
import { registerScm } from './editor/features/sourceControl/entry.ts';
import { Versions } from './editor/features/sourceControl/conflicts/versions.ts';
import type { CommandDescription } from './editor/kit/commands/describe.ts';
import { registerRecords } from './editor/documents/documents/entry.ts';
import { registerPages } from './editor/pages/entry.ts';
import { YamlViewer } from './editor/kit/yamlViewer.ts';
import { createExports, type Exports } from './editor/exports/api.ts';
import { registerTextSearch } from './editor/features/search/entry.ts';
import { registerBlame } from './editor/features/blame/entry.ts';
import { registerMcpServer } from './editor/features/mcp/provider.ts';
import { registerTools } from './editor/features/tools/entry.ts';
import { createCloneParts } from './editor/features/clones/parts.ts';
import { createExplorerParts } from './editor/sidebar/parts.ts';
import { Failures } from './editor/kit/messages/failures.ts';
import { Lifetime } from './editor/kit/lifetime.ts';
import { createLog, type LogChannel } from './editor/kit/messages/log.ts';
import { commandTitles, toolTitles } from './manifest.ts';
import { Hosts } from './editor/kit/hosts.ts';
import { Settings } from './editor/kit/settings.ts';
import { RepositoryTrust } from './editor/kit/trust.ts';
import { LimitStatus } from './editor/features/hosts/limitStatus.ts';
import { windowMemory } from './editor/kit/windowMemory.ts';
import { WaitingRequests } from './editor/kit/waitingRequests.ts';
import { createSessionParts } from './editor/features/session/parts.ts';
import { version } from './mcp/version.ts';
import { limitsFor } from './net/http/limits.ts';
import { createNetwork, type NetworkSettings } from './net/http/network.ts';
import { createStorage } from './net/disk/storage.ts';

/** The only place where code is loaded after the activation. */
const load = lazily(() => import('./onDemand.ts'));

/** Composes the extension. This is the only file that imports all parts. */
export function activate(context: ExtensionContext): Exports {
  const lifetime = new Lifetime();
  context.subscriptions.push(lifetime);
  const log = lifetime.add(createLog());
  const failures = new Failures(log);
  try {
    return compose(context, lifetime, log, failures);
  } catch (error) {
    // The editor shows no message when an activation fails.
    failures.show(error, { task: l10n.t('Sourcehost could not start') });
    throw error;
  }
}

/**
 * Creates every part of the extension and connects it with the parts that it needs: one statement for each part, in the
 * order of their dependencies, without branches.
 */
function compose(context: ExtensionContext, lifetime: Lifetime, log: LogChannel, failures: Failures): Exports {
  const { env } = process;
  const settings = new Settings();
  const limits = limitsFor(context.extensionMode === ExtensionMode.Test ? env.SOURCEHOST_TEST_TIMEOUT : undefined);
  const network = lifetime.add(
    createNetwork({ settings: () => networkSettings(settings), editorFetch: globalThis.fetch, log, limits, load }),
  );
  lifetime.add(settings.onDidChange((affects) => (affects('http') || affects('network')) && network.reset()));
  const hosts = lifetime.add(new Hosts(settings));
  const loadHostForm = lazily(async () => new (await load()).HostQuestions(hosts, network.fetch));
  const {
    connections: signedIn,
    accounts,
    sessions,
    uris,
    offerAccounts,
  } = createSessionParts(
    {
      context,
      settings,
      hosts,
      loadHostForm,
      fetch: network.fetch,
      storage: createStorage(join(context.globalStorageUri.fsPath, 'state')),
      listen: async (options) => await (await load()).listenLoopback(options),
      environment: { token: env.SOURCEHOST_TOKEN, host: env.SOURCEHOST_HOST, apiUrl: env.SOURCEHOST_API_URL },
      load,
      log,
    },
    lifetime,
  );
  const waiting = lifetime.add(new WaitingRequests(signedIn));
  lifetime.add(new LimitStatus(waiting));
  const knownRepositories = new KnownRepositories();
  const connections = recordingConnections(signedIn, knownRepositories);
  const changes = new Changes();
  const storage = createStorage(context.globalStorageUri.fsPath);
  const capacity = (): number => settings.number('cacheSize', 256) * 1024 * 1024;
  const tokenOf = sessions.gitToken.bind(sessions);
  const gitFolder = join(context.globalStorageUri.fsPath, 'git');
  const usesGit = (): boolean => settings.text('git.enabled') !== 'off';
  const git = new LazyGit({
    load: async () =>
      (await load()).composeGit({
        folder: gitFolder,
        path: () => explorer.git.path,
        enabled: usesGit,
        capacity: () => settings.number('git.cacheSize', 1024) * 1024 * 1024,
        connections: signedIn,
        addressOf: (name) => knownRepositories.get(name).gitUrl,
        tokenOf,
        network: () => networkSettings(settings),
        onWait: ({ host }, wait) => waiting.addGitWait(signedIn.host(host), wait),
        log,
      }),
    hasRepositories: () => Promise.resolve(existsSync(gitFolder)),
    isEnabled: usesGit,
  });
  lifetime.add({ dispose: () => void git.stop() });
  const loadFetchStatus = lazily(async () => {
    const { FetchStatus, confirmLargeFetch } = await load();
    return { status: lifetime.add(new FetchStatus(waiting)), confirmLargeFetch };
  });
  const fetcher: CommitFetcher = new CommitFetcher({
    git,
    show: async (...asked) => await (await loadFetchStatus()).status.show(...asked),
    confirmLarge: async (...asked) => await (await loadFetchStatus()).confirmLargeFetch(...asked),
    onFetch: async (name) => await (await loadOffline()).noteFetch(name),
    log,
  });
  const objects = new Objects({ storage, capacity, log, git });
  const memory = windowMemory(context);
  const windowRefs = new WindowRefs(memory);
  const repositories = new RemoteRepositories({
    connections,
    storage,
    objects,
    knownRepositories,
    windowRefs,
    git,
    onWalk: (...walked) => fetcher.fetchLater(...walked),
    log,
  });
  const loadOffline: () => Promise<OfflineRepositories> = lazily(async () => {
    const { OfflineRepositories, FetchedRepositories } = await load();
    const fetched = new FetchedRepositories(storage);
    return lifetime.add(new OfflineRepositories({ repositories, connections, git, fetcher, fetched, log }));
  });
  /** Runs `work` if this computer has repositories of git. */
  const withOffline = (work: (offline: OfflineRepositories) => Promise<void>): void => {
    if (!existsSync(gitFolder)) return;
    loadOffline()
      .then(work)
      .catch((error: unknown) => log.warn(messageOf(error)));
  };
  lifetime.add(sessions.onDidRemoveAccount(({ host, login }) => withOffline((all) => all.signedOut(host, login))));
  const checkouts = lifetime.add(
    new CheckoutRegistry({
      repositories,
      connections,
      storage,
      labels: { mine: l10n.t('your draft'), theirs: l10n.t('on the server') },
      pushing: {
        git: {
          problem: (host) => git.problem(host),
          of: (name) => git.of(name),
          demand: (...asked) => fetcher.demand(...asked),
        },
        method: () => settings.commitMethod(),
      },
      load,
    }),
  );
  const drafts = { folder: Uri.joinPath(context.globalStorageUri, 'drafts'), make: () => storage.makeFolder('drafts') };
  const trust = new RepositoryTrust(context.globalState, repositories, (host) => connections.host(host)?.apiUrl);
  const { follower, rights } = createFileParts(
    { repositories, checkouts, connections, trust, drafts, changes, log },
    lifetime,
  );
  lifetime.add(uris.onDidOpen(async (uri) => await (await load()).openDeepLink(uri, connections, trust, failures)));
  const loadRecords = lazily(async () => {
    const { createRecordParts } = await load();
    return createRecordParts({ connections, storage, changes, settings, failures, log }, lifetime);
  });
  const loadScm = lazily(async () => {
    const { createScmParts, refNameWrong } = await load();
    return createScmParts(
      {
        repositories,
        checkouts,
        connections,
        changes,
        failures,
        state: context.globalState,
        windowMemory: memory,
        mentions: async (...place) => await (await loadRecords()).mentions(...place),
        branchNameWrong: refNameWrong,
        log,
      },
      lifetime,
    );
  });
  lifetime.add(registerScm(new Versions(repositories, checkouts, connections), loadScm, log));
  const afterwards = new OpenAfterwards(context.globalState);
  const details = lifetime.add(new YamlViewer(load));
  const explorer = createExplorerParts(
    { context, windowMemory: memory, connections, knownRepositories, settings, changes, checkouts, storage, load, log },
    lifetime,
  );
  const status = lifetime.add(new RefStatus(repositories, rights, explorer.active));
  const isKnown = (uri: Uri): boolean => explorer.active.of(uri) !== undefined;
  lifetime.add(registerRecords(async () => (await loadRecords()).files, isKnown));
  const loadPages = lazily(async () => {
    const { PagePanels, contentOf } = await load();
    return lifetime.add(new PagePanels({ connections, extension: context.extensionUri, changes, contentOf, log }));
  });
  lifetime.add(registerPages(loadPages));
  const active = (): ActiveTarget | undefined => explorer.active.current;
  const loadLimit = lazily(async () => new (await load()).TimeLimit(1_000));
  const loadSearch = lazily(async () => {
    const [{ TextSearch }, limit] = await Promise.all([load(), loadLimit()]);
    const fetch: CommitFetcher['fetch'] = (...commit) => fetcher.fetch(...commit);
    const fetchBlobs: CommitFetcher['fetchBlobs'] = (...blobs) => fetcher.fetchBlobs(...blobs);
    return new TextSearch({ git, fetch, fetchBlobs, limitTime: limit.run.bind(limit), log });
  });
  const loadTextSearch = lazily(async () => {
    const [engine, limit] = await Promise.all([loadSearch(), loadLimit()]);
    const { TextSearchView, activeEditorRef, repositoryOfWindow, readableUri } = await load();
    return lifetime.add(
      new TextSearchView({
        extension: context.extensionUri,
        repositories,
        checkouts,
        search: ({ remote, checkout }, query, signal) =>
          engine.search({ remote, workingTree: checkout?.workingTree }, query, { signal }),
        target: () => {
          const name = repositoryOfWindow(active()?.name) ?? active()?.name;
          return name && { ...name, ref: activeEditorRef(name) };
        },
        onDidChangeTarget: explorer.active.onDidChange,
        readable: (address, signal) => readableUri(repositories, trust, address, signal),
        readOnly: (head, name) => rights.reason(head, name),
        limitTime: (work) => limit.run(work),
        gitProblem: (host) => git.problem(host),
        memory,
        failures,
        log,
      }),
    );
  });
  lifetime.add(registerTextSearch(loadTextSearch));
  const loadBlame = lazily(async () => {
    const { BlameView } = await load();
    return lifetime.add(
      new BlameView({ git, historyOf: (name) => fetcher.history(name), repositories, checkouts }, failures),
    );
  });
  lifetime.add(registerBlame(settings, loadBlame, log));
  lifetime.add(
    registerLocalClones(
      {
        git: explorer.git,
        connections,
        knownRepositories,
        repositoryOf: (uri) => explorer.active.of(uri),
        active: () => explorer.active.current,
        describeIssue: async (...asked) => await (await loadRecords()).describeIssue(...asked),
        fetchedCommit: async (name, sha) => await git.of(name).historyCommit(sha),
        loadBranchNameWrong: async () => (await load()).refNameWrong,
        failures,
      },
      load,
    ),
  );
  const cloning = createCloneParts({ git: explorer.git, connections, tokenOf, settings, load, log }, lifetime);
  const loadTable = lazily(async () => {
    const { commandTable } = await load();
    return commandTable({
      context,
      settings,
      storage,
      log,
      fetch: network.fetch,
      connections,
      sessions,
      hosts,
      waiting,
      git,
      loadHostForm,
      accounts,
      changes,
      repositories,
      fetcher,
      loadOffline,
      checkouts,
      cloning,
      explorer,
      follower,
      status,
      loadBlame,
      loadPages,
      details,
      afterwards,
      trust,
      active,
      loadRecords,
      loadScm,
      loadTextSearch,
    });
  });
  const titlesOfTools = toolTitles(context);
  const loadTools = lazily(async () => {
    const search = await loadSearch();
    const { createTools } = await load();
    return createTools({
      connections,
      repositories,
      checkouts,
      search,
      fetcher,
      history: (name) => fetcher.history(name, { background: true }),
      readOnly: (head, name) => rights.reason(head, name),
      author: async (connection) => await (await loadScm()).authors.of(connection),
      keepUndo: async (undo) => await (await loadScm()).undoing.keep(undo, undefined),
      opened: () => explorer.active.trustedFolders(),
      pinned: () => explorer.pinned.all(),
      toolChanges: explorer.toolChanges,
      titleOf: (name) => titlesOfTools.get(name) ?? name,
      showDiff: (...shown) => details.showDiff(...shown),
      changes,
      settings,
      log,
    });
  });
  for (const tool of registerTools([...titlesOfTools.keys()], loadTools)) lifetime.add(tool);
  registerMcpServer(
    {
      command: process.execPath,
      program: context.asAbsolutePath(join('dist', 'mcp.cjs')),
      version,
      settings,
      loadTools,
      listen: async (run) => await (await load()).listenForTools(run, log),
    },
    lifetime,
  );
  const titles = commandTitles(context);
  const titleOf = (id: string): string => titles.get(id) ?? id;
  const loadRunner = lazily(async () => {
    const table = await loadTable();
    const { signedInCommands, createPlaces, createRunner, keepFocusOnRows } = await load();
    const places = createPlaces(connections, active, explorer.pickRepository);
    return keepFocusOnRows(
      explorer.views,
      createRunner({ table, signedInCommands, places, failures, titleOf, delay: waiting }),
    );
  });
  for (const command of registerCommands([...titles.keys()], loadRunner)) lifetime.add(command);
  // These tasks may start later: the editor first continues with the event that activated the extension.
  setImmediate(() => {
    explorer.views.start();
    void offerAccounts();
    withOffline((all) => all.load());
    afterwards
      .resume()
      .catch((error: unknown) => failures.show(error, { task: l10n.t('The file could not be opened') }));
  });
  const describe = async (): Promise<CommandDescription[]> => {
    const { describeCommands } = await load();
    return describeCommands(await loadTable(), titleOf);
  };
  return createExports({ connections, active: explorer.active, commands: describe }, lifetime);
}

function networkSettings(settings: Settings): NetworkSettings {
  const { proxy, noProxy, strictSSL, proxyAuthorization, proxySupport } = settings.http();
  const mode = settings.text('network');
  return {
    mode: mode === 'undici' || mode === 'editor' ? mode : 'auto',
    proxy: proxySupport === 'off' ? undefined : proxy,
    noProxy: noProxy.length === 0 ? undefined : noProxy.join(','),
    strictSSL,
    proxyAuthorization,
    env: proxySupport === 'off' ? {} : process.env,
  };
}
