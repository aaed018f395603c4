import type { CreatedComment, LinePlace } from '../../api/record/comment.ts';
import { eachAsDone } from '../../core/async.ts';
import { entryCache } from '../../core/entryCache.ts';
import { isFailure } from '../../core/errors.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { commentsIn, conversationPage, type ConversationPlace, type Discussion } from './conversation.ts';

export interface ReadOptions extends RequestOptions {
  /** Places of lower ranks are asked for first, where each costs a request; default: those of older discussions. */
  readonly rank?: ((one: Discussion) => number) | undefined;
}

/** What another operation than the list tells of a comment. */
type Found = Pick<CreatedComment, 'place' | 'resolved' | 'is_outdated'>;

const mostRemembered = 5_000;
/** Comments that are asked for one by one: each costs a request. */
const mostSingles = 20;
const mostAtOnce = 4;
const ofAll = 'pullRequestComments.discussions';

/** The places of comments for which the list names no file. */
export class CommentPlaces {
  readonly #features: HostFeatures;
  /** By the id of a comment and the time at which the list says that it changed. */
  readonly #found = entryCache<Found>(mostRemembered);

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /** The discussion with what is known of it. A discussion on a line that nobody resolved is open. */
  known(place: ConversationPlace, discussion: Discussion): Discussion {
    const { place: listed, resolved, isOutdated } = discussion;
    if (listed === undefined) return { ...discussion, resolved: undefined };
    const found = this.#found.get(keyOf(place, discussion));
    return {
      ...discussion,
      place: found?.place === undefined ? listed : placeIn(listed, found.place),
      resolved: resolved ?? found?.resolved ?? false,
      isOutdated: isOutdated || found?.is_outdated === true,
    };
  }

  /**
   * Asks for all at once, then for single ones that are left: at most 20, those of the lowest rank first, else in their
   * order. The next call asks for others. Yields after both whether more is known. Throws nothing but a `cancelled`
   * Failure.
   */
  async *find(
    place: ConversationPlace,
    discussions: readonly Discussion[],
    { rank = () => 0, ...options }: ReadOptions,
  ): AsyncGenerator<boolean, void, void> {
    if (!discussions.some((one) => this.#isWanted(place, one))) return;
    yield await this.#findAll(place, discussions, options);
    const left = discussions.filter((one) => this.#isWanted(place, one));
    const ranked = left.map((one) => ({ one, at: rank(one) })).sort((some, other) => some.at - other.at);
    const first = ranked.slice(0, mostSingles).map(({ one }) => one);
    const work = (one: Discussion, signal: AbortSignal) => this.#findOne(place, one, { ...options, signal });
    let isFound = false;
    for await (const found of eachAsDone(first, mostAtOnce, work, options.signal)) isFound ||= found;
    yield isFound;
  }

  #isWanted(place: ConversationPlace, one: Discussion): boolean {
    return one.id !== undefined && lacksPlace(one) && !this.#found.has(keyOf(place, one));
  }

  async #findAll(place: ConversationPlace, all: readonly Discussion[], options: RequestOptions): Promise<boolean> {
    const { host, api } = place.connection;
    if (await this.#features.lacks(host, ofAll)) return false;
    const notes = new Map<string | undefined, Found>();
    try {
      const { items } = await api.pullRequestComments.discussions(
        { ...inApi(place.name), number: place.number },
        options,
      );
      for (const { resolved, notes: some } of items)
        for (const note of some) notes.set(note.id, { ...note, resolved: note.resolved ?? resolved });
    } catch (error) {
      if (isFailure(error, 'cancelled')) throw error;
      if (isFailure(error, 'missing', 'forbidden', 'unreadable') || (isFailure(error) && error.status === 405))
        await this.#features.note(host, ofAll);
      return false;
    }
    const comments = all.flatMap((one) => commentsIn(one).map(({ id }) => ({ one, found: notes.get(id) })));
    // The ids of this host are others; a single comment can be too new.
    const isOther = comments.every(({ found }) => found === undefined) && (notes.size === 0 || all.length > 1);
    if (isOther) await this.#features.note(host, ofAll);
    const placed = comments.flatMap(({ one, found }) => (found?.place === undefined ? [] : [{ one, found }]));
    for (const { one, found } of placed) this.#keep(place, one, found);
    return placed.length > 0;
  }

  async #findOne(place: ConversationPlace, one: Discussion, options: RequestOptions): Promise<boolean> {
    const { connection, name } = place;
    try {
      const found = await this.#features.call(connection, {
        operation: 'pullRequestComments.get',
        page: conversationPage(place),
        send: (api) => api.pullRequestComments.get({ ...inApi(name), id: String(one.id) }, options),
        // The list has it.
        find: () => Promise.resolve(one),
      });
      this.#keep(place, one, found);
      return true;
    } catch (error) {
      if (isFailure(error, 'cancelled')) throw error;
      return false;
    }
  }

  #keep(place: ConversationPlace, one: Discussion, { place: found, resolved, is_outdated }: Found): void {
    this.#found.set(keyOf(place, one), { place: found, resolved, is_outdated });
  }
}

const keyOf = ({ name }: ConversationPlace, { id, updated_at }: Discussion): string =>
  `${repositoryKey(name)} ${id} ${updated_at}`;

/** The line of an outdated comment counts in a version that must be known. */
const lacksPlace = ({ place, isOutdated }: Discussion): boolean =>
  place !== undefined && (place.path === undefined || (isOutdated && place.headSha === undefined));

/** A place with what another operation tells, which knows only one line of a range. */
function placeIn(listed: LinePlace, found: LinePlace): LinePlace {
  const { line, startLine = line, side } = listed;
  const isSame =
    found.line === undefined ||
    (line !== undefined &&
      startLine !== undefined &&
      side === found.side &&
      found.line >= startLine &&
      found.line <= line);
  const lines = line !== undefined && isSame ? listed : found;
  const path = listed.path ?? found.path;
  return {
    ...lines,
    path,
    headSha: listed.headSha ?? found.headSha,
    baseSha: listed.baseSha ?? found.baseSha,
    isOnFile: lines.line === undefined && path !== undefined,
  };
}
