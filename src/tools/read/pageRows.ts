import type { ReplyPage } from '../../api/contract/reply.ts';
import type { ToolOutput } from '../kit/output.ts';

const pageSize = 50;

/** One-line rows from `index` to the end of its page, by one request. An unreadable record shortens the page. */
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
