import { requires } from '../../../../core/requirement.ts';
import { argument } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Invocation } from '../../../kit/command.ts';
import type { IssueComments } from './issueComments.ts';
import { DraftComment } from '../../../kit/comments/draftComment.ts';

const fields = {
  /** The draft whose menu runs the command. */
  draft: argument<DraftComment>((value) => (value instanceof DraftComment ? undefined : requires('known'))),
};

/** The commands of the comment box: the editor runs them with its draft, whose text is the one of its input. */
export function commentBoxCommands(load: () => Promise<IssueComments>) {
  const onDraft = (does: string, run: (draft: DraftComment, invocation: Invocation) => Promise<void>): AnyCommand =>
    command({ does, fields, run: ({ draft }, invocation) => run(draft, invocation) });
  const discard = (does: string): AnyCommand => onDraft(does, ({ box }) => box.discard());
  const send = (does: string): AnyCommand =>
    onDraft(does, async ({ box, text }, { signal }) => {
      await (await load()).boxes.send(box, text, { signal });
    });
  return {
    'sourcehost.comment.cancel': discard('Closes the comment box of an issue and keeps its text. The box runs it.'),
    'sourcehost.comment.discard': discard('Discards the text of the comment box of an issue. The box runs it.'),
    'sourcehost.comment.preview': onDraft(
      'Shows the text of the comment box of an issue as the host would. The box runs it.',
      ({ box, text }) => box.preview(text),
    ),
    'sourcehost.comment.save': send('Saves an edited comment of an issue. The box runs it.'),
    'sourcehost.comment.send': send('Sends the comment in the box of an issue. The box runs it.'),
    'sourcehost.comment.write': onDraft('Opens the comment box of an issue.', ({ box, text }) => box.write(text)),
  };
}
