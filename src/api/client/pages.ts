import { Failure, throwIfCancelled } from '../../core/errors.ts';
import type { Paging } from '../contract/endpoint.ts';
import type { ReplyPage } from '../contract/reply.ts';

export interface ListPage<T> extends ReplyPage<T> {
  /** Whether another page can follow; it costs one more request. */
  readonly more: boolean;
}

/** A list whose pages are requested on demand: `for await (const item of pages)`, or page by page with `pages()`. */
export interface Pages<T> extends AsyncIterable<T> {
  /** After a failure, `next()` can be called again and requests the same page. */
  pages(): AsyncIterableIterator<ListPage<T>, undefined, undefined>;
}

/** Page size when the service ignores `per_page`. */
const defaultSize = 20;

/** Of all pages of a list together: more could fill the memory. */
const mostMegabytes = 64;
const mostItems = 300_000;

/**
 * Reads pages on demand. The list ends with a short page (if `paging.shortIsLast`), an empty page, a page without new
 * items, or when `total_count` items were read. Items of an earlier page are left out.
 * @throws Failure `unreadable` (reason `listTooLarge`) for the page after too many characters or items
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
    let previousWasEmpty = false;
    let unread = 0;
    let size = 0;
    const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        if (ended) return done;
        throwIfCancelled(signal);
        if (size > mostMegabytes * 1024 * 1024 || seen.size > mostItems) throw listTooLarge();
        const page = await read(number, perPage);
        size += page.size;
        const leftOut = page.unreadable.length + (page.excluded ?? 0);
        const received = page.items.length + leftOut;
        const items = paging === undefined ? page.items : page.items.filter((item) => isNew(page.key(item)));
        const nothing = items.length === 0 && (leftOut === 0 || previousWasEmpty);
        previousWasEmpty = items.length === 0;
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
  return listOf(pages);
}

/** The list with these pages. */
export function listOf<T>(pages: Pages<T>['pages']): Pages<T> {
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}

function listTooLarge(): Failure {
  const about = [String(mostMegabytes)];
  return new Failure('unreadable', 'the list is too large to be read further', { reason: 'listTooLarge', about });
}
