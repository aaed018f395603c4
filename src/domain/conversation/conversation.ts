import type { CreatedComment, LinePlace } from '../../api/record/comment.ts';
import type { Person } from '../../api/record/person.ts';
import type { HostPlace } from '../hosts/connections.ts';
import { webAddress } from '../hosts/webAddress.ts';

export interface ConversationPlace extends HostPlace {
  readonly kind: 'issues' | 'pullRequests';
  readonly number: string;
}

export interface Comment {
  /** Undefined: the host does not tell it, so that the comment cannot be edited. */
  readonly id: string | undefined;
  readonly body: string;
  readonly user: Person | undefined;
  readonly created_at: string | undefined;
  readonly updated_at: string | undefined;
}

/** A comment in an answer of the host, which may lack anything. */
export type ToldComment = Partial<CreatedComment>;

/** A root with its replies, oldest first. */
export interface Discussion extends Comment {
  readonly key: string;
  /** Undefined: the host takes no replies to it. */
  readonly discussionId: string | undefined;
  readonly replies: readonly Comment[];
  /** Undefined: on the whole. */
  readonly place: LinePlace | undefined;
  /** Undefined: it cannot be resolved. */
  readonly resolved: boolean | undefined;
  /** The lines changed since, as the host says. */
  readonly isOutdated: boolean;
}

export interface Conversation {
  /** Oldest first. */
  readonly discussions: readonly Discussion[];
  /** Entries that could not be read. */
  readonly unreadable: number;
  /** Whether all pages of the list are read. */
  readonly isWhole: boolean;
}

export const commentOf = ({ id, body = '', user, created_at, updated_at }: ToldComment): Comment => ({
  ...{ id, body, user, created_at, updated_at },
});

/** A root and its replies. */
export const commentsIn = (discussion: Discussion): readonly Comment[] => [discussion, ...discussion.replies];

export const isOpen = ({ resolved }: Discussion): boolean => resolved === false;

/** The page of the issue or pull request on the host. */
export const conversationPage = ({ connection: { host }, name, kind, number }: ConversationPlace): string =>
  webAddress(host, name, kind === 'issues' ? 'issues' : 'merge_requests', number);
