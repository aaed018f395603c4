import { Uri, type CommentThread } from 'vscode';
import { optional } from '../../../../api/contract/field.ts';
import { requires } from '../../../../core/requirement.ts';
import { isObject } from '../../../../core/text.ts';
import { argument } from '../../../kit/arguments.ts';
import { command, type AnyCommand, type Invocation } from '../../../kit/command.ts';
import type { CommentBoxes } from './commentBoxes.ts';
import type { CommentParts } from './parts.ts';
import { DraftComment, type DraftBox } from './draftComment.ts';

type Id = `sourcehost.comment.${'discard' | 'preview' | 'send' | 'write'}`;

const fields = {
  /** The draft whose menu runs the command. */
  draft: optional(argument<DraftComment>((value) => (value instanceof DraftComment ? undefined : requires('known')))),
  /** The input of a thread, and its text. */
  thread: optional(argument<Pick<CommentThread, 'uri'>>((value) => (isThread(value) ? undefined : requires('known')))),
  text: optional(argument<string>((value) => (typeof value === 'string' ? undefined : requires('known')))),
};

const isThread = (value: unknown): boolean => isObject(value) && value.uri instanceof Uri;

/** The commands of the comment box: the editor runs them with its thread and the typed text, or with its draft. */
export function commentBoxCommands(load: () => Promise<CommentParts>): Record<Id, AnyCommand> {
  const onBox = (
    run: (box: DraftBox, text: string, invocation: Invocation, boxes: CommentBoxes) => Promise<void>,
  ): AnyCommand =>
    command({
      fields,
      run: async ({ draft, thread, text = '' }, invocation) => {
        const { boxes } = await load();
        const box = draft?.box ?? (thread && boxes.of(thread.uri));
        if (box !== undefined) await run(box, draft?.text ?? text, invocation, boxes);
      },
    });
  return {
    'sourcehost.comment.discard': onBox((box) => box.discard()),
    'sourcehost.comment.preview': onBox((box, text) => box.preview(text)),
    'sourcehost.comment.write': onBox((box, text) => box.write(text)),
    'sourcehost.comment.send': onBox((box, text, { signal }, boxes) => boxes.send(box, text, signal)),
  };
}
