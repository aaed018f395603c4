import { commands } from 'vscode';
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
import { commentBoxCommands } from './editor/features/issues/comments/commentBoxCommands.ts';
import type { CommentParts } from './editor/features/issues/comments/parts.ts';
import { commentCommands } from './editor/features/issues/commentCommands.ts';
import { issueCommands } from './editor/features/issues/commands/issueCommands.ts';
import { issueDraftCommands } from './editor/features/issues/commands/issueDraftCommands.ts';
import { issueFilterCommands } from './editor/features/issues/commands/issueFilterCommands.ts';
import { itemCommands } from './editor/sidebar/itemCommands.ts';
import { labelCommands } from './editor/features/issues/commands/labelCommands.ts';
import { keyCommands } from './editor/features/session/keyCommands.ts';
import { limitCommands } from './editor/features/hosts/limitCommands.ts';
import { linkCommands } from './editor/features/repositories/commands/linkCommands.ts';
import { localHistoryCommands } from './editor/features/history/localHistoryCommands.ts';
import { LocalPlaces } from './editor/kit/commands/localPlaces.ts';
import { memberCommands } from './editor/features/members/memberCommands.ts';
import { mentionCommands } from './editor/features/clones/open/mentionCommands.ts';
import { milestoneCommands } from './editor/features/milestones/milestoneCommands.ts';
import { offlineCommands } from './editor/features/repositories/commands/offlineCommands.ts';
import { openCommands } from './editor/features/repositories/commands/openCommands.ts';
import { organizationCommands } from './editor/features/organizations/organizationCommands.ts';
import { pageCommands } from './editor/pages/pageCommands.ts';
import { recordCommands } from './editor/documents/commands/record.ts';
import { compareCommands } from './editor/features/history/compareCommands.ts';
import { switchCommands } from './editor/features/branches/commands/switchCommands.ts';
import { removalCommands } from './editor/features/branches/commands/removalCommands.ts';
import { startWorkCommands } from './editor/features/issues/commands/startWorkCommands.ts';
import { switchInPlace } from './editor/features/files/switching.ts';
import { pullRequestCommands } from './editor/features/pullRequests/pullRequestCommands.ts';
import { decisionCommands } from './editor/features/pullRequests/decisionCommands.ts';
import { mergeTrialCommands } from './editor/features/pullRequests/mergeTrialCommands.ts';
import { pullRequestOpenCommands } from './editor/features/pullRequests/pullRequestOpenCommands.ts';
import { pullRequestCommentCommands } from './editor/features/pullRequests/pullRequestCommentCommands.ts';
import { pullRequestFilterCommands } from './editor/features/pullRequests/pullRequestFilterCommands.ts';
import type { ReviewParts } from './editor/features/pullRequests/threads/register.ts';
import { threadCommands } from './editor/features/pullRequests/threads/threadCommands.ts';
import { pullRequestListCommands } from './editor/features/pullRequests/pullRequestListCommands.ts';
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
import { Labels } from './domain/issues/labels.ts';
import { PullRequestDecisions } from './domain/pullRequests/pullRequestDecisions.ts';
import { PullRequests } from './domain/pullRequests/pullRequests.ts';
import { lazily } from './core/async.ts';
import { localFiles } from './net/disk/files.ts';
import { publicKeys } from './net/disk/publicKeys.ts';
import { writeWorkingCopy } from './net/disk/workingCopy.ts';
import { fullName } from './domain/hosts/address.ts';
import type { LocalClones } from './editor/features/clones/open/localClones.ts';
import type { CloneParts } from './editor/features/clones/register.ts';
import type { ActiveTarget } from './editor/kit/commands/places.ts';
import type { CommandTable } from './editor/kit/commands/register.ts';
import type { ExplorerParts } from './editor/sidebar/register.ts';
import type { RefPoller } from './domain/repositories/refPoller.ts';
import type { RefStatus } from './editor/features/files/refStatus.ts';
import type { PagePanels } from './editor/pages/pagePanels.ts';
import type { RecordParts } from './editor/documents/parts.ts';
import type { BlameView } from './editor/features/blame/blameView.ts';
import type { RefSwitchParts } from './editor/kit/commands/switchRef.ts';
import type { TextSearchView } from './editor/features/search/textSearchView.ts';
import type { Accounts } from './editor/features/session/accounts.ts';
import type { HostQuestions } from './editor/features/hosts/hostQuestions.ts';
import type { Services } from './editor/services/services.ts';

