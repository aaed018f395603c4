import type { pullRequestComments as table } from '../../../src/api/endpoints/optional/pullRequests.ts';
import { forbidden, missing, ok, Refusal, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { runNote } from '../ci/causes.ts';
import {
  discussionsAnswer,
  discussionsOf,
  listedDiscussion,
  singleComment,
  writtenComment,
} from '../forms/pullRequestComment.ts';
import { showsLine } from '../git/diff.ts';
import { rewrite } from '../log.ts';
import type { ownEndpoints } from '../ownEndpoints.ts';
import { commitsOf, filesOf, findPull, noteEvent } from '../pullRequests.ts';
import { rightsOf } from '../rights.ts';
import type { CommentPlace, PullRequest, PullRequestComment, Repository } from '../state.ts';
import { made, nothing, type Handlers } from './handler.ts';
import { modifyHistory, reactions } from './history.ts';

export const pullRequestComments: Handlers<typeof table & typeof ownEndpoints.pullRequestComments> = {
  list: (call) => {
    const pull = findPull(call, call.repository());
    const type = call.optionalText('comment_type');
    const wanted = discussionsOf(pull).filter(
      ([{ place }]) => type === undefined || (type === 'diff_comment') === (place !== undefined),
    );
    const { commentReplies, pullCommentOrder } = call.habits;
    const entries = wanted.flatMap((discussion) => listedDiscussion(call, pull, discussion));
    // Flat replies stand where they were written, between the other comments.
    if (commentReplies === 'flat') entries.sort((one, other) => Number(one.id) - Number(other.id));
    if (pullCommentOrder === 'newest first') entries.reverse();
    return ok(call.page(entries));
  },

  create: async (call) => {
    const repository = call.writable('pull');
    const pull = findPull(call, repository);
    const place = await placeOf(call, repository, pull);
    const discussion = call.state.nextId().toString(16).padStart(40, 'd');
    return add(call, repository, pull, { discussion, ...(place === undefined ? {} : { place }) });
  },

  get: async (call) => {
    const { repository, pull, comment } = found(call, call.repository());
    return ok(await singleComment(call, repository, pull, comment));
  },

  edit: (call) => {
    const { pull, comment } = own(call);
    rewrite(call, comment, call.text('body'));
    comment.updated = pull.updated = Date.now();
    return nothing(call, '200');
  },

  remove: (call) => {
    const { pull, comment } = own(call);
    const all = pull.comments.filter(({ discussion }) => discussion === comment.discussion);
    const gone = call.habits.removedRoot === 'discussion goes' && all[0] === comment ? all : [comment];
    for (const one of gone) pull.comments.splice(pull.comments.indexOf(one), 1);
    return nothing(call, '200');
  },

  reply: (call) => {
    const repository = call.writable('pull');
    const pull = findPull(call, repository);
    const { discussion, place } = discussionOf(call, pull);
    return add(call, repository, pull, { discussion, ...(place === undefined ? {} : { place }) });
  },

  resolve: (call) => {
    const repository = call.writable('pull');
    const pull = findPull(call, repository);
    const { discussion, author, place } = discussionOf(call, pull);
    const { login } = call.user;
    if (![author, pull.author].includes(login) && !rightsOf(call.state, repository, login).push) throw forbidden();
    if (place === undefined) throw new Refusal(400, 'This discussion cannot be resolved');
    if (call.flag('resolved') === true) pull.resolved.add(discussion);
    else pull.resolved.delete(discussion);
    touch(pull, discussion);
    if (pull.comments.every((one) => one.place === undefined || pull.resolved.has(one.discussion)))
      noteEvent(call, pull, 'discussion', 'resolved all discussions');
    return nothing(call, '{}');
  },

  discussions: async (call) => {
    const repository = call.repository();
    return ok(await discussionsAnswer(call, repository, findPull(call, repository)));
  },

  reactions: (call) => reactions(call, found(call, call.repository()).comment),
  modifyHistory: (call) => modifyHistory(call, found(call, call.repository()).comment),
};

/** Resolving moves the time of the last change of the root. */
function touch({ comments }: PullRequest, discussion: string): void {
  const root = comments.find((one) => one.discussion === discussion);
  if (root !== undefined) root.updated = Date.now();
}

/** What the request names; undefined for a comment on the whole pull request. */
async function placeOf(call: Call, repository: Repository, pull: PullRequest): Promise<CommentPlace | undefined> {
  const path = call.optionalText('path');
  const line = call.number('position');
  const isOnFile = call.optionalText('position_type') === 'binary';
  // A path without a position lands on the whole.
  if (path === undefined || (line === undefined && !isOnFile)) return undefined;
  const file = (await filesOf(repository, pull)).find((one) => one.path === path);
  if (file === undefined || (line !== undefined && !showsLine(file, line)))
    throw new Refusal(400, 'diff failed to be generated due to invalid params under position param');
  const { base, head, common = base } = await commitsOf(repository, pull);
  const version = { base: common, start: base, head };
  if (line === undefined) return { path, version };
  const startLine = call.number('start_line');
  return { path, line, version, ...(startLine === undefined || startLine === line ? {} : { startLine }) };
}

async function add(
  call: Call,
  repository: Repository,
  pull: PullRequest,
  about: Pick<PullRequestComment, 'discussion' | 'place'>,
): Promise<Answer> {
  const { login } = call.user;
  const comment = { id: call.state.nextId(), author: login, body: call.text('body'), created: Date.now(), ...about };
  pull.comments.push(comment);
  pull.updated = comment.created;
  call.host.deliver(repository, 'note_events', call.user, {
    action: 'comment',
    comment: { id: comment.id, body: comment.body },
    merge_request: { iid: pull.number },
  });
  await runNote(call.host, repository, pull, call.user, comment.body);
  return made(call, writtenComment(call, pull, comment));
}

function discussionOf(call: Call, pull: PullRequest): PullRequestComment {
  const comment = pull.comments.find(({ discussion }) => discussion === call.text('discussion_id'));
  if (comment === undefined) throw missing('404 Discussion Not Found');
  return comment;
}

interface Found {
  readonly repository: Repository;
  readonly pull: PullRequest;
  readonly comment: PullRequestComment;
}

function found(call: Call, repository: Repository): Found {
  const id = call.text('id');
  if (!/^\d+$/.test(id))
    throw new Refusal(400, 'Orchestration error: Invalid path parameter: note_id, number required');
  for (const pull of repository.pullRequests.values()) {
    const comment = pull.comments.find((one) => one.id === Number(id));
    if (comment !== undefined) return { repository, pull, comment };
  }
  throw missing('404 Note Not Found');
}

/** A comment that the account may change: its own, or any for an administrator. */
function own(call: Call): Found {
  const place = found(call, call.writable('pull'));
  const { login } = call.user;
  if (place.comment.author !== login && !rightsOf(call.state, place.repository, login).admin) throw forbidden();
  return place;
}
