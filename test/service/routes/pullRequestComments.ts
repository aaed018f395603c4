import type { pullRequestComments as table } from '../../../src/api/endpoints/optional/pullRequests.ts';
import { forbidden, invalid, missing, ok, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { pullCommentForm } from '../forms/pullRequest.ts';
import { stamp } from '../forms/times.ts';
import { showsLine } from '../git/diff.ts';
import { filesOf, findPull, noteEvent } from '../pullRequests.ts';
import { rightsOf } from '../rights.ts';
import type { PullRequest, PullRequestComment, Repository } from '../state.ts';
import { changed, made, nothing, type Handlers } from './handler.ts';

export const pullRequestComments: Handlers<typeof table> = {
  list: (call) => {
    const pull = findPull(call, call.repository());
    const type = call.optionalText('comment_type');
    const wanted = pull.comments.filter(
      ({ place }) => type === undefined || (type === 'diff_comment') === (place !== undefined),
    );
    return ok(call.page(wanted).map((comment) => pullCommentForm(call, pull, comment)));
  },

  create: async (call) => {
    const repository = call.writable('pull');
    const pull = findPull(call, repository);
    const place = await placeOf(call, repository, pull);
    const discussion = `${call.state.nextId()}`.padStart(40, '0');
    return add(call, repository, pull, { discussion, ...(place === undefined ? {} : { place }) });
  },

  get: (call) => {
    const { pull, comment } = found(call, call.repository());
    return ok({
      ...pullCommentForm(call, pull, comment),
      target: { issue: { id: pull.id, title: pull.title, number: pull.number } },
    });
  },

  edit: (call) => {
    const { pull, comment } = own(call);
    comment.body = call.text('body');
    comment.updated = pull.updated = Date.now();
    return changed(call, {});
  },

  remove: (call) => {
    const { pull, comment } = own(call);
    pull.comments.splice(pull.comments.indexOf(comment), 1);
    return nothing(call, '{}');
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
    const { discussion, author } = discussionOf(call, pull);
    const { login } = call.user;
    if (![author, pull.author].includes(login) && !rightsOf(call.state, repository, login).push) throw forbidden();
    if (call.flag('resolved') === true) pull.resolved.add(discussion);
    else pull.resolved.delete(discussion);
    return nothing(call, '{}');
  },

  discussions: (call) => {
    const pull = findPull(call, call.repository());
    const all = Map.groupBy(pull.comments, ({ discussion }) => discussion);
    const some = call.page([...all]);
    return ok({ data: some.map(([id, comments]) => ({ id, notes: comments.map((one) => noteForm(pull, one)) })) });
  },
};

/** A note of another version of the API. */
function noteForm({ resolved }: PullRequest, comment: PullRequestComment): object {
  const { id, discussion, body, author, created, place } = comment;
  const about = { id, discussion_id: discussion, body, author: { username: author }, created_at: stamp(created) };
  if (place === undefined) return about;
  const position = { position_type: 'text', old_path: place.path, new_path: place.path, new_line: place.line };
  return { ...about, type: 'DiffNote', resolvable: true, resolved: resolved.has(discussion), position };
}

/** The line that the request names; undefined for a comment on the whole pull request. */
async function placeOf(call: Call, repository: Repository, pull: PullRequest): Promise<PullRequestComment['place']> {
  const [path, line] = [call.optionalText('path'), call.number('position')];
  if (path === undefined && line === undefined) return undefined;
  const file = (await filesOf(repository, pull)).find((one) => one.path === path);
  if (file === undefined || line === undefined) throw invalid('path or position is invalid');
  if (!showsLine(file, line)) throw invalid('position is invalid');
  return { path: file.path, line };
}

function add(
  call: Call,
  repository: Repository,
  pull: PullRequest,
  about: Pick<PullRequestComment, 'discussion' | 'place'>,
): Answer {
  const { login } = call.user;
  const comment = { id: call.state.nextId(), author: login, body: call.text('body'), created: Date.now(), ...about };
  pull.comments.push(comment);
  noteEvent(call, pull, 'commented', '');
  call.host.deliver(repository, 'note_events', call.user, {
    action: 'comment',
    comment: { id: comment.id, body: comment.body },
    merge_request: { iid: pull.number },
  });
  return made(call, { id: comment.id, body: comment.body });
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
  const id = Number(call.text('id'));
  for (const pull of repository.pullRequests.values()) {
    const comment = pull.comments.find((one) => one.id === id);
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
