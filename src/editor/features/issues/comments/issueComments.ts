import type { Comments } from '../../../../domain/conversation/comments.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import { CommentInputs } from '../../../kit/comments/commentInputs.ts';
import { CommentBoxes, type CommentBoxParts } from './commentBoxes.ts';

export interface IssueComments {
  readonly comments: Comments;
  readonly boxes: CommentBoxes;
  readonly inputs: CommentInputs;
}

export function createIssueComments(parts: Omit<CommentBoxParts, 'inputs'>, lifetime: Lifetime): IssueComments {
  const { comments } = parts;
  const inputs = lifetime.add(new CommentInputs());
  return { comments, inputs, boxes: lifetime.add(new CommentBoxes({ ...parts, inputs })) };
}
