import { l10n, type CommentThread } from 'vscode';
import { filledText } from '../../../../api/contract/field.ts';
import { requires } from '../../../../core/requirement.ts';
import { isObject } from '../../../../core/text.ts';
import { argument } from '../../../kit/arguments.ts';
import { command, type AnyCommand } from '../../../kit/command.ts';
import type { Failures } from '../../../kit/messages/failures.ts';
import { ReviewComment } from './reviewComment.ts';
import type { ReviewThreads } from './reviewThreads.ts';

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
