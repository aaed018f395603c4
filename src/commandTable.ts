import type { ExtensionContext } from 'vscode';
import type { Fetch } from './api/http/fetch.ts';
import type { CheckoutRegistry } from './domain/workingTree/checkoutRegistry.ts';
import type { RemoteRepositories } from './domain/remote/remoteRepositories.ts';
import type { Connections } from './domain/hosting/connections.ts';
import type { Sessions } from './domain/session/sessions.ts';
import { accountCommands } from './editor/commands/session/account.ts';
import { activeRepositoryCommands } from './editor/commands/repositories/activeRepository.ts';
import { branchCommands } from './editor/commands/refs/branch.ts';
import { changeCommands } from './editor/commands/scm/change.ts';
import { commitCommands } from './editor/commands/scm/commit.ts';
import { conflictCommands } from './editor/commands/scm/conflict.ts';
import type { ScmParts } from './editor/scm/parts.ts';
import { branchRuleCommands } from './editor/commands/refs/branchRule.ts';
import { cloneCommands, type Cloning } from './editor/commands/repositories/clone.ts';
import { draftCommands } from './editor/commands/scm/draft.ts';
import { fileCommands } from './editor/commands/repositories/file.ts';
import { filterCommands } from './editor/commands/views/filters.ts';
import { hostCommands } from './editor/commands/session/host.ts';
import { issueCommands } from './editor/commands/tracker/issue.ts';
import { issueDraftCommands } from './editor/commands/tracker/issueDraft.ts';
import { issueFilterCommands } from './editor/commands/views/issueFilter.ts';
import { itemCommands } from './editor/commands/views/items.ts';
import { keyCommands } from './editor/commands/session/key.ts';
import { limitCommands } from './editor/commands/support/limit.ts';
import { linkCommands } from './editor/commands/repositories/link.ts';
import { logCommands } from './editor/commands/support/log.ts';
import { memberCommands } from './editor/commands/organizations/member.ts';
import { milestoneCommands } from './editor/commands/tracker/milestone.ts';
import { openCommands } from './editor/commands/repositories/open.ts';
import { organizationCommands } from './editor/commands/organizations/organization.ts';
import { pageCommands } from './editor/commands/repositories/page.ts';
import { recordCommands } from './editor/commands/tracker/record.ts';
import { refCommands } from './editor/commands/refs/ref.ts';
import { releaseCommands } from './editor/commands/tracker/release.ts';
import { releaseFileCommands } from './editor/commands/tracker/releaseFiles.ts';
import { repositoryCreateCommands } from './editor/commands/repositories/repositoryCreate.ts';
import { repositorySettingsCommands } from './editor/commands/repositories/repositorySettings.ts';
import { searchCommands } from './editor/commands/repositories/search.ts';
import { supportCommands } from './editor/commands/support/support.ts';
import { tagCommands } from './editor/commands/refs/tag.ts';
import { trustCommands } from './editor/commands/repositories/trust.ts';
import { viewCommands } from './editor/commands/views/views.ts';
import { webhookCommands } from './editor/commands/organizations/webhook.ts';
import { reportProblem } from './editor/session/support.ts';
import { localFiles } from './net/disk/files.ts';
import { publicKeys } from './net/disk/publicKeys.ts';
import type { OpenAfterwards } from './editor/commands/repositories/openAfterwards.ts';
import type { ActiveTarget } from './editor/commands/framework/places.ts';
import type { CommandTable } from './editor/commands/framework/register.ts';
import type { ExplorerParts } from './editor/explorer/sidebar/parts.ts';
import type { RefPoller } from './domain/remote/refPoller.ts';
import type { RefStatus } from './editor/files/statusBar.ts';
import type { Changes } from './editor/kit/changes.ts';
import type { YamlViewer } from './editor/kit/yamlViewer.ts';
import type { LogChannel } from './editor/kit/messages/log.ts';
import type { Settings } from './editor/kit/settings.ts';
import type { RepositoryTrust } from './editor/kit/trust.ts';
import type { WaitingRequests } from './editor/kit/waitingRequests.ts';
import type { PagePanels } from './editor/pages/panels.ts';
import type { RecordParts } from './editor/records/parts.ts';
import type { Accounts } from './editor/session/accounts.ts';
import type { SignInDialogs } from './editor/session/signInDialogs.ts';
import type { Hosts } from './editor/session/hosts.ts';

