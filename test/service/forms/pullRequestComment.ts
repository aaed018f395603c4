import { createHash } from 'node:crypto';
import type { Call } from '../call.ts';
import { commitsOf } from '../pullRequests.ts';
import type { CommentPlace, CommentVersion, PullRequest, PullRequestComment, Repository } from '../state.ts';
import { stamp } from './times.ts';
import { numbered, numericId, person } from './user.ts';

type Json = Record<string, unknown>;

/** A comment and its replies, in the order in which they were written. */
export type Discussion = readonly [root: PullRequestComment, ...replies: PullRequestComment[]];

export function discussionsOf({ comments }: PullRequest): readonly Discussion[] {
  const found = new Map<string, Discussion>();
  for (const comment of comments) {
    const [root, ...replies] = found.get(comment.discussion) ?? [];
    found.set(comment.discussion, root === undefined ? [comment] : [root, ...replies, comment]);
  }
  return [...found.values()];
}

const dates = ({ created, updated = created }: PullRequestComment): Json => ({
  created_at: stamp(created),
  updated_at: stamp(updated),
});

const author = ({ host }: Call, login: string): Json | null =>
  person(host, login, 'id login object_id name avatar_url html_url');

function diffPosition({ path, line, startLine = line, side }: CommentPlace, { commentPlace }: Call['habits']): Json {
  const name = side === 'old' ? 'old_line' : 'new_line';
  return {
    ...(line === undefined ? {} : { [`start_${name}`]: startLine, [`end_${name}`]: line }),
    position_type: line === undefined ? 'binary' : 'text',
    ...(commentPlace === 'diff_position' ? { new_path: path, old_path: path } : {}),
  };
}

function placeOf(call: Call, pull: PullRequest, { place, discussion }: PullRequestComment): Json {
  if (place === undefined) return { comment_type: 'pr_comment' };
  const { commentPlace } = call.habits;
  return {
    ...{ comment_type: 'diff_comment', resolved: pull.resolved.has(discussion) },
    ...(commentPlace === 'told' ? { path: place.path } : {}),
    ...(commentPlace === 'diff_file' ? { diff_file: place.path } : {}),
    diff_position: diffPosition(place, call.habits),
  };
}

/** The entries that the list has for a discussion. */
export function listedDiscussion(call: Call, pull: PullRequest, [root, ...replies]: Discussion): readonly Json[] {
  const { commentReplies, discussionId } = call.habits;
  const form = (comment: PullRequestComment): Json => ({
    ...{ id: comment.id, ...(discussionId ? { discussion_id: comment.discussion } : {}), body: comment.body },
    ...{ ...dates(comment), user: author(call, comment.author), ...placeOf(call, pull, comment) },
  });
  const reply = (comment: PullRequestComment): Json => ({
    ...{ id: comment.id, body: comment.body, ...dates(comment), user: author(call, comment.author) },
  });
  const deep = (some: readonly PullRequestComment[]): Json[] =>
    some.slice(0, 1).map((one) => ({ ...reply(one), ...(some.length > 1 ? { reply: deep(some.slice(1)) } : {}) }));
  const nested = commentReplies === 'in replies' ? deep(replies) : replies.map(reply);
  if (commentReplies === 'both') nested.reverse();
  const flat = commentReplies === 'flat' || commentReplies === 'both' ? replies.map(form) : [];
  return [{ ...form(root), ...(commentReplies === 'flat' || replies.length === 0 ? {} : { reply: nested }) }, ...flat];
}

async function versionOf(repository: Repository, pull: PullRequest): Promise<CommentVersion> {
  const { base, head, common = base } = await commitsOf(repository, pull);
  return { base: common, start: base, head };
}

async function isOutdated(repository: Repository, { path, version }: CommentPlace, head: string): Promise<boolean> {
  if (version === undefined || version.head === head) return false;
  const git = await repository.git();
  const [then, now] = await Promise.all(
    [version.head, head].map(async (sha) => await git.entry((await git.commit(sha))?.tree ?? '', path)),
  );
  return then?.sha !== now?.sha;
}