/** The services, and what the features give to the commands. */
export interface CommandServices extends Services {
  readonly accounts: Accounts;
  readonly loadHostForm: () => Promise<HostQuestions>;
  readonly explorer: ExplorerParts;
  readonly poller: RefPoller;
  readonly status: RefStatus;
  readonly cloning: Cloning & Pick<CloneParts, 'open'>;
  readonly reviews: ReviewParts;
  readonly loadBlame: () => Promise<BlameView>;
  readonly loadLocalClones: () => Promise<LocalClones>;
  readonly loadPages: () => Promise<PagePanels>;
  readonly loadRecords: () => Promise<RecordParts & CommentParts>;
  readonly loadScm: () => Promise<ScmParts>;
  readonly loadTextSearch: () => Promise<TextSearchView>;
}

/** Composes the implementations of all commands. This file is loaded when the first command runs. */
export function commandTable(services: CommandServices): CommandTable {
  const { explorer, repositories, connections, changes, details, afterwards, trust, knownRepositories } = services;
  const { loadRecords, loadScm } = services;
  const active = (): ActiveTarget | undefined => explorer.active.current;
  const localPlaces = new LocalPlaces(explorer.active, services.builtInGit, connections);
  return {
    ...accountCommands(services.accounts, connections),
    ...activeRepositoryCommands(explorer, connections),
    ...blameCommands(services.loadBlame),
    ...branchCommands(changes, details, repositories),
    ...branchRuleCommands(changes),
    ...changeCommands(loadScm),
    ...cloneCommands(services.cloning, repositories, changes),
    ...commentBoxCommands(loadRecords),
    ...commentCommands(loadRecords, changes),
    ...commitCommands(loadScm),
    ...comparisonCommands(explorer.views.history.load),
    ...conflictCommands(loadScm),
    ...continueCommands({ ...services, write: writeWorkingCopy, active }),
    ...draftCommands({ ...services, scm: loadScm }),
    ...fileCommands(repositories, trust, active),
    ...fileLinkCommands({ repositories, connections, localPlaces }),
    ...filterCommands(explorer.filters),
    ...historyTable(services),
    ...hostTable(services),
    ...inboxCommands(explorer.views.inbox.load, loadRecords),
    ...issueCommands(changes, loadRecords),
    ...issueDraftCommands(loadRecords, { repositories, cloneAt: (uri) => services.builtInGit.at(uri) }),
    ...issueFilterCommands({ ...services, filters: explorer.filters, active }),
    ...itemCommands(explorer.views),
    ...keyCommands({ ...services, state: services.context.globalState, publicKeys, details }),
    ...labelCommands(async () => new Labels(await services.loadHostFeatures()), changes),
    ...limitCommands(services.waiting),
    ...linkCommands(repositories, connections, afterwards, loadRecords, trust),
    ...localHistoryCommands(localPlaces),
    ...memberCommands(changes),
    ...mentionCommands(services.loadLocalClones),
    ...milestoneCommands(changes, loadRecords),
    ...offlineCommands(services.loadOffline),
    ...openCommands(repositories, afterwards),
    ...organizationCommands(changes, details, knownRepositories),
    ...pageCommands(async (target) => (await services.loadPages()).open(target)),
    ...pullRequestTable(services),
    ...recordCommands(loadRecords),
    ...refTable(services),
    ...releaseCommands(changes, loadRecords),
    ...releaseFileCommands(changes, localFiles),
    ...repositoryCreateCommands(changes, knownRepositories),
    ...repositorySettingsCommands(changes, details, knownRepositories),
    ...searchCommands(services.context.globalState, active, (search) => explorer.views.showResults(search)),
    ...supportTable(services),
    ...tagCommands(changes, repositories),
    ...textSearchCommands(services.loadTextSearch, active),
    ...trustCommands(repositories, trust),
    ...viewCommands(explorer.views, repositories, () => refreshFiles(services)),
    ...webhookCommands(changes, details),
  };
}