export interface CommandDependencies {
  readonly context: ExtensionContext;
  readonly settings: Settings;
  readonly log: LogChannel;
  readonly fetch: Fetch;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly hosts: Hosts;
  readonly waiting: WaitingRequests;
  readonly loadAsking: () => Promise<SignInDialogs>;
  readonly accounts: Accounts;
  readonly changes: Changes;
  readonly files: RemoteRepositories;
  readonly branches: CheckoutRegistry;
  readonly cloning: Cloning;
  readonly explorer: ExplorerParts;
  readonly follower: RefPoller;
  readonly status: RefStatus;
  readonly loadPages: () => Promise<PagePanels>;
  readonly details: YamlViewer;
  readonly afterwards: OpenAfterwards;
  readonly trust: RepositoryTrust;
  readonly active: () => ActiveTarget | undefined;
  readonly loadRecords: () => Promise<RecordParts>;
  readonly loadScm: () => Promise<ScmParts>;
}

/** The second half of the composition, read when the first command runs: what each command does. */
export function commandTable(parts: CommandDependencies): CommandTable {
  const { changes, connections, details, explorer, files, hosts, loadRecords, loadScm } = parts;
  return {
    ...branchCommands(changes, details),
    ...changeCommands(loadScm),
    ...commitCommands(loadScm),
    ...conflictCommands(loadScm),
    ...branchRuleCommands(changes),
    ...issueCommands(changes, loadRecords),
    ...issueDraftCommands(loadRecords),
    ...cloneCommands(parts.cloning, files, changes),
    ...keyCommands(parts.context.globalState, publicKeys, details),
    ...memberCommands(changes),
    ...milestoneCommands(changes, loadRecords),
    ...organizationCommands(changes, details),
    ...pageCommands(async (target) => (await parts.loadPages()).open(target)),
    ...recordCommands(loadRecords),
    ...releaseCommands(changes, loadRecords),
    ...releaseFileCommands(changes, localFiles),
    ...repositoryCreateCommands(changes),
    ...repositorySettingsCommands(changes, details),
    ...searchCommands(parts.context.globalState, parts.active, (search) => explorer.views.showResults(search)),
    ...tagCommands(changes),
    ...webhookCommands(changes, details),
    ...accountCommands(parts.accounts, connections),
    ...hostCommands({
      removable: () => hosts.removable(),
      add: async (entry, signal) => await (await parts.loadAsking()).hostQuestions.add(entry, signal),
      ask: async (given) => await (await parts.loadAsking()).hostQuestions.ask(given),
      signIn: ({ id }) => parts.accounts.signIn({ host: id, silent: false }),
      remove: async (id) => {
        await hosts.remove(id);
        await parts.sessions.removeHost(id);
        await files.forget(id);
      },
    }),
    ...limitCommands(parts.waiting),
    ...logCommands(parts.log),
    ...openCommands(files, parts.afterwards),
    ...supportCommands((signal) =>
      reportProblem(
        {
          ...parts,
          failures: () => parts.log.failures(),
          platform: `${process.platform} ${process.arch}`,
          env: process.env,
        },
        signal,
      ),
    ),
    ...viewCommands(explorer.views, files, () => parts.follower.refreshAll()),
    ...itemCommands(explorer.views),
    ...filterCommands(explorer.filters),
    ...issueFilterCommands({ ...explorer, ...parts }),
    ...activeRepositoryCommands(explorer, connections),
    ...draftCommands({ ...parts, scm: loadScm }),
    ...fileCommands(files, connections, parts.trust),
    ...refCommands({ ...parts, onCompared: (...move) => parts.status.markSeen(...move) }),
    ...linkCommands(files, connections, parts.afterwards, loadRecords, parts.trust),
    ...trustCommands(files, parts.trust),
  };
}
