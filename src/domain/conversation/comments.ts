import type { Api } from '../../api/client/client.ts';
import type { OptionalOperation } from '../../api/client/optionalEndpoints.ts';
import type { LinePlace } from '../../api/record/comment.ts';
import type { Storage } from '../../core/storage.ts';
import { Failure, isFailure, nobodySignedIn, unlessFailed, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { allFit, confirmedChange, createOnce, creationAt, isBy, type Creation, type Fit } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { findPullRequest } from '../pullRequests/findPullRequest.ts';
import {
  commentOf,
  commentsIn,
  conversationPage,
  type Comment,
  type ConversationPlace,
  type Discussion,
  type ToldComment,
} from './conversation.ts';
import type { Conversations } from './conversations.ts';
import { SentComments } from './sentComments.ts';

/** Where a comment on a pull request is to stand: on a line, on a range that ends there, or on the file without one. */
export interface CommentTarget {
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly startLine?: number | undefined;
  /** Of which version the lines are; default: new. */
  readonly side?: LinePlace['side'] | undefined;
}

/** A comment as the host has it, with the place where it put it. */
export interface WrittenComment extends Comment {
  readonly discussionId: string | undefined;
  readonly place: LinePlace | undefined;
}

/** The conversation of a comment; `number` is undefined if it is not known. */
export type CommentPlace = Omit<ConversationPlace, 'number'> & { readonly number?: string | undefined };

const operations = {
  issues: { create: 'issueComments.create', edit: 'issueComments.edit', remove: 'issueComments.remove' },
  pullRequests: {
    create: 'pullRequestComments.create',
    edit: 'pullRequestComments.edit',
    remove: 'pullRequestComments.remove',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionalOperation>>>>;

/** Writes comments on issues and pull requests. A comment whose answer was lost is looked for before it is sent again. */
export class Comments {
  readonly #features: HostFeatures;
  readonly #conversations: Conversations;
  readonly #sent: SentComments;

  constructor(features: HostFeatures, conversations: Conversations, storage: Storage) {
    this.#features = features;
    this.#conversations = conversations;
    this.#sent = new SentComments(storage);
  }

  /** Sends nothing. @throws Failure `unsupported` if the host is known to have no operation for a comment there */
  async requireAdd(place: ConversationPlace): Promise<void> {
    await this.#features.require(place.connection.host, operations[place.kind].create, conversationPage(place));
  }

  /**
   * A comment on the whole, or `at` a place of a pull request. Returns it as the host has it: it may stand elsewhere.
   * Undefined if the host neither returned nor listed it.
   * @throws Failure `unsupported`; `invalid` (field `side`) with nothing sent; as `createOnce`
   */
  async add(
    place: ConversationPlace,
    { body, at }: { readonly body: string; readonly at?: CommentTarget | undefined },
    options: RequestOptions,
  ): Promise<WrittenComment | undefined> {
    const { name, number } = place;
    const input = { ...inApi(name), number, body };
    const fields = at === undefined ? {} : fieldsOf(at);
    const send = (api: Api): Promise<ToldComment | undefined> =>
      place.kind === 'issues'
        ? api.issueComments.create(input, options)
        : api.pullRequestComments.create({ ...input, ...fields }, options);
    const roots = (one: Discussion): readonly Comment[] => [one];
    return await this.#create(place, { send, body, roots, at, sent: at === undefined ? body : [body, at] }, options);
  }

  /** @throws Failure `missing` (field `discussion`) if the host lists no such discussion */
  async requireDiscussion(place: ConversationPlace, id: string, options: RequestOptions): Promise<void> {
    if (await this.#conversations.find(place, ({ discussionId }) => discussionId === id, options)) return;
    throw new Failure('missing', `there is no discussion ${id}`, { status: 404, field: 'discussion' });
  }

  /** As `add`. */
  async reply(
    place: ConversationPlace,
    { body, discussion }: { readonly body: string; readonly discussion: string },
    options: RequestOptions,
  ): Promise<WrittenComment | undefined> {
    const input = { ...inApi(place.name), number: place.number, discussion_id: discussion, body };
    const send = (api: Api) => api.pullRequestComments.reply(input, options);
    const roots = (one: Discussion): readonly Comment[] => (one.discussionId === discussion ? one.replies : []);
    return await this.#create(place, { send, body, roots, sent: [body, discussion], discussion }, options);
  }

  /** Changes an own comment. Returns it as the host has it afterwards. */
  async edit(place: CommentPlace, id: string, body: string, options: RequestOptions): Promise<Comment> {
    const at = { ...inApi(place.name), id };
    const editing = this.#features.call<ToldComment | undefined>(place.connection, {
      operation: operations[place.kind].edit,
      page: pageOf(place),
      send: (api) =>
        place.kind === 'issues'
          ? api.issueComments.edit({ ...at, body }, options)
          : api.pullRequestComments.edit({ ...at, body }, options),
      find: () => this.#require(place, id, options),
    });
    const isEdited = async (): Promise<ToldComment | undefined> => {
      const now = await this.#now(place, id, options);
      return now !== undefined && plain(now.body) === plain(body) ? now : undefined;
    };
    const answer = await confirmedChange(editing, isEdited, 'unknown');
    const unknown = { id, body, user: undefined, created_at: undefined, updated_at: undefined };
    return answer?.user !== undefined ? commentOf(answer) : ((await this.#now(place, id, options)) ?? unknown);
  }

  /** Removes an own comment. */
  async remove(place: CommentPlace, id: string, options: RequestOptions): Promise<void> {
    const { connection, kind, number } = place;
    const at = { ...inApi(place.name), id };
    const removing = this.#features.call(connection, {
      operation: operations[kind].remove,
      page: pageOf(place),
      send: (api) =>
        kind === 'issues' ? api.issueComments.remove(at, options) : api.pullRequestComments.remove(at, options),
      find: () => this.#require(place, id, options),
    });
    const isGone = async (): Promise<true | undefined> => {
      if (number === undefined) return undefined;
      const found = await unlessFailed(this.#require(place, id, options), 'missing');
      return found === undefined ? true : undefined;
    };
    await confirmedChange(
      removing.then(() => true),
      isGone,
    );
  }

  /**
   * Resolves a discussion, or opens it again. If the answer is lost, the list tells whether it happened.
   * @throws Failure `refused` (reason `notMade`) if the host answers, and lists it as before
   */
  async resolve(
    place: ConversationPlace,
    { discussion, resolved }: { readonly discussion: string; readonly resolved: boolean },
    options: RequestOptions,
  ): Promise<void> {
    const { connection, name, number } = place;
    const sending = this.#features.call(connection, {
      operation: 'pullRequestComments.resolve',
      page: conversationPage(place),
      send: (api) =>
        api.pullRequestComments.resolve({ ...inApi(name), number, discussion_id: discussion, resolved }, options),
      find: () => this.requireDiscussion(place, discussion, options),
    });
    const isIt = ({ discussionId }: Discussion): boolean => discussionId === discussion;
    const find = async (): Promise<Discussion | undefined> => {
      const found = await this.#conversations.find(place, isIt, options);
      return found?.resolved === resolved ? found : undefined;
    };
    const done = sending.then(() => undefined);
    const now = (await confirmedChange(done, find)) ?? (await this.#find(place, isIt, options));
    if (now !== undefined && now.resolved !== resolved)
      throw new Failure('refused', 'the host answered, and did not make the change', { reason: 'notMade' });
  }

  /** `roots`: the comments of a discussion that can be the created one. */
  async #create(
    place: ConversationPlace,
    {
      send,
      body,
      roots,
      sent,
      at,
      discussion,
    }: {
      readonly send: (api: Api) => Promise<ToldComment | undefined>;
      readonly body: string;
      readonly roots: (one: Discussion) => readonly Comment[];
      readonly sent: unknown;
      readonly at?: CommentTarget | undefined;
      readonly discussion?: string;
    },
    options: RequestOptions,
  ): Promise<WrittenComment | undefined> {
    const { connection, name, kind } = place;
    const { account } = connection;
    if (account === undefined) throw nobodySignedIn();
    const isOwn = ({ user, body: text }: Comment): Fit =>
      plain(text) === plain(body) ? isBy(user, account.login) : false;
    const writtenIn = (one: Discussion): readonly WrittenComment[] =>
      roots(one).map((comment) => ({ ...commentOf(comment), discussionId: one.discussionId, place: one.place }));
    const creation: Creation<WrittenComment> = {
      ...creationAt(connection, name, kind === 'issues' ? 'issues' : 'merge_requests', place.number),
      sent,
      send: async () => {
        const answer = await this.#features.call(connection, {
          operation: discussion === undefined ? operations[kind].create : 'pullRequestComments.reply',
          page: conversationPage(place),
          send,
          find: () =>
            discussion === undefined
              ? this.#exists(place, options)
              : this.requireDiscussion(place, discussion, options),
        });
        const of = discussion ?? answer?.discussion_id;
        return answer && { ...commentOf(answer), body: answer.body ?? body, discussionId: of, place: answer.place };
      },
      list: (since) => this.#newest(place, since, writtenIn, options),
      id: ({ id }) => id ?? '',
      created: ({ created_at }) => created_at,
      fits: (one) => allFit(isOwn(one), discussion === undefined ? isAt(one, at) : true),
    };
    const created = await createOnce(creation, options, this.#sent);
    // A comment of an issue is answered as a whole.
    if (created === undefined || (kind === 'issues' && created.user !== undefined)) return created;
    const { id } = created;
    const isIt = (one: WrittenComment): boolean =>
      id === undefined
        ? isOwn(one) === true && (created.discussionId === undefined || one.discussionId === created.discussionId)
        : one.id === id;
    const listed = await this.#find(place, (one) => writtenIn(one).some(isIt), options);
    return (listed && writtenIn(listed).findLast(isIt)) ?? created;
  }

  /** The comments of the place that can be new since `since` (ISO). */
  async *#newest(
    place: ConversationPlace,
    since: string,
    writtenIn: (one: Discussion) => readonly WrittenComment[],
    options: RequestOptions,
  ): AsyncGenerator<{ readonly items: readonly WrittenComment[] }, void, void> {
    const nowhere = { discussionId: undefined, place: undefined };
    if (place.kind === 'issues') {
      const at = { ...inApi(place.name), number: place.number, order: 'desc', since } as const;
      for await (const { items } of place.connection.api.issues.comments.all(at, options).pages())
        yield { items: items.map((one) => ({ ...commentOf(one), ...nowhere })) };
      return;
    }
    const { discussions } = await this.#conversations.whole(place, options);
    yield { items: discussions.flatMap(writtenIn) };
  }

  /** The host has made the change: a failure here must not look as if it had not. */
  async #find(
    place: ConversationPlace,
    isWanted: (one: Discussion) => boolean,
    options: RequestOptions,
  ): Promise<Discussion | undefined> {
    return await this.#conversations.find(place, isWanted, options).catch((error: unknown) => {
      if (isFailure(error, 'cancelled')) throw error;
      return undefined;
    });
  }

  /** A comment as the host has it; undefined if it does not tell. */
  async #now(place: CommentPlace, id: string, options: RequestOptions): Promise<Comment | undefined> {
    const { connection, name, kind, number } = place;
    const { issueComments, pullRequestComments } = connection.api;
    const { get } = kind === 'issues' ? issueComments : pullRequestComments;
    const single = await get({ ...inApi(name), id }, options).then(commentOf, () => undefined);
    if (single !== undefined || number === undefined) return single;
    const has = (one: Discussion): boolean => commentsIn(one).some((comment) => comment.id === id);
    const discussion = await this.#find({ ...place, number }, has, options);
    return discussion && commentsIn(discussion).find((comment) => comment.id === id);
  }

  async #exists({ connection, name, kind, number }: ConversationPlace, options: RequestOptions): Promise<unknown> {
    if (kind === 'pullRequests') return await findPullRequest(this.#features, connection, name, number, options);
    return await connection.api.issues.get({ ...inApi(name), number }, options);
  }

  /** @throws Failure `missing` if the comment is not listed */
  async #require(place: CommentPlace, id: string, options: RequestOptions): Promise<true> {
    const { connection, name, kind, number } = place;
    if (number === undefined && kind === 'pullRequests') {
      await connection.api.pullRequestComments.get({ ...inApi(name), id }, options);
      return true;
    }
    const numbers = number === undefined ? await latestIssues(place, options) : [number];
    for (const one of numbers) if (await this.#conversations.has({ ...place, number: one }, id, options)) return true;
    throw new Failure('missing', 'the comment is not listed', { status: 404 });
  }
}

