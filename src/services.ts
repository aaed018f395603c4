import { ExtensionMode, l10n, type ExtensionContext } from 'vscode';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { lazily } from './core/async.ts';
import { messageOf } from './core/errors.ts';
import { limitsFor } from './api/http/timeoutBudget.ts';
import { gitAccess, type GitAccessParts } from './domain/git/gitAccess.ts';
import { lazyGit } from './domain/git/lazyGit.ts';
import type { RepositoryAt } from './domain/hosts/activeRepository.ts';
import { KnownRepositories } from './domain/hosts/knownRepositories.ts';
import { recordingConnections } from './domain/hosts/recordingConnections.ts';
import { ObjectStore } from './domain/objects/objectStore.ts';
import { WindowRefs } from './domain/refs/windowRefs.ts';
import { CommitFetcher } from './domain/repositories/commitFetcher.ts';
import { RemoteRepositories } from './domain/repositories/remoteRepositories.ts';
import { CheckoutRegistry } from './domain/sourceControl/workingTree/checkoutRegistry.ts';
import { createAccountServices, type AccountServices } from './editor/features/session/accountServices.ts';
import type { HostQuestions } from './editor/features/hosts/hostQuestions.ts';
import { Changes } from './editor/kit/changes.ts';
import { CommandContributions } from './editor/kit/commands/commandContributions.ts';
import { DiffViewer } from './editor/kit/diffViewer.ts';
import { FormerTexts } from './editor/kit/formerTexts.ts';
import { Git } from './editor/kit/git.ts';
import { Hosts } from './editor/kit/hosts.ts';
import type { Lifetime } from './editor/kit/lifetime.ts';
import type { Failures } from './editor/kit/messages/failures.ts';
import type { LogChannel } from './editor/kit/messages/log.ts';
import { OpenAfterwards } from './editor/kit/openAfterwards.ts';
import { RepositoryTrust } from './editor/kit/repositoryTrust.ts';
import { ActiveRepository } from './editor/kit/rows/activeRepository.ts';
import { Filters } from './editor/kit/rows/filters.ts';
import { RepositoryList } from './editor/kit/rows/repositoryList.ts';
import { Settings } from './editor/kit/settings.ts';
import { WaitingRequests } from './editor/kit/waitingRequests.ts';
import { windowMemory } from './editor/kit/windowMemory.ts';
import type { Services } from './editor/services/services.ts';
import { createStorage } from './net/disk/storage.ts';
import { createNetwork, type NetworkSettings } from './net/http/network.ts';

interface Basis {
  readonly context: ExtensionContext;
  readonly log: LogChannel;
  readonly failures: Failures;
  readonly load: Services['load'];
}

/** The services, with what only single features need. */
export interface AllServices
  extends Services, Pick<AccountServices, 'accounts' | 'accountChoice' | 'uris' | 'offerAccounts'> {
  readonly loadHostForm: () => Promise<HostQuestions>;
  readonly tokenOf: AccountServices['sessions']['gitToken'];
  /** Runs `work` if this computer has repositories of git. */
  readonly withOffline: (work: (offline: Awaited<ReturnType<Services['loadOffline']>>) => Promise<void>) => void;
}

/** Composes the services: hosts and sessions first, then git, then remote repositories. */
export function composeServices(basis: Basis, lifetime: Lifetime): AllServices {
  const sessions = { ...basis, ...createSessions(basis, lifetime) };
  const git = { ...sessions, ...createGitServices(sessions, lifetime) };
  const { context, load } = basis;
  const { builtInGit, connections } = git;
  const repositories = createRepositories(git, lifetime);
  const { workspaceState } = context;
  const isOffered = ({ name: { host }, account }: RepositoryAt): boolean =>
    account === undefined || !connections.isSignedOut(host, account);
  return {
    ...git,
    ...repositories,
    active: lifetime.add(
      new ActiveRepository({
        git: builtInGit,
        connections,
        memory: workspaceState,
        windowMemory: repositories.windowMemory,
        isOffered,
      }),
    ),
    ...createConversations(basis, repositories),
    loadForks: lazily(async () => {
      const [{ Forks }, features] = await Promise.all([load(), repositories.loadHostFeatures()]);
      return new Forks(features, git.git, repositories.fetcher, git.knownRepositories);
    }),
    formerTexts: lifetime.add(new FormerTexts(connections, repositories.windowMemory)),
    pinned: new RepositoryList(context.globalState, 'pinned', 50, isOffered),
    recent: new RepositoryList(context.globalState, 'recent', 10, isOffered),
    filters: new Filters(workspaceState),
    commands: new CommandContributions(),
    changes: new Changes(),
    diffs: lifetime.add(new DiffViewer(connections)),
    afterwards: new OpenAfterwards(context.globalState),
  };
}

/** What people say on issues and pull requests. */
function createConversations({ load }: Basis, { loadHostFeatures, storage }: ReturnType<typeof createRepositories>) {
  const loadConversations = lazily(async () => new (await load()).Conversations(await loadHostFeatures()));
  const loadComments = lazily(async () => {
    const [{ Comments }, features, conversations] = await Promise.all([
      load(),
      loadHostFeatures(),
      loadConversations(),
    ]);
    return new Comments(features, conversations, storage);
  });
  return { loadConversations, loadComments };
}

