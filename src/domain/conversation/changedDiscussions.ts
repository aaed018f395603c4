import type { WrittenComment } from './comments.ts';
import { commentOf, type Comment, type Discussion } from './conversation.ts';

/** `all` with a comment that was written, where the host put it. */
export function withComment(
  all: readonly Discussion[],
  written: WrittenComment,
  isReply: boolean,
): readonly Discussion[] {
  const { discussionId, place, ...comment } = written;
  if (isReply)
    return all.map((one) =>
      one.discussionId === discussionId ? { ...one, replies: [...one.replies, commentOf(comment)] } : one,
    );
  const resolved = place === undefined ? undefined : false;
  const key = discussionId ?? comment.id ?? JSON.stringify(comment);
  return [...all, { ...comment, key, discussionId, place, replies: [], resolved, isOutdated: false }];
}

/** `all` with a changed comment; undefined `now`: without it, and without its replies if it is a root. */
export function withChange(all: readonly Discussion[], id: string, now: Comment | undefined): readonly Discussion[] {
  const changed = (comments: readonly Comment[]): readonly Comment[] =>
    comments.flatMap((one) => (one.id === id ? (now === undefined ? [] : [{ ...one, body: now.body }]) : [one]));
  return all.flatMap((one) => {
    if (one.id !== id) return [{ ...one, replies: changed(one.replies) }];
    return now === undefined ? [] : [{ ...one, body: now.body }];
  });
}
