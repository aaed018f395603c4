import { isObject } from '../../../core/text.ts';
import { splitGlobs } from '../../../domain/search/globs.ts';
import { usualLineLimit } from '../../../domain/search/textSearch.ts';
import type { TextQuery } from '../../../domain/search/textQuery.ts';
import { emptyForm, type SearchForm, type ViewRequest } from '../../../domain/search/viewMessages.ts';

export function queryOf(form: SearchForm): TextQuery {
  const { query, isRegex, isCaseSensitive, matchWholeWord, includeIgnored, include, exclude } = form;
  return {
    query,
    isRegex,
    isCaseSensitive,
    matchWholeWord,
    includeIgnored,
    include: splitGlobs(include),
    exclude: splitGlobs(exclude),
    limit: usualLineLimit,
  };
}

/** The form that shows `query`, with the replacement and the open parts of `form`. */
export function formOf(query: TextQuery, form: SearchForm): SearchForm {
  const { include, exclude, isRegex, isCaseSensitive, matchWholeWord, includeIgnored = false } = query;
  const showsGlobs = form.showsGlobs || include.length + exclude.length > 0;
  const globs = { include: include.join(', '), exclude: exclude.join(', ') };
  return {
    ...form,
    query: query.query,
    isRegex,
    isCaseSensitive,
    matchWholeWord,
    includeIgnored,
    ...globs,
    showsGlobs,
  };
}

const requests = ['ready', 'cancel', 'showResults', 'replaceAll', 'confirm', 'discard'] as const;

/** A message of the web view; undefined if it has another form. */
export function readRequest(message: unknown): ViewRequest | undefined {
  if (!isObject(message)) return undefined;
  const { type } = message;
  if (type === 'form' || type === 'search') return { type, form: readSearchForm(message.form) };
  const request = requests.find((one) => one === type);
  return request && { type: request };
}

/** A stored or sent form; what is missing is empty. */
export function readSearchForm(value: unknown): SearchForm {
  const input = isObject(value) ? value : {};
  const text = (key: keyof SearchForm): string => {
    const part = input[key];
    return typeof part === 'string' ? part.toWellFormed() : '';
  };
  const flag = (key: keyof SearchForm): boolean => input[key] === true;
  return {
    ...emptyForm,
    query: text('query'),
    replacement: text('replacement'),
    include: text('include'),
    exclude: text('exclude'),
    isRegex: flag('isRegex'),
    isCaseSensitive: flag('isCaseSensitive'),
    matchWholeWord: flag('matchWholeWord'),
    includeIgnored: flag('includeIgnored'),
    showsReplacement: flag('showsReplacement'),
    showsGlobs: flag('showsGlobs'),
  };
}
