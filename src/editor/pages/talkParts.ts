import type { CommentDrafts } from '../../domain/conversation/commentDrafts.ts';
import type { Vocabulary } from '../../domain/documents/assist/vocabulary.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import type { CiReports } from '../../domain/runs/ciReports.ts';
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
  | 'loadForks'
  | 'loadHostFeatures'
  | 'log'
  | 'repositories'
> {
  /** The commits whose files show the threads of a pull request. */
  readonly heads: {
    add(name: RepositoryName, head: string, number: string): Promise<void>;
    noteBase(name: RepositoryName, base: string, number: string): void;
    commits(name: RepositoryName, number: string): { readonly base: string | undefined };
  };
  readonly loadCi: () => Promise<CiReports>;
  readonly loadRecords: () => Promise<{
    readonly drafts: CommentDrafts;
    readonly vocabulary: Vocabulary;
  }>;
}
