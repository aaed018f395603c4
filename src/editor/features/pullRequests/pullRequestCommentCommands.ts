import { l10n } from 'vscode';
import { filledText, flag, line, optional } from '../../../api/contract/field.ts';
import { oneLine } from '../../../core/text.ts';
import type { Comments } from '../../../domain/issues/comments.ts';
import type { PullRequestComment } from '../../../domain/pullRequests/discussions.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { recordNumber } from '../../kit/arguments.ts';
import type { Changes } from '../../kit/changes.ts';
import type { Ask } from '../../kit/command.ts';
import { askText } from '../../kit/commands/ask.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import { atRepository, onRepository } from '../../kit/commands/declare.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { askPullRequest } from './askPullRequest.ts';

export interface PullRequestCommentParts {
  readonly load: () => Promise<PullRequests>;
  readonly loadComments: () => Promise<Comments>;
  readonly changes: Changes;
}

export function pullRequestCommentCommands(parts: PullRequestCommentParts) {
  const { load, loadComments, changes } = parts;
  const notify = changeNotifier(changes, 'pullRequests');
  const number = askPullRequest(load, 'all');
  return {
    'sourcehost.pullRequest.comment': onRepository({
      does: 'Writes a comment on a pull request. `path` and `line` select a line of a file. The result tells where the host put the comment. If the answer to a comment was lost, the comment is looked for before it is sent again.',
      result: 'the comment',
      needsAccount: true,
      fields: { number: recordNumber, body: filledText, path: optional(line), line: optional(recordNumber) },
      ask: { number, body: askText(() => ({ prompt: l10n.t('Comment') })) },
      run: async ({ number: of, body, path, line: at }, on, { signal, again }) => {
        if ((path === undefined) !== (at === undefined))
          throw wrongValue(path === undefined ? 'path' : 'line', requires('given'));
        const place = path === undefined ? undefined : { path, position: Number(at) };
        const comments = await loadComments();
        const comment = await comments.addToPullRequest(on, String(of), { body, line: place }, { signal, again });
        notify(on, { silent: true }, String(of));
        return comment;
      },
    }),
    'sourcehost.pullRequest.reply': onRepository({
      does: 'Replies in a discussion of a pull request.',
      result: 'the comment',
      needsAccount: true,
      fields: { number: recordNumber, discussion_id: line, body: filledText },
      ask: { number, discussion_id: askDiscussion(load), body: askText(() => ({ prompt: l10n.t('Reply') })) },
      run: async ({ number: of, discussion_id: discussion, body }, on, { signal, again }) => {
        const comment = await (await loadComments()).reply(on, String(of), { body, discussion }, { signal, again });
        notify(on, { silent: true }, String(of));
        return comment;
      },
    }),
    'sourcehost.pullRequest.resolve': onRepository({
      does: 'Resolves a discussion of a pull request. `resolved: false` opens it again.',
      needsAccount: true,
      fields: { number: recordNumber, discussion_id: line, resolved: optional(flag) },
      ask: { number, discussion_id: askDiscussion(load) },
      run: async ({ number: of, discussion_id: discussion, resolved = true }, on, { signal }) => {
        await (await load()).resolve(on, String(of), { discussion, resolved }, { signal });
        notify(on, { silent: true }, String(of));
      },
    }),
  };
}

const askDiscussion =
  (load: () => Promise<PullRequests>): Ask<string> =>
  async (prompt, args, invocation) => {
    const [pullRequests, on] = await Promise.all([load(), atRepository(invocation, args)]);
    const seen = new Set<string>();
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      for await (const comments of pullRequests.commentPages(on, String(args.number), invocation))
        yield comments.flatMap((comment) => {
          const { discussion_id: id } = comment;
          if (id === undefined || seen.has(id)) return [];
          seen.add(id);
          return [discussionChoice(comment, id)];
        });
    }
    return await prompt.pick({ placeholder: l10n.t('Which discussion?'), items: items(), paged: true });
  };

function discussionChoice({ body = '', user, path, position, resolved }: PullRequestComment, id: string) {
  const place = path === undefined ? [] : [position === undefined ? path : `${path}:${position}`];
  const state = resolved === true ? [l10n.t('resolved')] : [];
  return {
    label: oneLine(body, 120),
    description: [user?.login ?? '', ...place, ...state].filter(Boolean).join(' · '),
    value: id,
  };
}
