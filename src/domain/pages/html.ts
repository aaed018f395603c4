import { codeOf, hiddenInText } from '../../core/hidden.ts';
import type { UntrustedHtml } from './update.ts';

/** Markup that is safe to show, created only by `html`, with the untrusted HTML that the web view inserts. */
export class Html {
  readonly markup: string;
  /** One for each `<template data-untrusted>` of the markup, in order. */
  readonly untrusted: readonly UntrustedHtml[];

  constructor(markup: string, untrusted: readonly UntrustedHtml[] = []) {
    this.markup = markup;
    this.untrusted = untrusted;
  }
}

export type Part = Html | string | number | undefined | readonly Part[];

const special = /[&<>"']/g;

/** Characters that would reorder or hide text, by their code. */
export function showHidden(text: string): string {
  return text.toWellFormed().replaceAll(hiddenInText, (character) => `[${codeOf(character)}]`);
}

/** Text as markup. Characters that would reorder or hide text are shown by their code. */
export function escape(text: string): string {
  return showHidden(text).replaceAll(special, (char) => `&#${char.charCodeAt(0)};`);
}

/** A template whose parts are escaped unless they are markup already; undefined is nothing, lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const htmlParts = parts.map(partOf);
  return new Html(
    strings.map((text, index) => text + (htmlParts[index]?.markup ?? '')).join(''),
    htmlParts.flatMap(({ untrusted }) => untrusted),
  );
}

/** The placeholder of untrusted HTML, which the web view fills with the sanitised result. */
export function untrustedHtml(content: UntrustedHtml): Html {
  return new Html('<template data-untrusted=""></template>', [content]);
}

function partOf(part: Part): Html {
  if (part instanceof Html) return part;
  if (part === undefined) return new Html('');
  if (typeof part !== 'object') return new Html(escape(String(part)));
  const htmlParts = part.map(partOf);
  return new Html(
    htmlParts.map(({ markup }) => markup).join(''),
    htmlParts.flatMap(({ untrusted }) => untrusted),
  );
}
