import type { LinePlace } from '../../api/record/comment.ts';
import type { CommentDrafts } from '../../domain/conversation/commentDrafts.ts';
import type { ConversationPlace } from '../../domain/conversation/conversation.ts';
import type { Vocabulary } from '../../domain/documents/assist/vocabulary.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import type { Connection } from '../../domain/hosts/connections.ts';
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

/** What the conversation needs to know of its issue or pull request. */
export interface TalkRecord {
  readonly author: string | undefined;
  readonly labels: readonly string[];
  /** Its web page. */
  readonly page: string;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
}

/** An issue or a pull request whose conversation is shown. */
export interface TalkSubject {
  readonly kind: ConversationPlace['kind'];
  readonly name: RepositoryName;
  readonly number: string;
  /** As it was read last; undefined if it could not be read. */
  readonly record: (connection: Connection) => Promise<TalkRecord | undefined>;
  /** Called before a file of a commit opens, so that its comments stand at their lines there. */
  readonly opens?: (commit: string, side: LinePlace['side']) => Promise<void>;
  /** The description as the host has it now. */
  readonly readBody: (connection: Connection) => Promise<string>;
}
