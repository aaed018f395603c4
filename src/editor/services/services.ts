import type { ExtensionContext } from 'vscode';
import type { Fetch } from '../../api/http/fetch.ts';
import type { Event } from '../../core/emitter.ts';
import type { DiskStorage } from '../../core/storage.ts';
import type { GitRepositories } from '../../domain/git/gitRepositories.ts';
import type { Connections } from '../../domain/hosts/connections.ts';
import type { Comments } from '../../domain/conversation/comments.ts';
import type { Conversations } from '../../domain/conversation/conversations.ts';
import type { EndedPullRequests } from '../../domain/hosts/endedPullRequests.ts';
import type { HostFeatures } from '../../domain/hosts/hostFeatures.ts';
import type { KnownRepositories } from '../../domain/hosts/knownRepositories.ts';
import type { WindowMemory } from '../../domain/refs/windowRefs.ts';
import type { CommitFetcher } from '../../domain/repositories/commitFetcher.ts';
import type { Forks } from '../../domain/repositories/forks.ts';
import type { OfflineRepositories } from '../../domain/repositories/offlineRepositories.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';
import type { Sessions } from '../../domain/session/sessions.ts';
import type { CheckoutRegistry } from '../../domain/sourceControl/workingTree/checkoutRegistry.ts';
// The only import of a higher layer: the types of what activation does not need.
import type * as onDemand from '../../onDemand.ts';
import type { Changes } from '../kit/changes.ts';
import type { CommandContributions } from '../kit/commands/commandContributions.ts';
import type { DiffViewer } from '../kit/diffViewer.ts';
import type { FormerTexts } from '../kit/formerTexts.ts';
import type { Git } from '../kit/git.ts';
import type { Hosts } from '../kit/hosts.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import type { Failures } from '../kit/messages/failures.ts';
import type { LogChannel } from '../kit/messages/log.ts';
import type { OpenAfterwards } from '../kit/openAfterwards.ts';
import type { RepositoryTrust } from '../kit/repositoryTrust.ts';
import type { ActiveRepository } from '../kit/rows/activeRepository.ts';
import type { Filters } from '../kit/rows/filters.ts';
import type { RepositoryList } from '../kit/rows/repositoryList.ts';
import type { Settings } from '../kit/settings.ts';
import type { WaitingRequests } from '../kit/waitingRequests.ts';

/** What every feature may use. */
export interface Services {
  readonly context: ExtensionContext;
  readonly settings: Settings;
  readonly log: LogChannel;
  readonly failures: Failures;
  readonly changes: Changes;
  readonly diffs: DiffViewer;
  readonly afterwards: OpenAfterwards;
  readonly storage: DiskStorage;
  readonly windowMemory: WindowMemory;

  readonly fetch: Fetch;
  readonly hosts: Hosts;
  readonly sessions: Sessions;
  readonly connections: Connections;
  readonly formerTexts: FormerTexts;
  readonly waiting: WaitingRequests;
  /** Which optional operations the hosts do not have. */
  readonly loadHostFeatures: () => Promise<HostFeatures>;
  readonly loadForks: () => Promise<Forks>;
  readonly loadConversations: () => Promise<Conversations>;
  readonly loadComments: () => Promise<Comments>;
  readonly knownRepositories: KnownRepositories;
  /** What replies tell of pull requests that are merged or closed, again with each reply. */
  readonly onDidEndPulls: Event<EndedPullRequests>;

  readonly git: GitRepositories;
  readonly builtInGit: Git;
  readonly fetcher: CommitFetcher;
  readonly loadOffline: () => Promise<OfflineRepositories>;
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
  readonly trust: RepositoryTrust;

  /** The repository that the user works on. */
  readonly active: ActiveRepository;
  readonly pinned: RepositoryList;
  readonly recent: RepositoryList;
  readonly filters: Filters;

  /** Where a feature adds its commands. */
  readonly commands: CommandContributions;
  /** The only way to code that activation does not need. */
  readonly load: () => Promise<typeof onDemand>;
}

/**
 * How a feature registers its commands, and what it has at activation. `Taken` comes from features before it, `Made` is
 * for features after it.
 */
export type Register<Taken = unknown, Made = void> = (services: Services & Taken, lifetime: Lifetime) => Made;
