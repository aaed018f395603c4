import { commands, Uri, window, workspace } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { messageOf, type Failure } from '../../../core/errors.ts';
import { named } from '../../../core/log.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { RefPoller } from '../../../domain/repositories/refPoller.ts';
import { WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import type { Subject } from '../../kit/changes.ts';
import { DamagedDrafts } from '../../kit/damagedDrafts.ts';
import type { RefSwitchParts } from '../../kit/commands/switchRef.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { Register, Services } from '../../services/services.ts';
import { tellHiddenNames } from './hiddenNames.ts';
import { registerDecorations } from './decorations.ts';
import { watchDrafts } from './draftWatch.ts';
import { inUse } from './inUse.ts';
import { RemoteFileSystem } from './remoteFileSystem.ts';
import { RefStatus, type RefStatusParts } from './refStatus.ts';
import { showRestriction } from './restrictedStatus.ts';
import { Restriction } from './restriction.ts';
import { Submodules } from './submodules.ts';
import { UnreadableFolders, type AccountChoice } from './unreadableFolders.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { urisOf } from '../../kit/tabs.ts';

export interface FilesFeature extends Pick<RefSwitchParts, 'switchInPlace'> {
  readonly poller: RefPoller;
  readonly writeAccess: WriteAccess;
  /** The user compared the commits of a ref. */
  readonly onCompared: RefStatus['markSeen'];
  readonly onDidShowRef: RefStatus['onDidShow'];
}

interface Parts {
  readonly accountChoice: AccountChoice;
}

/** Registers the file system of remote repositories, and follows the refs that are in use. */
export const registerFiles: Register<Parts, FilesFeature> = (services, lifetime) => {
  const { active, commands, connections, load, repositories } = services;
  const writeAccess = new WriteAccess(repositories.knownRepositories, connections, services.loadHostFeatures);
  const unreadable = registerFileSystem(services, writeAccess, lifetime);
  const look: RefStatusParts['look'] = ({ name, account }, branch) => {
    const looking = services
      .loadForks()
      .then((forks) => forks.look(name, branch, () => connections.connect(name.host, account)));
    looking.catch((error: unknown) => services.log.info(`the distances of a fork are not known: ${messageOf(error)}`));
  };
  const status = lifetime.add(new RefStatus({ repositories, writeAccess, active, look }));
  commands.add(async () => (await load()).fileTable(services));
  return {
    poller: followRefs(services, unreadable, lifetime),
    writeAccess,
    switchInPlace: async (...args) => await (await load()).switchInPlace(services, ...args),
    onCompared: status.markSeen.bind(status),
    onDidShowRef: status.onDidShow,
  };
};

function registerFileSystem(
  services: Services & Parts,
  writeAccess: WriteAccess,
  lifetime: Lifetime,
): UnreadableFolders {
  const { accountChoice, context, storage, repositories, checkouts, connections, load, trust } = services;
  const log = named(services.log, 'files');
  const restriction = new Restriction(trust);
  const submodules = new Submodules(repositories, connections);
  const loadAccess = lazily(async () => lifetime.add(new (await load()).FolderAccess(connections, accountChoice)));
  const show = async (failures: ReadonlyMap<string, Failure>): Promise<void> =>
    await (await loadAccess()).show(failures);
  const unreadable = new UnreadableFolders({ connections, choice: accountChoice, show, log });
  const provider = lifetime.add(
    new RemoteFileSystem({
      ...services,
      writeAccess,
      restriction,
      submodules,
      unreadableFolders: lifetime.add(unreadable),
      warnReadOnly: async (...saved) => await (await load()).warnReadOnly(...saved),
    }),
  );
  lifetime.add(workspace.registerFileSystemProvider(fileScheme, provider, { isCaseSensitive: true }));
  registerDecorations({ repositories, provider, restriction, submodules }, lifetime);
  lifetime.add(trust.onDidChange((name) => provider.reloadConfiguration(name)));
  lifetime.add(window.onDidChangeWindowState(({ focused }) => focused && trust.refresh()));
  showRestriction(restriction, lifetime);
  tellHiddenNames(provider, log, lifetime);
  lifetime.add(new DamagedDrafts(checkouts, context.globalStorageUri, log));
  const drafts = { folder: Uri.joinPath(context.globalStorageUri, 'drafts'), make: () => storage.makeFolder('drafts') };
  watchDrafts(checkouts, drafts, log, lifetime);
  followRemoteFile(lifetime);
  return unreadable;
}

/** Sets `sourcehost.remoteFile` for the active editor; `resourceScheme` also follows the selection of the Explorer. */
function followRemoteFile(lifetime: Lifetime): void {
  const key = new ContextKey<boolean>('sourcehost.remoteFile');
  const look = (): void => {
    const { activeTab } = window.tabGroups.activeTabGroup;
    void key.set(urisOf(activeTab?.input).some(({ scheme }) => scheme === fileScheme));
  };
  lifetime.add(window.tabGroups.onDidChangeTabs(look));
  lifetime.add(window.tabGroups.onDidChangeTabGroups(look));
  look();
}

function followRefs(
  { repositories, connections, changes, log: whole }: Services,
  unreadable: UnreadableFolders,
  lifetime: Lifetime,
): RefPoller {
  const log = named(whole, 'files');
  const poller = lifetime.add(
    new RefPoller({
      inUse: () => inUse(repositories),
      all: () => repositories.all(),
      onDidChangeState: repositories.onDidChangeState,
      window: {
        isFocused: () => window.state.focused,
        onDidFocus: (listener) => window.onDidChangeWindowState(({ focused }) => focused && listener()),
      },
      log,
    }),
  );
  const refresh = (): void => {
    poller.refresh().catch((error: unknown) => log.info(`cannot refresh: ${messageOf(error)}`));
  };
  lifetime.add(connections.onDidChange(refresh));
  lifetime.add(connections.onDidChange(() => repositories.forgetAbsent()));
  // The editor lists folders again only if a file was added or removed. The command shows the Explorer.
  const listAgain = (isConcerned: (uri: Uri) => boolean): void => {
    if ((workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === fileScheme && isConcerned(uri)))
      void commands.executeCommand('workbench.files.action.refreshFilesExplorer');
  };
  lifetime.add(connections.onDidChange((hosts) => listAgain(({ authority }) => hosts.has(authority))));
  lifetime.add(changes.onDidChange(({ subject }) => (subject === 'files' || subject === 'branches') && refresh()));
  lifetime.add(
    changes.onDidRefresh(() => {
      repositories.forgetAbsent();
      listAgain((uri) => unreadable.has(uri));
    }),
  );
  const createsRef: readonly Subject[] = ['branches', 'tags', 'releases'];
  lifetime.add(
    changes.onDidChange(
      ({ subject, repository }) => createsRef.includes(subject) && repositories.forgetAbsent(repository),
    ),
  );
  return poller;
}
