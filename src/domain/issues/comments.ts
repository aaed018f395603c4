import type { IssueComment } from '../../api/record/issue.ts';
import type { Storage } from '../../core/storage.ts';
import { Failure, nobodySignedIn, unlessFailed } from '../../core/errors.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import { allFit, confirmedChange, createOnce, creationAt, isBy, type Fit } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { SentComments } from './sentComments.ts';
import { findPullRequest } from '../pullRequests/findPullRequest.ts';
import { pullRequestPage, PullRequests } from '../pullRequests/pullRequests.ts';
import {
  discussionsOf,
  flatComments,
  knownComment,
  type Discussion,
  type PullRequestComment,
} from '../pullRequests/discussions.ts';
import { collect } from '../../core/async.ts';

export interface CommentPlace {
  readonly connection: Connection;
  readonly name: RepositoryName;
}

/** `number`: its issue, if it is known. */
interface IssueCommentId {
  readonly id: string;
  readonly number?: string | undefined;
}

/** The line of a file of a pull request. `position`: of the new file, from 1. */
export interface CommentLine {
  readonly path: string;
  readonly position: number;
}

/** Writes comments on issues and pull requests. A comment whose answer was lost is looked for before it is sent again. */
export class Comments {
  readonly #features: HostFeatures;
  readonly #sent: SentComments;

  constructor(features: HostFeatures, storage: Storage) {
    this.#features = features;
    this.#sent = new SentComments(storage);
  }

  /** Sends nothing. @throws Failure `unsupported` if the host is known to have no operation for a comment on an issue */
  async requireAddToIssue({ connection: { host }, name }: CommentPlace, number: string): Promise<void> {
    await this.#features.require(host, 'issueComments.create', webAddress(host, name, 'issues', number));
  }

  /**
   * Returns the comment as the service has it; undefined if the service neither returned nor listed it.
   * @throws Failure `unsupported`; as `createOnce`
   */
  async addToIssue(
    place: CommentPlace,
    number: string,
    body: string,
    options: RequestOptions,
  ): Promise<IssueComment | undefined> {
    const { connection, name } = place;
    const at = { ...inApi(name), number };
    const creation = {
      ...this.#at(place, 'issues', number),
      sent: body,
      send: () =>
        this.#features.call(connection, {
          operation: 'issueComments.create',
          page: webAddress(connection.host, name, 'issues', number),
          send: (api) => api.issueComments.create({ ...at, body }, options),
          find: (api) => api.issues.get(at, options),
        }),
      list: (since: string) => connection.api.issues.comments.all({ ...at, order: 'desc', since }, options).pages(),
      fits: (one: IssueComment) => isOwn(one, connection, body),
    };
    return await createOnce(creation, options, this.#sent);
  }

  /** If the host answers without a record, the comment that was sent is returned. */
  async editOnIssue(
    { connection, name }: CommentPlace,
    comment: IssueCommentId,
    body: string,
    options: RequestOptions,
  ): Promise<Pick<IssueComment, 'id'> & Partial<IssueComment>> {
    const { id, number } = comment;
    const edited = await this.#features.call(connection, {
      operation: 'issueComments.edit',
      page: issuePage(connection, name, number),
      send: (api) => api.issueComments.edit({ ...inApi(name), id, body }, options),
      find: findListed(name, comment, options),
    });
    return edited ?? { id, body };
  }

  async removeFromIssue(
    { connection, name }: CommentPlace,
    comment: IssueCommentId,
    options: RequestOptions,
  ): Promise<void> {
    const { id, number } = comment;
    const removing = this.#features.call(connection, {
      operation: 'issueComments.remove',
      page: issuePage(connection, name, number),
      send: (api) => api.issueComments.remove({ ...inApi(name), id }, options),
      find: findListed(name, comment, options),
    });
    await removed(
      removing,
      async () => number !== undefined && !(await isListed(connection.api, name, comment, options)),
    );
  }

  /** A comment on a pull request, or on a line of it. `line` of the result is where the host put it. */
  async addToPullRequest(
    place: CommentPlace,
    number: string,
    { body, line }: { readonly body: string; readonly line?: CommentLine | undefined },
    options: RequestOptions,
  ): Promise<PullRequestComment | undefined> {
    const { connection, name } = place;
    const at = { ...inApi(name), number };
    const creation = {
      ...this.#at(place, 'merge_requests', number),
      sent: [body, line],
      send: () =>
        this.#features.call(connection, {
          operation: 'pullRequestComments.create',
          page: pullRequestPage(connection, name, number),
          send: async (api) =>
            knownComment(await api.pullRequestComments.create({ ...at, body, ...linePlace(line) }, options)),
          find: () => findPullRequest(this.#features, connection, name, number, options),
        }),
      list: () =>
        listed((discussions) => discussions.flatMap(({ comments }) => comments.slice(0, 1)), place, number, options),
      fits: async (one: PullRequestComment) => {
        const isSame = isOwn(one, connection, body);
        return isSame === false ? false : allFit(isSame, await isAt(one, line, place, options));
      },
    };
    const created = await createOnce(creation, options, this.#sent);
    if (created === undefined || created.user !== undefined) return created;
    // The answer of a creation has neither the place nor the discussion.
    const read = connection.api.pullRequestComments.get({ ...inApi(name), id: created.id }, options);
    return (await read.then(knownComment, () => undefined)) ?? created;
  }

  async reply(
    place: CommentPlace,
    number: string,
    { body, discussion }: { readonly body: string; readonly discussion: string },
    options: RequestOptions,
  ): Promise<PullRequestComment | undefined> {
    const { connection, name } = place;
    const at = { ...inApi(name), number };
    const creation = {
      ...this.#at(place, 'merge_requests', number),
      sent: [body, discussion],
      send: () =>
        this.#features.call(connection, {
          operation: 'pullRequestComments.reply',
          page: pullRequestPage(connection, name, number),
          send: async (api) =>
            knownComment(await api.pullRequestComments.reply({ ...at, discussion_id: discussion, body }, options)),
          find: () => findPullRequest(this.#features, connection, name, number, options),
        }),
      list: () => listed((all) => all.find(({ id }) => id === discussion)?.comments ?? [], place, number, options),
      fits: (one: PullRequestComment) => isOwn(one, connection, body),
    };
    return await createOnce(creation, options, this.#sent);
  }

  async editOnPullRequest(
    { connection, name }: CommentPlace,
    { id, number }: { readonly id: string; readonly number: string },
    body: string,
    options: RequestOptions,
  ): Promise<void> {
    await this.#features.call(connection, {
      operation: 'pullRequestComments.edit',
      page: pullRequestPage(connection, name, number),
      send: (api) => api.pullRequestComments.edit({ ...inApi(name), id, body }, options),
      find: () => this.#findListed({ connection, name }, id, number, options),
    });
  }

  async removeFromPullRequest(
    { connection, name }: CommentPlace,
    { id, number }: { readonly id: string; readonly number: string },
    options: RequestOptions,
  ): Promise<void> {
    const find = () => this.#findListed({ connection, name }, id, number, options);
    const removing = this.#features.call(connection, {
      operation: 'pullRequestComments.remove',
      page: pullRequestPage(connection, name, number),
      send: (api) => api.pullRequestComments.remove({ ...inApi(name), id }, options),
      find,
    });
    await removed(
      removing,
      async () =>
        (await unlessFailed(
          find().then(() => true),
          'missing',
        )) !== true,
    );
  }

  async #findListed(place: CommentPlace, id: string, number: string, options: RequestOptions): Promise<void> {
    for await (const comment of new PullRequests(this.#features).comments(place, number, options))
      if (comment.id === id) return;
    throw new Failure('missing', 'the comment is not listed', { status: 404 });
  }

  #at({ connection, name }: CommentPlace, ...page: readonly string[]) {
    if (connection.account === undefined) throw nobodySignedIn();
    return {
      ...creationAt(connection, name, ...page),
      id: ({ id }: { readonly id: string }) => id,
      created: ({ created_at }: { readonly created_at?: string | undefined }) => created_at,
    };
  }
}

