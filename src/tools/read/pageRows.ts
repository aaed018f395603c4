import type { ReplyPage } from '../../api/contract/reply.ts';
import { parseCursor, type ToolOutput, type ToolRecord } from '../kit/output.ts';

const pageSize = 50;

/** One-line rows, and their records, from the one of `cursor` to the end of its page, by one request. An unreadable record shortens the page. */
export async function pageOf<T>(
  cursor: string | undefined,
  read: (paging: { readonly page: number; readonly per_page: number }) => Promise<ReplyPage<T>>,
  row: (item: T) => string,
  record: (item: T) => ToolRecord,
): Promise<Pick<ToolOutput, 'entries' | 'records' | 'next'>> {
  const { index } = parseCursor(cursor);
  const page = Math.floor(index / pageSize);
  const { items, unreadable } = await read({ page: page + 1, per_page: pageSize });
  const hasMore = items.length + unreadable.length >= pageSize;
  const shown = items.slice(index - page * pageSize);
  return {
    entries: shown.map((item) => row(item).replaceAll(/[\r\n]+/g, ' ')),
    records: shown.map(record),
    next: hasMore ? (page + 1) * pageSize : undefined,
  };
}
