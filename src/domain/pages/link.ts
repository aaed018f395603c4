import { isPublic } from '../../api/http/origin.ts';
import { hiddenCharacter } from '../../core/hidden.ts';

/** The address of a link, and the action that runs instead of it: the attributes `data-…`. */
export interface LinkTarget {
  readonly href: string;
  readonly action?: Readonly<Record<string, string>>;
}

export function linkAttributes({ href, action = {} }: LinkTarget): [string, string][] {
  return [['href', href], ...Object.entries(action).map(([key, value]): [string, string] => [`data-${key}`, value])];
}

/** The address of a link. Only https, http and mailto are allowed; `relative` resolves relative addresses. */
export function linkOf(
  address: string,
  relative: (address: string) => LinkTarget | undefined = () => undefined,
): LinkTarget | undefined {
  // Browsers ignore these characters in an address, so `java\nscript:` would be valid.
  const url = address.replaceAll(/[\t\n\r ]/g, '').replaceAll(hiddenCharacter, '');
  if (url === '' || /^[/\\]{2}/.test(url)) return undefined;
  if (!/^[a-z][a-z\d+.-]*:/i.test(url)) return relative(address.trim());
  if (!/^(https?|mailto):/i.test(url) || !URL.canParse(url)) return undefined;
  return { href: new URL(url).href };
}

/** The address of a picture that may load: public https, or from one of `origins`. Undefined for any other. */
export function pictureAddress(address: string, origins: readonly string[] = []): string | undefined {
  const { href } = linkOf(address) ?? {};
  if (href === undefined) return undefined;
  const url = new URL(href);
  const isShown = (url.protocol === 'https:' && isPublic(url)) || origins.includes(url.origin);
  return isShown ? href : undefined;
}
