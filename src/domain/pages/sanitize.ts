import { escape, Html, html } from './html.ts';

/** Where a link leads, and what runs instead when it is chosen: the attributes `data-…` of an action. */
export interface LinkTarget {
  readonly href: string;
  readonly action?: Readonly<Record<string, string>>;
}

export interface SanitizeOptions {
  /** Resolves a link that is no absolute address; undefined: it stays text. */
  readonly link: (relative: string) => LinkTarget | undefined;
  /** Levels that headings are moved down, so that they fit below those of the page. */
  readonly headings: number;
  readonly imageWord: string;
  /** Of a document of its own: headings get ids that begin so, and pictures of files say which file: `data-picture`. */
  readonly anchors?: string | undefined;
}

const plain =
  'a abbr b blockquote br caption code dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td tfoot th thead tr u ul var';
const kept = new Set(plain.split(' '));
/** Tags that say nothing here; their contents stay. Anything else is shown as the text that it is. */
const unwrapped = new Set(
  'article big center cite figcaption figure font g-emoji picture section source tt'.split(' '),
);
const empty = new Set(['br', 'hr', 'img']);
const deepest = 60;
const longestTag = 10_000;

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

/**
 * Makes markup safe by writing all of it anew: allowed tags with allowed attributes, everything else as text. Links are
 * https, http or mailto, or what `link` makes of them; images https. Nothing that is opened stays open.
 */
export function sanitize(markup: string, options: SanitizeOptions): Html {
  const out: string[] = [];
  const open: string[] = [];
  let written = 0;
  let at = markup.indexOf('<');
  while (at >= 0) {
    const comment = markup.startsWith('<!--', at);
    const tag = comment ? undefined : readTag(markup, at);
    const end = comment ? endOfComment(markup, at) : tag?.end;
    if (end !== undefined) {
      out.push(text(markup.slice(written, at)));
      if (tag !== undefined) out.push(...rewritten(tag, markup.slice(at, end), open, options));
      written = end;
    }
    at = markup.indexOf('<', end ?? at + 1);
  }
  out.push(text(markup.slice(written)));
  return new Html(out.join('') + open.reverse().map(closed).join(''));
}

function endOfComment(markup: string, from: number): number {
  const end = markup.indexOf('-->', from + 4);
  return end < 0 ? markup.length : end + 3;
}

const closed = (name: string): string => `</${name}>`;

function rewritten(tag: Tag, source: string, open: string[], options: SanitizeOptions): readonly string[] {
  if (unwrapped.has(tag.name)) return [];
  if (!kept.has(tag.name)) return [text(source)];
  const name = tag.name.replace(/^h([1-6])$/, (_, level) => `h${Math.min(6, Number(level) + options.headings)}`);
  if (tag.closing) {
    const last = open.lastIndexOf(name);
    return last < 0 ? [] : open.splice(last).reverse().map(closed);
  }
  if (name === 'img') return [image(tag.attributes, options, open.includes('a')).markup];
  if (empty.has(name)) return [`<${name}>`];
  if (open.length >= deepest) return [];
  open.push(name);
  return [`<${name}${attributesOf(name, tag.attributes, options)}>`];
}

function attributesOf(name: string, given: ReadonlyMap<string, string>, { link, anchors }: SanitizeOptions): string {
  const attributes: [string, string][] = [];
  const keep = (attribute: string, pattern: RegExp): void => {
    const value = given.get(attribute);
    if (value !== undefined && pattern.test(value)) attributes.push([attribute, value]);
  };
  keep('title', /./);
  keep('dir', /^(auto|ltr|rtl)$/);
  const classes = name === 'code' || name === 'span' ? classesOf(given.get('class')) : '';
  if (classes !== '') attributes.push(['class', classes]);
  const id = anchors !== undefined && /^h[1-6]$/.test(name) ? (given.get('id') ?? '') : '';
  if (/^[\p{L}\p{N}%_.-]{1,200}$/u.test(id)) attributes.push(['id', `${anchors ?? ''}${id}`]);
  if (name === 'ol') keep('start', /^\d{1,6}$/);
  if (name === 'details' && given.has('open')) attributes.push(['open', '']);
  if (name === 'td' || name === 'th') {
    keep('align', /^(left|right|center)$/);
    const [, align] = /^text-align:\s*(left|right|center);?$/.exec(given.get('style') ?? '') ?? [];
    if (align !== undefined) attributes.push(['align', align]);
  }
  if (name === 'a') {
    const target = linkOf(given.get('href') ?? '', link);
    if (target !== undefined) attributes.push(...linkAttributes(target));
  }
  return attributes.map(([key, value]) => ` ${key}="${escape(value)}"`).join('');
}

