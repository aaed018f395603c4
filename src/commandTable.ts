import type { ExtensionContext } from 'vscode';
import type { Fetch } from './api/http/fetch.ts';
import type { Storage } from './core/storage.ts';
import { HostFeatures } from './domain/hosts/hostFeatures.ts';
import { Comments } from './domain/issues/comments.ts';
import type { CheckoutRegistry } from './domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { RemoteRepositories } from './domain/repositories/remoteRepositories.ts';
import type { Connections } from './domain/hosts/connections.ts';
import type { Sessions } from './domain/session/sessions.ts';
import { accountCommands } from './editor/features/session/accountCommands.ts';
import { activeRepositoryCommands } from './editor/features/repositories/commands/activeRepositoryCommands.ts';
import { blameCommands } from './editor/features/blame/blameCommands.ts';
import { branchCommands } from './editor/features/branches/commands/branchCommands.ts';
import { changeCommands } from './editor/features/sourceControl/commands/changeCommands.ts';
import { commitCommands } from './editor/features/sourceControl/commands/commitCommands.ts';
import { comparisonCommands } from './editor/features/history/comparisonCommands.ts';
import { conflictCommands } from './editor/features/sourceControl/commands/conflictCommands.ts';
import type { ScmParts } from './editor/features/sourceControl/parts.ts';
import { branchRuleCommands } from './editor/features/branches/commands/branchRuleCommands.ts';
import { cloneCommands, type Cloning } from './editor/features/clones/cloneCommands.ts';
import { continueCommands } from './editor/features/clones/continueCommands.ts';
import { draftCommands } from './editor/features/sourceControl/commands/draftCommands.ts';
import { fileCommands } from './editor/features/files/commands/fileCommands.ts';
import { fileLinkCommands } from './editor/features/files/commands/fileLinkCommands.ts';
import { filterCommands } from './editor/sidebar/filterCommands.ts';
import { historyCommands } from './editor/features/history/historyCommands.ts';
import { hostCommands } from './editor/features/hosts/hostCommands.ts';
import { inboxCommands } from './editor/features/inbox/inboxCommands.ts';
import { commentCommands } from './editor/features/issues/commands/commentCommands.ts';
import { issueCommands } from './editor/features/issues/commands/issueCommands.ts';
import { issueDraftCommands } from './editor/features/issues/commands/issueDraftCommands.ts';
import { issueFilterCommands } from './editor/features/issues/commands/issueFilterCommands.ts';
import { itemCommands } from './editor/sidebar/itemCommands.ts';
import { keyCommands } from './editor/features/session/keyCommands.ts';
import { limitCommands } from './editor/features/hosts/limitCommands.ts';
import { linkCommands } from './editor/features/repositories/commands/linkCommands.ts';
import { localHistoryCommands } from './editor/features/history/localHistoryCommands.ts';
import { LocalPlaces } from './editor/kit/commands/localPlaces.ts';
import { logCommands } from './editor/features/session/logCommands.ts';
import { memberCommands } from './editor/features/members/memberCommands.ts';
import { milestoneCommands } from './editor/features/milestones/milestoneCommands.ts';
import { offlineCommands } from './editor/features/repositories/commands/offlineCommands.ts';
import { openCommands } from './editor/features/repositories/commands/openCommands.ts';
import { organizationCommands } from './editor/features/organizations/organizationCommands.ts';
import { pageCommands } from './editor/pages/pageCommands.ts';
import { recordCommands } from './editor/documents/commands/record.ts';
import { compareCommands } from './editor/features/history/compareCommands.ts';
import { switchCommands } from './editor/features/branches/commands/switchCommands.ts';
import { removalCommands } from './editor/features/branches/commands/removalCommands.ts';
import { startWorkCommands, type StartWorkParts } from './editor/features/issues/commands/startWorkCommands.ts';
import { switchInPlace } from './editor/features/files/switching.ts';
import { releaseCommands } from './editor/features/releases/releaseCommands.ts';
import { releaseFileCommands } from './editor/features/releases/releaseFileCommands.ts';
import { repositoryCreateCommands } from './editor/features/repositories/commands/repositoryCreateCommands.ts';
import { repositorySettingsCommands } from './editor/features/repositories/commands/repositorySettingsCommands.ts';
import { searchCommands } from './editor/features/repositories/commands/searchCommands.ts';
import { supportCommands } from './editor/features/session/supportCommands.ts';
import { tagCommands } from './editor/features/tags/tagCommands.ts';
import { textSearchCommands } from './editor/features/search/textSearchCommands.ts';
import { trustCommands } from './editor/features/files/commands/trustCommands.ts';
import { viewCommands } from './editor/sidebar/viewCommands.ts';
import { webhookCommands } from './editor/features/webhooks/webhookCommands.ts';
import { reportProblem } from './editor/features/session/support.ts';
import { localFiles } from './net/disk/files.ts';
import { publicKeys } from './net/disk/publicKeys.ts';
import { writeWorkingCopy } from './net/disk/workingCopy.ts';
import type { OpenAfterwards } from './editor/kit/openAfterwards.ts';
import type { ActiveTarget } from './editor/kit/commands/places.ts';
import type { CommandTable } from './editor/kit/commands/register.ts';
import type { ExplorerParts } from './editor/sidebar/parts.ts';
import type { RefPoller } from './domain/repositories/refPoller.ts';
import type { RefStatus } from './editor/features/files/statusBar.ts';
import type { Changes } from './editor/kit/changes.ts';
import type { YamlViewer } from './editor/kit/yamlViewer.ts';
import type { LogChannel } from './editor/kit/messages/log.ts';
import type { Settings } from './editor/kit/settings.ts';
import type { GitRepositories } from './domain/git/gitRepositories.ts';
import type { CommitFetcher } from './domain/repositories/commitFetcher.ts';
import type { OfflineRepositories } from './domain/repositories/offlineRepositories.ts';
import type { RepositoryTrust } from './editor/kit/trust.ts';
import type { WaitingRequests } from './editor/kit/waitingRequests.ts';
import type { PagePanels } from './editor/pages/panels.ts';
import type { RecordParts } from './editor/documents/parts.ts';
import type { BlameView } from './editor/features/blame/view.ts';
import type { RefSwitchParts } from './editor/kit/commands/switchRef.ts';
import type { TextSearchView } from './editor/features/search/view.ts';
import type { Accounts } from './editor/features/session/accounts.ts';
import type { HostQuestions } from './editor/features/hosts/hostQuestions.ts';
import type { Hosts } from './editor/kit/hosts.ts';