/** A host may change the ends of lines, and drop blanks at both ends. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** A host shows a comment where it belongs only if each field names the line. @throws Failure `invalid` (field `side`) */
function fieldsOf(at: CommentTarget) {
  const { path, side } = at;
  if (side === 'old') throw wrongValue('side', requires('newSide'));
  const [start_line, end_line] = rangeOf(at) ?? [];
  if (end_line === undefined) return { path, position_type: 'binary' } as const;
  const range = start_line === end_line ? {} : { start_line, end_line };
  return { path, position: end_line, line: end_line, new_line: end_line, position_type: 'text', ...range } as const;
}

/** Whether a comment can have been sent to a place. A host may put it on the whole instead. */
function isAt({ place }: WrittenComment, at: CommentTarget | undefined): Fit {
  if (place === undefined) return true;
  if (at === undefined || (place.path ?? at.path) !== at.path) return false;
  return place.path === undefined || place.line === undefined ? undefined : place.line === rangeOf(at)?.at(-1);
}

/** The lines of a range in their order. */
const rangeOf = ({ line, startLine = line }: CommentTarget): readonly number[] | undefined =>
  line === undefined || startLine === undefined ? undefined : [line, startLine].toSorted((one, other) => one - other);

/** Whether the host put a comment elsewhere than it was sent to. What it does not tell counts as there. */
export function isElsewhere({ place }: WrittenComment, at: CommentTarget | undefined): boolean {
  if (at === undefined || place === undefined) return at !== place;
  const { path = at.path, line, startLine = line, side } = place;
  const [start, end] = rangeOf(at) ?? [];
  return path !== at.path || (line !== undefined && (side === 'old' || line !== end || startLine !== start));
}

function pageOf({ number = '', ...place }: CommentPlace): string {
  return conversationPage({ ...place, number }).replace(/\/$/, '');
}

/** The issues in which a comment is looked for if only its id is known: each costs a request. */
const mostIssues = 10;

/** The numbers of the issues that changed last. */
async function latestIssues({ connection, name }: CommentPlace, options: RequestOptions): Promise<readonly string[]> {
  const query = { ...inApi(name), state: 'all', sort: 'updated', direction: 'desc' } as const;
  const { items } = await connection.api.issues.list(query, options);
  return items.slice(0, mostIssues).map(({ number }) => number);
}
