import { isObject } from '../../../core/text.ts';
import { splitGlobs } from '../../../domain/search/globs.ts';
import { usualLineLimit } from '../../../domain/search/textSearch.ts';
import type { TextQuery } from '../../../domain/search/textQuery.ts';
import {
  emptyForm,
  type SearchAction,
  type SearchForm,
  type ViewRequest,
} from '../../../domain/search/viewMessages.ts';

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

const actions: readonly SearchAction[] = [
  'again',
  'discard',
  'local',
  'openRepository',
  'replace',
  'signIn',
  'skipped',
];

const modes = ['preview', 'focus', 'side'] as const;

/** A message of the web view; undefined if it has another form. */
export function readRequest(message: unknown): ViewRequest | undefined {
  if (!isObject(message)) return undefined;
  const { type, path, line, mode, text, id } = message;
  const place = {
    path: typeof path === 'string' ? path : undefined,
    line: typeof line === 'number' ? line : undefined,
  };
  switch (type) {
    case 'ready':
    case 'cancel':
      return { type };
    case 'form':
    case 'search':
      return { type, form: readSearchForm(message.form) };
    case 'open': {
      const { path: file, line: at } = place;
      const how = modes.find((one) => one === mode);
      return file === undefined || at === undefined || how === undefined
        ? undefined
        : { type, path: file, line: at, mode: how };
    }
    case 'replace':
      return { type, ...place };
    case 'copy':
      return typeof text === 'string' ? { type, text } : undefined;
    case 'action': {
      const action = actions.find((one) => one === id);
      return action && { type, id: action };
    }
    default:
      return undefined;
  }
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