interface CloneDependencies {
  readonly cloning: Cloning;
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
  readonly changes: Changes;
  readonly active: () => ActiveTarget | undefined;
}

interface DraftDependencies {
  readonly checkouts: CheckoutRegistry;
  readonly repositories: RemoteRepositories;
  readonly afterwards: OpenAfterwards;
  readonly loadScm: () => Promise<ScmParts>;
}

interface HostDependencies {
  readonly loadOffline: () => Promise<OfflineRepositories>;
  readonly hosts: Hosts;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly repositories: RemoteRepositories;
  readonly trust: RepositoryTrust;
  readonly loadHostForm: () => Promise<HostQuestions>;
}

interface IssueFilterTableDependencies {
  readonly explorer: ExplorerParts;
  readonly settings: Settings;
  readonly connections: Connections;
  readonly active: () => ActiveTarget | undefined;
}

interface LinkDependencies {
  readonly repositories: RemoteRepositories;
  readonly connections: Connections;
  readonly afterwards: OpenAfterwards;
  readonly loadRecords: () => Promise<RecordParts>;
  readonly trust: RepositoryTrust;
}

interface RefDependencies {
  readonly explorer: ExplorerParts;
  readonly git: GitRepositories;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly repositories: RemoteRepositories;
  readonly fetcher: CommitFetcher;
  readonly checkouts: CheckoutRegistry;
  readonly afterwards: OpenAfterwards;
  readonly status: RefStatus;
  readonly settings: Settings;
  readonly cloning: { readonly open: StartWorkParts['openClone'] };
  readonly loadRecords: () => Promise<RecordParts>;
  readonly loadScm: () => Promise<ScmParts>;
}

