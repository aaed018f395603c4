import { l10n } from 'vscode';
import { filledText, optional } from '../../../../api/contract/field.ts';
import type { IssueComment } from '../../../../api/record/issue.ts';
import { nobodySignedIn } from '../../../../core/errors.ts';
import { foldCase, oneLine } from '../../../../core/text.ts';
import type { Comments } from '../../../../domain/issues/comments.ts';
import { recordId, recordNumber } from '../../../kit/arguments.ts';
import type { Changes } from '../../../kit/changes.ts';
import type { AnyCommand, Ask } from '../../../kit/command.ts';
import { askText, askUnless } from '../../../kit/commands/ask.ts';
import { atRepository, onRepository, type AtRepository } from '../../../kit/commands/declare.ts';
import { formatTime } from '../../../kit/messages/format.ts';
import { askIssue } from './issueCommands.ts';

type Id = `sourcehost.issue.${'addComment' | 'deleteComment' | 'editComment'}`;

/** The issue of a comment that is chosen; a caller that knows the comment need not know its issue. */
const askIssueOfComment = askUnless<number | string>(({ id }) => id !== undefined, askIssue('all'));

const askOwnComment: Ask<string> = async (prompt, known, invocation) => {
  const on = await atRepository(invocation, known);
  const { account } = on.connection;
  if (account === undefined) throw nobodySignedIn();
  const isOwn = ({ user }: IssueComment): boolean => foldCase(user?.login ?? '') === foldCase(account.login);
  const { number } = known;
  const isNamed = typeof number === 'string' || typeof number === 'number';
  const issue = isNamed ? `${number}` : await askIssue('all')(prompt, known, invocation);
  return await prompt.pick({
    placeholder: l10n.t('Which of your comments?'),
    items: ownComments(on, issue, isOwn, invocation.signal),
    paged: true,
  });
};

async function* ownComments(
  { api, at }: AtRepository,
  number: string,
  isOwn: (comment: IssueComment) => boolean,
  signal: AbortSignal,
) {
  for await (const { items } of api.issues.comments.all({ ...at, number, order: 'desc' }, { signal }).pages())
    yield items.filter(isOwn).map(({ id, body = '', created_at }) => ({
      label: oneLine(body, 120),
      description: formatTime(created_at) ?? '',
      value: id,
    }));
}

const ofComment = { number: optional(recordNumber), id: recordId };

/** Comments on issues, where the host has them. */
export function commentCommands(load: () => Promise<Comments>, changes: Changes): Record<Id, AnyCommand> {
  const notify = ({ name: repository }: AtRepository): void =>
    changes.report({ subject: 'issues', host: repository.host, repository, comments: true });
  return {
    'sourcehost.issue.addComment': onRepository({
      fields: { number: recordNumber, body: filledText },
      ask: { number: askIssue('all'), body: askText(() => ({ prompt: l10n.t('Comment') })) },
      run: async ({ number, body }, on, { signal }) => {
        const comment = await (await load()).addToIssue(on, String(number), body, { signal });
        notify(on);
        return comment;
      },
    }),
    'sourcehost.issue.editComment': onRepository({
      fields: { ...ofComment, body: filledText },
      ask: {
        number: askIssueOfComment,
        id: askOwnComment,
        body: askText(() => ({ prompt: l10n.t('New text of the comment') })),
      },
      run: async ({ body, ...given }, on, { signal }) => {
        const comment = await (await load()).editOnIssue(on, commentOf(given), body, { signal });
        notify(on);
        return comment;
      },
    }),
    'sourcehost.issue.deleteComment': onRepository({
      fields: ofComment,
      ask: { number: askIssueOfComment, id: askOwnComment },
      run: async (given, on, { signal, confirm }) => {
        const detail = l10n.t('This cannot be undone.');
        await confirm(l10n.t('Delete this comment?'), detail, l10n.t('Delete'));
        await (await load()).removeFromIssue(on, commentOf(given), { signal });
        notify(on);
      },
    }),
  };
}

const commentOf = ({
  id,
  number,
}: {
  readonly id: number | string;
  readonly number?: number | string | undefined;
}) => ({
  id: String(id),
  number: number === undefined ? undefined : String(number),
});
