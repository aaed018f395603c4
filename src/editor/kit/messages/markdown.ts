import { l10n, MarkdownString, Uri } from 'vscode';
import { codeFence, linkTarget, markdownText, oneLine } from '../../../core/text.ts';
import type { NumberedReference } from '../../../domain/history/commitMessage.ts';
import { formatRecordAddress, type RepositoryName } from '../../../domain/hosts/address.ts';

/** Each value is text on one line without effect; Markdown is inserted as it is, undefined becomes empty. */
export function markdown(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | MarkdownString | undefined)[]
): MarkdownString {
  return new MarkdownString(strings.map((text, index) => text + markupOf(values[index])).join(''));
}

/** Markdown in an input: the user writes it, and the editor does not render it. */
export function ownMarkdown(text: string): MarkdownString {
  return new MarkdownString(text);
}

/** Markdown of somebody else: rendered without HTML and commands. A picture is shown as its text, because it tells who reads it. */
export function foreignMarkdown(text: string): MarkdownString {
  const mayHavePictures = /\][([:]/.test(text);
  return new MarkdownString(mayHavePictures ? text.replaceAll('![', '!\\[') : text);
}

export function joinMarkdown(parts: readonly MarkdownString[], separator = ''): MarkdownString {
  return new MarkdownString(parts.map(({ value }) => value).join(separator));
}

/** `text`, each of whose lines is `visible`, with its spaces and line breaks. Markup has no effect. */
export function markdownLines(text: string): MarkdownString {
  // Two spaces at the end of a line keep the line break.
  return new MarkdownString(markdownText(text).replaceAll('\n', '  \n'));
}

type OwnCommand = `sourcehost.${string}`;

/** A link that runs the command `id` with `argument`, if it is part of a Markdown of `withCommands`. */
export function commandLink(id: OwnCommand, text: string, argument: object): MarkdownString {
  return markdown`[${text}](${new MarkdownString(commandAddress(id, argument))})`;
}

function commandAddress(id: OwnCommand, argument: object): string {
  const query = encodeURIComponent(JSON.stringify([argument]))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `command:${id}?${query}`;
}

export const referenceCommands = {
  issue: 'sourcehost.issue.show',
  pullRequest: 'sourcehost.pullRequest.show',
} as const;

export function referenceTitle(kind: NumberedReference['kind']): string {
  return kind === 'issue' ? l10n.t('Show Issue') : l10n.t('Show Pull Request');
}

/** The address of an issue or a pull request as the argument of its command, which then shows its failures to the user. */
export function referenceUri(repository: RepositoryName, { kind, number }: NumberedReference): Uri {
  return Uri.from(
    formatRecordAddress({ ...repository, kind: kind === 'issue' ? 'issues' : 'pullRequests', id: number }),
  );
}

/** The target of a link in a document that shows an issue or a pull request. */
export function referenceCommandUri(repository: RepositoryName, reference: NumberedReference): Uri {
  return Uri.parse(commandAddress(referenceCommands[reference.kind], referenceUri(repository, reference)), true);
}

export function referenceLink(text: string, repository: RepositoryName, reference: NumberedReference): MarkdownString {
  return commandLink(referenceCommands[reference.kind], text, referenceUri(repository, reference));
}

/** The joined `parts`, whose links may run the commands `ids` and no others. */
export function withCommands(parts: readonly MarkdownString[], ids: readonly OwnCommand[]): MarkdownString {
  const joined = joinMarkdown(parts);
  joined.isTrusted = { enabledCommands: ids };
  return joined;
}

/** A link to a web page. `address`: encoded, as from `webAddress`. */
export function markdownLink(text: string, address: string): MarkdownString {
  return new MarkdownString(`[${markdownText(oneLine(text))}](${linkTarget(address)})`);
}

function markupOf(value: string | number | MarkdownString | undefined): string {
  if (value === undefined) return '';
  return value instanceof MarkdownString ? value.value : markdownText(oneLine(String(value), 1_000));
}

/** A code block that ends after `lines`, whatever they hold. */
export function codeBlock(lines: readonly string[], language: string): MarkdownString {
  const text = lines.join('\n');
  const fence = codeFence(text);
  return new MarkdownString(`${fence}${language}\n${text}\n${fence}`);
}

/** A square of the colour `#rrggbb` as an inline picture; undefined if `color` is not such a colour. */
export function swatch(color: string | undefined): MarkdownString | undefined {
  if (color === undefined || !/^#[\da-f]{6}$/i.test(color)) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" rx="2" fill="${color}"/></svg>`;
  return new MarkdownString(`![](data:image/svg+xml,${encodeURIComponent(svg)}) `);
}
