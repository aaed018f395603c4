import type { LinePlace } from '../../api/record/comment.ts';
import { told } from '../../core/list.ts';
import type { WrittenComment } from './comments.ts';
import type { Comment, Discussion } from './conversation.ts';

/** A discussion as programs get it. */
export const discussionRecord = ({ discussionId, place, resolved, isOutdated, replies, ...root }: Discussion) => ({
  ...commentRecord(root),
  ...told({ discussion_id: discussionId, ...placeRecord(place), resolved, outdated: place && isOutdated }),
  replies: replies.map(commentRecord),
});

/** A comment that was written, with the place where the host put it. */
export const writtenRecord = ({ discussionId, place, ...comment }: WrittenComment) => ({
  ...commentRecord(comment),
  ...told({ discussion_id: discussionId, ...placeRecord(place) }),
});

export const commentRecord = ({ id, body, user, created_at }: Comment) => ({ id, body, user, created_at });

const placeRecord = (place: LinePlace | undefined) =>
  place && {
    ...{ path: place.path, line: place.line, start_line: place.startLine },
    side: place.isOnFile ? undefined : place.side,
  };
