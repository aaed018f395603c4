/** What the user entered in the search view. `include` and `exclude` are globs, separated by commas. */
export interface SearchForm {
  readonly query: string;
  readonly replacement: string;
  readonly include: string;
  readonly exclude: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly matchWholeWord: boolean;
  readonly includeIgnored: boolean;
  readonly showsReplacement: boolean;
  readonly showsGlobs: boolean;
}

export const emptyForm: SearchForm = {
  query: '',
  replacement: '',
  include: '',
  exclude: '',
  isRegex: false,
  isCaseSensitive: false,
  matchWholeWord: false,
  includeIgnored: false,
  showsReplacement: false,
  showsGlobs: false,
};

/** A piece of a line. `index`: the match of the line that it shows, from 0; undefined for the text between matches. */
export interface LinePart {
  readonly text: string;
  readonly index?: number;
}

export interface ResultLine {
  /** From 1. */
  readonly line: number;
  readonly parts: readonly LinePart[];
}

export interface ResultFile {
  readonly path: string;
  /** The last part of the path, and the folder before it, as they are shown. */
  readonly name: string;
  readonly folder: string;
  readonly count: number;
  readonly lines: readonly ResultLine[];
}

export interface SearchNote {
  readonly text: string;
  readonly kind: 'information' | 'warning' | 'error';
  readonly actions?: readonly { readonly id: SearchAction; readonly label: string }[];
}

export type SearchAction = 'again' | 'discard' | 'local' | 'openRepository' | 'replace' | 'signIn' | 'skipped';

/** All that the view shows besides the form and the results. */
export interface SearchState {
  /** The repository and the ref that are searched; undefined if there is no repository. */
  readonly at: { readonly repository: string; readonly shownRef: string } | undefined;
  readonly isBusy: boolean;
  readonly summary: string;
  /** `812 of 1,204 files`; empty if there is nothing to say. */
  readonly progress: string;
  /** Why the query cannot be searched; empty if it can. */
  readonly wrong: string;
  readonly notes: readonly SearchNote[];
  readonly skipped: readonly string[];
  readonly canReplace: boolean;
  readonly history: readonly string[];
}

export type SearchUpdate =
  | { readonly type: 'state'; readonly state: SearchState }
  | { readonly type: 'form'; readonly form: SearchForm }
  /** `isNew`: `files` replace all others; `isOtherSearch`: they are results of another query. */
  | {
      readonly type: 'files';
      readonly isNew: boolean;
      readonly isOtherSearch: boolean;
      readonly files: readonly ResultFile[];
    }
  | { readonly type: 'reveal'; readonly path: string; readonly line: number }
  | { readonly type: 'collapse' }
  | { readonly type: 'focus' };

/** How a result is opened: in the preview editor, with the focus in it, or in the next editor group. */
export type ResultOpening = 'preview' | 'focus' | 'side';

/** From the view to the extension. `line` from 1; without `line` the whole file, without `path` all files. */
export type ViewRequest =
  | { readonly type: 'ready' }
  | { readonly type: 'form'; readonly form: SearchForm }
  | { readonly type: 'search'; readonly form: SearchForm }
  | { readonly type: 'cancel' }
  | { readonly type: 'open'; readonly path: string; readonly line: number; readonly mode: ResultOpening }
  | { readonly type: 'replace'; readonly path?: string | undefined; readonly line?: number | undefined }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'action'; readonly id: SearchAction };
