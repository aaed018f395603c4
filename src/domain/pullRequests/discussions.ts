import type { CreatedComment, ListedComment } from '../../api/record/comment.ts';

export interface PullRequestComment extends Omit<CreatedComment, 'id'> {
  readonly id: string;
  readonly path: string | undefined;
  readonly position: number | undefined;
}

/** Undefined: its id is not known. */
export function knownComment(comment: CreatedComment | undefined): PullRequestComment | undefined {
  if (comment?.id === undefined) return undefined;
  const { id, place } = comment;
  return { ...comment, id, path: place?.path, position: place?.side === 'new' ? place.line : undefined };
}

/** A root and its replies, which belong to its discussion. */
export function flatComments(root: ListedComment): readonly PullRequestComment[] {
  const { discussion_id = root.id } = root;
  return [root, ...root.replies.map((reply) => ({ ...reply, discussion_id }))].flatMap(
    (one) => knownComment(one) ?? [],
  );
}

/** The comments of a pull request that belong together, the oldest first. */
export interface Discussion {
  readonly key: string;
  /** Undefined: the host takes no replies to it. */
  readonly id: string | undefined;
  readonly comments: readonly PullRequestComment[];
  /** Undefined: about the whole pull request. */
  readonly path: string | undefined;
  /** From 1, as the host says; undefined: it says none. */
  readonly line: number | undefined;
  /** Undefined: the host does not tell it. */
  readonly resolved: boolean | undefined;
}

/** `pathOf`: the file of a comment for which the host names none. */
export function discussionsOf(
  comments: readonly PullRequestComment[],
  pathOf: (id: string) => string | undefined = () => undefined,
): readonly Discussion[] {
  const groups = Map.groupBy(comments, (comment) => comment.discussion_id ?? comment.id);
  return Array.from(groups, ([key, group]): Discussion => {
    const sorted = group.toSorted((one, other) => timeOf(one) - timeOf(other));
    // A host may name the place only in the first comment.
    const placed = sorted.find(({ path }) => path !== undefined);
    const path = placed?.path ?? sorted.map(({ id }) => pathOf(id)).find((candidate) => candidate !== undefined);
    return {
      key,
      id: sorted[0]?.discussion_id,
      comments: sorted,
      path,
      line: placed?.position,
      resolved: sorted.find(({ resolved }) => resolved !== undefined)?.resolved,
    };
  });
}

/** The line at which a discussion is shown in a file with `lineCount` lines, from 1; undefined: the file has no such line. */
export function lineIn({ line }: Pick<Discussion, 'line'>, lineCount: number): number | undefined {
  return line !== undefined && line <= lineCount ? line : undefined;
}

const timeOf = ({ created_at = '' }: PullRequestComment): number => Date.parse(created_at) || 0;
