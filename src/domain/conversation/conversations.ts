import type { ListPage } from '../../api/client/pages.ts';
import type { ListedComment } from '../../api/record/comment.ts';
import type { IssueComment } from '../../api/record/issue.ts';
import { delay } from '../../core/async.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { callPullRequest } from '../pullRequests/pullRequests.ts';
import { CommentPlaces } from './commentPlaces.ts';
import type { Conversation, ConversationPlace, Discussion } from './conversation.ts';
import { discussionsOf } from './discussions.ts';

type Page = Pick<ListPage<ListedComment>, 'items' | 'unreadable' | 'more'>;

/** Reads what people and robots say on issues and pull requests. Nothing that the host lists is left out. */
export class Conversations {
  readonly #features: HostFeatures;
  readonly #places: CommentPlaces;

  constructor(features: HostFeatures) {
    this.#features = features;
    this.#places = new CommentPlaces(features);
  }

  /**
   * Yields what is known after each page of the list, and again when more places are known.
   * @throws Failure `unsupported`; `missing`; what was yielded stays true
   */
  async *read(place: ConversationPlace, options: RequestOptions): AsyncGenerator<Conversation, void, void> {
    const entries: ListedComment[] = [];
    let listed: readonly Discussion[] = [];
    let unreadable = 0;
    const known = (isWhole: boolean): Conversation => ({
      discussions: listed.map((one) => this.#places.known(place, one)),
      unreadable,
      isWhole,
    });
    let isWhole = false;
    for await (const { items, unreadable: others, more } of place.kind === 'issues'
      ? issuePages(place, options)
      : this.#pages(place, options)) {
      // A turn of its own: the records of the page were read in this one.
      await delay(0);
      entries.push(...items);
      unreadable += others.length;
      listed = discussionsOf(entries);
      isWhole = !more;
      yield known(isWhole);
    }
    if (!isWhole) yield known(true);
    for await (const isMore of this.#places.find(place, listed, options)) if (isMore) yield known(true);
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