interface SearchDependencies {
  readonly context: ExtensionContext;
  readonly active: () => ActiveTarget | undefined;
  readonly explorer: ExplorerParts;
}

interface SupportDependencies {
  readonly context: ExtensionContext;
  readonly settings: Settings;
  readonly hosts: Hosts;
  readonly sessions: Sessions;
  readonly fetch: Fetch;
  readonly log: LogChannel;
}

interface ViewDependencies {
  readonly fetcher: CommitFetcher;
  readonly connections: Connections;
  readonly explorer: ExplorerParts;
  readonly repositories: RemoteRepositories;
  readonly follower: RefPoller;
}

/** Dependencies of the tables that need one or two of them. */
interface SmallTableDependencies {
  readonly loadOffline: () => Promise<OfflineRepositories>;
  readonly accounts: Accounts;
  readonly active: () => ActiveTarget | undefined;
  readonly afterwards: OpenAfterwards;
  readonly changes: Changes;
  readonly connections: Connections;
  readonly context: ExtensionContext;
  readonly details: YamlViewer;
  readonly explorer: ExplorerParts;
  readonly repositories: RemoteRepositories;
  readonly loadBlame: () => Promise<BlameView>;
  readonly loadPages: () => Promise<PagePanels>;
  readonly loadRecords: () => Promise<RecordParts>;
  readonly loadScm: () => Promise<ScmParts>;
  readonly loadTextSearch: () => Promise<TextSearchView>;
  readonly log: LogChannel;
  readonly storage: Storage;
  readonly trust: RepositoryTrust;
  readonly waiting: WaitingRequests;
}

type CommandDependencies = SmallTableDependencies &
  CloneDependencies &
  DraftDependencies &
  HostDependencies &
  IssueFilterTableDependencies &
  LinkDependencies &
  RefDependencies &
  SearchDependencies &
  SupportDependencies &
  ViewDependencies;

/** Composes the implementations of all commands. This file is loaded when the first command runs. */
export function commandTable(all: CommandDependencies): CommandTable {
  return {
    ...smallTables(all),
    ...cloneTable(all),
    ...draftTable(all),
    ...hostTable(all),
    ...issueFilterTable(all),
    ...linkTable(all),
    ...refTable(all),
    ...searchTable(all),
    ...supportTable(all),
    ...viewTable(all),
  };
}

function smallTables(all: SmallTableDependencies) {
  const { changes, connections, details, explorer, repositories, loadRecords, loadScm } = all;
  return {
    ...accountCommands(all.accounts, connections),
    ...activeRepositoryCommands(explorer, connections),
    ...blameCommands(all.loadBlame),
    ...branchCommands(changes, details, repositories),
    ...branchRuleCommands(changes),
    ...changeCommands(loadScm),
    ...commitCommands(loadScm),
    ...conflictCommands(loadScm),
    ...fileCommands(repositories, all.trust, all.active),
    ...fileLinkCommands({
      repositories,
      connections,
      localPlaces: new LocalPlaces(explorer.active, explorer.git, connections),
    }),
    ...textSearchCommands(all.loadTextSearch, all.active),
    ...filterCommands(explorer.filters),
    ...inboxCommands(explorer.views.inbox.load, loadRecords),
    ...commentCommands(new Comments(new HostFeatures(all.storage)), changes),
    ...issueCommands(changes, loadRecords),
    ...issueDraftCommands(loadRecords, { repositories, cloneAt: (uri) => explorer.git.at(uri) }),
    ...itemCommands(explorer.views),
    ...keyCommands(all.context.globalState, publicKeys, details),
    ...limitCommands(all.waiting),
    ...logCommands(all.log),
    ...memberCommands(changes),
    ...milestoneCommands(changes, loadRecords),
    ...offlineCommands(all.loadOffline),
    ...openCommands(repositories, all.afterwards),
    ...organizationCommands(changes, details, repositories.knownRepositories),
    ...pageCommands(async (target) => (await all.loadPages()).open(target)),
    ...recordCommands(loadRecords),
    ...releaseCommands(changes, loadRecords),
    ...releaseFileCommands(changes, localFiles),
    ...repositoryCreateCommands(changes, repositories.knownRepositories),
    ...repositorySettingsCommands(changes, details, repositories.knownRepositories),
    ...tagCommands(changes, repositories),
    ...trustCommands(repositories, all.trust),
    ...webhookCommands(changes, details),
  };
}

