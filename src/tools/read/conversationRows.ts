import { oneLine } from '../../core/text.ts';
import type { Comment, ConversationPlace, Discussion } from '../../domain/conversation/conversation.ts';
import { indented } from '../kit/fence.ts';
import { inBackground, type ToolServices } from '../kit/place.ts';

/** The comments of an issue or pull request, the oldest first, replies below their root. Requested when consumed. */
export async function* conversationLines(
  { conversations }: Pick<ToolServices, 'conversations'>,
  place: ConversationPlace,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const { discussions, unreadable } = await conversations.whole(place, inBackground(signal));
  for (const discussion of discussions) {
    yield headerOf('comment', discussion, placeOf(discussion));
    yield* indented(discussion.body);
    for (const reply of discussion.replies) {
      yield headerOf('reply', reply, []);
      yield* indented(reply.body);
    }
  }
  if (unreadable > 0) yield `--- ${unreadable} comments could not be read`;
}

function headerOf(kind: string, { user, created_at: created }: Comment, about: readonly string[]): string {
  const by = oneLine(user?.login ?? 'an unknown user');
  return [`--- ${kind} of ${by}`, ...(created === undefined ? [] : [oneLine(created)]), ...about].join(', ');
}

function placeOf({ place, discussionId, resolved, isOutdated }: Discussion): readonly string[] {
  const lines = [place?.startLine, place?.line].filter((line) => line !== undefined).join('-');
  const where = [
    place?.path === undefined ? 'a file that is not known' : oneLine(place.path, Infinity),
    ...(lines === '' ? [] : [`line ${lines}`]),
    ...(place?.side === 'old' ? ['of the old version'] : []),
  ];
  return [
    ...(place === undefined ? [] : [`on ${where.join(' ')}`]),
    ...(discussionId === undefined ? [] : [`discussion ${oneLine(discussionId)}`]),
    ...(resolved === true ? ['resolved'] : []),
    ...(isOutdated ? ['outdated'] : []),
  ];
}
