import { fileLinks } from '../domain/pages/fileLinks.ts';
import type { UntrustedHtml } from '../domain/pages/update.ts';
import type { SanitizeOptions } from './sanitizeOptions.ts';

/** Begins the ids of headings, so that none is one of the page's own. */
const anchors = 'in-';

/** How untrusted HTML is shown: relative links open files of its repository, `#…` its own headings if it is a document. */
export function optionsOf({ repository, isDocument }: UntrustedHtml, imageWord: string): SanitizeOptions {
  const link = fileLinks(repository, repository.webAddress);
  if (!isDocument) return { link, imageWord };
  return {
    link: (to) => (to.startsWith('#') ? { href: `#${anchors}${to.slice(1)}` } : link(to)),
    imageWord,
    anchors,
  };
}
