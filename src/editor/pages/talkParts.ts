import type { CommentDrafts } from '../../domain/conversation/commentDrafts.ts';
import type { Vocabulary } from '../../domain/documents/assist/vocabulary.ts';
import type { Services } from '../services/services.ts';

/** What the conversation of a page needs, besides its issue or pull request. */
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
  readonly loadRecords: () => Promise<{
    readonly drafts: CommentDrafts;
    readonly vocabulary: Vocabulary;
  }>;
}
