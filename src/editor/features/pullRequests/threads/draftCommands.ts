import { requires } from '../../../../core/requirement.ts';
import { argument } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Invocation } from '../../../kit/command.ts';
import { DraftComment } from './draftComment.ts';
import type { ReviewThreads } from './reviewThreads.ts';

const fields = {
  /** The draft whose menu runs the command. */
  draft: argument<DraftComment>((value) => (value instanceof DraftComment ? undefined : requires('known'))),
};

/** The commands of an unsent comment: the editor runs them with its draft, whose text is the one of its input. */
export function draftCommands(load: () => Promise<ReviewThreads>) {
  const onDraft = (does: string, run: (draft: DraftComment, invocation: Invocation) => Promise<void>): AnyCommand =>
    command({ does: `${does} The thread runs it.`, fields, run: ({ draft }, invocation) => run(draft, invocation) });
  const discard = (does: string): AnyCommand => onDraft(does, ({ box }) => box.discard());
  const send = (does: string): AnyCommand =>
    onDraft(does, async ({ box, text }, { signal }) => {
      await (await load()).send(box, text, { signal });
    });
  return {
    'sourcehost.comment.cancel': discard('Discards the changes of a comment.'),
    'sourcehost.comment.discard': discard('Discards the text of an unsent comment.'),
    'sourcehost.comment.preview': onDraft('Shows the text of an unsent comment as the host would.', ({ box, text }) =>
      box.preview(text),
    ),
    'sourcehost.comment.save': send('Saves a changed comment.'),
    'sourcehost.comment.send': send('Sends an unsent comment.'),
    'sourcehost.comment.write': onDraft('Opens the input of an unsent comment.', ({ box, text }) => box.write(text)),
  };
}
