import { l10n, type CommentThread } from 'vscode';
import { filledText } from '../../../../api/contract/field.ts';
import { requires } from '../../../../core/requirement.ts';
import { isObject } from '../../../../core/text.ts';
import { argument } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Invocation } from '../../../kit/command.ts';
import type { Failures } from '../../../kit/messages/failures.ts';
import { ReviewComment } from './reviewComment.ts';
import type { ReviewThreads } from './reviewThreads.ts';
import { DraftComment } from './draftComment.ts';

const comment = argument<ReviewComment>((value) => (value instanceof ReviewComment ? undefined : requires('known')));
const thread = argument<CommentThread>((value) =>
  isObject(value) && 'canReply' in value ? undefined : requires('known'),
);

/** The commands of the threads of a pull request: the editor runs them with the thread, its typed text or a comment. */
export function threadCommands(load: () => Promise<ReviewThreads>, failures: Failures) {
  const resolving = (does: string, resolved: boolean, task: () => string): AnyCommand =>
    command({
      does,
      fields: { thread },
      run: async ({ thread: on }, { signal }) => {
        const resolve = async (): Promise<void> => await (await load()).resolve(on, resolved, signal);
        await resolve().catch((error: unknown) => failures.show(error, { task: task(), retry: resolve }));
      },
    });
  return {
    'sourcehost.thread.deleteComment': command({
      does: 'Deletes a comment in a thread of a pull request. The thread runs it.',
      fields: { comment },
      run: async ({ comment: { review, record } }, { signal, confirm }) => {
        await confirm(l10n.t('Delete this comment?'), l10n.t('This cannot be undone.'), l10n.t('Delete'));
        await review.remove(record, signal);
      },
    }),
    'sourcehost.thread.editComment': command({
      does: 'Edits a comment in a thread of a pull request. The thread runs it.',
      fields: { comment },
      run: async ({ comment: { review, record } }) => await review.edit(record),
    }),
    'sourcehost.thread.reply': command({
      does: 'Opens the input of a reply in a thread of a pull request. The thread runs it.',
      fields: { thread },
      run: async ({ thread: to }) => await (await load()).reply(to),
    }),
    'sourcehost.thread.resolve': resolving('Resolves a thread of a pull request. The thread runs it.', true, () =>
      l10n.t('The discussion was not resolved'),
    ),
    'sourcehost.thread.send': command({
      does: 'Sends what was written in a thread of a pull request. The thread runs it.',
      fields: { thread, text: filledText },
      run: async ({ thread: on, text: typed }) => await (await load()).write(on, typed),
    }),
    'sourcehost.thread.unresolve': resolving(
      'Opens a resolved thread of a pull request again. The thread runs it.',
      false,
      () => l10n.t('The discussion was not opened again'),
    ),
  };
}

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
