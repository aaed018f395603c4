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

/** All that the form shows besides what the user entered. */
export interface SearchState {
  /** The repository and the ref that are searched; empty if there is no repository. */
  readonly at: string;
  /** For screen readers: how many results the view below the form has. */
  readonly summary: string;
  /** Why the query cannot be searched; empty if it can. */
  readonly wrong: string;
  /** Whether to replace what the preview shows; empty if there is no preview. */
  readonly question: string;
  readonly canReplace: boolean;
  readonly history: readonly string[];
}

export type SearchUpdate =
  | { readonly type: 'state'; readonly state: SearchState }
  | { readonly type: 'form'; readonly form: SearchForm }
  | { readonly type: 'focus' };

/** From the form to the extension. */
export type ViewRequest =
  | { readonly type: 'form' | 'search'; readonly form: SearchForm }
  | { readonly type: 'ready' | 'cancel' | 'showResults' | 'replaceAll' | 'confirm' | 'discard' };
