import createDOMPurify, { type UponSanitizeAttributeHookEvent, type WindowLike } from 'dompurify';
import { showHidden } from '../domain/pages/html.ts';
import { linkAttributes, linkOf } from '../domain/pages/link.ts';
import { showImages } from './images.ts';
import type { SanitizeOptions } from './sanitizeOptions.ts';
import { firstText, textsIn } from './dom.ts';

const allowedTags =
  'a abbr b blockquote br caption code dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  );
/** Tags that say nothing here; their contents stay. Anything else is shown as the text that it is. */
const unwrappedTags = 'article big center cite figcaption figure font g-emoji picture section source tt'.split(' ');

/** The attributes that are allowed, on which elements and with which values. */
const allowedAttributes: Readonly<Record<string, readonly [elements: RegExp, values: RegExp]>> = {
  align: [/^t[dh]$/, /^(?:left|right|center)$/],
  alt: [/^img$/, /./],
  class: [/^(?:code|span)$/, /./],
  dir: [/./, /^(?:auto|ltr|rtl)$/],
  height: [/^img$/, /^\d{1,4}(?:px)?$/],
  href: [/^a$/, /./],
  id: [/^h[1-6]$/, /^[\p{L}\p{N}%_.-]{1,200}$/u],
  open: [/^details$/, /(?:)/],
  src: [/^img$/, /./],
  start: [/^ol$/, /^\d{1,6}$/],
  title: [/./, /./],
  width: [/^img$/, /^\d{1,4}(?:px)?$/],
};

const configuration = {
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: Object.keys(allowedAttributes),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // No address with another scheme than these.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|(?![a-z][a-z\d+.-]*:))/i,
  RETURN_DOM_FRAGMENT: true,
} as const;

const knownTags: ReadonlySet<string> = new Set([...allowedTags, ...unwrappedTags]);

/** Elements that cannot be nested in themselves: the parser closes them, or they have no content. */
const flatTag = /^(?:br|hr|img|source|p|li|d[dt]|t[drh]|tbody|tfoot|thead)$/;
const deepest = 60;
/** The most elements that may result from reopening, at each tag, all elements that are open there. */
const mostReopened = 200_000;
/** Levels that headings are moved down, so that they fit below those of the page. */
const levelsDown = 2;

/**
 * Makes HTML safe: allowed elements with allowed attributes, other tags as text. Links are https, http or mailto, or what
 * `link` makes of them; images https. HTML that would take a browser long stays text. The result belongs to a document of its
 * own, which loads and runs nothing.
 */
export function sanitize(view: WindowLike, source: string, options: SanitizeOptions): DocumentFragment {
  const purify = purifiers.get(options) ?? purifier(view, options);
  purifiers.set(options, purify);
  const fragment = purify.sanitize(
    isCostly(source) ? source.replaceAll('<', '&lt;') : otherTagsAsText(source),
    configuration,
  );
  moveHeadings(fragment);
  showImages(fragment, options);
  showTaskBoxes(fragment);
  showHiddenIn(fragment);
  return fragment;
}

/** Texts with the same options share one: it costs more than a short text. */
const purifiers = new WeakMap<SanitizeOptions, ReturnType<typeof createDOMPurify>>();

function purifier(view: WindowLike, options: SanitizeOptions): ReturnType<typeof createDOMPurify> {
  const purify = createDOMPurify(view);
  purify.addHook('beforeSanitizeAttributes', alignByStyle);
  purify.addHook('uponSanitizeAttribute', (element, attribute) => checkAttribute(element, attribute, options));
  purify.addHook('afterSanitizeAttributes', (element) => resolveLink(element, options));
  return purify;
}

/** The source with `&lt;` for each `<` that begins neither a comment nor a tag that is allowed or unwrapped. */
function otherTagsAsText(source: string): string {
  return source.replaceAll(/<(?!!--)(?:\/?([a-z][a-z\d-]{0,20})(?=[\s/>]))?/gi, (whole, name: string | undefined) =>
    name !== undefined && knownTags.has(name.toLowerCase()) ? whole : `&lt;${whole.slice(1)}`,
  );
}