/** Those of highlighted code; no other class is kept, for it could be one of the page's own. */
const classesOf = (given = ''): string =>
  given
    .slice(0, 200)
    .split(/\s/)
    .filter((name) => /^(?:hljs|hljs-[\w-]+|language-[\w+#-]+)$/.test(name))
    .join(' ');

/** The attributes of a link: its address, and the action that it runs. */
export function linkAttributes({ href, action = {} }: LinkTarget): [string, string][] {
  return [['href', href], ...Object.entries(action).map(([key, value]): [string, string] => [`data-${key}`, value])];
}

/** Where an address leads: only https, http and mailto lead out; `relative` resolves what is no absolute address. */
export function linkOf(
  address: string,
  relative: (address: string) => LinkTarget | undefined = () => undefined,
): LinkTarget | undefined {
  // Browsers skip these in an address, so `java\nscript:` is one.
  // eslint-disable-next-line no-control-regex -- control characters are what this removes
  const given = address.replaceAll(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202f\u2060-\u206f]/g, '');
  if (given === '' || /^[/\\]{2}/.test(given)) return undefined;
  if (!/^[a-z][a-z\d+.-]*:/i.test(given)) return relative(address.trim());
  if (!/^(https?|mailto):/i.test(given) || !URL.canParse(given)) return undefined;
  return { href: new URL(given).href };
}

function image(
  given: ReadonlyMap<string, string>,
  { link, imageWord, anchors }: SanitizeOptions,
  linked: boolean,
): Html {
  const alt = given.get('alt') ?? '';
  const source = given.get('src') ?? '';
  const target = linkOf(source, link);
  const named = alt.trim() === '' ? imageWord : alt;
  if (target?.action === undefined && target?.href.startsWith('https:') === true) {
    return new Html(
      `<img src="${escape(target.href)}" alt="${escape(alt)}" referrerpolicy="no-referrer" loading="lazy"${size(given)}>`,
    );
  }
  if (target === undefined) return html`${named}`;
  const path = anchors === undefined ? undefined : target.action?.path;
  const picture = path === undefined ? '' : ` data-picture=""${size(given, 'data-')}`;
  // No link can be in another one.
  const [tag, attributes] = linked
    ? (['span', path === undefined ? [] : [['data-path', path] as const]] as const)
    : (['a', linkAttributes(target)] as const);
  const written = attributes.map(([key, value]) => ` ${key}="${escape(value)}"`).join('');
  return new Html(`<${tag}${written}${picture}>${escape(named)}</${tag}>`);
}

function size(given: ReadonlyMap<string, string>, prefix = ''): string {
  return ['width', 'height']
    .map((side) => [side, /^\d{1,4}(?=(px)?$)/.exec(given.get(side) ?? '')?.[0]] as const)
    .map(([side, pixels]) => (pixels === undefined ? '' : ` ${prefix}${side}="${pixels}"`))
    .join('');
}

/** The tag that begins at `from`; undefined where none does. */
function readTag(markup: string, from: number): Tag | undefined {
  const start = /^<(\/?)([a-z][a-z\d-]{0,20})(?=[\s/>])/i.exec(markup.slice(from, from + 24));
  if (start === null) return undefined;
  const begin = from + start[0].length;
  let at = begin;
  while (at < markup.length && at - from < longestTag) {
    const char = markup[at];
    if (char === '<') return undefined;
    if (char === '>') {
      const name = (start[2] ?? '').toLowerCase();
      return { name, closing: start[1] === '/', attributes: readAttributes(markup.slice(begin, at)), end: at + 1 };
    }
    const end = char === '"' || char === "'" ? markup.slice(at + 1, at + longestTag).indexOf(char) : -1;
    at += end < 0 ? 1 : end + 2;
  }
  return undefined;
}

function readAttributes(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g);
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of found) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decoded(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|colon|Tab|NewLine|sol));/gi;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  colon: ':',
  tab: '\t',
  newline: '\n',
  sol: '/',
};

/** What a value of an attribute, or a text, says. What is not known stays as written, and is escaped when it is shown. */
function decoded(source: string): string {
  return source.replaceAll(entity, (whole, decimal: string | undefined, hex: string | undefined, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

const otherEntity = /&#38;([a-z][\da-z]{1,30});/gi;

/** Text of markup: entities stay what they are. */
function text(source: string): string {
  return escape(decoded(source)).replaceAll(otherEntity, '&$1;');
}
