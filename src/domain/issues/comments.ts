import type { IssueComment } from '../../api/record/issue.ts';
import type { PullRequestComment } from '../../api/record/pullRequest.ts';
import type { Storage } from '../../core/storage.ts';
import { foldCase } from '../../core/text.ts';
import { Failure, isFailure, mayBeDone, nobodySignedIn } from '../../core/errors.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { SentComments } from './sentComments.ts';
import { findPullRequest } from '../pullRequests/findPullRequest.ts';
import { pullRequestPage, PullRequests } from '../pullRequests/pullRequests.ts';
import { clockDifference, confirmedChange } from '../documents/kinds/confirm.ts';

export interface CommentPlace {
  readonly connection: Connection;
  readonly name: RepositoryName;
}

interface ListedComment {
  readonly body?: string | undefined;
  readonly user?: { readonly login: string } | undefined;
  readonly created_at?: string | undefined;
}

interface Creation<T> {
  readonly place: CommentPlace;
  /** `issues/12` or `pulls/41`, and the line or the discussion. */
  readonly subject: string;
  readonly body: string;
  readonly send: () => Promise<T | undefined>;
  /** The comments since a time (ISO), with no need to leave out older ones. */
  readonly list: (since: string) => AsyncIterable<T>;
}

/** The line of a file of a pull request. `position` is sent as it is: what it counts depends on the host. */
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
   * @throws Failure `unsupported`; `unreadable` (reason `unconfirmed`) or that of the connection if it is not known
   * whether it was created: the next call with the same text looks for it first
   */
  async addToIssue(
    place: CommentPlace,
    number: string,
    body: string,
    options: RequestOptions,
  ): Promise<IssueComment | undefined> {
    const { connection, name } = place;
    const at = { ...inApi(name), number };
    return await this.#create<IssueComment>({
      place,
      subject: `issues/${number}`,
      body,
      send: () =>
        this.#features.call(connection, {
          operation: 'issueComments.create',
          page: webAddress(connection.host, name, 'issues', number),
          send: (api) => api.issueComments.create({ ...at, body }, options),
          find: (api) => api.issues.get(at, options),
        }),
      list: (since) => connection.api.issues.comments.all({ ...at, order: 'desc', since }, options),
    });
  }

  /** `number`: the issue of the comment, if it is known. A host without an answer returns the comment as it was sent. */
  async editOnIssue(
    { connection, name }: CommentPlace,
    { id, number }: { readonly id: string; readonly number?: string | undefined },
    body: string,
    options: RequestOptions,
  ): Promise<Pick<IssueComment, 'id'> & Partial<IssueComment>> {
    const edited = await this.#features.call(connection, {
      operation: 'issueComments.edit',
      page: issuePage(connection, name, number),
      send: (api) => api.issueComments.edit({ ...inApi(name), id, body }, options),
      find: findListed(name, id, number, options),
    });
    return edited ?? { id, body };
  }

  async removeFromIssue(
    { connection, name }: CommentPlace,
    { id, number }: { readonly id: string; readonly number?: string | undefined },
    options: RequestOptions,
  ): Promise<void> {
    await removedOnce(() =>
      this.#features.call(connection, {
        operation: 'issueComments.remove',
        page: issuePage(connection, name, number),
        send: (api) => api.issueComments.remove({ ...inApi(name), id }, options),
        find: findListed(name, id, number, options),
      }),
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
    const created = await this.#create<PullRequestComment>({
      place,
      subject: `pulls/${number} ${line?.path ?? ''}:${line?.position ?? ''}`,
      body,
      send: () =>
        this.#features.call(connection, {
          operation: 'pullRequestComments.create',
          page: pullRequestPage(connection, name, number),
          send: (api) => api.pullRequestComments.create({ ...at, body, ...line }, options),
          find: () => findPullRequest(this.#features, connection, name, number, options),
        }),
      list: () => connection.api.pullRequestComments.list.all(at, options),
    });
    if (created === undefined || created.user !== undefined) return created;
    // The answer of a creation has neither the place nor the discussion.
    const read = connection.api.pullRequestComments.get({ ...inApi(name), id: created.id }, options);
    return await read.catch(() => created);
  }

  async reply(
    place: CommentPlace,
    number: string,
    { body, discussion }: { readonly body: string; readonly discussion: string },
    options: RequestOptions,
  ): Promise<PullRequestComment | undefined> {
    const { connection, name } = place;
    const at = { ...inApi(name), number };
    return await this.#create<PullRequestComment>({
      place,
      subject: `pulls/${number} ${discussion}`,
      body,
      send: () =>
        this.#features.call(connection, {
          operation: 'pullRequestComments.reply',
          page: pullRequestPage(connection, name, number),
          send: (api) => api.pullRequestComments.reply({ ...at, discussion_id: discussion, body }, options),
          find: () => findPullRequest(this.#features, connection, name, number, options),
        }),
      list: () => connection.api.pullRequestComments.list.all(at, options),
    });
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
    await removedOnce(() =>
      this.#features.call(connection, {
        operation: 'pullRequestComments.remove',
        page: pullRequestPage(connection, name, number),
        send: (api) => api.pullRequestComments.remove({ ...inApi(name), id }, options),
        find: () => this.#findListed({ connection, name }, id, number, options),
      }),
    );
  }

  async #findListed(place: CommentPlace, id: string, number: string, options: RequestOptions): Promise<void> {
    for await (const comment of new PullRequests(this.#features).comments(place, number, options))
      if (comment.id === id) return;
    throw new Failure('missing', 'the comment is not listed', { status: 404 });
  }

  async #create<T extends ListedComment>({ place, subject, body, send, list }: Creation<T>): Promise<T | undefined> {
    const { account } = place.connection;
    if (account === undefined) throw nobodySignedIn();
    const key = [account.id, repositoryKey(place.name), subject, body].join('\n');
    const lost = await this.#sent.get(key);
    const since = lost ?? Date.now();
    const find = async (): Promise<T | undefined> => await newestOf(list(isoOf(since)), account.login, body, since);
    try {
      const earlier = lost === undefined ? undefined : await find();
      // Before the request, because the window can end during it.
      if (earlier === undefined && lost === undefined) await this.#sent.set(key, since);
      const comment = earlier ?? (await confirmedChange(send(), find, 'unknown', true)) ?? (await find());
      await this.#sent.delete(key);
      return comment;
    } catch (error) {
      if (lost === undefined && isFailure(error) && error.kind !== 'cancelled' && !mayBeDone(error))
        await this.#sent.delete(key);
      throw error;
    }
  }
}

