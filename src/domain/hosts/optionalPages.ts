import { listOf, type ListPage, type Pages } from '../../api/client/pages.ts';
import type { Connection } from './connections.ts';
import type { HostFeatures, OptionalCall } from './hostFeatures.ts';

type NextPage<T> = IteratorResult<ListPage<T>, undefined>;

/**
 * The pages of optional lists, one list after another. Rejects as `unsupported` if the host does not have them. `callOf`:
 * the call with which a page is read; `change`: what is made of each page.
 */
export function optionalPages<T>(
  features: HostFeatures,
  connection: Connection,
  lists: readonly Pages<T>[],
  callOf: (send: () => Promise<NextPage<T>>) => OptionalCall<NextPage<T>>,
  change: (page: ListPage<T>) => ListPage<T> | Promise<ListPage<T>> = (page) => page,
): Pages<T> {
  const pages: Pages<T>['pages'] = () => {
    const rest = lists.map((list) => list.pages());
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        for (; rest[0] !== undefined; rest.shift()) {
          const [list] = rest;
          const { value } = await features.call(
            connection,
            callOf(() => list.next()),
          );
          if (value !== undefined)
            return { done: false, value: { ...(await change(value)), more: value.more || rest.length > 1 } };
        }
        return { done: true, value: undefined };
      },
    };
  };
  return listOf(pages);
}
