export interface TextQuery {
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly matchWholeWord: boolean;
  /** Globs of the paths that are searched; empty: all. A glob without a slash matches in every folder, as in VS Code. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly limit: number;
  /** Whether new files that `.gitignore` ignores are searched too. */
  readonly includeIgnored?: boolean;
}

export interface TextRange {
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
}

export interface LineMatch {
  readonly ranges: readonly TextRange[];
  /** The line, cut after 1,000 UTF-16 units. */
  readonly preview: string;
  /** If `preview` does not have the whole first match: the line around it, from the UTF-16 unit `from` (from 0). */
  readonly around?: { readonly from: number; readonly text: string };
}

export interface FileMatches {
  readonly path: string;
  readonly lines: readonly LineMatch[];
}

/** Files of formats that are never text. Large ones are not fetched to find that out. */
export const neverText =
  /\.(?:7z|aac|apk|avi|bmp|bz2|class|dll|dmg|dylib|eot|exe|flac|gif|gz|heic|ico|iso|jar|jpe?g|lib|mkv|mov|mp[34]|o|ogg|otf|pdf|png|psd|rar|so|tar|tiff?|tgz|ttf|war|wav|web[mp]|woff2?|xz|zip|zst)$/i;

/** The numbers of files that were searched, and that were skipped: binary or more than 20 MB. */
export interface SearchCoverage {
  readonly searched: number;
  readonly skipped: number;
  /** Paths of skipped files, at most 1,000. */
  readonly skippedPaths: readonly string[];
  /** Number of files whose content is in Git LFS. They are not searched. */
  readonly lfs: number;
  /** Number of files whose content is being fetched; after the end, of those that could not be fetched. */
  readonly coming: number;
  /** Number of files of the commit that the globs select; greater than the sum while a search without git goes on. */
  readonly total: number;
}

/** A running search: files in the order in which they are found, then the end. */
export type SearchEvent =
  | { readonly kind: 'file'; readonly file: FileMatches }
  | { readonly kind: 'progress'; readonly coverage: SearchCoverage }
  | { readonly kind: 'end'; readonly coverage: SearchCoverage; readonly limitHit: boolean };
