/** Markup that is safe to show; made by `html` and `sanitize` only. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Part = Html | string | number | undefined | readonly Part[];

// eslint-disable-next-line no-control-regex -- control characters are what this finds
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
const special = /[&<>"']/g;

/** Text as markup. Characters that would reorder or hide text are shown by their code. */
export function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(special, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll(unseen, (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** A template whose parts are escaped unless they are markup already; undefined is nothing, lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + markupOf(parts[index])).join(''));
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(markupOf).join('') : escape(String(part));
}
