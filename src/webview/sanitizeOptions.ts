import type { LinkTarget } from '../domain/pages/link.ts';

export interface SanitizeOptions {
  /** Resolves a link that is no absolute address; undefined: it stays text. */
  readonly link: (relative: string) => LinkTarget | undefined;
  readonly imageWord: string;
  /** Whether a picture at this address loads; undefined: each one. One that does not load is a link. */
  readonly isOwnPicture?: (address: string) => boolean;
  /** Of a document of its own: headings get ids that begin so, and pictures of files say which file: `data-picture`. */
  readonly anchors?: string | undefined;
}
