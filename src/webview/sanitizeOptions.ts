import type { LinkTarget } from '../domain/pages/link.ts';
import { fileLinks } from '../domain/pages/fileLinks.ts';
import type { UntrustedHtml } from '../domain/pages/update.ts';

export interface SanitizeOptions {
  /** Resolves a link that is no absolute address; undefined: it stays text. */
  readonly link: (relative: string) => LinkTarget | undefined;
  readonly imageWord: string;
  /** Whether a picture at this address loads; undefined: each one. One that does not load is a link. */
  readonly isOwnPicture?: (address: string) => boolean;
  /** Of a document of its own: headings get ids that begin so, and pictures of files say which file: `data-picture`. */
  readonly anchors?: string | undefined;
}

/** Begins the ids of headings, so that none is one of the page's own. */
const anchors = 'in-';

/** How untrusted HTML is shown: relative links open files of its repository, `#…` its own headings if it is a document. */
export function optionsOf({ repository, isDocument }: UntrustedHtml, imageWord: string): SanitizeOptions {
  const link = fileLinks(repository, repository.webAddress);
  if (!isDocument) return { link, imageWord, isOwnPicture: isBelow(repository.webAddress) };
  return {
    link: (to) => (to.startsWith('#') ? { href: `#${anchors}${to.slice(1)}` } : link(to)),
    imageWord,
    anchors,
  };
}

/** A picture of another host would tell it who reads: only those of the host of `page` and of hosts below it load. */
function isBelow(page: string): (address: string) => boolean {
  const { hostname } = new URL(page);
  return (address) => {
    const other = new URL(address).hostname;
    return other === hostname || other.endsWith(`.${hostname}`);
  };
}