const cloneTable = ({ cloning, repositories, checkouts, changes, active }: CloneDependencies) => ({
  ...cloneCommands(cloning, repositories, changes),
  ...continueCommands({ cloning, repositories, checkouts, write: writeWorkingCopy, active }),
});

const draftTable = ({ checkouts, repositories, afterwards, loadScm }: DraftDependencies) =>
  draftCommands({ checkouts, repositories, afterwards, scm: loadScm });

const hostTable = ({ hosts, accounts, sessions, repositories, trust, loadHostForm, loadOffline }: HostDependencies) =>
  hostCommands({
    removable: () => hosts.removable(),
    add: async (entry, signal) => await (await loadHostForm()).add(entry, signal),
    ask: async (given) => await (await loadHostForm()).ask(given),
    signIn: ({ id }) => accounts.signIn({ host: id, silent: false }),
    remove: async (id) => {
      await hosts.remove(id);
      await sessions.removeHost(id);
      await (await loadOffline()).forgetHost(id);
      await repositories.forget(id);
      await trust.forgetHost(id);
    },
  });

const issueFilterTable = ({ explorer, settings, connections, active }: IssueFilterTableDependencies) =>
  issueFilterCommands({
    filters: explorer.filters,
    knownRepositories: explorer.knownRepositories,
    settings,
    connections,
    active,
  });

const linkTable = ({ repositories, connections, afterwards, loadRecords, trust }: LinkDependencies) =>
  linkCommands(repositories, connections, afterwards, loadRecords, trust);

function refTable({ repositories, fetcher, checkouts, afterwards, status, ...all }: RefDependencies) {
  const switching: RefSwitchParts = {
    repositories,
    afterwards,
    switchInPlace: (...asked) => switchInPlace({ repositories, checkouts }, ...asked),
  };
  return {
    ...switchCommands(switching),
    ...compareCommands({
      repositories,
      fetcher,
      knownRepositories: all.explorer.knownRepositories,
      pinned: all.explorer.pinned,
      history: all.explorer.views.history,
      onCompared: (...move) => status.markSeen(...move),
    }),
    ...removalCommands({
      git: {
        problem: (host) => all.git.problem(host),
        of: (name) => all.git.of(name),
        demand: (...asked) => fetcher.demand(...asked),
      },
      connections: all.connections,
      changes: all.changes,
      repositories,
      checkouts,
    }),
    ...startWorkCommands({
      ...switching,
      changes: all.changes,
      loadRecords: all.loadRecords,
      branchPattern: () => all.settings.text('issues.branchName'),
      openClone: all.cloning.open,
      prepareMessage: async (...message) => await (await all.loadScm()).controls.prepareMessage(...message),
    }),
  };
}

const searchTable = ({ context, active, explorer }: SearchDependencies) =>
  searchCommands(context.globalState, active, (search) => explorer.views.showResults(search));

const supportTable = ({ context, settings, hosts, sessions, fetch, log }: SupportDependencies) =>
  supportCommands((signal) =>
    reportProblem(
      {
        context,
        settings,
        hosts,
        sessions,
        fetch,
        failures: () => log.failures(),
        platform: `${process.platform} ${process.arch}`,
        env: process.env,
      },
      signal,
    ),
  );

const viewTable = ({ fetcher, connections, explorer, repositories, follower }: ViewDependencies) => ({
  ...comparisonCommands(explorer.views.history.load),
  ...historyCommands({
    fetcher,
    repositories,
    knownRepositories: explorer.knownRepositories,
    pinned: explorer.pinned,
    history: explorer.views.history,
  }),
  ...localHistoryCommands(new LocalPlaces(explorer.active, explorer.git, connections)),
  ...viewCommands(explorer.views, repositories, () => follower.refreshAll()),
});