function positionOf({ path, line, startLine, side }: CommentPlace, { base, start, head }: CommentVersion): Json {
  const name = side === 'old' ? 'old_line' : 'new_line';
  return {
    ...{ base_sha: base, start_sha: start, head_sha: head, old_path: path, new_path: path },
    ...{ position_type: line === undefined ? 'binary' : 'text', ...(line === undefined ? {} : { [name]: line }) },
    ...(startLine === undefined ? {} : { [`start_${name}`]: startLine }),
  };
}

/** Position and age of a comment; without a place, nothing. */
async function positioned(repository: Repository, pull: PullRequest, { place }: PullRequestComment): Promise<Json> {
  if (place === undefined) return {};
  const present = await versionOf(repository, pull);
  return {
    is_outdated: await isOutdated(repository, place, present.head),
    position: positionOf(place, place.version ?? present),
  };
}

/** GET one comment. Its user has a number in a text as id, and its time is that of its creation. */
export async function singleComment(
  call: Call,
  repository: Repository,
  pull: PullRequest,
  comment: PullRequestComment,
): Promise<Json> {
  const { id, discussion, body, created, place } = comment;
  const target = { target: { issue: { id: pull.id, title: pull.title, number: String(pull.number) } } };
  if (call.habits.singleComment === 'as listed') return { ...listedDiscussion(call, pull, [comment])[0], ...target };
  const account = call.state.accounts.get(comment.author);
  return {
    ...{ id, discussion_id: discussion, body, comment_type: place === undefined ? 'DiscussionNote' : 'DiffNote' },
    user: { ...person(call.host, comment.author, 'object_id login name type'), id: String(numericId(account)) },
    ...{ created_at: stamp(created), updated_at: stamp(created) },
    ...(await positioned(repository, pull, comment)),
    ...target,
  };
}

/** The reply of a creation: `id` names the discussion. */
export function writtenComment(call: Call, pull: PullRequest, comment: PullRequestComment): Json {
  const { id, discussion, body } = comment;
  switch (call.habits.createdComment) {
    case 'note_id':
      return { id: discussion, body, note_id: id };
    case 'noteId':
      return { id: discussion, body, noteId: id };
    case 'discussion':
      return { id: discussion, body };
    case 'number':
      return { id, body };
    case 'number as text':
      return { id: String(id), body, ...dates(comment) };
    case 'whole':
      return listedDiscussion(call, pull, [comment])[0] ?? {};
  }
}

/** The discussions of v4: one request for all places. */
export async function discussionsAnswer(call: Call, repository: Repository, pull: PullRequest): Promise<unknown> {
  const noteOf = async (comment: PullRequestComment): Promise<Json> => ({
    ...{ id: comment.id, discussion_id: comment.discussion, body: comment.body },
    ...(comment.place === undefined ? {} : { type: 'DiffNote' }),
    ...{ ...dates(comment), author: numbered(call.host, comment.author, 'username name') },
    ...(await placedNote(repository, pull, comment)),
    resolvable: comment.place !== undefined,
    resolved: pull.resolved.has(comment.discussion),
  });
  const events = pull.events.map(({ id, content, created, author: by }) => ({
    ...{ id, discussion_id: id.toString(16).padStart(40, 'e'), body: content, system: true },
    ...{ created_at: stamp(created), author: numbered(call.host, by, 'username name') },
  }));
  const notes = await Promise.all(pull.comments.map(noteOf));
  const { discussionsForm } = call.habits;
  if (discussionsForm === 'notes') return { notes: call.page([...events, ...notes]), end_id: 0, end_system_id: 0 };
  const discussions = Object.entries(Object.groupBy(notes, ({ discussion_id }) => String(discussion_id))).map(
    ([id, own]) => ({ id, noteable_type: 'MergeRequest', resolved: pull.resolved.has(id), notes: own }),
  );
  const data = call.page([...events.map((event) => ({ id: event.discussion_id, notes: [event] })), ...discussions]);
  return discussionsForm === 'list' ? data : discussionsForm === 'data' ? { data } : { content: { data } };
}

async function placedNote(repository: Repository, pull: PullRequest, comment: PullRequestComment): Promise<Json> {
  const { position, ...age } = await positioned(repository, pull, comment);
  const { place } = comment;
  if (place === undefined) return {};
  const code = `${createHash('sha1').update(place.path).digest('hex')}_${place.line ?? 0}_${place.line ?? 0}`;
  return { ...age, position: { ...(position as Json), patchset_iid: 1, diff_id: pull.id, line_code: code } };
}
