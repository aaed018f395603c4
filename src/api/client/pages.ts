import { throwIfCancelled } from '../../core/errors.ts';
import type { Paging } from '../contract/endpoint.ts';
import type { ReplyPage } from '../contract/reply.ts';

/** A page of a list that is read in order. */
export interface ListPage<T> extends ReplyPage<T> {
  /** Whether another page may follow; asking for it costs a request. */
  readonly more: boolean;
}

/** A list read page by page as it is looked at: `for await (const item of pages)`, or whole pages by `pages.pages()`. */
export interface Pages<T> extends AsyncIterable<T> {
  /** Where a page fails, `next()` can be called again and asks for the same page. */
  pages(): AsyncIterableIterator<ListPage<T>, undefined, undefined>;
}

/** What a service serves that does not heed `per_page`. */
const defaultSize = 20;

/**
 * Reads pages until one is short (where that means the end), empty or brings nothing new, or all that the service
 * counted were read. Items that an earlier page had are left out. Nothing is asked for before it is consumed.
 */
export function pagesOf<T>(
  paging: Paging | undefined,
  size: number | undefined,
  read: (page: number, perPage: number) => Promise<ReplyPage<T>>,
  signal?: AbortSignal,
): Pages<T> {
  const perPage = Math.min(size ?? Infinity, paging?.perPage ?? Infinity);
  const lastPage = paging?.lastPage ?? 1;
  const done = { done: true, value: undefined } as const;

  function pages(): AsyncIterableIterator<ListPage<T>, undefined, undefined> {
    const seen = new Set<string>();
    let number = 1;
    let ended = false;
    let barren = false;
    let unread = 0;
    const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        if (ended) return done;
        throwIfCancelled(signal);
        const page = await read(number, perPage);
        const leftOut = page.unreadable.length + (page.excluded ?? 0);
        const received = page.items.length + leftOut;
        const items = paging === undefined ? page.items : page.items.filter((item) => isNew(page.key(item)));
        const nothing = items.length === 0 && (leftOut === 0 || barren);
        barren = items.length === 0;
        const short = received < perPage && received !== defaultSize && number >= (page.counts.total_page ?? 0);
        const last = received > perPage || (short && paging?.shortIsLast !== false);
        unread += leftOut;
        const whole = unread === 0 && seen.size === page.counts.total_count;
        const more = !nothing && !last && !whole && number < lastPage;
        number += 1;
        ended = !more;
        if (nothing) return done;
        return { done: false, value: { ...page, items, more } };
      },
      return() {
        ended = true;
        return Promise.resolve(done);
      },
    };
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}
