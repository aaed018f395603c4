import { l10n } from 'vscode';
import { filledText, flag, line, oneOf, optional, range } from '../../../api/contract/field.ts';
import { wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { foldCase, gist } from '../../../core/text.ts';
import type { CommentPlace, Comments, CommentTarget } from '../../../domain/conversation/comments.ts';
import {
  commentsIn,
  type Comment,
  type ConversationPlace,
  type Discussion,
} from '../../../domain/conversation/conversation.ts';
import { commentRecord, discussionRecord, writtenRecord } from '../../../domain/conversation/conversationRecord.ts';
import type { Conversations } from '../../../domain/conversation/conversations.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { recordId, recordNumber } from '../../kit/arguments.ts';
import type { Changes } from '../../kit/changes.ts';
import type { Ask } from '../../kit/command.ts';
import { askText, askUnless } from '../../kit/commands/ask.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { atRepository, needsOperation, onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import type { Pages } from '../../pages/register.ts';
import { writeOnPage } from '../../pages/writeOnPage.ts';
import { askPullRequest } from './askPullRequest.ts';

export interface PullRequestCommentParts extends Pages {
  readonly load: () => Promise<PullRequests>;
  readonly loadComments: () => Promise<Comments>;
  readonly loadConversations: () => Promise<Conversations>;
  readonly changes: Changes;
}

const usualLimit = 1_000;

export function pullRequestCommentCommands(parts: PullRequestCommentParts) {
  const { load, loadComments, loadConversations } = parts;
  const number = askPullRequest(load, 'all');
  const written = notifier(parts);
  return {
    ...ownCommentCommands(parts),
    ...discussionCommands(parts),
    'sourcehost.pullRequest.comments': onRepository({
      does: `Reads the comments of a pull request. ${needsOperation} \`limit\` is the largest number of discussions; without it, 1,000.`,
      result:
        'an array of discussions, oldest first: `{ id, body, user, created_at, discussion_id?, path?, line?, start_line?, side?, resolved?, outdated?, replies }`',
      fields: { number: recordNumber, limit: optional(range(1)) },
      ask: { number },
      run: async ({ number: of, limit = usualLimit }, on, { signal }) => {
        const { discussions } = await (await loadConversations()).whole(placeOf(on, of), { signal });
        return discussions.slice(0, limit).map(discussionRecord);
      },
    }),
    'sourcehost.pullRequest.comment': onRepository({
      does: 'Writes a comment on a pull request. `path` and `line` select a line of a file, with `start_line` a range, `path` alone the file. `side` is `new`: hosts take no comments on removed lines. If the answer to a comment was lost, the comment is looked for before it is sent again.',
      result: 'the comment as the host has it afterwards, with the place where the host put it',
      needsAccount: true,
      fields: {
        number: recordNumber,
        body: filledText,
        path: optional(line),
        line: optional(range(1)),
        start_line: optional(range(1)),
        side: optional(oneOf('new', 'old')),
      },
      ask: { number, body: askText(() => ({ prompt: l10n.t('Comment') })) },
      run: async ({ number: of, body, ...target }, on, { signal, again }) => {
        const at = targetOf(target);
        const comment = await (await loadComments()).add(placeOf(on, of), { body, at }, { signal, again });
        written(on, of);
        return comment && writtenRecord(comment);
      },
    }),
  };
}

function ownCommentCommands(parts: PullRequestCommentParts) {
  const { load, loadComments, loadConversations } = parts;
  const written = notifier(parts);
  const ofComment = {
    fields: { number: optional(recordNumber), id: recordId },
    ask: {
      number: askUnless<number | string>(({ id }) => id !== undefined, askPullRequest(load, 'all')),
      id: askComment(loadConversations),
    },
  };
  return {
    'sourcehost.pullRequest.editComment': onRepository({
      does: 'Changes an own comment on a pull request. `number` is the pull request, if it is known. A user may leave out `body`, and edits on the page of the pull request.',
      result: 'the comment',
      needsAccount: true,
      ...ofComment,
      fields: { ...ofComment.fields, body: optional(filledText) },
      runAsks: ['body'],
      run: async ({ number: of, id, body }, on, invocation) => {
        if (body === undefined) {
          const at = { comment: String(id), write: 'edit' } as const;
          await writeOnPage(parts.pages, on, ['pullRequest', of], invocation, at);
          return undefined;
        }
        const comment = await (await loadComments()).edit(placeOf(on, of), String(id), body, invocation);
        written(on, of);
        return commentRecord(comment);
      },
    }),
    'sourcehost.pullRequest.deleteComment': onRepository({
      does: 'Deletes an own comment on a pull request. `number` is the pull request, if it is known.',
      needsAccount: true,
      ...ofComment,
      run: async ({ number: of, id }, on, { signal, confirm }) => {
        await confirm(l10n.t('Delete this comment?'), deletionDetail(), l10n.t('Delete'));
        await (await loadComments()).remove(placeOf(on, of), String(id), { signal });
        written(on, of);
      },
    }),
  };
}

function discussionCommands(parts: PullRequestCommentParts) {
  const { load, loadComments, loadConversations } = parts;
  const [number, discussion_id] = [askPullRequest(load, 'all'), askDiscussion(loadConversations)];
  const written = notifier(parts);
  return {
    'sourcehost.pullRequest.reply': onRepository({
      does: 'Replies in a discussion of a pull request.',
      result: 'the comment',
      needsAccount: true,
      fields: { number: recordNumber, discussion_id: line, body: filledText },
      ask: { number, discussion_id, body: askText(() => ({ prompt: l10n.t('Reply') })) },
      run: async ({ number: of, discussion_id: discussion, body }, on, { signal, again }) => {
        const comment = await (await loadComments()).reply(placeOf(on, of), { body, discussion }, { signal, again });
        written(on, of);
        return comment && writtenRecord(comment);
      },
    }),
    'sourcehost.pullRequest.resolve': onRepository({
      does: 'Resolves a discussion of a pull request. `resolved: false` opens it again.',
      needsAccount: true,
      fields: { number: recordNumber, discussion_id: line, resolved: optional(flag) },
      ask: { number, discussion_id },
      run: async ({ number: of, discussion_id: discussion, resolved = true }, on, { signal }) => {
        await (await loadComments()).resolve(placeOf(on, of), { discussion, resolved }, { signal });
        written(on, of);
      },
    }),
  };
}

const notifier = ({ changes }: PullRequestCommentParts) => {
  const notify = changeNotifier(changes, 'pullRequests');
  return (on: AtRepository, of?: number | string): void =>
    notify(on, { silent: true }, ...(of === undefined ? [] : [String(of)]));
};

/** Hosts tell nothing about the replies of a comment that is deleted. */
export const deletionDetail = (): string => l10n.t('This cannot be undone. The host may delete its replies too.');

function placeOf(on: AtRepository, number: number | string): ConversationPlace;
function placeOf(on: AtRepository, number: number | string | undefined): CommentPlace;
function placeOf({ connection, name }: AtRepository, number: number | string | undefined): CommentPlace {
  return { connection, name, kind: 'pullRequests', number: number === undefined ? undefined : String(number) };
}

interface Target {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly start_line?: number | undefined;
  readonly side?: CommentTarget['side'];
}

/** @throws Failure `invalid` for a line without its file, or a beginning without its end */
function targetOf({ path, line: end, start_line: startLine, side }: Target): CommentTarget | undefined {
  if (path === undefined && (end ?? startLine ?? side) !== undefined) throw wrongValue('path', requires('given'));
  if (end === undefined && startLine !== undefined) throw wrongValue('line', requires('given'));
  return path === undefined ? undefined : { path, line: end, startLine, side };
}

type LoadConversations = () => Promise<Conversations>;

/** The choices of `choicesOf` for the discussions of a pull request, as they come. */
const askOf =
  (
    load: LoadConversations,
    placeholder: () => string,
    choicesOf: (one: Discussion, login: string | undefined) => Choice<string>[],
  ): Ask<string> =>
  async (prompt, args, invocation) => {
    const [conversations, on] = await Promise.all([load(), atRepository(invocation, args)]);
    const seen = new Set<string>();
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      for await (const { discussions } of conversations.read(placeOf(on, String(args.number)), invocation)) {
        const choices = discussions.flatMap((one) => choicesOf(one, on.connection.account?.login));
        yield choices.filter(({ value }) => !seen.has(value) && seen.add(value).has(value));
      }
    }
    const empty = l10n.t('There is no such comment.');
    return await prompt.pick({ placeholder: placeholder(), items: items(), paged: true, empty });
  };

const askDiscussion = (load: LoadConversations): Ask<string> =>
  askOf(
    load,
    () => l10n.t('Which discussion?'),
    (one) => (one.discussionId === undefined ? [] : [choiceOf(one, one, one.discussionId)]),
  );

const askComment = (load: LoadConversations): Ask<string> =>
  askOf(
    load,
    () => l10n.t('Which of your comments?'),
    (one, login = '') =>
      commentsIn(one).flatMap((comment) =>
        comment.id === undefined || foldCase(comment.user?.login ?? '') !== foldCase(login)
          ? []
          : [choiceOf(comment, one, comment.id)],
      ),
  );

function choiceOf({ body, user }: Comment, { place, resolved }: Discussion, value: string): Choice<string> {
  const where = [place?.path, place?.line].filter((part) => part !== undefined).join(':');
  const description = [user?.login, where, resolved === true ? l10n.t('resolved') : ''].filter(Boolean).join(' · ');
  return { label: gist(body, 120), description, value };
}
