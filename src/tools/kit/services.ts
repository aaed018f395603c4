import type { Log } from '../../core/log.ts';
import type { Author } from '../../domain/sourceControl/commit/journal.ts';
import type { Undo } from '../../domain/sourceControl/drafts/drafts.ts';
import type { GitHistory } from '../../domain/git/gitHistory.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import type { Connections } from '../../domain/hosts/connections.ts';
import type { RequestOptions } from '../../domain/hosts/source.ts';
import type { Comments } from '../../domain/conversation/comments.ts';
import type { Conversations } from '../../domain/conversation/conversations.ts';
import type { PullRequestDecisions } from '../../domain/pullRequests/pullRequestDecisions.ts';
import type { PullRequests } from '../../domain/pullRequests/pullRequests.ts';
import type { RunList } from '../../domain/runs/runList.ts';
import type { Runs } from '../../domain/runs/runs.ts';
import type { WriteAccess } from '../../domain/permissions/writeAccess.ts';
import type { CommitFetcher } from '../../domain/repositories/commitFetcher.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';
import type { TextSearch } from '../../domain/search/textSearch.ts';
import type { CheckoutRegistry } from '../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { AllowedRepository } from './allowList.ts';

/** The parts of a window, or of the program outside of the editor, that tools use. */
export interface ToolServices {
  /** The repositories that tools may use, see `allowList`. Read for each call, because the user changes them. */
  readonly allowed: () => Promise<readonly AllowedRepository[]>;
  /** A sentence: how the user lets tools use a repository. */
  readonly howToAllow: string;
  readonly connections: Pick<Connections, 'connect'>;
  readonly repositories: Pick<RemoteRepositories, 'at' | 'setResolved'>;
  readonly checkouts: Pick<CheckoutRegistry, 'at'>;
  readonly search: Pick<TextSearch, 'search'>;
  /** Brings commits onto this computer with git. Tools fetch in the background, so nothing is asked. */
  readonly fetcher: Pick<CommitFetcher, 'fetch'>;
  /** The commits of a repository. Nothing is asked: a Failure `largeFetch` says that the user must. */
  readonly history: (name: RepositoryName) => GitHistory;
  readonly writeAccess: Pick<WriteAccess, 'reason' | 'draftReason' | 'requestOnce'>;
  readonly author: (name: RepositoryName) => Promise<Author | undefined>;
  /** Stores how to restore drafts of the user that a tool discarded or replaced. */
  readonly keepUndo: (undo: Undo) => Promise<void>;
  readonly pullRequests: PullRequests;
  readonly decisions: PullRequestDecisions;
  readonly runs: Runs;
  readonly runList: RunList;
  readonly conversations: Conversations;
  readonly comments: Comments;
  readonly log: Log;
}

/** The options of every request of a tool: an action of the user goes first. */
export function inBackground(signal: AbortSignal): RequestOptions {
  return { signal, priority: 'background' };
}
