import { requires } from '../../../../core/requirement.ts';
import { argument } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Invocation } from '../../../kit/command.ts';
import type { CommentParts } from './parts.ts';
import { DraftComment } from '../../../kit/comments/draftComment.ts';

type Id = `sourcehost.comment.${'cancel' | 'discard' | 'preview' | 'save' | 'send' | 'write'}`;

const fields = {
  /** The draft whose menu runs the command. */
  draft: argument<DraftComment>((value) => (value instanceof DraftComment ? undefined : requires('known'))),
};

/** The commands of the comment box: the editor runs them with its draft, whose text is the one of its input. */
export function commentBoxCommands(load: () => Promise<CommentParts>): Record<Id, AnyCommand> {
  const onDraft = (run: (draft: DraftComment, invocation: Invocation) => Promise<void>): AnyCommand =>
    command({ fields, run: ({ draft }, invocation) => run(draft, invocation) });
  const discard = onDraft(({ box }) => box.discard());
  const send = onDraft(async ({ box, text }, { signal }) => {
    await (await load()).boxes.send(box, text, signal);
  });
  return {
    'sourcehost.comment.cancel': discard,
    'sourcehost.comment.discard': discard,
    'sourcehost.comment.preview': onDraft(({ box, text }) => box.preview(text)),
    'sourcehost.comment.save': send,
    'sourcehost.comment.send': send,
    'sourcehost.comment.write': onDraft(({ box, text }) => box.write(text)),
  };
}
