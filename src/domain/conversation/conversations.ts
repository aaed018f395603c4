import type { ListPage } from '../../api/client/pages.ts';
import type { ListedComment } from '../../api/record/comment.ts';
import type { IssueComment } from '../../api/record/issue.ts';
import { collect, delay } from '../../core/async.ts';
import { entryCache } from '../../core/entryCache.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { callPullRequest } from '../pullRequests/pullRequests.ts';
import { CommentPlaces, type ReadOptions } from './commentPlaces.ts';
import { commentsIn, type Conversation, type ConversationPlace, type Discussion } from './conversation.ts';
import { discussionsOf } from './discussions.ts';

type Page = Pick<ListPage<ListedComment>, 'items' | 'unreadable' | 'more'>;

/** Pull requests whose last page is remembered. */
const mostPullRequests = 1_000;

const keyOf = ({ name, number }: ConversationPlace): string => `${repositoryKey(name)} ${number}`;

/** Reads what people and robots say on issues and pull requests. Nothing that the host lists is left out. */
export class Conversations {
  readonly #features: HostFeatures;
  readonly #places: CommentPlaces;
  /** The number of the last page of the comments of each pull request. */
  readonly #lastPages = entryCache<number>(mostPullRequests);

  constructor(features: HostFeatures) {
    this.#features = features;
    this.#places = new CommentPlaces(features);
  }

  /**
   * Yields what is known after each page of the list, and again when more places are known.
   * @throws Failure `unsupported`; `missing`; what was yielded stays true
   */
  async *read(place: ConversationPlace, options: ReadOptions): AsyncGenerator<Conversation, void, void> {
    let last: Conversation | undefined;
    const known = (listed: Conversation): Conversation => ({
      ...listed,
      discussions: listed.discussions.map((one) => this.#places.known(place, one)),
    });
    for await (const listed of this.#listed(place, options)) yield known((last = listed));
    if (last === undefined) return;
    for await (const isMore of this.#places.find(place, last.discussions, options)) if (isMore) yield known(last);
  }

  /** All at once, with the places that are known in the end. */
  async whole(place: ConversationPlace, options: RequestOptions): Promise<Conversation> {
    let last: Conversation = { discussions: [], unreadable: 0, isWhole: true };
    for await (const conversation of this.read(place, options)) last = conversation;
    return last;
  }

  /** Whether the host lists a comment. */
  async has(place: ConversationPlace, id: string, options: RequestOptions): Promise<boolean> {
    const isIt = (one: Discussion): boolean => commentsIn(one).some((comment) => comment.id === id);
    for await (const { discussions } of this.#listed(place, options)) if (discussions.some(isIt)) return true;
    return false;
  }

  /** A discussion with its place; of a pull request from the last page that is known, else the first, else any. */
  async find(
    place: ConversationPlace,
    isWanted: (one: Discussion) => boolean,
    options: RequestOptions,
  ): Promise<Discussion | undefined> {
    const { connection, name, number } = place;
    const { list } = connection.api.pullRequestComments;
    const likely = place.kind === 'issues' ? [] : [this.#lastPages.get(keyOf(place)) ?? 1, 1];
    for (const page of new Set(likely)) {
      const { items } = await list({ ...inApi(name), number, page }, options);
      const found = discussionsOf(items).find(isWanted);
      if (found !== undefined) return await this.#placed(place, found, options);
    }
    for await (const { discussions } of this.#listed(place, options)) {
      const found = discussions.find(isWanted);
      if (found !== undefined) return await this.#placed(place, found, options);
    }
    return undefined;
  }

  async #placed(place: ConversationPlace, one: Discussion, options: RequestOptions): Promise<Discussion> {
    await collect(this.#places.find(place, [one], options));
    return this.#places.known(place, one);
  }

  async *#listed(place: ConversationPlace, options: RequestOptions): AsyncGenerator<Conversation, void, void> {
    const entries: ListedComment[] = [];
    let unreadable = 0;
    let pages = 0;
    let isWhole = false;
    const listed = (): Conversation => ({ discussions: discussionsOf(entries), unreadable, isWhole });
    for await (const page of place.kind === 'issues' ? issuePages(place, options) : this.#pages(place, options)) {
      // A turn of its own: the records of the page were read in this one.
      await delay(0);
      entries.push(...page.items);
      unreadable += page.unreadable.length;
      isWhole = !page.more;
      pages += 1;
      if (isWhole) this.#lastPages.set(keyOf(place), pages);
      yield listed();
    }
    if (isWhole) return;
    isWhole = true;
    yield listed();
  }

  async *#pages(place: ConversationPlace, options: RequestOptions): AsyncGenerator<Page, void, void> {
    const { connection, name, number } = place;
    const pages = connection.api.pullRequestComments.list.all({ ...inApi(name), number }, options).pages();
    for (;;) {
      const { value } = await callPullRequest(this.#features, place, number, options, 'pullRequestComments.list', () =>
        pages.next(),
      );
      if (value === undefined) return;
      yield value;
    }
  }
}

/** Each comment of an issue is on the whole, and takes no replies. */
async function* issuePages(
  { connection, name, number }: ConversationPlace,
  options: RequestOptions,
): AsyncGenerator<Page, void, void> {
  const pages = connection.api.issues.comments.all({ ...inApi(name), number, order: 'asc' }, options).pages();
  for await (const { items, unreadable, more } of pages) yield { items: items.map(rootOf), unreadable, more };
}

const rootOf = ({ id, body, user, created_at, updated_at }: IssueComment): ListedComment => ({
  ...{ id, body, user, created_at, updated_at, replies: [] },
  ...{ discussion_id: undefined, parent_id: undefined, resolved: undefined, is_outdated: undefined, place: undefined },
});
