import { usualLineLimit } from '../../src/domain/search/textSearch.ts';
import type { TextQuery } from '../../src/domain/search/textQuery.ts';

/** A query for `query` as it is, in all files. */
export const textQuery = (query: string, more: Partial<TextQuery> = {}): TextQuery => ({
  query,
  isRegex: false,
  isCaseSensitive: true,
  matchWholeWord: false,
  include: [],
  exclude: [],
  limit: usualLineLimit,
  ...more,
});
