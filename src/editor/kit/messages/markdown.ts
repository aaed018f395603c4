import { MarkdownString } from 'vscode';
import { markdownText, oneLine } from '../../../core/text.ts';

/**
 * A template of Markdown: its values are shown as text on one line, of which nothing is markup, HTML, a link, a picture
 * or an icon. Values that are Markdown stay so, and undefined is nothing.
 */
export function markdown(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | MarkdownString | undefined)[]
): MarkdownString {
  return new MarkdownString(strings.map((text, index) => text + markupOf(values[index])).join(''));
}

export function joinMarkdown(parts: readonly MarkdownString[], separator = ''): MarkdownString {
  return new MarkdownString(parts.map(({ value }) => value).join(separator));
}

function markupOf(value: string | number | MarkdownString | undefined): string {
  if (value === undefined) return '';
  return value instanceof MarkdownString ? value.value : markdownText(oneLine(String(value), 1_000));
}

/** A square of a colour `#rrggbb` as a picture that is part of the Markdown; nothing for what is no such colour. */
export function swatch(color: string | undefined): MarkdownString | undefined {
  if (color === undefined || !/^#[\da-f]{6}$/i.test(color)) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" rx="2" fill="${color}"/></svg>`;
  return new MarkdownString(`![](data:image/svg+xml,${encodeURIComponent(svg)}) `);
}