/** A host may change the ends of lines, and drop blanks at both ends. */
const plain = (text = ''): string => text.replaceAll('\r\n', '\n').trim();

const isOwn = ({ user, body: text }: IssueComment | PullRequestComment, { account }: Connection, body: string): Fit =>
  plain(text) === plain(body) ? isBy(user, account?.login) : false;

/** The comments of a pull request that `choose` takes from its discussions, as one page. */
async function* listed(
  choose: (discussions: readonly Discussion[]) => readonly PullRequestComment[],
  { connection, name }: CommentPlace,
  number: string,
  options: RequestOptions,
): AsyncGenerator<{ readonly items: readonly PullRequestComment[] }> {
  const all = connection.api.pullRequestComments.list.all({ ...inApi(name), number }, options);
  yield { items: choose(discussionsOf((await collect(all)).flatMap(flatComments))) };
}

/** Whether the host put a comment at `line`; undefined `line`: on the whole pull request. A list can lack the place. */
async function isAt(
  comment: PullRequestComment,
  line: CommentLine | undefined,
  { connection, name }: CommentPlace,
  options: RequestOptions,
): Promise<Fit> {
  const isOnLine = comment.place !== undefined;
  if (line === undefined) return !isOnLine;
  const { id } = comment;
  const read = () => connection.api.pullRequestComments.get({ ...inApi(name), id }, options);
  const { path, position = comment.position } =
    comment.path === undefined && isOnLine ? (knownComment(await read()) ?? comment) : comment;
  if (path !== undefined && path !== line.path) return false;
  return path === undefined || position === undefined ? undefined : position === line.position;
}

/** A host shows a comment where it belongs only if each field names the line. */
const linePlace = (line: CommentLine | undefined) =>
  line && { ...line, line: line.position, new_line: line.position, position_type: 'text' as const };

const issuePage = ({ host }: Connection, name: RepositoryName, number: string | undefined): string =>
  webAddress(host, name, 'issues', ...(number === undefined ? [] : [number]));

async function isListed(
  { issues }: Connection['api'],
  name: RepositoryName,
  { id, number = '' }: IssueCommentId,
  options: RequestOptions,
): Promise<boolean> {
  for await (const comment of issues.comments.all({ ...inApi(name), number }, options))
    if (comment.id === id) return true;
  return false;
}

/** The issues in which a comment is looked for if only its id is known: each costs a request. */
const mostIssues = 10;

/** Without the number of the issue, the comment is looked for in the issues that changed last. */
const findListed =
  (name: RepositoryName, { id, number }: IssueCommentId, options: RequestOptions) =>
  async (api: Connection['api']): Promise<void> => {
    const latest = { ...inApi(name), state: 'all', sort: 'updated', direction: 'desc' } as const;
    const numbers =
      number === undefined ? (await api.issues.list(latest, options)).items.map((issue) => issue.number) : [number];
    for (const one of numbers.slice(0, mostIssues)) if (await isListed(api, name, { id, number: one }, options)) return;
    throw new Error('the comment is not listed');
  };

/** If the answer is lost, `isGone` tells whether it was removed. */
async function removed(removing: Promise<void>, isGone: () => Promise<boolean>): Promise<void> {
  const done = async (): Promise<true> => await removing.then(() => true);
  await confirmedChange(done(), async () => (await isGone()) || undefined);
}