function createSessions(basis: Basis, lifetime: Lifetime) {
  const { context, log, load } = basis;
  const { env } = process;
  const settings = new Settings();
  const isTest = context.extensionMode === ExtensionMode.Test;
  const network = lifetime.add(
    createNetwork({
      settings: () => networkSettings(settings),
      editorFetch: globalThis.fetch,
      log,
      exchangeLimits: isTest ? limitsFor(env.SOURCEHOST_TEST_TIMEOUT) : undefined,
      load,
    }),
  );
  lifetime.add(settings.onDidChange((affects) => (affects('http') || affects('network')) && network.reset()));
  const hosts = lifetime.add(new Hosts(settings));
  const loadHostForm = lazily(async () => new (await load()).HostQuestions(hosts, network.fetch));
  const knownRepositories = new KnownRepositories();
  const { connections: signedIn, ...session } = createAccountServices(
    {
      ...basis,
      settings,
      hosts,
      knownRepositories,
      loadHostForm,
      fetch: network.fetch,
      storage: createStorage(join(context.globalStorageUri.fsPath, 'state')),
      listen: async (options) => await (await load()).listenLoopback(options),
      environment: { token: env.SOURCEHOST_TOKEN, host: env.SOURCEHOST_HOST, apiUrl: env.SOURCEHOST_API_URL },
    },
    lifetime,
  );
  return {
    ...session,
    settings,
    fetch: network.fetch,
    hosts,
    loadHostForm,
    signedIn,
    waiting: lifetime.add(new WaitingRequests(signedIn)),
    knownRepositories,
    connections: recordingConnections(signedIn, knownRepositories),
    onDidEndPulls: signedIn.onDidEndPulls,
    tokenOf: session.sessions.gitToken.bind(session.sessions),
  };
}

function createGitServices(services: Basis & ReturnType<typeof createSessions>, lifetime: Lifetime) {
  const { context, log, load, settings, signedIn, knownRepositories, tokenOf, waiting } = services;
  const folder = join(context.globalStorageUri.fsPath, 'git');
  const isEnabled = (): boolean => settings.text('git.enabled') !== 'off';
  const addressOf: GitAccessParts['addressOf'] = (name) => knownRepositories.get(name).gitUrl;
  const access = gitAccess({ connections: signedIn, addressOf, tokenOf });
  const builtInGit = lifetime.add(new Git((...args) => git.addressesOf(...args)));
  const git = lazyGit({
    load: async () =>
      (await load()).composeGit({
        folder,
        path: () => builtInGit.path,
        enabled: isEnabled,
        capacity: () => settings.number('git.cacheSize', 1024) * 1024 * 1024,
        access,
        network: () => networkSettings(settings),
        onWait: ({ host }, wait) => waiting.addGitWait(signedIn.host(host), wait),
        log,
      }),
    hasRepositories: () => Promise.resolve(existsSync(folder)),
    isEnabled,
  });
  lifetime.add({ dispose: () => void git.stop() });
  return { git, access, builtInGit, gitFolder: folder };
}

type GitServices = Basis & ReturnType<typeof createSessions> & ReturnType<typeof createGitServices>;

function createRepositories(services: GitServices, lifetime: Lifetime) {
  const { context, connections, git, access, knownRepositories, load, log, settings, sessions, gitFolder } = services;
  const storage = createStorage(context.globalStorageUri.fsPath);
  const capacity = (): number => settings.number('cacheSize', 256) * 1024 * 1024;
  const memory = windowMemory(context);
  const fetcher = createFetcher(services, async () => await loadOffline(), lifetime);
  const repositories = new RemoteRepositories({
    connections,
    storage,
    objects: new ObjectStore({ storage, capacity, log, git }),
    knownRepositories,
    windowRefs: new WindowRefs(memory),
    git,
    access,
    onWalk: (...walked) => fetcher.fetchLater(...walked),
    log,
  });
  const loadOffline: Services['loadOffline'] = lazily(async () => {
    const { OfflineRepositories, FetchedRepositories } = await load();
    const fetched = new FetchedRepositories(storage);
    return lifetime.add(new OfflineRepositories({ repositories, connections, git, fetcher, fetched, log }));
  });
  const loadHostFeatures = lazily(async () => new (await load()).HostFeatures(storage));
  const withOffline: AllServices['withOffline'] = (work) => {
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
          demand: (...args) => fetcher.demand(...args),
        },
        method: () => settings.commitMethod(),
      },
      load,
    }),
  );
  const trust = new RepositoryTrust(context.globalState, repositories, (host) => connections.host(host)?.apiUrl);
  return {
    storage,
    windowMemory: memory,
    fetcher,
    repositories,
    loadOffline,
    withOffline,
    loadHostFeatures,
    checkouts,
    trust,
  };
}

/** The fetches of git, with their progress and their questions. */
function createFetcher(
  { git, load, waiting, log }: GitServices,
  loadOffline: Services['loadOffline'],
  lifetime: Lifetime,
): CommitFetcher {
  const loadStatus = lazily(async () => {
    const { FetchStatus, confirmLargeFetch } = await load();
    return { status: lifetime.add(new FetchStatus(waiting)), confirmLargeFetch };
  });
  return new CommitFetcher({
    git,
    show: async (...args) => await (await loadStatus()).status.show(...args),
    confirmLarge: async (...args) => await (await loadStatus()).confirmLargeFetch(...args),
    onFetch: async (name) => await (await loadOffline()).noteFetch(name),
    log,
  });
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
