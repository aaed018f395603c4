import type { CommentDrafts } from '../../domain/conversation/commentDrafts.ts';
import type { Vocabulary } from '../../domain/documents/assist/vocabulary.ts';
import type { PullRequestRuns } from '../../domain/runs/pullRequestRuns.ts';
import type { Services } from '../services/services.ts';

/** What the page of an issue or pull request needs, besides this. */
export interface TalkParts extends Pick<
  Services,
  | 'changes'
  | 'context'
  | 'failures'
  | 'fetcher'
  | 'git'
  | 'loadComments'
  | 'loadConversations'
  | 'loadHostFeatures'
  | 'log'
  | 'repositories'
> {
  readonly loadPullRequestRuns: () => Promise<PullRequestRuns>;
  readonly loadRecords: () => Promise<{
    readonly drafts: CommentDrafts;
    readonly vocabulary: Vocabulary;
  }>;
}
