import { l10n } from 'vscode';
import { filledText, optional, range } from '../../../api/contract/field.ts';
import type { IssueComment } from '../../../api/record/issue.ts';
import { nobodySignedIn } from '../../../core/errors.ts';
import { foldCase, gist } from '../../../core/text.ts';
import type { CommentPlace } from '../../../domain/conversation/comments.ts';
import { discussionRecord } from '../../../domain/conversation/conversationRecord.ts';
import type { Conversations } from '../../../domain/conversation/conversations.ts';
import type { ConversationPlace } from '../../../domain/conversation/conversation.ts';
import { recordPage } from '../../../domain/pages/target.ts';
import { recordId, recordNumber } from '../../kit/arguments.ts';
import type { SubjectChange } from '../../kit/changes.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import { askUnless, choicesOf } from '../../kit/commands/ask.ts';
import { atRepository, needsOperation, onRepository, type AtRepository } from '../../kit/commands/declare.ts';
import { formatAgo } from '../../kit/messages/format.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import type { Pages } from '../../pages/register.ts';
import { writeOnPage } from '../../pages/writeOnPage.ts';
import type { Services } from '../../services/services.ts';
import { askIssue } from './commands/issueCommands.ts';

const usualLimit = 1_000;

/** The issue of a comment that is chosen; a caller that knows the comment need not know its issue. */
const askIssueOfComment = askUnless<number | string>(({ id }) => id !== undefined, askIssue('all'));

const askComment =
  (whose: 'all' | 'own'): Ask<string> =>
  async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const { account } = on.connection;
    if (account === undefined) throw nobodySignedIn();
    const isOffered = ({ user }: IssueComment): boolean =>
      whose === 'all' || foldCase(user?.login ?? '') === foldCase(account.login);
    const { number } = args;
    const isNamed = typeof number === 'string' || typeof number === 'number';
    const issue = isNamed ? `${number}` : await askIssue('all')(prompt, args, invocation);
    return await prompt.pick({
      placeholder: whose === 'own' ? l10n.t('Which of your comments?') : l10n.t('Which comment?'),
      items: choicesOf(on.api.issues.comments.all({ ...on.at, number: issue, order: 'desc' }, invocation), (comment) =>
        isOffered(comment) ? choiceOf(comment) : undefined,
      ),
      paged: true,
      empty: l10n.t('There is no such comment.'),
    });
  };

const choiceOf = ({ id, body = '', created_at: at, user }: IssueComment): Choice<string> => ({
  label: gist(body, 120),
  description: [user?.login, formatAgo(at)].filter(Boolean).join(' · '),
  value: id,
});

const ofComment = { number: optional(recordNumber), id: recordId };

/** Comments on issues, where the host has them. Without a text, a user writes it on the page of the issue. */
export function commentCommands({ loadComments, changes, pages }: Pick<Services, 'loadComments' | 'changes'> & Pages) {
  const notify = ({ name: repository }: AtRepository, more: Pick<SubjectChange, 'commented'> = {}): void =>
    changes.report({ subject: 'issues', host: repository.host, repository, comments: true, ...more });
  return {
    'sourcehost.issue.addComment': onRepository({
      does: `Writes a comment on an issue. ${needsOperation} If the answer to a comment was lost, the comment is looked for before it is sent again. A user may leave out \`body\`, and writes on the page of the issue.`,
      result: 'the comment',
      needsAccount: true,
      fields: { number: recordNumber, body: optional(filledText) },
      ask: { number: askIssue('all') },
      runAsks: ['body'],
      run: async ({ number, body }, on, invocation) => {
        if (body === undefined) {
          await writeOnPage(pages, on, ['issue', number], invocation, { write: true });
          return undefined;
        }
        const comment = await (await loadComments()).add(issueOf(on, number), { body }, invocation);
        notify(on, { commented: String(number) });
        return comment;
      },
    }),
    'sourcehost.issue.editComment': onRepository({
      does: 'Changes an own comment on an issue. `number` is the issue, if it is known. A user may leave out `body`, and edits on the page of the issue.',
      result: 'the comment',
      needsAccount: true,
      fields: { ...ofComment, body: optional(filledText) },
      ask: { number: askIssueOfComment, id: askComment('own') },
      runAsks: ['body'],
      run: async ({ body, number, id }, on, invocation) => {
        const comment = String(id);
        if (body === undefined) {
          await writeOnPage(pages, on, ['issue', number], invocation, { comment, write: 'edit' });
          return undefined;
        }
        const edited = await (await loadComments()).edit(issueOf(on, number), comment, body, invocation);
        notify(on);
        return edited;
      },
    }),
    'sourcehost.issue.deleteComment': onRepository({
      does: 'Deletes an own comment on an issue. `number` is the issue, if it is known.',
      needsAccount: true,
      fields: ofComment,
      ask: { number: askIssueOfComment, id: askComment('own') },
      run: async ({ id, number }, on, { signal, confirm }) => {
        const detail = l10n.t('This cannot be undone.');
        await confirm(l10n.t('Delete this comment?'), detail, l10n.t('Delete'));
        await (await loadComments()).remove(issueOf(on, number), String(id), { signal });
        notify(on);
      },
    }),
    'sourcehost.issue.quoteComment': quoteCommand(pages),
  };
}

export const readCommentsCommand = (loadConversations: () => Promise<Conversations>) => ({
  'sourcehost.issue.comments': onRepository({
    does: 'Reads the comments of an issue. `limit` is the largest number of them; without it, 1,000.',
    result: 'an array of discussions without replies, oldest first: `{ id, body, user, created_at, replies }`',
    fields: { number: recordNumber, limit: optional(range(1)) },
    ask: { number: askIssue('all') },
    run: async ({ number, limit = usualLimit }, on, { signal }) => {
      const { discussions } = await (await loadConversations()).whole(issueOf(on, number), { signal });
      return discussions.slice(0, limit).map(discussionRecord);
    },
  }),
});

const quoteCommand = ({ show }: Pages['pages']): AnyCommand =>
  onRepository({
    does: 'Quotes a comment in the box on the page of the issue.',
    needsAccount: true,
    fields: { number: recordNumber, id: recordId },
    ask: { number: askIssue('all'), id: askComment('all') },
    run: async ({ id, number }, { connection, name }, invocation) => {
      const at = { comment: String(id), write: 'quote' } as const;
      await show(recordPage(connection, name, 'issue', String(number)), invocation, at);
    },
  });

type IssueNumber = number | string;

function issueOf(on: AtRepository, number: IssueNumber): ConversationPlace;
function issueOf(on: AtRepository, number: IssueNumber | undefined): CommentPlace;
function issueOf({ connection, name }: AtRepository, number: IssueNumber | undefined): CommentPlace {
  return { connection, name, kind: 'issues', number: number === undefined ? undefined : String(number) };
}