async function refreshFiles({ poller, reviews }: CommandServices): Promise<void> {
  await Promise.all([poller.refreshAll(), reviews.refresh()]);
}

const hostTable = ({ hosts, accounts, sessions, repositories, trust, loadHostForm, loadOffline }: CommandServices) =>
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

function pullRequestTable(services: CommandServices) {
  const { loadHostFeatures, loadRecords, changes, explorer } = services;
  const load = lazily(async () => new PullRequests(await loadHostFeatures()));
  return {
    ...pullRequestListCommands(load, explorer.loadPullRequests, loadRecords),
    ...pullRequestFilterCommands({ ...services, filters: explorer.filters, active: () => explorer.active.current }),
    ...pullRequestCommands({ load, changes, loadComparison: explorer.loadComparison, loadRecords }),
    ...decisionCommands({
      load,
      loadDecisions: async () => new PullRequestDecisions(await loadHostFeatures()),
      changes,
      removeBranch: async ({ name, connection }, branch) => {
        const given = { host: name.host, account: connection.account?.login, repository: fullName(name), branch };
        await commands.executeCommand('sourcehost.branch.remove', given);
      },
    }),
    ...pullRequestOpenCommands({
      loadPullRequests: load,
      load: explorer.loadComparison,
      knownRepositories: services.knownRepositories,
      pinned: explorer.pinned,
      loadHistory: explorer.views.history.load,
      afterwards: services.afterwards,
      heads: explorer.heads,
      clonesOf: services.cloning.open,
    }),
    ...mergeTrialCommands({ load, loadComparison: explorer.loadComparison, checkouts: services.checkouts }),
    ...threadCommands(services.reviews.load, services.failures),
    ...pullRequestCommentCommands({ load, changes, loadComments: async () => (await loadRecords()).comments }),
  };
}

function refTable(services: CommandServices) {
  const { repositories, fetcher, checkouts, afterwards, status, explorer, changes, connections } = services;
  const switching: RefSwitchParts = {
    repositories,
    afterwards,
    switchInPlace: (...args) => switchInPlace({ repositories, checkouts }, ...args),
  };
  return {
    ...switchCommands(switching),
    ...compareCommands({
      repositories,
      fetcher,
      knownRepositories: services.knownRepositories,
      pinned: explorer.pinned,
      history: explorer.views.history,
      onCompared: (...move) => status.markSeen(...move),
    }),
    ...removalCommands({
      git: {
        problem: (host) => services.git.problem(host),
        of: (name) => services.git.of(name),
        demand: (...args) => fetcher.demand(...args),
      },
      loadHostFeatures: services.loadHostFeatures,
      connections,
      changes,
      repositories,
      checkouts,
    }),
    ...startWorkCommands({
      ...switching,
      changes,
      loadRecords: services.loadRecords,
      branchPattern: () => services.settings.text('issues.branchName'),
      openClone: async (name) => (await services.cloning.open(name))[0],
      prepareMessage: async (...message) => await (await services.loadScm()).controls.prepareMessage(...message),
    }),
  };
}

const supportTable = ({ context, settings, hosts, sessions, fetch, log }: CommandServices) =>
  supportCommands(log, (signal) =>
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

const historyTable = ({ repositories, knownRepositories, explorer }: CommandServices) => {
  const { pinned, views, loadComparison } = explorer;
  return historyCommands({ load: loadComparison, repositories, knownRepositories, pinned, history: views.history });
};
