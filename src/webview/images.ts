import { linkAttributes, linkOf, pictureAddress } from '../domain/pages/link.ts';
import type { SanitizeOptions } from './sanitizeOptions.ts';

/**
 * Writes the images of a sanitised fragment anew: those by https load without a referrer, except from
 * a private address; one of a file becomes a link to
 * it, which a document of its own shows when it comes into sight, and any other its description.
 */
export function showImages(fragment: DocumentFragment, options: SanitizeOptions): void {
  for (const image of fragment.querySelectorAll('img')) image.replaceWith(shownImage(image, options));
}

function shownImage(
  image: HTMLImageElement,
  { link, imageWord, anchors, isOwnPicture = () => true }: SanitizeOptions,
): Element | string {
  const alt = image.getAttribute('alt') ?? '';
  const target = linkOf(image.getAttribute('src') ?? '', link);
  const named = alt.trim() === '' ? imageWord : alt;
  if (target === undefined) return named;
  const src = target.action === undefined ? pictureAddress(target.href) : undefined;
  if (src !== undefined && isOwnPicture(src)) {
    const attributes = { src, alt, referrerpolicy: 'no-referrer', loading: 'lazy' };
    return element(image, 'img', [...Object.entries(attributes), ...sizeOf(image)]);
  }
  const path = anchors === undefined ? undefined : target.action?.path;
  const picture = path === undefined ? [] : [['data-picture', ''] as const, ...sizeOf(image, 'data-')];
  // A link cannot contain a link.
  const replacement =
    image.closest('a') === null
      ? element(image, 'a', [...linkAttributes(target), ...picture])
      : element(image, 'span', [...(path === undefined ? [] : [['data-path', path] as const]), ...picture]);
  replacement.append(named);
  return replacement;
}

function element(
  { ownerDocument }: Element,
  name: string,
  attributes: readonly (readonly [name: string, value: string])[],
): Element {
  const created = ownerDocument.createElement(name);
  for (const [key, value] of attributes) created.setAttribute(key, value);
  return created;
}

function sizeOf(image: Element, prefix = ''): readonly (readonly [name: string, value: string])[] {
  return ['width', 'height'].flatMap((side) => {
    const pixels = /^\d{1,4}/.exec(image.getAttribute(side) ?? '')?.[0];
    return pixels === undefined ? [] : [[`${prefix}${side}`, pixels] as const];
  });
}
