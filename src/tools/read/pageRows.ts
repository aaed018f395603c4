import type { ReplyPage } from '../../api/contract/reply.ts';
import type { ToolOutput } from '../kit/output.ts';

const pageSize = 50;

/**
 * The rows, of one line each, of a list of the API from `index` to the end of its page. One request. Each index is a place in the list of
 * the service, so a record that cannot be read shortens its page only.
 */
export async function pageOf<T>(
  index: number,
  read: (paging: { readonly page: number; readonly per_page: number }) => Promise<ReplyPage<T>>,
  row: (item: T) => string,
): Promise<Pick<ToolOutput, 'entries' | 'next'>> {
  const page = Math.floor(index / pageSize);
  const { items, unreadable } = await read({ page: page + 1, per_page: pageSize });
  const hasMore = items.length + unreadable.length >= pageSize;
  return {
    entries: items.slice(index - page * pageSize).map((item) => row(item).replaceAll(/[\r\n]+/g, ' ')),
    next: hasMore ? (page + 1) * pageSize : undefined,
  };
}