/** A parser is quadratic in the depth of elements, and reopens unclosed `b`, `font` and the like in each paragraph. */
function isCostly(source: string): boolean {
  const open = new Map<string, number>();
  let depth = 0;
  let reopened = 0;
  for (const [, closing, tag = ''] of source.matchAll(/<(\/?)([a-z][a-z\d-]{0,20})(?=[\s/>])/gi)) {
    const name = tag.toLowerCase();
    if (!knownTags.has(name)) continue;
    reopened += depth;
    const count = open.get(name) ?? 0;
    if (flatTag.test(name) || (closing === '/' && count === 0)) continue;
    const step = closing === '/' ? -1 : 1;
    open.set(name, count + step);
    depth += step;
    if (depth > deepest || reopened > mostReopened) return true;
  }
  return reopened > mostReopened;
}

/** Markdown aligns the cells of a table by a style, which is not allowed. */
function alignByStyle(element: Element): void {
  if (!/^t[dh]$/.test(element.localName) || element.hasAttribute('align')) return;
  const [, align] = /^text-align:\s*(left|right|center);?$/.exec(element.getAttribute('style') ?? '') ?? [];
  if (align !== undefined) element.setAttribute('align', align);
}

function checkAttribute(
  { localName }: Element,
  attribute: UponSanitizeAttributeHookEvent,
  { anchors }: SanitizeOptions,
): void {
  const { attrName: name } = attribute;
  if (name === 'class') attribute.attrValue = classesOf(attribute.attrValue);
  const [elements, values] = allowedAttributes[name] ?? [];
  attribute.keepAttr = elements?.test(localName) === true && values?.test(attribute.attrValue) === true;
  if (name !== 'id') return;
  if (anchors === undefined) attribute.keepAttr = false;
  else attribute.attrValue = `${anchors}${attribute.attrValue}`;
}

/** Those of highlighted code; no other class is allowed, for it could be one of the page's own. */
const classesOf = (classNames: string): string =>
  classNames
    .slice(0, 200)
    .split(/\s/)
    .filter((name) => /^(?:hljs|hljs-[\w-]+|language-[\w+#-]+)$/.test(name))
    .join(' ');

function resolveLink(element: Element, { link }: SanitizeOptions): void {
  const address = element.getAttribute('href');
  if (address === null) return;
  element.removeAttribute('href');
  const target = linkOf(address, link);
  if (target === undefined) return;
  for (const [name, value] of linkAttributes(target)) element.setAttribute(name, value);
}

/** No level is skipped, whatever the text does. */
function moveHeadings(fragment: DocumentFragment): void {
  /** The levels of the headings above, as the text has them. */
  const above: number[] = [];
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const own = Number(heading.localName.slice(1));
    while ((above.at(-1) ?? 0) >= own) above.pop();
    above.push(own);
    const level = Math.min(6, above.length + levelsDown);
    const moved = heading.ownerDocument.createElement(`h${level}`);
    for (const { name, value } of heading.attributes) moved.setAttribute(name, value);
    moved.append(...heading.childNodes);
    heading.replaceWith(moved);
  }
}

/** Shows characters that would reorder or hide text by their code, in texts and attributes. */
function showHiddenIn(fragment: DocumentFragment): void {
  for (const text of textsIn(fragment)) text.data = showHidden(text.data);
  for (const { attributes } of fragment.querySelectorAll('*')) {
    for (const attribute of attributes) attribute.value = showHidden(attribute.value);
  }
}

/** Shows `[ ]` and `[x]` at the beginning of the items of a list as boxes. */
function showTaskBoxes(fragment: DocumentFragment): void {
  for (const item of fragment.querySelectorAll('li')) {
    const text = firstText(item);
    const [mark, state] = /^\s*\[([ xX])\](?=\s)/.exec(text?.data ?? '') ?? [];
    if (text === undefined || mark === undefined) continue;
    text.data = `${state === ' ' ? '☐' : '☑'}${text.data.slice(mark.length)}`;
    item.classList.add('task');
  }
}
