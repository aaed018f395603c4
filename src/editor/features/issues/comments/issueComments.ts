import type { HostFeatures } from '../../../../domain/hosts/hostFeatures.ts';
import type { Storage } from '../../../../core/storage.ts';
import { Comments } from '../../../../domain/issues/comments.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import { CommentInputs } from '../../../kit/comments/commentInputs.ts';
import { CommentBoxes, type CommentBoxParts } from './commentBoxes.ts';

export interface IssueComments {
  readonly comments: Comments;
  readonly boxes: CommentBoxes;
  readonly inputs: CommentInputs;
}

export function createIssueComments(
  {
    storage,
    features,
    ...parts
  }: Omit<CommentBoxParts, 'comments' | 'inputs'> & { readonly storage: Storage; readonly features: HostFeatures },
  lifetime: Lifetime,
): IssueComments {
  const comments = new Comments(features, storage);
  const inputs = lifetime.add(new CommentInputs());
  return { comments, inputs, boxes: lifetime.add(new CommentBoxes({ ...parts, comments, inputs })) };
}