const isoOf = (time: number): string => new Date(time - clockDifference).toISOString();

/** The newest comment of `login` with this text since `since`; a host that tells no times lists it as any other. */
async function newestOf<T extends ListedComment>(
  comments: AsyncIterable<T>,
  login: string,
  body: string,
  since: number,
): Promise<T | undefined> {
  let newest: T | undefined;
  for await (const comment of comments) {
    const { user, created_at } = comment;
    const isOwn = user !== undefined && foldCase(user.login) === foldCase(login) && plain(comment.body) === plain(body);
    const isNew = created_at === undefined || Date.parse(created_at) >= since - clockDifference;
    if (isOwn && isNew && (newest === undefined || timeOf(comment) > timeOf(newest))) newest = comment;
  }
  return newest;
}

const timeOf = ({ created_at = '' }: ListedComment): number => Date.parse(created_at) || 0;

/** A host may change the ends of lines, and drop blanks at both ends. */
const plain = (text = ''): string => text.replaceAll('\r\n', '\n').trim();

const issuePage = ({ host }: Connection, name: RepositoryName, number: string | undefined): string =>
  webAddress(host, name, 'issues', ...(number === undefined ? [] : [number]));

function findListed(name: RepositoryName, id: string, number: string | undefined, options: RequestOptions) {
  if (number === undefined) return undefined;
  return async ({ issues }: Connection['api']): Promise<void> => {
    for await (const comment of issues.comments.all({ ...inApi(name), number }, options)) if (comment.id === id) return;
    throw new Error('the comment is not listed');
  };
}

/** A removal without an answer is sent again once: if the comment is missing then, it was removed. */
async function removedOnce(remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    const isLost =
      isFailure(error) && (error.reason === 'unconfirmed' || error.kind === 'unreachable') && mayBeDone(error);
    if (!isLost) throw error;
    await remove().catch((again: unknown) => {
      if (!isFailure(again, 'missing')) throw again;
    });
  }
}
